// Package retry holds the signatures of github.com/avast/retry-go/v4.
package retry

import (
	"context"
	"time"
)

type RetryableFunc func() error

type Config struct{}

type Option func(*Config)

func Do(f RetryableFunc, opts ...Option) error
func Attempts(n uint) Option
func UntilSucceeded() Option
func Delay(d time.Duration) Option
func Context(ctx context.Context) Option
func RetryIf(f func(error) bool) Option
func LastErrorOnly(b bool) Option
func Unrecoverable(err error) error
func IsRecoverable(err error) bool
