// Package once writes rows that do not change, or looks at what happened.
package once

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"time"
)

// try has a row for each try.
func try(db *sql.DB, job string, attempt int, outcome string, cause error) error {
	_, err := db.Exec(`INSERT INTO job_run (job, attempt, outcome, error) VALUES ($1, $2, $3, $4)
		ON CONFLICT (job, attempt) DO NOTHING`, job, attempt, outcome, cause.Error())
	return err
}

// event is an entry of a log.
func event(db *sql.DB, id, status string, at time.Time) error {
	_, err := db.Exec(`INSERT INTO shipment_events (event_id, status, occurred_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, id, status, at)
	return err
}

// sample is a reading of a moment.
func sample(db *sql.DB, sensor int, at time.Time, score float64, ok bool) error {
	_, err := db.Exec(`INSERT INTO sample (sensor_id, taken_at, score, ok) VALUES ($1, $2, $3, $4) ON CONFLICT (sensor_id, taken_at) DO NOTHING`,
		sensor, at, score, ok)
	return err
}

// blob is kept under its content.
func blob(db *sql.DB, data []byte, version int) error {
	sum := sha256.Sum256(data)
	_, err := db.Exec(`INSERT INTO blob (sha256, data, version) VALUES ($1, $2, $3) ON CONFLICT (sha256) DO NOTHING`, hex.EncodeToString(sum[:]), data, version)
	return err
}

// outbox holds messages.
func outbox(tx *sql.Tx, id string, status string, body []byte) error {
	_, err := tx.Exec(`INSERT INTO mail_outbox (id, status, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, id, status, body)
	return err
}

// country is reference data.
func country(db *sql.DB, code, name, currency string) error {
	_, err := db.Exec(`INSERT OR IGNORE INTO country (code, name, currency) VALUES (?, ?, ?)`, code, name, currency)
	return err
}

// setting is a default that people change.
func setting(db *sql.DB, key, value string) error {
	_, err := db.Exec(`INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, key, value)
	return err
}

func change(db *sql.DB, key, value string) error {
	_, err := db.Exec(`UPDATE setting SET value = $2 WHERE name = $1`, key, value)
	return err
}

// ensure makes the row and then moves it.
func ensure(ctx context.Context, db *sql.DB, source string, cursor int64) error {
	if _, err := db.ExecContext(ctx, `INSERT IGNORE INTO watermark (source, position_cursor) VALUES (?, ?)`, source, cursor); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `UPDATE watermark SET position_cursor = ? WHERE source = ?`, cursor, source)
	return err
}

// update first, then insert.
func upsert(db *sql.DB, id int, status string) error {
	res, err := db.Exec(`UPDATE stall SET status = ? WHERE id = ?`, status, id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n > 0 {
		return err
	}
	_, err = db.Exec(`INSERT OR IGNORE INTO stall (id, status) VALUES (?, ?)`, id, status)
	return err
}

// claim decides who works.
func claim(db *sql.DB, id int, state, worker string) error {
	res, err := db.Exec(`INSERT INTO shift (id, state, worker) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, id, state, worker)
	if err != nil {
		return err
	}
	if !took(res) {
		return errors.New("somebody else has it")
	}
	return nil
}

func took(res sql.Result) bool {
	n, _ := res.RowsAffected()
	return n == 1
}

// result hands the answer to its caller.
func result(db *sql.DB, id int, state string) (sql.Result, error) {
	return db.Exec(`INSERT INTO shift (id, state) VALUES ($1, $2) ON CONFLICT DO NOTHING`, id, state)
}
