// Package again repeats what it is given until it works or asks for the end.
package again

import (
	"context"
	"errors"
	"time"
)

type hopeless struct{ err error }

func (h *hopeless) Error() string { return h.err.Error() }
func (h *hopeless) Unwrap() error { return h.err }

// Hopeless marks an error as one that repeating cannot mend.
func Hopeless(err error) error { return &hopeless{err} }

// Times calls f up to n times.
func Times[T any](ctx context.Context, n int, f func(context.Context) (T, error)) (T, error) {
	var zero T
	var err error
	for i := 0; i < n; i++ {
		var v T
		if v, err = f(ctx); err == nil {
			return v, nil
		}
		var h *hopeless
		if errors.As(err, &h) {
			return zero, err
		}
		select {
		case <-ctx.Done():
			return zero, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return zero, err
}
