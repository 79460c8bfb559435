package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Outcome says how it went with one reading.
type Outcome struct {
	Key     string
	Status  string // "billed" or "failed"
	Message string
}

// Ledger knows which readings are done.
type Ledger struct{ db *pgxpool.Pool }

// Done returns the keys of the readings that are billed.
func (l *Ledger) Done(ctx context.Context) (map[string]bool, error) {
	rows, err := l.db.Query(ctx, `SELECT key FROM reading_ledger WHERE status = 'billed'`)
	if err != nil {
		return nil, fmt.Errorf("read ledger: %w", err)
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("read ledger: %w", err)
	}
	done := make(map[string]bool, len(keys))
	for _, k := range keys {
		done[k] = true
	}
	return done, nil
}

// Record notes the outcome of one reading.
//
// Mended (ignoredup): a row that says "failed" gives way to one that says
// "billed"; DO NOTHING would keep the first word for ever.
func (l *Ledger) Record(ctx context.Context, o Outcome) error {
	_, err := l.db.Exec(ctx, `
		INSERT INTO reading_ledger (key, status, message, attempts, processed_at)
		VALUES ($1, $2, $3, 1, now())
		ON CONFLICT (key) DO UPDATE SET
			status = EXCLUDED.status,
			message = EXCLUDED.message,
			attempts = reading_ledger.attempts + 1,
			processed_at = EXCLUDED.processed_at`, o.Key, o.Status, o.Message)
	if err != nil {
		return fmt.Errorf("record %s: %w", o.Key, err)
	}
	return nil
}

// MarkOpened stores the id of an invoice as soon as it is known.
func (l *Ledger) MarkOpened(ctx context.Context, key, invoice string) error {
	_, err := l.db.Exec(ctx, `UPDATE readings SET invoice_id = $2 WHERE key = $1`, key, invoice)
	if err != nil {
		return fmt.Errorf("note invoice %s of %s: %w", invoice, key, err)
	}
	return nil
}

// MarkBilled closes a reading.
func (l *Ledger) MarkBilled(ctx context.Context, key string) error {
	_, err := l.db.Exec(ctx, `UPDATE readings SET billed_at = now() WHERE key = $1`, key)
	if err != nil {
		return fmt.Errorf("mark %s: %w", key, err)
	}
	return nil
}
