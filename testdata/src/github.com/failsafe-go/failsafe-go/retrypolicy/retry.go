// Package retrypolicy is a stub of github.com/failsafe-go/failsafe-go/retrypolicy.
package retrypolicy

import "github.com/failsafe-go/failsafe-go"

type RetryPolicy[R any] interface{ failsafe.Policy[R] }

type Builder[R any] interface {
	AbortIf(predicate func(R, error) bool) Builder[R]
	WithMaxRetries(maxRetries int) Builder[R]
	Build() RetryPolicy[R]
}

func NewWithDefaults[R any]() RetryPolicy[R] { return nil }
func NewBuilder[R any]() Builder[R]          { return nil }
