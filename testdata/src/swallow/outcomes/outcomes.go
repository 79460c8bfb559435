// Package outcomes: what tells of failure stands behind an interface, a helper
// or a function value.
package outcomes

import (
	"context"
	"fmt"
	"log"

	"github.com/jackc/pgx/v5"
)

type Sender interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

func Blind(ctx context.Context, db Sender, batches []*pgx.Batch) error {
	for _, b := range batches {
		db.SendBatch(ctx, b).Close() // want `SendBatch tells whether it worked through the outcome of its result, which nobody asks`
	}
	return nil
}

func Asked(ctx context.Context, db Sender, batches []*pgx.Batch) error {
	for _, b := range batches {
		if err := db.SendBatch(ctx, b).Close(); err != nil {
			return err
		}
	}
	return nil
}

type Valve interface {
	Turn(ctx context.Context, id string) error
	Seal(ctx context.Context, id string) error
}

// steps keeps only the error of the last step.
func steps(ctx context.Context, v Valve, ids []string) error {
	var err error
	for _, id := range ids {
		err = v.Turn(ctx, id) // want `only the last one counts`
		log.Print("turned ", id, " failed: ", err != nil)
	}
	if err != nil {
		return fmt.Errorf("valves: %w", err)
	}
	return nil
}

// each stops at the first that fails.
func each(ctx context.Context, v Valve, ids []string) error {
	var err error
	for _, id := range ids {
		if err = v.Turn(ctx, id); err != nil {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("valves: %w", err)
	}
	return nil
}

// Close goes over houses.
func Close(ctx context.Context, v Valve, houses map[string][]string) (sealed int, err error) {
	for house, ids := range houses {
		if err := steps(ctx, v, ids); err != nil {
			return sealed, err
		}
		if err := each(ctx, v, ids); err != nil {
			return sealed, err
		}
		if err := seal(ctx, v, house); err != nil { // want `the error of seal is only logged`
			log.Printf("house %s: %v", house, err)
		}
		sealed++
	}
	return sealed, nil
}

// seal changes something through an interface of this package's own.
func seal(ctx context.Context, v Valve, house string) error {
	if house == "" {
		return fmt.Errorf("no house")
	}
	return v.Seal(ctx, house)
}

type Put struct{ Rows []string }

type PutResult struct{ FailedCount *int32 }

type Feed struct {
	put func(ctx context.Context, in *Put) (*PutResult, error)
}

// Ship calls a batch write through a function value.
func (f *Feed) Ship(ctx context.Context, parts [][]string) error {
	for _, part := range parts {
		out, err := f.put(ctx, &Put{Rows: part}) // want `FailedCount is never read`
		if err != nil {
			return err
		}
		log.Print("shipped ", out != nil)
	}
	return nil
}

// Checked looks at what was refused.
func (f *Feed) Checked(ctx context.Context, parts [][]string) error {
	for _, part := range parts {
		out, err := f.put(ctx, &Put{Rows: part})
		if err != nil {
			return err
		}
		if out.FailedCount != nil && *out.FailedCount > 0 {
			return fmt.Errorf("%d rows refused", *out.FailedCount)
		}
	}
	return nil
}
