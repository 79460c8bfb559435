// Package reach: does the failure reach somebody?
package reach

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"swallow/reach/audit"
)

type Bed struct {
	ID    int
	State string
}

type Garden interface {
	Water(ctx context.Context, bed Bed) error
	Save(ctx context.Context, bed Bed) error
	Remove(ctx context.Context, bed Bed) error
}

type Pager interface{ Page(text string, err error) }

type Job struct {
	garden Garden
	book   *audit.Book
	pager  Pager
	lost   int
	onFail func(Bed, error)
}

func (j *Job) Helper(ctx context.Context, beds []Bed) {
	for _, b := range beds {
		if err := j.garden.Water(ctx, b); err != nil {
			j.book.Fail(b.State, err)
		}
	}
}

func (j *Job) CountingHelper(ctx context.Context, beds []Bed) {
	for _, b := range beds {
		j.book.Count(j.garden.Water(ctx, b))
	}
}

func (j *Job) SayingHelper(ctx context.Context, beds []Bed) error {
	for _, b := range beds {
		if err := j.garden.Water(ctx, b); err != nil { // want `the error of Water is only logged`
			audit.Say(b.State, err)
		}
	}
	return nil
}

func (j *Job) Paged(ctx context.Context, beds []Bed) {
	for _, b := range beds {
		if err := j.garden.Water(ctx, b); err != nil {
			j.pager.Page("bed not watered", err)
		}
	}
}

func (j *Job) FieldCount(ctx context.Context, beds []Bed) {
	for _, b := range beds {
		if err := j.garden.Water(ctx, b); err != nil {
			log.Print(err)
			j.lost++
		}
	}
}

func (j *Job) Told(ctx context.Context, beds []Bed) {
	for _, b := range beds {
		if err := j.garden.Water(ctx, b); err != nil {
			j.onFail(b, err)
		}
	}
}

func (j *Job) NewState(ctx context.Context, beds []Bed) {
	for i := range beds {
		if err := j.garden.Water(ctx, beds[i]); err != nil {
			log.Print(err)
			beds[i].State = "dry"
			continue
		}
		beds[i].State = "wet"
	}
}

// Record writes the failure to the bed's own row.
func (j *Job) Record(ctx context.Context, beds []Bed) error {
	for _, b := range beds {
		b.State = "wet"
		if err := j.garden.Water(ctx, b); err != nil {
			log.Print(err)
			b.State = "dry"
		}
		if err := j.garden.Save(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

func (j *Job) Exit(ctx context.Context, beds []Bed) {
	failed := false
	for _, b := range beds {
		if err := j.garden.Water(ctx, b); err != nil {
			fmt.Fprintln(os.Stderr, err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

func (j *Job) Expected(ctx context.Context, beds []Bed) error {
	for _, b := range beds {
		err := j.garden.Remove(ctx, b)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ExpectedOnly looks for one error and drops all others.
func (j *Job) ExpectedOnly(ctx context.Context, beds []Bed) error {
	for _, b := range beds {
		err := j.garden.Water(ctx, b) // want `the error of Water is compared with one that is expected, all others are dropped`
		if errors.Is(err, fs.ErrNotExist) {
			log.Print("no such bed")
			continue
		}
	}
	return nil
}

func (j *Job) Group(ctx context.Context, beds []Bed) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, b := range beds {
		g.Go(func() error { return j.garden.Water(ctx, b) })
	}
	return g.Wait()
}

func (j *Job) GroupDropped(ctx context.Context, beds []Bed) {
	g, ctx := errgroup.WithContext(ctx)
	for _, b := range beds {
		g.Go(func() error { return j.garden.Water(ctx, b) })
	}
	g.Wait() // want `the error of g.Wait, which tells what its functions could not do, is dropped`
}

func (j *Job) GroupNil(ctx context.Context, beds []Bed) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, b := range beds {
		g.Go(func() error {
			if err := j.garden.Water(ctx, b); err != nil { // want `the error of Water is only logged`
				log.Print(err)
			}
			return nil
		})
	}
	return g.Wait()
}

func (j *Job) GroupIndexed(ctx context.Context, beds []Bed) error {
	var g errgroup.Group
	errs := make([]error, len(beds))
	for i, b := range beds {
		g.Go(func() error {
			errs[i] = j.garden.Water(ctx, b)
			return nil
		})
	}
	_ = g.Wait()
	return errors.Join(errs...)
}

func (j *Job) SharedErr(ctx context.Context, beds []Bed) error {
	var (
		wg  sync.WaitGroup
		err error
	)
	for _, b := range beds {
		wg.Add(1)
		go func() {
			defer wg.Done()
			err = j.garden.Water(ctx, b) // want `every item assigns its error of Water to the same variable err`
		}()
	}
	wg.Wait()
	return err
}

func (j *Job) LastErr(ctx context.Context, beds []Bed) (err error) {
	for _, b := range beds {
		err = j.garden.Water(ctx, b) // want `the error of Water is kept until the next item overwrites it`
	}
	return err
}

func (j *Job) LastFailure(ctx context.Context, beds []Bed) (last error) {
	for _, b := range beds {
		if err := j.garden.Water(ctx, b); err != nil {
			last = err
		}
	}
	return last
}

func (j *Job) FirstFailure(ctx context.Context, beds []Bed) error {
	var first error
	for _, b := range beds {
		err := j.garden.Water(ctx, b)
		if first == nil {
			first = err
		}
	}
	return first
}

func (j *Job) Recovers(ctx context.Context, beds []Bed) {
	for _, b := range beds {
		func() {
			defer func() {
				if r := recover(); r != nil { // want `recover takes the panic of an item and only logs it`
					log.Print("panic", r)
				}
			}()
			if err := j.garden.Water(ctx, b); err != nil {
				j.lost++
			}
		}()
	}
}

func (j *Job) RecoversTold(ctx context.Context, beds []Bed) (errs []error) {
	for _, b := range beds {
		func() {
			defer func() {
				if r := recover(); r != nil {
					errs = append(errs, fmt.Errorf("bed %d: %v", b.ID, r))
				}
			}()
			if err := j.garden.Water(ctx, b); err != nil {
				errs = append(errs, err)
			}
		}()
	}
	return errs
}

// Poll is a daemon: what fails now is tried again with the next tick.
func (j *Job) Poll(ctx context.Context, bed Bed) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := j.garden.Water(ctx, bed); err != nil {
				log.Print(err)
			}
		}
	}
}

// Both is called from a batch and from elsewhere.
func (j *Job) both(ctx context.Context, bed Bed) {
	if err := j.garden.Water(ctx, bed); err != nil {
		log.Print(err)
	}
}

func (j *Job) Now(ctx context.Context, bed Bed) { j.both(ctx, bed) }

func (j *Job) All(ctx context.Context, beds []Bed) {
	for _, b := range beds {
		j.both(ctx, b)
	}
}

// CleanUp gives a half-made bed back after the failure that counts.
func (j *Job) CleanUp(ctx context.Context, beds []Bed) error {
	for _, b := range beds {
		if err := j.garden.Water(ctx, b); err != nil {
			if rerr := j.garden.Save(ctx, Bed{ID: b.ID, State: "dry"}); rerr != nil {
				log.Print(rerr)
			}
			return err
		}
	}
	return nil
}
