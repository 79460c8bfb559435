// Package http: creates by hand-written clients.
package http

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/google/uuid"
)

type Order struct {
	ID      int64
	Article string
	Ref     string
}

type Shop struct {
	base   string
	client *http.Client
	db     *sql.DB
}

func (s *Shop) call(ctx context.Context, method, path string, in, out any) error {
	raw, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, s.base+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		msg, _ := io.ReadAll(resp.Body)
		return fmt.Errorf("%s: %s", resp.Status, msg)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

func (s *Shop) done(ctx context.Context, id int64, ref string) error {
	_, err := s.db.ExecContext(ctx, `UPDATE orders SET supplier_ref = ?, status = 'ordered' WHERE id = ?`, ref, id)
	return err
}

func (s *Shop) order(ctx context.Context, o Order) error {
	var made struct{ Ref string }
	if err := s.call(ctx, http.MethodPost, "/orders", o.Article, &made); err != nil { // want `Shop.call, which can fail or wait, lies between the create POST /orders and the mark UPDATE orders`
		return err
	}
	if err := s.call(ctx, http.MethodPut, "/orders/"+made.Ref+"/address", "x", &made); err != nil {
		return err
	}
	return s.done(ctx, o.ID, made.Ref)
}

// A PUT to a path and a POST that only asks make nothing.
func (s *Shop) putAndSearch(ctx context.Context, o Order) error {
	var made struct{ Ref string }
	if err := s.call(ctx, http.MethodPut, fmt.Sprintf("/orders/%d", o.ID), o.Article, &made); err != nil {
		return err
	}
	if err := s.call(ctx, http.MethodPost, "/orders/search", o.Article, &made); err != nil {
		return err
	}
	if err := s.call(ctx, http.MethodGet, "/orders/"+made.Ref, nil, &made); err != nil {
		return err
	}
	return s.done(ctx, o.ID, made.Ref)
}

// A PUT under a random name is a new thing each time.
func (s *Shop) putRandom(ctx context.Context, o Order) error {
	var made struct{ Ref string }
	if err := s.call(ctx, http.MethodPut, "/files/"+uuid.NewString(), o.Article, &made); err != nil { // want `between the create PUT`
		return err
	}
	if err := s.call(ctx, http.MethodGet, "/files/"+made.Ref, nil, &made); err != nil {
		return err
	}
	return s.done(ctx, o.ID, made.Ref)
}

// newRequest and do are the two halves that many clients have.
func (s *Shop) newRequest(ctx context.Context, method, path string, body any) (*http.Request, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, s.base+path, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	return req, nil
}

func (s *Shop) do(req *http.Request, out any) error {
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

func (s *Shop) halves(ctx context.Context, o Order) error {
	req, err := s.newRequest(ctx, "POST", "/orders", o.Article)
	if err != nil {
		return err
	}
	var made struct{ Ref string }
	if err := s.do(req, &made); err != nil { // want `between the create POST /orders and the mark UPDATE orders`
		return err
	}
	if _, err := s.stock(ctx, o.Article); err != nil {
		return err
	}
	return s.done(ctx, o.ID, made.Ref)
}

func (s *Shop) stock(ctx context.Context, article string) (int, error) {
	req, err := s.newRequest(ctx, "GET", "/stock/"+article, nil)
	if err != nil {
		return 0, err
	}
	var n int
	return n, s.do(req, &n)
}

// rpc sends every procedure with POST; its name tells which makes something.
func (s *Shop) rpc(ctx context.Context, proc string, args, out any) error {
	return s.call(ctx, http.MethodPost, "/rpc", map[string]any{"jsonrpc": "2.0", "method": proc, "params": args}, out)
}

func (s *Shop) rpcOrder(ctx context.Context, o Order) error {
	var ref, state string
	if err := s.jsonrpc(ctx, "stock_get", o.Article, &state); err != nil {
		return err
	}
	if err := s.jsonrpc(ctx, "order_create", o.Article, &ref); err != nil { // want `Shop.jsonrpc, which can fail or wait, lies between the create order_create and the mark UPDATE orders`
		return err
	}
	if err := s.jsonrpc(ctx, "order_state", ref, &state); err != nil {
		return err
	}
	return s.done(ctx, o.ID, ref)
}

func (s *Shop) jsonrpc(ctx context.Context, proc string, arg, out any) error {
	raw, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": proc, "params": arg})
	if err != nil {
		return err
	}
	resp, err := s.client.Post(s.base, "application/json", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

// A key made from the record protects, one made for the call does not.
func (s *Shop) keyed(ctx context.Context, key string, o Order) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/orders", strings.NewReader(o.Article))
	if err != nil {
		return "", err
	}
	req.Header.Set("Idempotency-Key", key)
	var made struct{ Ref string }
	err = s.do(req, &made)
	return made.Ref, err
}

func (s *Shop) recordKey(ctx context.Context, o Order) error {
	ref, err := s.keyed(ctx, fmt.Sprintf("order-%d", o.ID), o)
	if err != nil {
		return err
	}
	if _, err := s.stock(ctx, o.Article); err != nil {
		return err
	}
	return s.done(ctx, o.ID, ref)
}

func (s *Shop) freshKey(ctx context.Context, o Order) error {
	ref, err := s.keyed(ctx, uuid.NewString(), o) // want `the idempotency key is made anew for each call and protects nothing`
	if err != nil {
		return err
	}
	if _, err := s.stock(ctx, o.Article); err != nil {
		return err
	}
	return s.done(ctx, o.ID, ref)
}
