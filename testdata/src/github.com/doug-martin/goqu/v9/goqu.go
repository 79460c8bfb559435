package goqu

import "github.com/doug-martin/goqu/v9/exec"

type Record map[string]any

type ConflictExpression interface{ conflict() }

func DoNothing() ConflictExpression                         { return nil }
func DoUpdate(target string, update any) ConflictExpression { return nil }

type Database struct{}

func (*Database) Insert(table any) *InsertDataset { return nil }

type InsertDataset struct{}

func (d *InsertDataset) Rows(rows ...any) *InsertDataset                { return d }
func (d *InsertDataset) OnConflict(c ConflictExpression) *InsertDataset { return d }
func (d *InsertDataset) Executor() exec.QueryExecutor                   { return exec.QueryExecutor{} }
func (d *InsertDataset) ToSQL() (sql string, params []any, err error)   { return "", nil, nil }
