package gorm

import (
	"errors"

	"gorm.io/gorm/clause"
)

var ErrDuplicatedKey = errors.New("duplicated key")

type DB struct {
	Error        error
	RowsAffected int64
}

func (db *DB) Model(v any) *DB                        { return db }
func (db *DB) Table(name string, args ...any) *DB     { return db }
func (db *DB) Where(q any, args ...any) *DB           { return db }
func (db *DB) Assign(attrs ...any) *DB                { return db }
func (db *DB) Attrs(attrs ...any) *DB                 { return db }
func (db *DB) Clauses(conds ...clause.Expression) *DB { return db }
func (db *DB) Scopes(funcs ...func(*DB) *DB) *DB      { return db }
func (db *DB) Updates(v any) *DB                      { return db }
func (db *DB) Update(column string, v any) *DB        { return db }
func (db *DB) Create(v any) *DB                       { return db }
func (db *DB) CreateInBatches(v any, n int) *DB       { return db }
func (db *DB) FirstOrCreate(v any, conds ...any) *DB  { return db }
func (db *DB) Save(v any) *DB                         { return db }
func (db *DB) First(v any, conds ...any) *DB          { return db }
