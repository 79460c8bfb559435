package mongo

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Database struct{}

func (*Database) Collection(name string) *Collection { return nil }

type Collection struct{}

type UpdateResult struct{ MatchedCount, UpsertedCount int64 }

type InsertOneResult struct{ InsertedID any }

func (*Collection) UpdateOne(ctx context.Context, filter, update any, opts ...*options.UpdateOneOptionsBuilder) (*UpdateResult, error) {
	return nil, nil
}
func (*Collection) InsertOne(ctx context.Context, doc any) (*InsertOneResult, error) { return nil, nil }
func (*Collection) BulkWrite(ctx context.Context, models []WriteModel) (*UpdateResult, error) {
	return nil, nil
}

type WriteModel interface{ writeModel() }

type UpdateOneModel struct{}

func (*UpdateOneModel) writeModel() {}

func NewUpdateOneModel() *UpdateOneModel { return nil }

func (m *UpdateOneModel) SetFilter(f any) *UpdateOneModel  { return m }
func (m *UpdateOneModel) SetUpdate(u any) *UpdateOneModel  { return m }
func (m *UpdateOneModel) SetUpsert(b bool) *UpdateOneModel { return m }

func IsDuplicateKeyError(err error) bool { return false }
