package pgxpool

import "context"

type Pool struct{}

type Tag struct{}

func (*Pool) Exec(ctx context.Context, sql string, args ...any) (Tag, error) { return Tag{}, nil }
