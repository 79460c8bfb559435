// Package marks: what says that an item is done, and what does not.
package marks

import (
	"context"
	"database/sql"
	"encoding/json"
	"os"

	"example.net/cloud"
	"example.net/mailer"
	"github.com/redis/go-redis/v9"
)

type Item struct {
	ID   int64
	Name string
}

// Ledger is an own interface without an implementation in view.
type Ledger interface {
	Close(ctx context.Context, id int64) error
	Attach(ctx context.Context, id int64, file string) error
}

// ItemStore keeps items.
type ItemStore interface {
	Save(ctx context.Context, it Item) error
	Load(ctx context.Context, id int64) (Item, error)
}

type Worker struct {
	api    *cloud.Client
	mail   *mailer.Client
	ledger Ledger
	items  ItemStore
	rdb    *redis.Client
	db     *sql.DB
	state  *State
	file   string
}

func (w *Worker) byInterface(ctx context.Context, it Item) error {
	srv, err := w.api.Servers.Create(ctx, &cloud.ServerRequest{Name: it.Name}) // want `Servers.Attach, which can fail or wait, lies between the create Servers.Create and the mark Ledger.Close`
	if err != nil {
		return err
	}
	if err := w.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return err
	}
	return w.ledger.Close(ctx, it.ID)
}

func (w *Worker) byStore(ctx context.Context, it Item) error {
	srv, err := w.api.Servers.Create(ctx, &cloud.ServerRequest{Name: it.Name}) // want `lies between the create Servers.Create and the mark ItemStore.Save`
	if err != nil {
		return err
	}
	if err := w.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return err
	}
	it.Name = srv.ID
	return w.items.Save(ctx, it)
}

func (w *Worker) backToBack(ctx context.Context, it Item) error {
	if _, err := w.mail.Send(ctx, &mailer.Message{To: it.Name}); err != nil {
		return err
	}
	return w.items.Save(ctx, it)
}

func (w *Worker) byRedis(ctx context.Context, it Item) error {
	srv, err := w.api.Servers.Create(ctx, &cloud.ServerRequest{Name: it.Name}) // want `lies between the create Servers.Create and the mark Client.HSet`
	if err != nil {
		return err
	}
	if err := w.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return err
	}
	return w.rdb.HSet(ctx, "done", it.ID, srv.ID).Err()
}

// State is kept in a file.
type State struct {
	Made map[int64]string
}

func (w *Worker) save() error {
	raw, err := json.Marshal(w.state)
	if err != nil {
		return err
	}
	return os.WriteFile(w.file, raw, 0o600)
}

func (w *Worker) byFile(ctx context.Context, it Item) error {
	srv, err := w.api.Servers.Create(ctx, &cloud.ServerRequest{Name: it.Name}) // want `Servers.Attach, which can fail or wait, lies between the create Servers.Create and the mark os.WriteFile`
	if err != nil {
		return err
	}
	w.state.Made[it.ID] = srv.ID
	if err := w.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return err
	}
	return w.save()
}

// The mark of a transaction is its commit; its own statements are no gap.
func (w *Worker) inTx(ctx context.Context, it Item) error {
	srv, err := w.api.Servers.Create(ctx, &cloud.ServerRequest{Name: it.Name})
	if err != nil {
		return err
	}
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `INSERT INTO audit (what) VALUES (?)`, "made"); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE items SET server = ?, status = 'made' WHERE id = ?`, srv.ID, it.ID); err != nil {
		return err
	}
	return tx.Commit()
}

// A query made of parts is read all the same.
const table = "items"

func (w *Worker) builtSQL(ctx context.Context, it Item) error {
	srv, err := w.api.Servers.Create(ctx, &cloud.ServerRequest{Name: it.Name}) // want `the mark UPDATE items`
	if err != nil {
		return err
	}
	if err := w.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return err
	}
	_, err = w.db.ExecContext(ctx, "UPDATE "+table+" SET server = ?, done_at = now() WHERE id = ?", srv.ID, it.ID)
	return err
}

// Work on the thing that was made is no mark, whatever it is called.
func (w *Worker) onTheThing(ctx context.Context, it Item) error {
	srv, err := w.api.Servers.Create(ctx, &cloud.ServerRequest{Name: it.Name})
	if err != nil {
		return err
	}
	return w.api.Servers.Attach(ctx, srv.ID, "lan")
}
