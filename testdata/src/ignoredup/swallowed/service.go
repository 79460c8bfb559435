package swallowed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"ignoredup/swallowed/repo"
)

// rule takes the sentinel of another package for success.
func rule(ctx context.Context, db *sql.DB, id int64, verdict string) error {
	err := repo.Add(ctx, db, id, verdict) // want `ruling has already: a new verdict`
	if err != nil && !errors.Is(err, repo.ErrExists) {
		return fmt.Errorf("rule %d: %w", id, err)
	}
	return nil
}

// ruleStrict tells.
func ruleStrict(ctx context.Context, db *sql.DB, id int64, verdict string) error {
	if err := repo.Add(ctx, db, id, verdict); err != nil {
		return fmt.Errorf("rule %d: %w", id, err)
	}
	return nil
}

func tie(ctx context.Context, db *sql.DB, a, b int64) error {
	if err := repo.Link(ctx, db, a, b); err != nil && !errors.Is(err, repo.ErrExists) {
		return err
	}
	return nil
}
