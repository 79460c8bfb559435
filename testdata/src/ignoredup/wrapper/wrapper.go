// Package wrapper writes through helpers, some of another package.
package wrapper

import (
	"context"
	"database/sql"
	"errors"

	"ignoredup/wrapper/store"
)

type outcome string

const (
	took    outcome = "took"
	refused outcome = "refused"
)

type dose struct {
	id     int64
	result outcome
	batch  string
}

const insertDose = "INSERT INTO " + doseTable + " (id, result, batch) VALUES ($1, $2, $3)"

const doseTable = "dose"

func record(ctx context.Context, s *store.Store, d dose) error {
	return s.Exec(ctx, insertDose+store.Ignore, d.id, d.result, d.batch) // want `dose has already: a new result`
}

func recordMended(ctx context.Context, s *store.Store, d dose) error {
	return s.Exec(ctx, insertDose+" ON CONFLICT (id) DO UPDATE SET result = EXCLUDED.result", d.id, d.result, d.batch)
}

// counted looks at how many rows were touched.
func counted(ctx context.Context, s *store.Store, d dose) error {
	n, err := s.Affected(ctx, insertDose+store.Ignore, d.id, d.result, d.batch)
	if err != nil {
		return err
	}
	if n == 0 {
		return errors.New("the dose is known")
	}
	return nil
}

// uncounted drops the number.
func uncounted(ctx context.Context, s *store.Store, d dose) error {
	_, err := s.Affected(ctx, insertDose+store.Ignore, d.id, d.result, d.batch) // want `dose has already: a new result`
	return err
}

// perTable decides table and columns at the caller.
func perTable(ctx context.Context, db *sql.DB, table, cols string, args ...any) error {
	q := "INSERT INTO " + table + " (" + cols + ") VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
	_, err := db.ExecContext(ctx, q, args...)
	return err
}

func callers(ctx context.Context, db *sql.DB, d dose, err error) error {
	if err := perTable(ctx, db, store.Table("link"), "person_id, dose_id, clinic_id", 1, d.id, 3); err != nil {
		return err
	}
	return perTable(ctx, db, store.Table("visit"), "id, status, last_error", d.id, d.result, err.Error()) // want `vac_visit has already: a new status, last_error`
}

// method values and closures are wrappers too.
func closure(ctx context.Context, db *sql.DB, ds []dose) error {
	exec := func(q string, args ...any) error {
		_, err := db.ExecContext(ctx, q, args...)
		return err
	}
	for _, d := range ds {
		if err := exec("INSERT INTO person (id) VALUES ($1) ON CONFLICT DO NOTHING", d.id); err != nil {
			return err
		}
		if err := exec(insertDose+store.Ignore, d.id, d.result, d.batch); err != nil { // want `dose has already: a new result`
			return err
		}
	}
	return nil
}

// first only ever passes the first state.
func first(ctx context.Context, db *sql.DB, id int64) error {
	return enqueue(ctx, db, id, "queued")
}

func second(ctx context.Context, db *sql.DB, id int64) error {
	return enqueue(ctx, db, id, "queued")
}

func enqueue(ctx context.Context, db *sql.DB, id int64, status string) error {
	_, err := db.ExecContext(ctx, "INSERT INTO recall (id, status) VALUES ($1, $2) ON CONFLICT DO NOTHING", id, status)
	return err
}

// row passes its columns as a map.
func row(ctx context.Context, s *store.Store, d dose, n int) error {
	return store.InsertNew(ctx, s, "visit", map[string]any{"id": d.id, "attempts": n, "result": d.result}) // want `visit has already: a new attempts`
}

func rowLink(ctx context.Context, s *store.Store, d dose) error {
	return store.InsertNew(ctx, s, "visit_dose", map[string]any{"visit_id": 1, "dose_id": d.id})
}
