// Package swallowed drops the error of a duplicate key.
package swallowed

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/lib/pq"
	"gorm.io/gorm"

	"ignoredup/swallowed/dberr"
)

type audit struct {
	id      int64
	verdict string
}

const insert = "INSERT INTO audit (id, verdict) VALUES ($1, $2)"

func byHelper(ctx context.Context, db *pgxpool.Pool, a audit) error {
	_, err := db.Exec(ctx, insert, a.id, a.verdict) // want `duplicate-key error is swallowed keeps the row that audit has already: a new verdict`
	if err != nil {
		if dberr.Taken(err) {
			log.Printf("audit %d is known", a.id)
			return nil
		}
		return err
	}
	return nil
}

func byCode(ctx context.Context, db *pgxpool.Pool, a audit) error {
	if _, err := db.Exec(ctx, insert, a.id, a.verdict); err != nil { // want `audit has already: a new verdict`
		var pg *pgconn.PgError
		if errors.As(err, &pg) && pg.Code == "23505" {
			return nil
		}
		return err
	}
	return nil
}

func byAssertion(db *sql.DB, as []audit) error {
	for _, a := range as {
		_, err := db.Exec(insert, a.id, a.verdict) // want `audit has already: a new verdict`
		if pqErr, ok := err.(*pq.Error); ok && pqErr.Code == "23505" {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func byText(db *sql.DB, a audit) error {
	_, err := db.Exec(insert, a.id, a.verdict) // want `audit has already: a new verdict`
	if err != nil && !strings.Contains(err.Error(), "duplicate key value") {
		return err
	}
	return nil
}

func bySwitch(db *sql.DB, a audit) error {
	_, err := db.Exec(insert, a.id, a.verdict) // want `audit has already: a new verdict`
	switch {
	case err == nil:
		return nil
	case dberr.TakenText(err):
		return nil
	default:
		return err
	}
}

// save gives the error to its caller, who drops it.
func save(db *sql.DB, a audit) error {
	_, err := db.Exec(insert, a.id, a.verdict) // want `audit has already: a new verdict`
	return err
}

func saveAll(db *sql.DB, as []audit) error {
	for _, a := range as {
		if err := save(db, a); err != nil && !dberr.TakenText(err) {
			return err
		}
	}
	return nil
}

// Row is a row of gorm.
type Row struct {
	ID      int64 `gorm:"primaryKey"`
	Verdict string
}

func orm(db *gorm.DB, r *Row) error {
	err := db.Create(r).Error // want `Row has already: a new verdict`
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return nil
	}
	return err
}

// updates goes on to update.
func updates(db *sql.DB, a audit) error {
	_, err := db.Exec(insert, a.id, a.verdict)
	if dberr.TakenText(err) {
		_, err = db.Exec("UPDATE audit SET verdict = $2 WHERE id = $1", a.id, a.verdict)
	}
	return err
}

var errKnown = errors.New("known")

// tells the caller.
func tells(db *sql.DB, a audit) error {
	_, err := db.Exec(insert, a.id, a.verdict)
	if dberr.TakenText(err) {
		return errKnown
	}
	return err
}

// claims the row.
func claims(db *sql.DB, a audit) (bool, error) {
	_, err := db.Exec(insert, a.id, a.verdict)
	if dberr.TakenText(err) {
		return false, nil
	}
	return err == nil, err
}

// reads what is there.
func reads(db *sql.DB, a audit) (string, error) {
	_, err := db.Exec(insert, a.id, a.verdict)
	if dberr.TakenText(err) {
		var v string
		err = db.QueryRow("SELECT verdict FROM audit WHERE id = $1", a.id).Scan(&v)
		return v, err
	}
	return a.verdict, err
}
