// Package keyvalue writes to Redis.
package keyvalue

import (
	"context"
	"encoding/json"
	"time"

	"github.com/redis/go-redis/v9"
)

type progress struct {
	State string `json:"state"`
	Error string `json:"error"`
}

func finish(ctx context.Context, rdb *redis.Client, id string, cause error) error {
	state := "sung"
	if cause != nil {
		state = "cancelled"
	}
	return rdb.SetNX(ctx, "concert:"+id, state, time.Hour).Err() // want `SetNX keeps the row .*: a new value is lost`
}

func finishMended(ctx context.Context, rdb *redis.Client, id string, cause error) error {
	state := "sung"
	if cause != nil {
		state = "cancelled"
	}
	return rdb.Set(ctx, "concert:"+id, state, time.Hour).Err()
}

// encoded stores the state as JSON.
func encoded(ctx context.Context, rdb *redis.Client, id string, p progress) error {
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return rdb.SetNX(ctx, "concert:"+id, data, 0).Err() // want `SetNX keeps the row`
}

func args(ctx context.Context, rdb *redis.Client, id, v string) error {
	return rdb.SetArgs(ctx, "concert:"+id+":status", v, redis.SetArgs{Mode: "NX"}).Err() // want `NX keeps the row`
}

// lock is a claim.
func lock(ctx context.Context, rdb *redis.Client, id, owner string) (bool, error) {
	return rdb.SetNX(ctx, "concert:"+id+":lock", owner, time.Minute).Result()
}

// seen remembers a key.
func seen(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.SetNX(ctx, "seen:"+id, 1, time.Hour).Err()
}

// cache keeps a page.
func cache(ctx context.Context, rdb *redis.Client, url string, page []byte) {
	rdb.SetNX(ctx, "page:"+url, page, time.Minute)
}
