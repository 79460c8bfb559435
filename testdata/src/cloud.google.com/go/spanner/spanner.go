package spanner

import "context"

type Statement struct {
	SQL    string
	Params map[string]any
}

type ReadWriteTransaction struct{}

func (*ReadWriteTransaction) Update(ctx context.Context, s Statement) (int64, error) { return 0, nil }
