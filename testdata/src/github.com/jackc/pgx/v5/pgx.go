package pgx

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
)

var ErrNoRows = errors.New("no rows")

type Identifier []string

type NamedArgs map[string]any

type Row interface{ Scan(dest ...any) error }

type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close()
}

type CopyFromSource interface{ Next() bool }

func CopyFromRows(rows [][]any) CopyFromSource { return nil }

type QueuedQuery struct{}

type Batch struct{}

func (*Batch) Queue(query string, args ...any) *QueuedQuery { return nil }

type BatchResults interface {
	Exec() (pgconn.CommandTag, error)
	Close() error
}

type Tx interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) Row
	CopyFrom(ctx context.Context, table Identifier, columns []string, src CopyFromSource) (int64, error)
	SendBatch(ctx context.Context, b *Batch) BatchResults
	Commit(ctx context.Context) error
	Rollback(ctx context.Context) error
}
