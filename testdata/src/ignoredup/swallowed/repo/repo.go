// Package repo gives an error of its own for a taken key.
package repo

import (
	"context"
	"database/sql"
	"errors"

	"ignoredup/swallowed/dberr"
)

// ErrExists says that the row is there.
var ErrExists = errors.New("exists already")

// Add stores a verdict.
func Add(ctx context.Context, db *sql.DB, id int64, verdict string) error {
	_, err := db.ExecContext(ctx, "INSERT INTO ruling (id, verdict) VALUES ($1, $2)", id, verdict)
	if err != nil {
		if dberr.Taken(err) {
			return ErrExists
		}
		return err
	}
	return nil
}

// Link ties two things together.
func Link(ctx context.Context, db *sql.DB, a, b int64) error {
	_, err := db.ExecContext(ctx, "INSERT INTO ruling_case (ruling_id, case_id) VALUES ($1, $2)", a, b)
	if dberr.Taken(err) {
		return ErrExists
	}
	return err
}
