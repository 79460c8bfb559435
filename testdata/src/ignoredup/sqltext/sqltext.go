// Package sqltext finds SQL in every spelling.
package sqltext

import (
	"bytes"
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"strings"
)

func probe(ctx context.Context, host string) error { return nil }

// example is the example of the help text.
func example(ctx context.Context, db *sql.DB, host string) error {
	state, note := "passed", ""
	if err := probe(ctx, host); err != nil {
		state, note = "failed", err.Error()
	}
	const q = `
		INSERT INTO probe (host, state, note, checked_at) VALUES ($1, $2, $3, now())
		ON CONFLICT (host) DO NOTHING`
	_, err := db.ExecContext(ctx, q, host, state, note) // want `ON CONFLICT DO NOTHING keeps the row that probe has already: a new state, note`
	return err
}

func exampleMended(ctx context.Context, db *sql.DB, host string) error {
	state, note := "passed", ""
	if err := probe(ctx, host); err != nil {
		state, note = "failed", err.Error()
	}
	_, err := db.ExecContext(ctx, `
		INSERT INTO probe (host, state, note, checked_at) VALUES ($1, $2, $3, now())
		ON CONFLICT (host) DO UPDATE
		SET state = EXCLUDED.state, note = EXCLUDED.note, checked_at = EXCLUDED.checked_at`, host, state, note)
	return err
}

type hive struct {
	id     int
	status string
	weight float64
}

// builder builds a statement of many rows.
func builder(db *sql.DB, hives []hive) error {
	var sb strings.Builder
	sb.WriteString("INSERT IGNORE INTO hive (id, status, weight) VALUES ")
	var args []any
	for i, h := range hives {
		if i > 0 {
			sb.WriteByte(',')
		}
		sb.WriteString("(?, ?, ?)")
		args = append(args, h.id, h.status, h.weight)
	}
	_, err := db.Exec(sb.String(), args...) // want `INSERT IGNORE keeps the row that hive has already: a new status is lost`
	return err
}

func builderMended(db *sql.DB, hives []hive, replace bool) error {
	var sb bytes.Buffer
	fmt.Fprintf(&sb, "INSERT INTO %s (id, status, weight) VALUES ", "hive")
	var args []any
	for i, h := range hives {
		if i > 0 {
			sb.WriteByte(',')
		}
		sb.WriteString("(?, ?, ?)")
		args = append(args, h.id, h.status, h.weight)
	}
	sb.WriteString(" ON DUPLICATE KEY UPDATE status = VALUES(status), weight = VALUES(weight)")
	_, err := db.Exec(sb.String(), args...)
	return err
}

// joined puts the parts together from lists.
func joined(db *sql.DB, hives []hive) error {
	cols := []string{"id", "status", "weight"}
	var rows []string
	var args []any
	for _, h := range hives {
		rows = append(rows, "("+strings.TrimSuffix(strings.Repeat("?,", len(cols)), ",")+")")
		args = append(args, h.id, h.status, h.weight)
	}
	q := "INSERT INTO hive (" + strings.Join(cols, ", ") + ") VALUES " + strings.Join(rows, ", ") + " ON CONFLICT DO NOTHING"
	_, err := db.Exec(q, args...) // want `hive has already: a new status`
	return err
}

//go:embed upsert.sql
var embedded string

func fromFile(db *sql.DB, h hive, cause error) error {
	var msg sql.NullString
	if cause != nil {
		msg = sql.NullString{String: cause.Error(), Valid: true}
	}
	_, err := db.Exec(embedded, h.id, msg) // want `inspection has already: a new last_error`
	return err
}

// merge is SQL Server's spelling.
func merge(db *sql.DB, h hive) error {
	q := `MERGE INTO [dbo].[hive] AS t USING (VALUES (@p1, @p2)) AS s(id, status) ON t.id = s.id
		WHEN NOT MATCHED THEN INSERT (id, status) VALUES (s.id, s.status);`
	_, err := db.Exec(q, h.id, h.status) // want `MERGE without WHEN MATCHED keeps the row that hive has`
	return err
}

// idle sets the key to itself.
func idle(db *sql.DB, h hive) error {
	_, err := db.Exec("INSERT INTO hive (id, status) VALUES (?, ?) ON DUPLICATE KEY UPDATE id = id", h.id, h.status) // want `changes nothing keeps the row that hive has`
	return err
}

func notExists(db *sql.DB, h hive) error {
	_, err := db.Exec("INSERT INTO hive (id, status) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM hive WHERE id = $1)", h.id, h.status) // want `WHERE NOT EXISTS keeps the row that hive has`
	return err
}

// unnested sends the rows as arrays.
func unnested(db *sql.DB, ids []int, states []string) error {
	_, err := db.Exec(`INSERT INTO hive (id, status) SELECT * FROM unnest($1::int[], $2::text[]) ON CONFLICT DO NOTHING`, ids, states) // want `hive has already: a new status`
	return err
}

// noColumns names no columns; the table is created in the program.
func noColumns(db *sql.DB, name string, n int, cause error) error {
	if _, err := db.Exec(`CREATE TABLE IF NOT EXISTS swarm (name TEXT PRIMARY KEY, attempts INTEGER, error TEXT)`); err != nil {
		return err
	}
	_, err := db.Exec(`INSERT OR IGNORE INTO swarm VALUES (?, ?, ?)`, name, n, fmt.Sprint(cause)) // want `swarm has already: a new attempts, error`
	return err
}

// measured has no word of progress, but the program updates the value.
func measured(db *sql.DB, id int, kg float64) error {
	_, err := db.Exec(`INSERT INTO scale (hive_id, honey) VALUES ($1, $2) ON CONFLICT (hive_id) DO NOTHING`, id, kg) // want `a new honey is lost, and honey does change elsewhere`
	return err
}

func correct(db *sql.DB, id int, kg float64) error {
	_, err := db.Exec(`UPDATE scale SET honey = $2 WHERE hive_id = $1`, id, kg)
	return err
}

// finished writes an end state into rows that were queued.
func finished(db *sql.DB, id int) error {
	_, err := db.Exec(`INSERT INTO extraction (id, state) VALUES ($1, 'done') ON CONFLICT (id) DO NOTHING`, id) // want `extraction has already: a new state`
	return err
}

func queued(db *sql.DB, id int) error {
	_, err := db.Exec(`INSERT INTO extraction (id, state) VALUES ($1, 'queued') ON CONFLICT (id) DO NOTHING`, id)
	return err
}

// unknown tables and clauses say nothing.
func unknown(db *sql.DB, table, clause string, h hive) error {
	_, err := db.Exec("INSERT INTO hive (id, name) VALUES ($1, $2) "+clause, h.id, h.status)
	return err
}
