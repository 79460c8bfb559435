package gorm

type DB struct{ Error error }

func (db *DB) Model(v any) *DB                 { return db }
func (db *DB) Where(q any, args ...any) *DB    { return db }
func (db *DB) Updates(v any) *DB               { return db }
func (db *DB) Update(column string, v any) *DB { return db }
func (db *DB) Create(v any) *DB                { return db }
func (db *DB) Save(v any) *DB                  { return db }
func (db *DB) First(v any, conds ...any) *DB   { return db }
