// Package loops: errors of single items in code that goes over many.
package loops

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
)

type Invoice struct {
	Number string
	Sent   bool
	Err    error
}

type Post interface {
	Send(ctx context.Context, inv Invoice) error
	Fetch(ctx context.Context, number string) (Invoice, error)
}

type Mailer struct {
	post Post
	log  *slog.Logger
}

func (m *Mailer) LogAndGoOn(ctx context.Context, invoices []Invoice) error {
	for _, inv := range invoices {
		if err := m.post.Send(ctx, inv); err != nil { // want `the error of Send is only logged: the loop over invoices goes on and LogAndGoOn returns nil as if all were done`
			log.Printf("invoice %s: %v", inv.Number, err)
			continue
		}
	}
	return nil
}

func (m *Mailer) Collect(ctx context.Context, invoices []Invoice) error {
	var errs []error
	for _, inv := range invoices {
		if err := m.post.Send(ctx, inv); err != nil {
			errs = append(errs, fmt.Errorf("invoice %s: %w", inv.Number, err))
		}
	}
	return errors.Join(errs...)
}

func (m *Mailer) Bare(ctx context.Context, invoices map[string]Invoice) {
	for _, inv := range invoices {
		m.post.Send(ctx, inv) // want `the error of Send is ignored`
	}
}

func (m *Mailer) Blank(ctx context.Context, invoices chan Invoice) {
	for inv := range invoices {
		_ = m.post.Send(ctx, inv) // want `the error of Send is ignored`
	}
}

// Skipped leaves out what it could not fetch: the caller takes a part for all.
func (m *Mailer) Skipped(ctx context.Context, numbers []string) ([]Invoice, error) {
	var out []Invoice
	for _, n := range numbers {
		inv, err := m.post.Fetch(ctx, n) // want `the error of Fetch is only logged`
		if err != nil {
			m.log.Warn("not fetched", "number", n, "err", err)
			continue
		}
		out = append(out, inv)
	}
	return out, nil
}

// Counted tells its caller how many failed.
func (m *Mailer) Counted(ctx context.Context, invoices []Invoice) (failed int) {
	for _, inv := range invoices {
		if err := m.post.Send(ctx, inv); err != nil {
			m.log.Error("not sent", "err", err)
			failed++
		}
	}
	return failed
}

// Flagged remembers that something failed.
func (m *Mailer) Flagged(ctx context.Context, invoices []Invoice) error {
	ok := true
	for _, inv := range invoices {
		if err := m.post.Send(ctx, inv); err != nil {
			m.log.Error("not sent", "err", err)
			ok = false
		}
	}
	if !ok {
		return errors.New("not all were sent")
	}
	return nil
}

// OnItem stores the failure on the item itself.
func (m *Mailer) OnItem(ctx context.Context, invoices []Invoice) {
	for i := range invoices {
		invoices[i].Err = m.post.Send(ctx, invoices[i])
	}
}

// OnCopy stores the failure on a copy, which is gone with the next round.
func (m *Mailer) OnCopy(ctx context.Context, invoices []Invoice) {
	for _, inv := range invoices {
		inv.Err = m.post.Send(ctx, inv) // want `the error of Send`
	}
}

// FirstStops returns what went wrong.
func (m *Mailer) FirstStops(ctx context.Context, invoices []Invoice) error {
	for _, inv := range invoices {
		if err := m.post.Send(ctx, inv); err != nil {
			return err
		}
	}
	return nil
}

// StopsQuietly ends the batch and says that all is well.
func (m *Mailer) StopsQuietly(ctx context.Context, invoices []Invoice) error {
	for _, inv := range invoices {
		if err := m.post.Send(ctx, inv); err != nil { // want `the error of Send is tested and dropped`
			return nil
		}
	}
	return nil
}

// Shadowed means the outer err, which is still nil.
func (m *Mailer) Shadowed(ctx context.Context, invoices []Invoice) error {
	var err error
	for _, inv := range invoices {
		if err := m.post.Send(ctx, inv); err != nil { // want `the error of Send is tested and dropped`
			break
		}
	}
	return err
}

// Other returns the error of something else, which is nil here.
func (m *Mailer) Other(ctx context.Context, numbers []string) error {
	for _, n := range numbers {
		inv, err := m.post.Fetch(ctx, n)
		if err != nil {
			return err
		}
		if serr := m.post.Send(ctx, inv); serr != nil { // want `the error of Send is tested and dropped`
			return err
		}
	}
	return nil
}

// Walk prints what it could not send and goes on.
func (m *Mailer) Walk(ctx context.Context, root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if err := m.post.Send(ctx, Invoice{Number: path}); err != nil { // want `the error of Send is only logged`
			fmt.Fprintln(os.Stderr, path, err)
			return nil
		}
		return nil
	})
}

// WalkCollects keeps the failure in a variable around the callback.
func (m *Mailer) WalkCollects(ctx context.Context, root string) error {
	var failed []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if m.post.Send(ctx, Invoice{Number: path}) != nil {
			failed = append(failed, path)
		}
		return nil
	})
	if len(failed) > 0 {
		return fmt.Errorf("not sent: %v (%w)", failed, err)
	}
	return err
}

// WalkSkips drops what the walk could not read.
func (m *Mailer) WalkSkips(ctx context.Context, root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil { // want `the error that WalkDir tells its callback is only logged`
			log.Println(path, err)
			return nil
		}
		return m.post.Send(ctx, Invoice{Number: path})
	})
}

// Workers log in goroutines; nobody else hears of it.
func (m *Mailer) Workers(ctx context.Context, in <-chan Invoice) {
	var wg sync.WaitGroup
	for i := 0; i < 4; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for inv := range in {
				if err := m.post.Send(ctx, inv); err != nil { // want `the error of Send is only logged`
					m.log.Error("not sent", "err", err)
				}
			}
		}()
	}
	wg.Wait()
}

// WorkersSend give the failure to a channel that is read.
func (m *Mailer) WorkersSend(ctx context.Context, in []Invoice) error {
	errs := make(chan error, len(in))
	var wg sync.WaitGroup
	for _, inv := range in {
		wg.Add(1)
		go func() {
			defer wg.Done()
			errs <- m.post.Send(ctx, inv)
		}()
	}
	wg.Wait()
	close(errs)
	var all error
	for err := range errs {
		all = errors.Join(all, err)
	}
	return all
}

// WorkersUnread send to a channel that nobody reads.
func (m *Mailer) WorkersUnread(ctx context.Context, in []Invoice) error {
	errs := make(chan error, len(in))
	var wg sync.WaitGroup
	for _, inv := range in {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := m.post.Send(ctx, inv); err != nil { // want `the error of Send is tested and dropped`
				errs <- err
			}
		}()
	}
	wg.Wait()
	return nil
}

// Atomic counts over goroutines.
func (m *Mailer) Atomic(ctx context.Context, in []Invoice) int64 {
	var failed atomic.Int64
	var wg sync.WaitGroup
	for _, inv := range in {
		wg.Go(func() {
			if err := m.post.Send(ctx, inv); err != nil {
				m.log.Error("not sent", "err", err)
				failed.Add(1)
			}
		})
	}
	wg.Wait()
	return failed.Load()
}

// Dropped makes the joined error and throws it away.
func (m *Mailer) Dropped(ctx context.Context, in []Invoice) error {
	var all error
	for _, inv := range in {
		if err := m.post.Send(ctx, inv); err != nil { // want `the error of Send`
			_ = errors.Join(all, err)
		}
	}
	return all
}

// Helper is called from a loop only.
func (m *Mailer) Helper(ctx context.Context, in []Invoice) {
	for _, inv := range in {
		m.one(ctx, inv)
	}
}

func (m *Mailer) one(ctx context.Context, inv Invoice) {
	if err := m.post.Send(ctx, inv); err != nil { // want `the error of Send is only logged: one tells nobody`
		m.log.Error("not sent", "number", inv.Number, "err", err)
	}
}

// Alternatives tries one way after the other.
func (m *Mailer) Alternatives(ctx context.Context, inv Invoice, ways []Post) error {
	for _, w := range ways {
		err := w.Send(ctx, inv)
		if err == nil {
			return nil
		}
		m.log.Warn("next way", "err", err)
	}
	return errors.New("no way works")
}

// Retry tries again and gives up with an error.
func (m *Mailer) Retry(ctx context.Context, in []Invoice) error {
	for _, inv := range in {
		var err error
		for try := 0; try < 3; try++ {
			if err = m.post.Send(ctx, inv); err == nil {
				break
			}
			m.log.Warn("again", "try", try, "err", err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Plain is not a batch: errcheck's work.
func (m *Mailer) Plain(ctx context.Context, inv Invoice) {
	m.post.Send(ctx, inv)
}
