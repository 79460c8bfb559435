// Package shapes holds further spellings of the same faults and of right code.
package shapes

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/smtp"
	"os"
	"strconv"
	"time"

	"cloud.google.com/go/storage"
	"example.net/cloud"
	"example.net/mailer"
	"github.com/google/uuid"
	"github.com/segmentio/kafka-go"
	"github.com/slack-go/slack"
	"github.com/stripe/stripe-go/v81"
	"github.com/stripe/stripe-go/v81/paymentintent"
	"go.mongodb.org/mongo-driver/mongo"
)

type Claim struct {
	ID     string
	Holder string
	Cents  int64
	Status string
}

type App struct {
	api   *cloud.Client
	mail  *mailer.Client
	slack *slack.Client
	db    *sql.DB
	coll  *mongo.Collection
	bkt   *storage.BucketHandle
	repo  *Repo
}

type Repo struct{ db *sql.DB }

func (r *Repo) MarkPaid(ctx context.Context, id, ref string) error {
	_, err := r.db.ExecContext(ctx, `UPDATE claims SET ref = $1, status = 'paid' WHERE id = $2`, ref, id)
	return err
}

func (r *Repo) Addr(ctx context.Context, id string) (string, error) {
	var a string
	err := r.db.QueryRowContext(ctx, `SELECT addr FROM holders WHERE id = $1`, id).Scan(&a)
	return a, err
}

// A charge, a letter, the mark: the letter is in the way.
func (a *App) charge(ctx context.Context, c Claim) error {
	pi, err := paymentintent.New(&stripe.PaymentIntentParams{ // want `smtp.SendMail, which can fail or wait, lies between the create paymentintent.New and the mark UPDATE claims`
		Amount: stripe.Int64(c.Cents), Customer: stripe.String(c.Holder),
	})
	if err != nil {
		return err
	}
	if err := smtp.SendMail("localhost:25", nil, "desk@example.org", []string{c.Holder}, []byte(pi.ID)); err != nil {
		return err
	}
	return a.repo.MarkPaid(ctx, c.ID, pi.ID)
}

// Even a read of the own database stands in the way.
func (a *App) readBetween(ctx context.Context, c Claim) error {
	id, err := a.mail.Send(ctx, &mailer.Message{To: c.Holder}) // want `Repo.Addr, which can fail or wait, lies between the create Client.Send and the mark UPDATE claims`
	if err != nil {
		return err
	}
	addr, err := a.repo.Addr(ctx, c.Holder)
	if err != nil {
		return err
	}
	return a.repo.MarkPaid(ctx, c.ID, id+addr)
}

// Parsing something else than the answer can end the work each time.
func (a *App) parse(ctx context.Context, c Claim) error {
	id, err := a.mail.Send(ctx, &mailer.Message{To: c.Holder}) // want `strconv.Atoi, which can fail or wait, lies between`
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(c.Status)
	if err != nil {
		return err
	}
	return a.repo.MarkPaid(ctx, c.ID, fmt.Sprint(id, n))
}

func (a *App) consume(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		resp, err := http.Post("https://pay.example.net/transfers", "application/json", bytes.NewReader(m.Value)) // want `App.notify, which can fail or wait, lies between the create POST /transfers and the mark Reader.CommitMessages`
		if err != nil {
			return err
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			return err
		}
		if err := a.notify(string(body)); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (a *App) notify(text string) error {
	_, _, err := a.slack.PostMessage("#desk", slack.MsgOptionText(text, false))
	return err
}

// A document store.
func (a *App) document(ctx context.Context, c Claim) error {
	srv, err := a.api.Servers.Create(ctx, &cloud.ServerRequest{Name: c.Holder}) // want `Servers.Attach, which can fail or wait, lies between the create Servers.Create and the mark Collection.UpdateOne`
	if err != nil {
		return err
	}
	if err := a.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return err
	}
	_, err = a.coll.UpdateOne(ctx, map[string]any{"_id": c.ID}, map[string]any{"$set": map[string]any{"status": "done"}})
	return err
}

// The mark is a method value, the create stands in a retry helper.
func (a *App) values(ctx context.Context, c Claim) error {
	mark := a.repo.MarkPaid
	var id string
	err := again(3, func() error {
		var err error
		id, err = a.mail.Send(ctx, &mailer.Message{To: c.Holder}) // want `between the create Client.Send and the mark UPDATE claims`
		return err
	})
	if err != nil {
		return err
	}
	if err := a.notify(id); err != nil {
		return err
	}
	return mark(ctx, c.ID, id)
}

func again(n int, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A journal is written line by line, but too late.
func (a *App) journal(ctx context.Context, f *os.File, c Claim) error {
	srv, err := a.api.Servers.Create(ctx, &cloud.ServerRequest{Name: c.Holder}) // want `Servers.Attach, which can fail or wait, lies between the create Servers.Create and the mark Encoder.Encode`
	if err != nil {
		return err
	}
	if err := a.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return err
	}
	return json.NewEncoder(f).Encode(map[string]string{"claim": c.ID, "server": srv.ID})
}

// The writer makes the object when it is closed; the name is random.
func (a *App) object(ctx context.Context, c Claim, data []byte) error {
	name := uuid.NewString()
	w := a.bkt.Object(name).NewWriter(ctx) // want `App.notify, which can fail or wait, lies between the create ObjectHandle.NewWriter and the mark UPDATE claims`
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := a.notify(name); err != nil {
		return err
	}
	return a.repo.MarkPaid(ctx, c.ID, name)
}

// The undo is registered after the first step that can fail.
func (a *App) lateUndo(ctx context.Context, c Claim) (err error) {
	srv, err := a.api.Servers.Create(ctx, &cloud.ServerRequest{Name: c.Holder}) // want `2 steps that can fail or wait, among them Servers.Attach and App.notify, lie between`
	if err != nil {
		return err
	}
	if err = a.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = a.api.Servers.Delete(ctx, srv.ID)
		}
	}()
	if err = a.notify(srv.ID); err != nil {
		return err
	}
	return a.repo.MarkPaid(ctx, c.ID, srv.ID)
}

// Looking at the own ledger protects nothing: it says "open" until the mark.
func (a *App) ledgerLookup(ctx context.Context, c Claim) error {
	var status string
	if err := a.db.QueryRowContext(ctx, `SELECT status FROM claims WHERE id = $1`, c.ID).Scan(&status); err != nil {
		return err
	}
	if status == "paid" {
		return nil
	}
	id, err := a.mail.Send(ctx, &mailer.Message{To: c.Holder}) // want `App.notify, which can fail or wait, lies between the create Client.Send`
	if err != nil {
		return err
	}
	if err := a.notify(id); err != nil {
		return err
	}
	return a.repo.MarkPaid(ctx, c.ID, id)
}

// A transaction around it does not take the message back.
func (a *App) outerTx(ctx context.Context, c Claim) error {
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	id, err := a.mail.Send(ctx, &mailer.Message{To: c.Holder}) // want `App.notify, which can fail or wait, lies between the create Client.Send`
	if err != nil {
		return err
	}
	if err := a.notify(id); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE claims SET ref = $1, status = 'paid' WHERE id = $2`, id, c.ID); err != nil {
		return err
	}
	return tx.Commit()
}

// BillingClient is generated from a service description.
type BillingClient interface {
	CreateInvoice(ctx context.Context, in *Claim, opts ...CallOption) (*Invoice, error)
	FinalizeInvoice(ctx context.Context, in *Invoice, opts ...CallOption) (*Invoice, error)
}

type (
	CallOption interface{}
	Invoice    struct{ ID string }
)

func (a *App) grpc(ctx context.Context, b BillingClient, c Claim) error {
	inv, err := b.CreateInvoice(ctx, &c) // want `BillingClient.FinalizeInvoice, which can fail or wait, lies between the create BillingClient.CreateInvoice and the mark UPDATE claims`
	if err != nil {
		return err
	}
	if _, err := b.FinalizeInvoice(ctx, inv); err != nil {
		return err
	}
	return a.repo.MarkPaid(ctx, c.ID, inv.ID)
}

// Charger moves money.
type Charger interface {
	Charge(ctx context.Context, holder string, cents int64) (string, error)
}

func (a *App) iface(ctx context.Context, ch Charger, cs []Claim) error {
	for _, c := range cs {
		id, err := ch.Charge(ctx, c.Holder, c.Cents) // want `App.notify, which can fail or wait, lies between the create Charger.Charge`
		if err != nil {
			return err
		}
		switch {
		case c.Cents > 1000:
			if err := a.notify("large " + id); err != nil {
				return err
			}
		}
		if err := a.repo.MarkPaid(ctx, c.ID, id); err != nil {
			return err
		}
	}
	return nil
}

// The queue row is deleted last.
func (a *App) dequeue(ctx context.Context, c Claim) error {
	if _, err := a.mail.Send(ctx, &mailer.Message{To: c.Holder}); err != nil { // want `App.notify, which can fail or wait, lies between the create Client.Send and the mark DELETE FROM outbox`
		return err
	}
	if err := a.notify(c.ID); err != nil {
		return err
	}
	_, err := a.db.ExecContext(ctx, `DELETE FROM outbox WHERE id = $1`, c.ID)
	return err
}
