package bun

import (
	"context"
	"database/sql"
)

type BaseModel struct{}

type DB struct{}

func (*DB) NewInsert() *InsertQuery { return nil }
func (*DB) NewUpdate() *UpdateQuery { return nil }
func (*DB) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return nil, nil
}

type InsertQuery struct{}

func (q *InsertQuery) Model(v any) *InsertQuery                     { return q }
func (q *InsertQuery) On(s string, args ...any) *InsertQuery        { return q }
func (q *InsertQuery) Set(s string, args ...any) *InsertQuery       { return q }
func (q *InsertQuery) Ignore() *InsertQuery                         { return q }
func (q *InsertQuery) Returning(s string, args ...any) *InsertQuery { return q }
func (q *InsertQuery) Exec(ctx context.Context, dest ...any) (sql.Result, error) {
	return nil, nil
}

type UpdateQuery struct{}

func (q *UpdateQuery) Model(v any) *UpdateQuery               { return q }
func (q *UpdateQuery) Set(s string, args ...any) *UpdateQuery { return q }
func (q *UpdateQuery) WherePK(cols ...string) *UpdateQuery    { return q }
func (q *UpdateQuery) Exec(ctx context.Context, dest ...any) (sql.Result, error) {
	return nil, nil
}
