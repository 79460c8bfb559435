package jetstream

import "context"

// JetStreamError is wider than error.
type JetStreamError interface {
	error
	APIError() string
}

var ErrKeyExists JetStreamError

type KeyValue interface {
	Create(ctx context.Context, key string, value []byte) (uint64, error)
}
