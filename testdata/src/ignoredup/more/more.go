// Package more holds further shapes: generated clients behind interfaces,
// statements in maps, generics, options, transactions.
package more

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"cloud.google.com/go/spanner"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"xorm.io/xorm"

	"ignoredup/more/dbq"
	"ignoredup/more/ent"
)

// throughInterface calls a generated query through the generated interface.
func throughInterface(ctx context.Context, q dbq.Querier, id int64, cause error) error {
	arg := dbq.PutRunParams{ID: id, Status: "ok"}
	if cause != nil {
		arg.Status = "failed"
		arg.LastError = sql.NullString{String: cause.Error(), Valid: true}
	}
	if err := q.AddTag(ctx, "nightly"); err != nil {
		return err
	}
	return q.PutRun(ctx, arg) // want `run has already: a new status, last_error`
}

func rowsDropped(ctx context.Context, q *dbq.Queries, arg dbq.PutRunParams) error {
	_, err := q.PutRunRows(ctx, arg) // want `run has already: a new status, last_error`
	return err
}

func rowsRead(ctx context.Context, q *dbq.Queries, arg dbq.PutRunParams) error {
	n, err := q.PutRunRows(ctx, arg)
	if err == nil && n == 0 {
		return errors.New("the run is known")
	}
	return err
}

func generatedClient(ctx context.Context, c *ent.Client, status string, tries int) error {
	return c.Parcel.Create().SetStatus(status).SetTries(tries).OnConflict().Ignore().Exec(ctx) // want `keeps the row that parcel has already: a new status, tries`
}

func generatedClientMended(ctx context.Context, c *ent.Client, status string, tries int) error {
	return c.Parcel.Create().SetStatus(status).SetTries(tries).OnConflict().UpdateNewValues().Exec(ctx)
}

// dialects hold the statement of each database.
var insertTrip = map[string]string{
	"postgres": "INSERT INTO trip (id, phase, tries) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
	"sqlite":   "INSERT OR IGNORE INTO trip (id, phase, tries) VALUES (?, ?, ?)",
}

type repo struct {
	db      *sql.DB
	dialect string
}

func (r *repo) trip(id int, phase string, tries int) error {
	_, err := r.db.Exec(insertTrip[r.dialect], id, phase, tries) // want `trip has already: a new phase, tries`
	return err
}

// verb depends on the dialect.
func (r *repo) verb() (string, string) {
	if r.dialect == "mysql" {
		return "INSERT IGNORE", ""
	}
	return "INSERT", " ON CONFLICT DO NOTHING"
}

func (r *repo) stop(id int, outcome string) error {
	verb, tail := r.verb()
	q := fmt.Sprintf("%s INTO stop (trip_id, outcome) VALUES (%s)%s", verb, strings.Repeat("?, ", 1)+"?", tail)
	_, err := r.db.Exec(q, id, outcome) // want `stop has already: a new outcome`
	return err
}

// Table is a generic repository.
type Table[T any] struct{ db *gorm.DB }

func (t *Table[T]) Add(ctx context.Context, rows ...*T) error {
	return t.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error
}

type Leg struct {
	ID      uint64 `gorm:"primaryKey"`
	State   string
	Failure *string
}

type LegStop struct {
	LegID  uint64 `gorm:"primaryKey"`
	StopID uint64 `gorm:"primaryKey"`
}

func legs(ctx context.Context, legs *Table[Leg], stops *Table[LegStop], l *Leg, s *LegStop) error {
	if err := stops.Add(ctx, s); err != nil {
		return err
	}
	return legs.Add(ctx, l) // want `Leg has already: a new state, failure`
}

// statement is handed on as a value.
type statement struct {
	text string
	args []any
}

func run(ctx context.Context, tx *sql.Tx, st statement) error {
	_, err := tx.ExecContext(ctx, st.text, st.args...)
	return err
}

func values(ctx context.Context, tx *sql.Tx, id int, status string) error {
	return run(ctx, tx, statement{"INSERT INTO leg (id, status) VALUES ($1, $2) ON CONFLICT DO NOTHING", []any{id, status}}) // want `leg has already: a new status`
}

func cloud(ctx context.Context, tx *spanner.ReadWriteTransaction, id int, status string) error {
	_, err := tx.Update(ctx, spanner.Statement{ // want `leg has already: a new status`
		SQL:    "INSERT OR IGNORE INTO leg (id, status) VALUES (@id, @status)",
		Params: map[string]any{"id": id, "status": status},
	})
	return err
}

func variadic(e *xorm.Engine, id int, status string) error {
	_, err := e.Exec("INSERT IGNORE INTO leg (id, status) VALUES (?, ?)", id, status) // want `leg has already: a new status`
	return err
}

// seeds are data.
var seeds = []struct {
	name    string
	enabled bool
	level   string
}{{"maps", true, "high"}, {"chat", false, "low"}}

func seed(db *sql.DB) error {
	for _, s := range seeds {
		if _, err := db.Exec("INSERT INTO feature (name, enabled, level) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", s.name, s.enabled, s.level); err != nil {
			return err
		}
	}
	return nil
}

func toggle(db *sql.DB, name string, on bool) error {
	_, err := db.Exec("UPDATE feature SET enabled = $2 WHERE name = $1", name, on)
	return err
}

// plan writes settings of a job beside its first state.
func plan(db *sql.DB, id int, kind string, payload []byte, maxAttempts, priority int) error {
	_, err := db.Exec(`INSERT INTO job (id, kind, payload, status, attempts, max_attempts, priority) VALUES ($1, $2, $3, 'queued', 0, $4, $5)
		ON CONFLICT DO NOTHING`, id, kind, payload, maxAttempts, priority)
	return err
}

func work(db *sql.DB, id int, cause error) error {
	_, err := db.Exec(`UPDATE job SET status = 'failed', attempts = attempts + 1, error = $2 WHERE id = $1`, id, cause.Error())
	return err
}

// replace takes the old rows away first.
func replace(ctx context.Context, tx *sql.Tx, trip int, status string) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM leg WHERE id = $1", trip); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO leg (id, status) VALUES ($1, $2) ON CONFLICT DO NOTHING", trip, status)
	return err
}

// getOrCreate reads the row that is there.
func getOrCreate(ctx context.Context, db *sql.DB, plate, status string) (id int, state string, err error) {
	_, err = db.ExecContext(ctx, "INSERT INTO tram (plate, status) VALUES ($1, $2) ON CONFLICT (plate) DO NOTHING", plate, status)
	if err != nil {
		return 0, "", err
	}
	err = db.QueryRowContext(ctx, "SELECT id, status FROM tram WHERE plate = $1", plate).Scan(&id, &state)
	return id, state, err
}

// versions keeps a row for each version.
func versions(db *sql.DB, doc, version int, status string) error {
	_, err := db.Exec("INSERT INTO doc (doc_id, version, status) VALUES ($1, $2, $3) ON CONFLICT (doc_id, version) DO NOTHING", doc, version, status)
	return err
}

// articles come from a feed and are kept as they came.
func articles(db *sql.DB, guid, title, body string, published sql.NullTime) error {
	_, err := db.Exec("INSERT INTO article (guid, title, body, published_at) VALUES ($1, $2, $3, $4) ON CONFLICT (guid) DO NOTHING", guid, title, body, published)
	return err
}
