// Package book keeps which refunds are paid.
package book

import (
	"context"
	"database/sql"
)

type Book struct{ DB *sql.DB }

// Note writes the payout of a refund down.
func (b *Book) Note(ctx context.Context, refund int64, payout string) error {
	_, err := b.DB.ExecContext(ctx, `UPDATE refunds SET payout = ?, status = 'paid' WHERE id = ?`, payout, refund)
	return err
}
