// Package status: a refusal is an answer, not an error.
package status

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

type Parcel struct{ ID, URL string }

func Put(ctx context.Context, c *http.Client, parcels []Parcel) error {
	for _, p := range parcels {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, p.URL, strings.NewReader(p.ID))
		if err != nil {
			return err
		}
		resp, err := c.Do(req) // want `the status of the answer to Do is never read`
		if err != nil {
			return err
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	return nil
}

func PutChecked(ctx context.Context, c *http.Client, parcels []Parcel) error {
	for _, p := range parcels {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, p.URL, strings.NewReader(p.ID))
		if err != nil {
			return err
		}
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if err := ok(resp); err != nil {
			return err
		}
	}
	return nil
}

func ok(resp *http.Response) error {
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("refused: %s", resp.Status)
	}
	return nil
}

func Post(parcels []Parcel) {
	for _, p := range parcels {
		_, err := http.Post(p.URL, "text/plain", strings.NewReader(p.ID)) // want `the status of the answer to Post is never read`
		if err != nil {
			panic(err)
		}
	}
}

func Get(c *http.Client, parcels []Parcel) error {
	for _, p := range parcels {
		resp, err := c.Get(p.URL)
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// Receipt reads what the answer says.
func Receipt(c *http.Client, parcels []Parcel) ([]string, error) {
	var out []string
	for _, p := range parcels {
		resp, err := c.Post(p.URL, "text/plain", strings.NewReader(p.ID))
		if err != nil {
			return nil, err
		}
		var r struct{ Receipt string }
		err = json.NewDecoder(resp.Body).Decode(&r)
		resp.Body.Close()
		if err != nil {
			return nil, err
		}
		out = append(out, r.Receipt)
	}
	return out, nil
}

// Once is no batch.
func Once(c *http.Client, p Parcel) error {
	resp, err := c.Post(p.URL, "text/plain", strings.NewReader(p.ID))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Index(c *http.Client, base string, chunks []string) error {
	for _, chunk := range chunks {
		resp, err := c.Post(base+"/_bulk", "application/x-ndjson", strings.NewReader(chunk)) // want `the answer to a _bulk request says per item what was refused, and its body is never read`
		if err != nil {
			return err
		}
		resp.Body.Close()
		if err := ok(resp); err != nil {
			return err
		}
	}
	return nil
}
