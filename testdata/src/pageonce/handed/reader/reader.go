// Package reader hands one page and its continuation on. // want package:`paging own`
package reader

import (
	"context"

	"example.com/depot"
)

// Page is one page.
type Page struct {
	Labels []string
	Next   string
}

// One returns a page; the caller follows Next.
func One(ctx context.Context, c *depot.Client, cursor string) (*Page, error) { // want One:`carries #0.Labels goes on at #0.Next`
	hits, next, err := c.Search(ctx, "all", cursor)
	if err != nil {
		return nil, err
	}
	p := &Page{Next: next}
	for _, h := range hits {
		p.Labels = append(p.Labels, h.Label)
	}
	return p, nil
}

// Raw returns the answer as it came.
func Raw(ctx context.Context, c *depot.Client, in *depot.ListCratesInput) (*depot.ListCratesOutput, error) { // want Raw:`carries #0.Crates goes on at #0.NextToken`
	return c.ListCrates(ctx, in)
}

// All follows the token itself.
func All(ctx context.Context, c *depot.Client) ([]depot.Crate, error) {
	var all []depot.Crate
	in := &depot.ListCratesInput{}
	for {
		out, err := Raw(ctx, c, in)
		if err != nil {
			return nil, err
		}
		all = append(all, out.Crates...)
		if out.NextToken == nil {
			return all, nil
		}
		in.NextToken = out.NextToken
	}
}
