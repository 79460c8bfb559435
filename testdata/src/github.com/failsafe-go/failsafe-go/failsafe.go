// Package failsafe is a stub of github.com/failsafe-go/failsafe-go.
package failsafe

import "context"

type Policy[R any] interface{ ToExecutor(R) any }

type Executor[R any] interface {
	WithContext(ctx context.Context) Executor[R]
	Get(fn func() (R, error)) (R, error)
	Run(fn func() error) error
}

func With[R any](policies ...Policy[R]) Executor[R] { return nil }
