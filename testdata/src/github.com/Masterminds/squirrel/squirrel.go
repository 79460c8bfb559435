package squirrel

import (
	"context"
	"database/sql"
)

type Eq map[string]any

type StatementBuilderType struct{}

var StatementBuilder StatementBuilderType

func (b StatementBuilderType) Insert(into string) InsertBuilder  { return InsertBuilder{} }
func (b StatementBuilderType) Update(table string) UpdateBuilder { return UpdateBuilder{} }

func Insert(into string) InsertBuilder  { return InsertBuilder{} }
func Update(table string) UpdateBuilder { return UpdateBuilder{} }

type InsertBuilder struct{}

func (b InsertBuilder) Columns(columns ...string) InsertBuilder             { return b }
func (b InsertBuilder) Values(values ...any) InsertBuilder                  { return b }
func (b InsertBuilder) SetMap(m map[string]any) InsertBuilder               { return b }
func (b InsertBuilder) Suffix(sql string, args ...any) InsertBuilder        { return b }
func (b InsertBuilder) Options(options ...string) InsertBuilder             { return b }
func (b InsertBuilder) RunWith(db any) InsertBuilder                        { return b }
func (b InsertBuilder) ToSql() (string, []any, error)                       { return "", nil, nil }
func (b InsertBuilder) ExecContext(ctx context.Context) (sql.Result, error) { return nil, nil }

type UpdateBuilder struct{}

func (b UpdateBuilder) Set(column string, v any) UpdateBuilder              { return b }
func (b UpdateBuilder) Where(pred any, args ...any) UpdateBuilder           { return b }
func (b UpdateBuilder) ExecContext(ctx context.Context) (sql.Result, error) { return nil, nil }
