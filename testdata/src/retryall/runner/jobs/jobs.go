// Package jobs runs jobs of a table until they work or are buried.
package jobs

import (
	"context"
	"errors"
)

type Job struct {
	ID   int
	Seen int
}

type Handler interface {
	Handle(ctx context.Context, j Job) error
}

type Table interface {
	Take(ctx context.Context) (Job, error)
	Done(ctx context.Context, id int) error
	Requeue(ctx context.Context, id int) error
	Bury(ctx context.Context, id int, why string) error
}

type final struct{ error }

func (f final) Unwrap() error { return f.error }

// Final marks an error that no other run can mend.
func Final(err error) error { return final{err} }

// Unlimited lets a job come back for ever.
const Unlimited = -1

type Pool struct {
	table Table
	h     Handler
	limit int
}

func NewPool(t Table, h Handler, limit int) *Pool { return &Pool{t, h, limit} }

func (p *Pool) Run(ctx context.Context) error {
	for {
		j, err := p.table.Take(ctx)
		if err != nil {
			return err
		}
		if err := p.one(ctx, j); err != nil {
			return err
		}
	}
}

func (p *Pool) one(ctx context.Context, j Job) error { return p.settle(ctx, j, p.h.Handle(ctx, j)) }

func (p *Pool) settle(ctx context.Context, j Job, err error) error {
	if err == nil {
		return p.table.Done(ctx, j.ID)
	}
	var f final
	if errors.As(err, &f) || p.limit >= 0 && j.Seen > p.limit {
		return p.table.Bury(ctx, j.ID, err.Error())
	}
	return p.table.Requeue(ctx, j.ID)
}
