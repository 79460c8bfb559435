package sqlx

import (
	"context"
	"database/sql"
)

type DB struct{ *sql.DB }

type Tx struct{ *sql.Tx }

type NamedStmt struct{}

func (*DB) NamedExec(query string, arg any) (sql.Result, error) { return nil, nil }
func (*DB) NamedExecContext(ctx context.Context, query string, arg any) (sql.Result, error) {
	return nil, nil
}
func (*DB) Rebind(query string) string                    { return query }
func (*DB) PrepareNamed(query string) (*NamedStmt, error) { return nil, nil }
func (*DB) Get(dest any, query string, args ...any) error { return nil }
func (*DB) GetContext(ctx context.Context, dest any, query string, args ...any) error {
	return nil
}
func (*NamedStmt) Exec(arg any) (sql.Result, error) { return nil, nil }
func (*NamedStmt) ExecContext(ctx context.Context, arg any) (sql.Result, error) {
	return nil, nil
}
