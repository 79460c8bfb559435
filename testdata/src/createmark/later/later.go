// Package later holds marks that come later than they stand, and keys that are
// made elsewhere than they are used.
package later

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strings"

	"github.com/google/uuid"
	amqp "github.com/rabbitmq/amqp091-go"
)

type Parcel struct {
	ID    int64
	Label sql.NullString
	Key   string
}

// Carrier books parcels.
type Carrier interface {
	Charge(ctx context.Context, account string, grams int) (string, error)
	Notify(ctx context.Context, parcel int64) error
}

type Desk struct {
	db      *sql.DB
	carrier Carrier
	web     *http.Client
	newID   func() string
}

// The acknowledgement is deferred before anything is made.
func (d *Desk) deferred(ctx context.Context, m amqp.Delivery, p Parcel) {
	var err error
	defer func() {
		if err == nil {
			_ = m.Ack(false)
		}
	}()
	if _, err = d.carrier.Charge(ctx, p.Key, 10); err != nil { // want `Carrier.Notify, which can fail or wait, lies between the create Carrier.Charge and the deferred mark`
		return
	}
	err = d.carrier.Notify(ctx, p.ID)
}

// Nothing comes after the create but the deferred acknowledgement.
func (d *Desk) deferredAtOnce(ctx context.Context, m amqp.Delivery, p Parcel) {
	var err error
	defer func() {
		if err == nil {
			_ = m.Ack(false)
		}
	}()
	_, err = d.carrier.Charge(ctx, p.Key, 10)
}

// The statement stands early, its commit comes late.
func (d *Desk) lateCommit(ctx context.Context, p Parcel) error {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	ref, err := d.carrier.Charge(ctx, p.Key, 10) // want `Carrier.Notify, which can fail or wait, lies between the create Carrier.Charge and the mark UPDATE parcel`
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE parcel SET status = 'booked', ref = ? WHERE id = ?`, ref, p.ID); err != nil {
		return err
	}
	if err := d.carrier.Notify(ctx, p.ID); err != nil {
		return err
	}
	return tx.Commit()
}

// Only the rest of the transaction comes before the commit.
func (d *Desk) soonCommit(ctx context.Context, p Parcel) error {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	ref, err := d.carrier.Charge(ctx, p.Key, 10)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE parcel SET status = 'booked', ref = ? WHERE id = ?`, ref, p.ID); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO history (parcel) VALUES (?)`, p.ID); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return d.carrier.Notify(ctx, p.ID)
}

type option func(*http.Request)

func header(name, value string) option {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func (d *Desk) call(ctx context.Context, method, path, body string, opts ...option) error {
	req, err := http.NewRequestWithContext(ctx, method, "https://carrier.example"+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	for _, o := range opts {
		o(req)
	}
	resp, err := d.web.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode > 299 {
		return errors.New(resp.Status)
	}
	return nil
}

// The option carries a key of the record.
func (d *Desk) keyed(ctx context.Context, p Parcel) error {
	if err := d.call(ctx, "POST", "/bookings", "{}", header("Idempotency-Key", p.Key)); err != nil {
		return err
	}
	return d.finish(ctx, p)
}

// The option carries a key that is made anew by a function that was handed in.
func (d *Desk) keyedFresh(ctx context.Context, p Parcel) error {
	if err := d.call(ctx, "POST", "/bookings", "{}", header("Idempotency-Key", d.newID())); err != nil { // want `the idempotency key is made anew for each call and protects nothing`
		return err
	}
	return d.finish(ctx, p)
}

func (d *Desk) finish(ctx context.Context, p Parcel) error {
	if err := d.carrier.Notify(ctx, p.ID); err != nil {
		return err
	}
	_, err := d.db.ExecContext(ctx, `UPDATE parcel SET status = 'booked' WHERE id = ?`, p.ID)
	return err
}

// The random key is kept with the record before it is used.
func (d *Desk) keptKey(ctx context.Context, p Parcel) error {
	if !p.Label.Valid {
		p.Label.String = uuid.NewString()
		if _, err := d.db.ExecContext(ctx, `UPDATE parcel SET label_key = ? WHERE id = ?`, p.Label.String, p.ID); err != nil {
			return err
		}
	}
	if err := d.call(ctx, "POST", "/bookings", "{}", header("Idempotency-Key", p.Label.String)); err != nil {
		return err
	}
	return d.finish(ctx, p)
}

// The random key is kept after it was used: too late.
func (d *Desk) keptLate(ctx context.Context, p Parcel) error {
	key := uuid.NewString()
	if err := d.call(ctx, "POST", "/bookings", "{}", header("Idempotency-Key", key)); err != nil { // want `the idempotency key is made anew for each call and protects nothing`
		return err
	}
	if err := d.carrier.Notify(ctx, p.ID); err != nil {
		return err
	}
	_, err := d.db.ExecContext(ctx, `UPDATE parcel SET label_key = ?, status = 'booked' WHERE id = ?`, key, p.ID)
	return err
}

type stage func(ctx context.Context, p Parcel, ref string) error

func (d *Desk) tell(ctx context.Context, p Parcel, _ string) error {
	return d.carrier.Notify(ctx, p.ID)
}

func (d *Desk) tick(ctx context.Context, p Parcel, ref string) error {
	_, err := d.db.ExecContext(ctx, `UPDATE parcel SET status = 'booked', ref = ? WHERE id = ?`, ref, p.ID)
	return err
}

// The mark is the last of a list of stages.
func (d *Desk) stages(ctx context.Context, p Parcel) error {
	ref, err := d.carrier.Charge(ctx, p.Key, 10) // want `tell, which can fail or wait, lies between the create Carrier.Charge and the mark UPDATE parcel`
	if err != nil {
		return err
	}
	for _, do := range []stage{d.tell, d.tick} {
		if err := do(ctx, p, ref); err != nil {
			return err
		}
	}
	return nil
}

// The mark is the first of the stages.
func (d *Desk) tickFirst(ctx context.Context, p Parcel) error {
	ref, err := d.carrier.Charge(ctx, p.Key, 10)
	if err != nil {
		return err
	}
	for _, do := range []stage{d.tick, d.tell} {
		if err := do(ctx, p, ref); err != nil {
			return err
		}
	}
	return nil
}
