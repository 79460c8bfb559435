package errgroup

import "context"

type Group struct{}

func WithContext(ctx context.Context) (*Group, context.Context) { return &Group{}, ctx }
func (*Group) Go(f func() error)                                { f() }
func (*Group) SetLimit(n int)                                   {}
func (*Group) Wait() error                                      { return nil }
