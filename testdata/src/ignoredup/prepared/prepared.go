// Package prepared runs prepared statements, named parameters and batches.
package prepared

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

type meter struct {
	add, link *sql.Stmt
}

func open(db *sql.DB) (*meter, error) {
	m := &meter{}
	var err error
	if m.add, err = db.Prepare(`INSERT OR IGNORE INTO reading (meter, health, failures) VALUES (?, ?, ?)`); err != nil {
		return nil, err
	}
	m.link, err = db.Prepare(`INSERT OR IGNORE INTO meter_room (meter_id, room_id) VALUES (?, ?)`)
	return m, err
}

func (m *meter) put(ctx context.Context, id, health string, failures int) error {
	_, err := m.add.ExecContext(ctx, id, health, failures) // want `reading has already: a new health, failures`
	return err
}

func (m *meter) tie(ctx context.Context, tx *sql.Tx, id, room int) error {
	_, err := tx.StmtContext(ctx, m.link).ExecContext(ctx, id, room)
	return err
}

func inLoop(tx *sql.Tx, ids []string, health func(string) string) error {
	stmt, err := tx.Prepare("INSERT INTO reading (meter, health) VALUES ($1, $2) ON CONFLICT (meter) DO NOTHING")
	if err != nil {
		return err
	}
	defer stmt.Close()
	for _, id := range ids {
		if _, err := stmt.Exec(id, health(id)); err != nil { // want `reading has already: a new health`
			return err
		}
	}
	return nil
}

type reading struct {
	Meter  string     `db:"meter"`
	Health string     `db:"health"`
	Seen   *time.Time `db:"verified_at"`
}

const insertReading = `INSERT INTO reading (meter, health, verified_at)
	VALUES (:meter, :health, :verified_at) ON CONFLICT (meter) DO NOTHING`

func named(ctx context.Context, db *sqlx.DB, r reading) error {
	_, err := db.NamedExecContext(ctx, insertReading, r) // want `reading has already: a new health, verified_at`
	return err
}

func namedFirst(db *sqlx.DB, r reading) error {
	_, err := db.NamedExec(`INSERT INTO reading (meter, health) VALUES (:meter, :health) ON CONFLICT DO NOTHING`,
		map[string]any{"meter": r.Meter, "health": "new"})
	return err
}

func rebound(db *sqlx.DB, id string, failures int) error {
	q := db.Rebind("INSERT INTO reading (meter, failures) VALUES (?, ?) ON CONFLICT DO NOTHING")
	_, err := db.Exec(q, id, failures) // want `reading has already: a new failures`
	return err
}

func batch(ctx context.Context, pool *pgxpool.Pool, rs []reading) error {
	b := &pgx.Batch{}
	for _, r := range rs {
		b.Queue("INSERT INTO reading (meter, health) VALUES (@meter, @health) ON CONFLICT DO NOTHING", // want `reading has already: a new health`
			pgx.NamedArgs{"meter": r.Meter, "health": r.Health})
	}
	return pool.SendBatch(ctx, b).Close()
}

// staged copies into a temporary table and goes on from there.
func staged(ctx context.Context, tx pgx.Tx, rows [][]any) error {
	if _, err := tx.Exec(ctx, "CREATE TEMP TABLE reading_tmp (meter text, health text) ON COMMIT DROP"); err != nil {
		return err
	}
	if _, err := tx.CopyFrom(ctx, pgx.Identifier{"reading_tmp"}, []string{"meter", "health"}, pgx.CopyFromRows(rows)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "INSERT INTO reading (meter, health) SELECT meter, health FROM reading_tmp ON CONFLICT (meter) DO NOTHING") // want `reading has already: a new health`
	return err
}

// backfill copies from a table that stays.
func backfill(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, "INSERT INTO reading (meter, health) SELECT meter, health FROM reading_2019 ON CONFLICT (meter) DO NOTHING")
	return err
}

// returned learns from the missing row that there was one.
func returned(ctx context.Context, pool *pgxpool.Pool, r reading) (id int64, err error) {
	err = pool.QueryRow(ctx, "INSERT INTO reading (meter, health) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id", r.Meter, r.Health).Scan(&id)
	return id, err
}
