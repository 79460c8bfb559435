// Package store wraps a database.
package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// Store runs statements.
type Store struct{ db *sql.DB }

// Exec runs a statement whose result nobody needs.
func (s *Store) Exec(ctx context.Context, query string, args ...any) error {
	_, err := s.db.ExecContext(ctx, query, args...)
	return err
}

// Affected runs a statement and tells how many rows it touched.
func (s *Store) Affected(ctx context.Context, query string, args ...any) (int64, error) {
	res, err := s.db.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// InsertNew inserts a row unless it is there.
func InsertNew(ctx context.Context, s *Store, table string, row map[string]any) error {
	var cols, marks []string
	var args []any
	for k, v := range row {
		cols = append(cols, k)
		marks = append(marks, "?")
		args = append(args, v)
	}
	return s.Exec(ctx, fmt.Sprintf("INSERT IGNORE INTO %s (%s) VALUES (%s)", table, strings.Join(cols, ","), strings.Join(marks, ",")), args...)
}

// Ignore is the clause that keeps what is there.
const Ignore = " ON CONFLICT DO NOTHING"

// Table names a table of a year.
func Table(kind string) string { return "vac_" + kind }
