// Package bulk stands for the client of a service with batch calls.
package bulk

import "context"

type Client struct{}

type Entry struct{ Key, Value string }

type Refusal struct{ Key, Reason string }

// PutOutput lists what the service did not take.
type PutOutput struct {
	Took        int
	Unprocessed []Entry
}

// IndexOutput says per item how it went.
type IndexOutput struct {
	Took   int
	Errors bool
	Items  []IndexItem
}

type IndexItem struct {
	Key   string
	Error string
}

// CountOutput counts what was not taken.
type CountOutput struct {
	FailedCount *int32
	Written     int32
}

type ListOutput struct{ Errors []Refusal }

func (*Client) PutBatch(ctx context.Context, in []Entry) (*PutOutput, error)    { return nil, nil }
func (*Client) BulkIndex(ctx context.Context, in []Entry) (*IndexOutput, error) { return nil, nil }
func (*Client) PutRecords(ctx context.Context, in []Entry) (*CountOutput, error) {
	return nil, nil
}
func (*Client) ListRefusals(ctx context.Context) (*ListOutput, error) { return nil, nil }

// Receipt tells later whether a message arrived.
type Receipt struct{}

func (*Receipt) Get(ctx context.Context) (string, error) { return "", nil }

func (*Client) Publish(ctx context.Context, e Entry) *Receipt { return nil }

// Produce hands the outcome to done.
func (*Client) Produce(ctx context.Context, e Entry, done func(e Entry, err error)) {}

// Reply carries its error along.
type Reply struct{ N int }

func (*Reply) Err() error { return nil }

func (*Client) Push(ctx context.Context, key string, v any) *Reply { return nil }

// ManyError has one entry for each row that was refused.
type ManyError []Refusal

func (ManyError) Error() string { return "" }

// WriteException lists what a bulk write could not do.
type WriteException struct{ WriteErrors []Refusal }

func (WriteException) Error() string { return "" }

func (*Client) Put(ctx context.Context, rows []Entry) error        { return nil }
func (*Client) InsertMany(ctx context.Context, rows []Entry) error { return nil }

// IsDuplicate reports whether a duplicate is among what was refused.
func IsDuplicate(err error) bool { return false }
