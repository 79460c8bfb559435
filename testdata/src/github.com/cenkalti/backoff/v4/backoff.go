// Package backoff holds the signatures of github.com/cenkalti/backoff/v4.
package backoff

import (
	"context"
	"time"
)

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type BackOffContext interface {
	BackOff
	Context() context.Context
}

type Operation func() error

type Notify func(error, time.Duration)

type ExponentialBackOff struct {
	InitialInterval time.Duration
	MaxInterval     time.Duration
	MaxElapsedTime  time.Duration
}

func (*ExponentialBackOff) NextBackOff() time.Duration
func (*ExponentialBackOff) Reset()

type ExponentialBackOffOpts func(*ExponentialBackOff)

func NewExponentialBackOff(opts ...ExponentialBackOffOpts) *ExponentialBackOff
func WithMaxElapsedTime(d time.Duration) ExponentialBackOffOpts

type ConstantBackOff struct{ Interval time.Duration }

func (*ConstantBackOff) NextBackOff() time.Duration
func (*ConstantBackOff) Reset()

func NewConstantBackOff(d time.Duration) *ConstantBackOff
func WithMaxRetries(b BackOff, max uint64) BackOff
func WithContext(b BackOff, ctx context.Context) BackOffContext
func Permanent(err error) error
func Retry(o Operation, b BackOff) error
func RetryNotify(o Operation, b BackOff, n Notify) error
