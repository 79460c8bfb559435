// Package builder uses query builders.
package builder

import (
	"context"
	"database/sql"

	"github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
)

type court struct {
	id      int
	verdict string
	rounds  int
}

func rendered(ctx context.Context, db *sql.DB, c court) error {
	q, args, err := squirrel.Insert("match").Columns("id", "verdict", "attempts").Values(c.id, c.verdict, c.rounds).
		Suffix("ON CONFLICT (id) DO NOTHING").ToSql()
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, q, args...) // want `match has already: a new verdict, attempts`
	return err
}

func options(ctx context.Context, db *sql.DB, c court) error {
	_, err := squirrel.Insert("match").Options("IGNORE").SetMap(map[string]any{"id": c.id, "verdict": c.verdict}).RunWith(db).ExecContext(ctx) // want `match has already: a new verdict`
	return err
}

func merged(ctx context.Context, db *sql.DB, c court) error {
	_, err := squirrel.Insert("match").Columns("id", "verdict").Values(c.id, c.verdict).
		Suffix("ON CONFLICT (id) DO UPDATE SET verdict = EXCLUDED.verdict").RunWith(db).ExecContext(ctx)
	return err
}

func pairs(ctx context.Context, db *sql.DB, c court) error {
	_, err := squirrel.Insert("match_player").Columns("match_id", "player_id").Values(c.id, 7).
		Suffix("ON CONFLICT DO NOTHING").RunWith(db).ExecContext(ctx)
	return err
}

func record(ctx context.Context, db *goqu.Database, c court) error {
	_, err := db.Insert("match").Rows(goqu.Record{"id": c.id, "verdict": c.verdict}).OnConflict(goqu.DoNothing()).Executor().ExecContext(ctx) // want `DoNothing keeps the row that match has already: a new verdict`
	return err
}

func recordMended(ctx context.Context, db *goqu.Database, c court) error {
	_, err := db.Insert("match").Rows(goqu.Record{"id": c.id, "verdict": c.verdict}).
		OnConflict(goqu.DoUpdate("id", goqu.Record{"verdict": c.verdict})).Executor().ExecContext(ctx)
	return err
}
