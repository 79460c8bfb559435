// Package desk pays refunds through two other packages.
package desk

import (
	"context"
	"fmt"

	"createmark/crosspkg/book"
	"createmark/crosspkg/pay"
)

type Refund struct {
	ID    int64
	To    string
	Cents int
}

type Desk struct {
	pay  *pay.Client
	book *book.Book
}

func (d *Desk) late(ctx context.Context, r Refund) error {
	p, err := d.pay.Start(ctx, r.To, r.Cents) // want `Client.State, which can fail or wait, lies between the create POST /payouts and the mark UPDATE refunds`
	if err != nil {
		return err
	}
	if _, err := d.pay.State(ctx, p.ID); err != nil {
		return err
	}
	return d.book.Note(ctx, r.ID, p.ID)
}

func (d *Desk) early(ctx context.Context, r Refund) error {
	p, err := d.pay.Start(ctx, r.To, r.Cents)
	if err != nil {
		return err
	}
	if err := d.book.Note(ctx, r.ID, p.ID); err != nil {
		return err
	}
	_, err = d.pay.State(ctx, p.ID)
	return err
}

func (d *Desk) once(ctx context.Context, r Refund) error {
	p, err := d.pay.StartOnce(ctx, fmt.Sprint("refund-", r.ID), r.To, r.Cents)
	if err != nil {
		return err
	}
	if _, err := d.pay.State(ctx, p.ID); err != nil {
		return err
	}
	return d.book.Note(ctx, r.ID, p.ID)
}
