// Package orm writes through gorm and bun.
package orm

import (
	"context"
	"time"

	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Parcel is where a parcel is.
type Parcel struct {
	ID        uint64 `gorm:"primaryKey" bun:",pk"`
	Stage     string
	Attempts  int
	LastError string
}

// ParcelTag is a link.
type ParcelTag struct {
	ParcelID uint64 `gorm:"primaryKey" bun:",pk"`
	TagID    uint64 `gorm:"primaryKey" bun:",pk"`
}

func put(db *gorm.DB, p *Parcel) error {
	return db.Clauses(clause.OnConflict{DoNothing: true}).Create(p).Error // want `keeps the row that Parcel has already: a new stage, attempts, last_error`
}

func putMended(db *gorm.DB, p *Parcel) error {
	return db.Clauses(clause.OnConflict{UpdateAll: true}).Create(p).Error
}

func tag(db *gorm.DB, t []ParcelTag) error {
	return db.Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(t, 100).Error
}

func modifier(db *gorm.DB, ps []*Parcel) error {
	return db.Clauses(clause.Insert{Modifier: "IGNORE"}).Create(&ps).Error // want `INSERT IGNORE keeps the row that Parcel`
}

// quiet is a scope.
func quiet(db *gorm.DB) *gorm.DB {
	return db.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoNothing: true})
}

func scoped(db *gorm.DB, p Parcel) error {
	return quiet(db).Create(&p).Error // want `keeps the row that Parcel`
}

// saver decides the clause by a flag of its caller.
func saver(db *gorm.DB, v any, keep bool) error {
	oc := clause.OnConflict{UpdateAll: true}
	if keep {
		oc = clause.OnConflict{DoNothing: true}
	}
	return db.Clauses(oc).Create(v).Error
}

// taken looks at the number of rows.
func taken(db *gorm.DB, p *Parcel) (bool, error) {
	res := db.Clauses(clause.OnConflict{DoNothing: true}).Create(p)
	return res.RowsAffected == 1, res.Error
}

// first writes the first state.
func first(db *gorm.DB, id uint64) error {
	return db.Clauses(clause.OnConflict{DoNothing: true}).Create(&Parcel{ID: id, Stage: "announced"}).Error
}

// find records an outcome where there is no row yet.
func find(db *gorm.DB, id uint64, cause error) error {
	p := Parcel{ID: id, Stage: "delivered"}
	if cause != nil {
		p.Stage, p.LastError = "lost", cause.Error()
	}
	return db.Where("id = ?", id).FirstOrCreate(&p).Error // want `FirstOrCreate keeps the row that Parcel has already: a new stage, last_error`
}

func findMended(db *gorm.DB, id uint64, cause error) error {
	p := Parcel{ID: id, Stage: "delivered"}
	if cause != nil {
		p.Stage, p.LastError = "lost", cause.Error()
	}
	return db.Where("id = ?", id).Assign(p).FirstOrCreate(&Parcel{}).Error
}

// Depot is got or created.
type Depot struct {
	ID   uint64
	Name string
}

func depot(db *gorm.DB, name string) (Depot, error) {
	d := Depot{Name: name}
	err := db.FirstOrCreate(&d, Depot{Name: name}).Error
	return d, err
}

// Trip is stored by bun.
type Trip struct {
	bun.BaseModel `bun:"table:trips"`

	ID      int64     `bun:",pk"`
	State   string    `bun:"state"`
	EndedAt time.Time `bun:"ended_at,nullzero"`
}

func trip(ctx context.Context, db *bun.DB, t *Trip) error {
	_, err := db.NewInsert().Model(t).On("CONFLICT (id) DO NOTHING").Exec(ctx) // want `ON CONFLICT DO NOTHING keeps the row that Trip has already: a new state`
	return err
}

func trips(ctx context.Context, db *bun.DB, ts []Trip) error {
	_, err := db.NewInsert().Model(&ts).Ignore().Exec(ctx) // want `Ignore keeps the row that Trip`
	return err
}

func tripMended(ctx context.Context, db *bun.DB, t *Trip) error {
	_, err := db.NewInsert().Model(t).On("CONFLICT (id) DO UPDATE").Set("state = EXCLUDED.state").Exec(ctx)
	return err
}

func link(ctx context.Context, db *bun.DB, t *ParcelTag) error {
	_, err := db.NewInsert().Model(t).Ignore().Exec(ctx)
	return err
}
