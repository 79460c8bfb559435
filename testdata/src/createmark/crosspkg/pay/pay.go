// Package pay talks to a payment service.
package pay

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

type Client struct{ Base string }

type Payout struct{ ID string }

// Start moves money.
func (c *Client) Start(ctx context.Context, to string, cents int) (Payout, error) {
	var p Payout
	return p, c.call(ctx, http.MethodPost, "/payouts", map[string]any{"to": to, "cents": cents}, &p)
}

// StartOnce moves money at most once for each key.
func (c *Client) StartOnce(ctx context.Context, key, to string, cents int) (Payout, error) {
	var p Payout
	return p, c.call(ctx, http.MethodPost, "/payouts", map[string]any{"to": to, "cents": cents, "idempotency_key": key}, &p)
}

// State asks how far a payout is.
func (c *Client) State(ctx context.Context, id string) (string, error) {
	var s struct{ State string }
	return s.State, c.call(ctx, http.MethodGet, "/payouts/"+id, nil, &s)
}

func (c *Client) call(ctx context.Context, method, path string, in, out any) error {
	raw, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, c.Base+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}
