// Package repeatable: creates that may be repeated without harm.
package repeatable

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"example.net/cloud"
	"example.net/mailer"
	"github.com/google/uuid"
	"gorm.io/gorm"
)

type Tenant struct {
	ID     int64
	Slug   string
	Status string
}

type Service struct {
	api  *cloud.Client
	mail *mailer.Client
	db   *sql.DB
	orm  *gorm.DB
}

func (s *Service) ready(ctx context.Context, t Tenant, id string) error {
	if err := s.api.Servers.Attach(ctx, id, "lan"); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, `UPDATE tenants SET server = ?, status = 'ready' WHERE id = ?`, id, t.ID)
	return err
}

func (s *Service) plain(ctx context.Context, t Tenant) error {
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: t.Slug}) // want `Servers.Attach, which can fail or wait, lies between the create Servers.Create and the mark UPDATE tenants`
	if err != nil {
		return err
	}
	return s.ready(ctx, t, srv.ID)
}

func (s *Service) lookedUp(ctx context.Context, t Tenant) error {
	srv, err := s.find(ctx, t.Slug)
	if err != nil {
		return err
	}
	return s.ready(ctx, t, srv.ID)
}

func (s *Service) find(ctx context.Context, name string) (*cloud.Server, error) {
	list, err := s.api.Servers.List(ctx, name)
	if err != nil {
		return nil, err
	}
	for _, srv := range list {
		if srv.Name == name {
			return srv, nil
		}
	}
	return s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: name})
}

// The look-up can stand in the same function, behind a flag.
func (s *Service) inline(ctx context.Context, t Tenant) error {
	list, err := s.api.Servers.List(ctx, t.Slug)
	if err != nil {
		return err
	}
	id := ""
	for _, srv := range list {
		if srv.Name == t.Slug {
			id = srv.ID
			break
		}
	}
	if id == "" {
		srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: t.Slug})
		if err != nil {
			return err
		}
		id = srv.ID
	}
	return s.ready(ctx, t, id)
}

// All that exists is listed once, before the loop over the tenants.
func (s *Service) all(ctx context.Context, ts []Tenant) error {
	have := map[string]string{}
	list, err := s.api.Servers.List(ctx, "")
	if err != nil {
		return err
	}
	for _, srv := range list {
		have[srv.Name] = srv.ID
	}
	for _, t := range ts {
		if _, ok := have[t.Slug]; ok {
			continue
		}
		if err := s.make(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) make(ctx context.Context, t Tenant) error {
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: t.Slug})
	if err != nil {
		return err
	}
	return s.ready(ctx, t, srv.ID)
}

// A look-up whose failure alone matters looks for nothing.
func (s *Service) otherLookup(ctx context.Context, t Tenant, base string) error {
	image, err := s.api.Servers.Get(ctx, base)
	if err != nil {
		return err
	}
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: t.Slug, Region: image.Name}) // want `between the create Servers.Create and the mark UPDATE tenants`
	if err != nil {
		return err
	}
	return s.ready(ctx, t, srv.ID)
}

func (s *Service) conflict(ctx context.Context, t Tenant) error {
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: t.Slug})
	if cloud.IsConflict(err) {
		srv, err = s.api.Servers.Get(ctx, t.Slug)
	}
	if err != nil {
		return err
	}
	return s.ready(ctx, t, srv.ID)
}

func (s *Service) upsert(ctx context.Context, t Tenant) error {
	if err := s.api.Servers.CreateOrUpdate(ctx, &cloud.ServerRequest{Name: t.Slug}); err != nil {
		return err
	}
	return s.ready(ctx, t, t.Slug)
}

func (s *Service) key(ctx context.Context, t Tenant) error {
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: t.Slug, ClientToken: fmt.Sprint("tenant-", t.ID)})
	if err != nil {
		return err
	}
	return s.ready(ctx, t, srv.ID)
}

func (s *Service) contentKey(ctx context.Context, t Tenant) error {
	msg := &mailer.Message{To: t.Slug}
	msg.IdempotencyKey = uuid.NewSHA1(uuid.UUID{}, []byte(t.Slug)).String()
	id, err := s.mail.Send(ctx, msg)
	if err != nil {
		return err
	}
	return s.ready(ctx, t, id)
}

func (s *Service) freshKey(ctx context.Context, t Tenant) error {
	token := uuid.NewString()
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: t.Slug, ClientToken: token}) // want `the idempotency key is made anew for each call`
	if err != nil {
		return err
	}
	return s.ready(ctx, t, srv.ID)
}

var errUnknown = errors.New("an earlier try has no known outcome")

// The intent is stored first; a tenant found in that state is left alone.
func (s *Service) intent(ctx context.Context, t Tenant) error {
	if t.Status == "creating" {
		return errUnknown
	}
	if _, err := s.db.ExecContext(ctx, `UPDATE tenants SET status = 'pending' WHERE id = ?`, t.ID); err != nil {
		return err
	}
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: t.Slug})
	if err != nil {
		return err
	}
	return s.ready(ctx, t, srv.ID)
}

// The claim is made by the caller.
func (s *Service) claims(ctx context.Context, ts []Tenant) error {
	for _, t := range ts {
		if _, err := s.db.ExecContext(ctx, `UPDATE tenants SET status = 'claimed', locked_by = ? WHERE id = ?`, "me", t.ID); err != nil {
			return err
		}
		if err := s.claimed(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) claimed(ctx context.Context, t Tenant) error {
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: t.Slug})
	if err != nil {
		return err
	}
	return s.ready(ctx, t, srv.ID)
}

// Counting tries claims nothing.
func (s *Service) counts(ctx context.Context, t Tenant) error {
	if _, err := s.db.ExecContext(ctx, `UPDATE tenants SET attempts = attempts + 1 WHERE id = ?`, t.ID); err != nil {
		return err
	}
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: t.Slug}) // want `between the create Servers.Create and the mark UPDATE tenants`
	if err != nil {
		return err
	}
	return s.ready(ctx, t, srv.ID)
}

type Invite struct {
	ID     uint
	Tenant int64
	Status string
}

// A row that says what is about to be sent is an intent too.
func (s *Service) intentRow(ctx context.Context, t Tenant) error {
	inv := Invite{Tenant: t.ID, Status: "pending"}
	if err := s.orm.Create(&inv).Error; err != nil {
		return err
	}
	id, err := s.mail.Send(ctx, &mailer.Message{To: t.Slug})
	if err != nil {
		return err
	}
	if err := s.api.Servers.Attach(ctx, id, "lan"); err != nil {
		return err
	}
	return s.orm.Model(&inv).Update("status", "sent").Error
}

func (s *Service) noIntentRow(ctx context.Context, t Tenant, inv *Invite) error {
	id, err := s.mail.Send(ctx, &mailer.Message{To: t.Slug, Body: inv.Status}) // want `Servers.Attach, which can fail or wait, lies between the create Client.Send and the mark DB.Update`
	if err != nil {
		return err
	}
	if err := s.api.Servers.Attach(ctx, id, "lan"); err != nil {
		return err
	}
	return s.orm.Model(inv).Update("status", "sent").Error
}
