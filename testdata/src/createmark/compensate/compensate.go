// Package compensate: the thing is taken away again, on all ways out or on some.
package compensate

import (
	"context"
	"database/sql"
	"errors"

	"example.net/cloud"
)

type Stream struct {
	ID   int64
	Name string
}

// Gate opens ports; it belongs to somebody else.
type Gate interface {
	Allow(ctx context.Context, id string) error
}

type Service struct {
	api  *cloud.Client
	gate Gate
	db   *sql.DB
}

func (s *Service) onAir(ctx context.Context, st Stream, id string) error {
	_, err := s.db.ExecContext(ctx, `UPDATE streams SET server = ?, status = 'on air' WHERE id = ?`, id, st.ID)
	return err
}

func (s *Service) some(ctx context.Context, st Stream) error {
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: st.Name}) // want `2 steps that can fail or wait, among them Servers.Attach and Gate.Allow, lie between`
	if err != nil {
		return err
	}
	if err := s.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return errors.Join(err, s.api.Servers.Delete(ctx, srv.ID))
	}
	if err := s.gate.Allow(ctx, srv.ID); err != nil {
		return err
	}
	return s.onAir(ctx, st, srv.ID)
}

func (s *Service) each(ctx context.Context, st Stream) error {
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: st.Name})
	if err != nil {
		return err
	}
	if err := s.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return errors.Join(err, s.api.Servers.Delete(ctx, srv.ID))
	}
	if err := s.gate.Allow(ctx, srv.ID); err != nil {
		return errors.Join(err, s.api.Servers.Delete(ctx, srv.ID))
	}
	return s.onAir(ctx, st, srv.ID)
}

func (s *Service) deferred(ctx context.Context, st Stream) (err error) {
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Name: st.Name})
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.drop(ctx, srv.ID))
		}
	}()
	if err := s.api.Servers.Attach(ctx, srv.ID, "lan"); err != nil {
		return err
	}
	if err := s.gate.Allow(ctx, srv.ID); err != nil {
		return err
	}
	return s.onAir(ctx, st, srv.ID)
}

func (s *Service) drop(ctx context.Context, id string) error {
	return s.api.Servers.Delete(ctx, id)
}
