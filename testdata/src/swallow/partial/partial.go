// Package partial: batch calls that answer without an error although parts of
// them failed.
package partial

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.org/bulk"
)

type Loader struct{ api *bulk.Client }

func (l *Loader) Load(ctx context.Context, all []bulk.Entry) error {
	for chunk := range slices.Chunk(all, 25) {
		if _, err := l.api.PutBatch(ctx, chunk); err != nil { // want `PutBatch answers without an error although parts of it failed, and Unprocessed is never read`
			return err
		}
	}
	return nil
}

func (l *Loader) Again(ctx context.Context, all []bulk.Entry) error {
	for chunk := range slices.Chunk(all, 25) {
		for len(chunk) > 0 {
			out, err := l.api.PutBatch(ctx, chunk)
			if err != nil {
				return err
			}
			chunk = out.Unprocessed
		}
	}
	return nil
}

func (l *Loader) Took(ctx context.Context, chunks [][]bulk.Entry) (int, error) {
	n := 0
	for _, chunk := range chunks {
		out, err := l.api.BulkIndex(ctx, chunk) // want `BulkIndex answers without an error although parts of it failed, and Errors is never read`
		if err != nil {
			return n, err
		}
		n += out.Took
	}
	return n, nil
}

func (l *Loader) PerItem(ctx context.Context, chunks [][]bulk.Entry) error {
	var errs []error
	for _, chunk := range chunks {
		out, err := l.api.BulkIndex(ctx, chunk)
		if err != nil {
			return err
		}
		for _, it := range out.Items {
			if it.Error != "" {
				errs = append(errs, fmt.Errorf("%s: %s", it.Key, it.Error))
			}
		}
	}
	return errors.Join(errs...)
}

func (l *Loader) Logged(ctx context.Context, chunks [][]bulk.Entry) error {
	for _, chunk := range chunks {
		out, err := l.api.PutRecords(ctx, chunk) // want `PutRecords answers without an error`
		if err != nil {
			return err
		}
		fmt.Println("written", out.Written)
	}
	return nil
}

func (l *Loader) Helper(ctx context.Context, chunks [][]bulk.Entry) error {
	for _, chunk := range chunks {
		out, err := l.put(ctx, chunk)
		if err != nil {
			return err
		}
		if err := complete(out); err != nil {
			return err
		}
	}
	return nil
}

func (l *Loader) put(ctx context.Context, chunk []bulk.Entry) (*bulk.CountOutput, error) {
	return l.api.PutRecords(ctx, chunk)
}

func complete(out *bulk.CountOutput) error {
	if out.FailedCount != nil && *out.FailedCount > 0 {
		return fmt.Errorf("%d records refused", *out.FailedCount)
	}
	return nil
}

// Refusals is a list of errors that are the answer itself.
func (l *Loader) Refusals(ctx context.Context, names []string) error {
	for range names {
		if _, err := l.api.ListRefusals(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (l *Loader) Forget(ctx context.Context, all []bulk.Entry) {
	for _, e := range all {
		l.api.Publish(ctx, e) // want `Publish tells whether it worked through Get of its result, which nobody asks`
	}
}

func (l *Loader) Wait(ctx context.Context, all []bulk.Entry) error {
	var receipts []*bulk.Receipt
	for _, e := range all {
		receipts = append(receipts, l.api.Publish(ctx, e))
	}
	for _, r := range receipts {
		if _, err := r.Get(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (l *Loader) PushAll(ctx context.Context, all []bulk.Entry) {
	for _, e := range all {
		l.api.Push(ctx, e.Key, e.Value) // want `Push tells whether it worked through Err of its result, which nobody asks`
	}
}

func (l *Loader) PushChecked(ctx context.Context, all []bulk.Entry) error {
	for _, e := range all {
		if err := l.api.Push(ctx, e.Key, e.Value).Err(); err != nil {
			return err
		}
	}
	return nil
}

func (l *Loader) PushBlank(ctx context.Context, all []bulk.Entry) {
	for _, e := range all {
		_ = l.api.Push(ctx, e.Key, e.Value).Err() // want `the error of Push is ignored`
	}
}

func (l *Loader) ProduceQuietly(ctx context.Context, all []bulk.Entry) {
	for _, e := range all {
		l.api.Produce(ctx, e, func(e bulk.Entry, err error) {
			if err != nil { // want `the error that Produce tells its callback is only logged`
				fmt.Println("not delivered", e.Key, err)
			}
		})
	}
}

func (l *Loader) ProduceCounted(ctx context.Context, all []bulk.Entry) int {
	failed := make(chan string, len(all))
	for _, e := range all {
		l.api.Produce(ctx, e, func(e bulk.Entry, err error) {
			if err != nil {
				failed <- e.Key
			}
		})
	}
	return len(failed)
}

func (l *Loader) Many(ctx context.Context, chunks [][]bulk.Entry) error {
	for _, chunk := range chunks {
		err := l.api.Put(ctx, chunk) // want `the error of Put holds one for each part that failed, and all are let go where it is one of bulk.ManyError`
		var many bulk.ManyError
		if errors.As(err, &many) {
			fmt.Println("some rows were refused")
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *Loader) ManyRead(ctx context.Context, chunks [][]bulk.Entry) error {
	var errs []error
	for _, chunk := range chunks {
		err := l.api.Put(ctx, chunk)
		var many bulk.ManyError
		if errors.As(err, &many) {
			for _, r := range many {
				errs = append(errs, errors.New(r.Reason))
			}
			continue
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(errs...)
}

func (l *Loader) Duplicates(ctx context.Context, chunks [][]bulk.Entry) error {
	for _, chunk := range chunks {
		err := l.api.InsertMany(ctx, chunk) // want `the error of InsertMany holds one for each part that failed, and all are let go where IsDuplicate finds the one that is expected`
		if bulk.IsDuplicate(err) {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *Loader) Asserted(ctx context.Context, chunks [][]bulk.Entry) error {
	for _, chunk := range chunks {
		if err := l.api.InsertMany(ctx, chunk); err != nil { // want `the error of InsertMany holds one for each part that failed`
			if _, ok := err.(bulk.WriteException); ok {
				fmt.Println("partly written")
				continue
			}
			return err
		}
	}
	return nil
}
