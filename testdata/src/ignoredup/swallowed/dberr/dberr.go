// Package dberr tells errors apart.
package dberr

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

const uniqueViolation = "23505"

// Taken reports whether a unique key is taken.
func Taken(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == uniqueViolation
	}
	return false
}

// TakenText asks the text.
func TakenText(err error) bool {
	return err != nil && strings.Contains(err.Error(), "UNIQUE constraint failed")
}
