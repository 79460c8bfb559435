// Package streams gives pages on as iterators, commands and addresses.
package streams

import (
	"context"
	"encoding/json"
	"iter"
	"log"
	"net/http"
	"net/url"

	"example.com/depot"
)

// crates ends in silence where a page fails.
func crates(ctx context.Context, c *depot.Client) iter.Seq[depot.Crate] {
	return func(yield func(depot.Crate) bool) {
		in := &depot.ListCratesInput{}
		for {
			out, err := c.ListCrates(ctx, in) // want `an error of ListCrates ends the loop`
			if err != nil {
				log.Print(err)
				return
			}
			for _, crate := range out.Crates {
				if !yield(crate) {
					return
				}
			}
			if out.NextToken == nil {
				return
			}
			in.NextToken = out.NextToken
		}
	}
}

// Cursor keeps the error for whoever asks.
type Cursor struct{ err error }

func (k *Cursor) crates(ctx context.Context, c *depot.Client) iter.Seq[depot.Crate] {
	return func(yield func(depot.Crate) bool) {
		in := &depot.ListCratesInput{}
		for {
			out, err := c.ListCrates(ctx, in)
			if err != nil {
				k.err = err
				return
			}
			for _, crate := range out.Crates {
				if !yield(crate) {
					return
				}
			}
			if out.NextToken == nil {
				return
			}
			in.NextToken = out.NextToken
		}
	}
}

func labelsOnce(ctx context.Context, c *depot.Client) (n int, err error) {
	keys, _, err := c.Sweep(ctx, 0, "crate:*").Result() // want `Result gives one page of the list: cursor is never read`
	if err != nil {
		return 0, err
	}
	for _, k := range keys {
		n += len(k)
	}
	return n, nil
}

func labels(ctx context.Context, c *depot.Client) (all []string, err error) {
	var cursor uint64
	for {
		keys, next, err := c.Sweep(ctx, cursor, "crate:*").Result()
		if err != nil {
			return nil, err
		}
		all = append(all, keys...)
		if next == 0 {
			return all, nil
		}
		cursor = next
	}
}

type page struct {
	Crates []depot.Crate `json:"crates"`
	Next   string        `json:"next_cursor"`
}

func get(ctx context.Context, u *url.URL) (*page, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var p page
	if err := json.NewDecoder(resp.Body).Decode(&p); err != nil {
		return nil, err
	}
	return &p, nil
}

// onACopy sets the cursor on a query that nobody keeps.
func onACopy(ctx context.Context, u *url.URL) (n int, err error) {
	for {
		p, err := get(ctx, u) // want `get is asked for the same page again and again`
		if err != nil {
			return 0, err
		}
		n += len(p.Crates)
		if p.Next == "" {
			return n, nil
		}
		u.Query().Set("cursor", p.Next)
	}
}

func inTheAddress(ctx context.Context, u *url.URL) (n int, err error) {
	for {
		p, err := get(ctx, u)
		if err != nil {
			return 0, err
		}
		n += len(p.Crates)
		if p.Next == "" {
			return n, nil
		}
		q := u.Query()
		q.Set("cursor", p.Next)
		u.RawQuery = q.Encode()
	}
}
