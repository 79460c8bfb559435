// Package batch: marks set once for many creates.
package batch

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"time"

	"example.net/cloud"
	"example.net/mailer"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"
)

type Notice struct {
	ID   int64
	To   string
	Text string
}

type Sender struct {
	mail *mailer.Client
	api  *cloud.Client
	db   *pgxpool.Pool
}

func (s *Sender) late(ctx context.Context, due []Notice) error {
	var ids []int64
	for _, n := range due {
		if _, err := s.mail.Send(ctx, &mailer.Message{To: n.To, Body: n.Text}); err != nil { // want `the mark UPDATE notices comes once after the loop around the create Client.Send`
			return err
		}
		ids = append(ids, n.ID)
	}
	_, err := s.db.Exec(ctx, `UPDATE notices SET sent_at = now() WHERE id = ANY($1)`, ids)
	return err
}

func (s *Sender) each(ctx context.Context, due []Notice) error {
	var errs []error
	for _, n := range due {
		if _, err := s.mail.Send(ctx, &mailer.Message{To: n.To, Body: n.Text}); err != nil {
			errs = append(errs, err)
			continue
		}
		if _, err := s.db.Exec(ctx, `UPDATE notices SET sent_at = now() WHERE id = $1`, n.ID); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// The mark of each item is in its own turn; the row after the loop is about the
// run.
func (s *Sender) runRow(ctx context.Context, run int64, due []Notice) error {
	for _, n := range due {
		if _, err := s.mail.Send(ctx, &mailer.Message{To: n.To, Body: n.Text}); err != nil {
			return err
		}
		if _, err := s.db.Exec(ctx, `UPDATE notices SET sent_at = now() WHERE id = $1`, n.ID); err != nil {
			return err
		}
	}
	_, err := s.db.Exec(ctx, `UPDATE runs SET finished_at = now() WHERE id = $1`, run)
	return err
}

// Trying again until it works is no loop over items.
func (s *Sender) retry(ctx context.Context, n Notice) error {
	var err error
	for range 3 {
		if _, err = s.mail.Send(ctx, &mailer.Message{To: n.To, Body: n.Text}); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return err
	}
	_, err = s.db.Exec(ctx, `UPDATE notices SET sent_at = now() WHERE id = $1`, n.ID)
	return err
}

type Entry struct{ Server, Snapshot string }

// A group takes the snapshots; the list of them is written at the end.
func (s *Sender) group(ctx context.Context, ids []string, file string) error {
	entries := make([]Entry, len(ids))
	g, ctx := errgroup.WithContext(ctx)
	for i, id := range ids {
		g.Go(func() error {
			snap, err := s.api.Servers.CreateSnapshot(ctx, id) // want `the mark os.WriteFile comes once after the loop around the create Servers.CreateSnapshot`
			if err != nil {
				return err
			}
			entries[i] = Entry{id, snap.ID}
			return s.api.Servers.Attach(ctx, id, "lan")
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	raw, err := json.Marshal(entries)
	if err != nil {
		return err
	}
	return os.WriteFile(file, raw, 0o600)
}

// The cursor moves page by page, behind all messages of the page.
func (s *Sender) pages(ctx context.Context, next func(string) ([]Notice, string)) error {
	cursor := ""
	for {
		page, after := next(cursor)
		for _, n := range page {
			if _, err := s.mail.Send(ctx, &mailer.Message{To: n.To, Body: n.Text}); err != nil { // want `the mark UPDATE feeds comes once after the loop`
				return err
			}
		}
		if _, err := s.db.Exec(ctx, `UPDATE feeds SET cursor = $1`, after); err != nil {
			return err
		}
		if after == "" {
			return nil
		}
		cursor = after
	}
}
