package redis

import (
	"context"
	"time"
)

type Client struct{ cmdable }

type cmdable struct{}

type Cmd struct{}

func (*Cmd) Err() error { return nil }

type BoolCmd struct{}

func (*BoolCmd) Err() error            { return nil }
func (*BoolCmd) Val() bool             { return false }
func (*BoolCmd) Result() (bool, error) { return false, nil }

type StatusCmd struct{}

func (*StatusCmd) Err() error { return nil }

type SetArgs struct {
	Mode string
	TTL  time.Duration
}

func (*Client) HSet(ctx context.Context, key string, values ...any) *Cmd { return nil }

func (cmdable) SetNX(ctx context.Context, key string, value any, ttl time.Duration) *BoolCmd {
	return nil
}
func (cmdable) Set(ctx context.Context, key string, value any, ttl time.Duration) *StatusCmd {
	return nil
}
func (cmdable) SetArgs(ctx context.Context, key string, value any, a SetArgs) *StatusCmd { return nil }
