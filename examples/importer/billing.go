package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// Billing is the client of the billing service.
type Billing struct {
	hc   *http.Client
	base string
}

// Open opens an invoice and returns its id.
func (b *Billing) Open(ctx context.Context, r Reading) (string, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	body, err := b.do(ctx, http.MethodPost, "/invoices", raw)
	if err != nil {
		return "", fmt.Errorf("open invoice for %s: %w", r.Meter, err)
	}
	var out struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(body, &out); err != nil {
		return "", fmt.Errorf("answer of the billing service: %w", err)
	}
	return out.ID, nil
}

// Render returns the invoice as PDF. The service draws it on demand, which
// takes up to a minute.
func (b *Billing) Render(ctx context.Context, id string) ([]byte, error) {
	pdf, err := b.do(ctx, http.MethodGet, "/invoices/"+id+".pdf", nil)
	if err != nil {
		return nil, fmt.Errorf("render invoice %s: %w", id, err)
	}
	return pdf, nil
}

func (b *Billing) do(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, b.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := b.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return nil, fmt.Errorf("%s %s: %s", method, path, resp.Status)
	}
	return io.ReadAll(resp.Body)
}
