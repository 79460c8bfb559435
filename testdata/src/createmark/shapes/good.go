package shapes

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"

	"example.net/cloud"
	"example.net/mailer"
	"github.com/google/uuid"
	"github.com/segmentio/kafka-go"
	"github.com/stripe/stripe-go/v81"
	"github.com/stripe/stripe-go/v81/paymentintent"
)

// The key is made of the record.
func (a *App) chargeOnce(ctx context.Context, c Claim) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(c.Cents)}
	params.SetIdempotencyKey("claim-" + c.ID)
	pi, err := paymentintent.New(params)
	if err != nil {
		return err
	}
	if err := a.notify(pi.ID); err != nil {
		return err
	}
	return a.repo.MarkPaid(ctx, c.ID, pi.ID)
}

// Reading and decoding the answer belongs to the create.
func (a *App) consumeAtOnce(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		resp, err := http.Post("https://pay.example.net/transfers", "application/json", bytes.NewReader(m.Value))
		if err != nil {
			return err
		}
		raw, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			return err
		}
		var out struct{ ID string }
		if err := json.Unmarshal(raw, &out); err != nil {
			return err
		}
		if out.ID == "" {
			return errors.New("no id: " + string(raw))
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// Claimed by a row that is inserted once.
func (a *App) insertClaim(ctx context.Context, c Claim) error {
	var mine bool
	err := a.db.QueryRowContext(ctx, `INSERT INTO payouts (claim_id, state) VALUES ($1, 'started') ON CONFLICT DO NOTHING RETURNING true`, c.ID).Scan(&mine)
	if err != nil {
		return err
	}
	id, err := a.mail.Send(ctx, &mailer.Message{To: c.Holder})
	if err != nil {
		return err
	}
	if err := a.notify(id); err != nil {
		return err
	}
	return a.repo.MarkPaid(ctx, c.ID, id)
}

// The journal has the id before anything else happens.
func (a *App) journalFirst(ctx context.Context, f *os.File, c Claim) error {
	srv, err := a.api.Servers.Create(ctx, &cloud.ServerRequest{Name: c.Holder})
	if err != nil {
		return err
	}
	if err := json.NewEncoder(f).Encode(map[string]string{"claim": c.ID, "server": srv.ID}); err != nil {
		return err
	}
	if err := a.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return err
	}
	return a.repo.MarkPaid(ctx, c.ID, srv.ID)
}

// The name of the object is the claim's own.
func (a *App) objectOfClaim(ctx context.Context, c Claim, data []byte) error {
	name := "claims/" + c.ID
	w := a.bkt.Object(name).NewWriter(ctx)
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

// A random id that is stored before it is used is an intent.
func (a *App) storedID(ctx context.Context, c Claim) error {
	token := uuid.NewString()
	if _, err := a.db.ExecContext(ctx, `UPDATE claims SET token = $1, status = 'sending' WHERE id = $2`, token, c.ID); err != nil {
		return err
	}
	srv, err := a.api.Servers.Create(ctx, &cloud.ServerRequest{Name: c.Holder, ClientToken: token})
	if err != nil {
		return err
	}
	if err := a.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return err
	}
	return a.repo.MarkPaid(ctx, c.ID, srv.ID)
}

// The undo is registered before the first step that can fail.
func (a *App) undoInTime(ctx context.Context, c Claim) (err error) {
	srv, err := a.api.Servers.Create(ctx, &cloud.ServerRequest{Name: c.Holder})
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = a.api.Servers.Delete(ctx, srv.ID)
		}
	}()
	if err = a.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return err
	}
	return a.repo.MarkPaid(ctx, c.ID, srv.ID)
}

// The letter goes out when the claim is marked.
func (a *App) notifyAfter(ctx context.Context, c Claim) error {
	id, err := a.mail.Send(ctx, &mailer.Message{To: c.Holder})
	if err != nil {
		return err
	}
	if err := a.repo.MarkPaid(ctx, c.ID, id); err != nil {
		return err
	}
	return a.notify(id)
}

// A builder and a buffer live in memory.
func (a *App) memory(ctx context.Context, c Claim) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	if err := enc.Encode(c); err != nil {
		return err
	}
	if err := a.notify(buf.String()); err != nil {
		return err
	}
	return a.repo.MarkPaid(ctx, c.ID, buf.String())
}

// Store keeps claims; a row of the own database is no thing outside.
type Store interface {
	Create(ctx context.Context, c Claim) (string, error)
	Finish(ctx context.Context, id string) error
}

func (a *App) rows(ctx context.Context, st Store, c Claim) error {
	id, err := st.Create(ctx, c)
	if err != nil {
		return err
	}
	if err := a.notify(id); err != nil {
		return err
	}
	return st.Finish(ctx, id)
}
