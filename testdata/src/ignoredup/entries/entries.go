// Package entries writes rows that maps carry, through helpers that only their
// callers' maps decide.
package entries

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lib/pq"
	"github.com/nats-io/nats.go/jetstream"
)

// add writes a map as a row; the row that is there stays.
func add(ctx context.Context, db *sql.DB, table string, row map[string]any) error {
	cols := slices.Sorted(maps.Keys(row))
	var args []any
	for _, c := range cols {
		args = append(args, row[c])
	}
	marks := strings.TrimSuffix(strings.Repeat("?,", len(cols)), ",")
	_, err := db.ExecContext(ctx, "INSERT IGNORE INTO "+table+" ("+strings.Join(cols, ",")+") VALUES ("+marks+")", args...)
	return err
}

func ferry(ctx context.Context, db *sql.DB, crossing int64, cause error) error {
	state := "landed"
	if cause != nil {
		state = "adrift"
	}
	return add(ctx, db, "crossing", map[string]any{"id": crossing, "state": state}) // want `INSERT IGNORE keeps the row that crossing has already: a new state`
}

func harbour(ctx context.Context, db *sql.DB, crossing, quay int64) error {
	return add(ctx, db, "crossing_quay", map[string]any{"crossing_id": crossing, "quay_id": quay})
}

// within runs f in a transaction.
func within(db *sql.DB, f func(*sql.Tx) error) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// keep is decided by its callers, although the call lies in a function literal.
func keep(db *sql.DB, table string, id int64, state string) error {
	return within(db, func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT OR IGNORE INTO "+table+" (id, state) VALUES (?, ?)", id, state)
		return err
	})
}

func moor(db *sql.DB, id int64, cause error) error {
	state := "moored"
	if cause != nil {
		state = "drifting"
	}
	return keep(db, "mooring", id, state) // want `INSERT OR IGNORE keeps the row that mooring has already: a new state`
}

func plan(db *sql.DB, id int64) error { return keep(db, "mooring", id, "planned") }

type tide struct {
	Phase string    `json:"phase"`
	At    time.Time `json:"at"`
}

// phase takes a key that exists for success; the sentinel is wider than error.
func phase(ctx context.Context, kv jetstream.KeyValue, gauge string, t tide) error {
	raw, err := json.Marshal(t)
	if err != nil {
		return err
	}
	if _, err = kv.Create(ctx, gauge, raw); errors.Is(err, jetstream.ErrKeyExists) { // want `a new phase is lost`
		return nil
	}
	return err
}

// phaseStrict tells.
func phaseStrict(ctx context.Context, kv jetstream.KeyValue, gauge string, t tide) error {
	raw, err := json.Marshal(t)
	if err != nil {
		return err
	}
	_, err = kv.Create(ctx, gauge, raw)
	return err
}

// forgive gives nil where the code of the error has the name.
func forgive(err error, code pq.ErrorCode) error {
	var pe *pq.Error
	if errors.As(err, &pe) && pe.Code == code {
		return nil
	}
	return err
}

func sound(ctx context.Context, db *sql.DB, id int64, verdict string, metres int) error {
	_, err := db.ExecContext(ctx, "INSERT INTO sounding (id, verdict, metres) VALUES ($1, $2, $3)", id, verdict, metres) // want `duplicate-key error is swallowed`
	return forgive(err, "23505")
}

func tell(err error) error { return fmt.Errorf("sounding: %w", err) }

func soundStrict(ctx context.Context, db *sql.DB, id int64, verdict string, metres int) error {
	_, err := db.ExecContext(ctx, "INSERT INTO sounding (id, verdict, metres) VALUES ($1, $2, $3)", id, verdict, metres)
	return tell(err)
}

// merged names the new row.
func merged(ctx context.Context, db *sql.DB, id int64, state string) error {
	_, err := db.ExecContext(ctx, "INSERT INTO beacon (id, state) VALUES (?, ?) AS fresh ON DUPLICATE KEY UPDATE state = fresh.state", id, state)
	return err
}

// words are the same in every run.
func words(ctx context.Context, db *sql.DB) error {
	for _, w := range [][2]string{{"lit", "on"}, {"dark", "off"}} {
		if _, err := db.ExecContext(ctx, "INSERT IGNORE INTO lamp_word (code, state) VALUES (?, ?)", w[0], w[1]); err != nil {
			return err
		}
	}
	return nil
}
