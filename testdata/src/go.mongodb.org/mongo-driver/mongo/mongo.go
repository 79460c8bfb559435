package mongo

import "context"

type Collection struct{}

type UpdateResult struct{}

func (*Collection) UpdateOne(ctx context.Context, filter, update any, opts ...int) (*UpdateResult, error) {
	return nil, nil
}
