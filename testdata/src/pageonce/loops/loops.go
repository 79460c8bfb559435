// Package loops goes over pages and ends too early, or never.
package loops

import (
	"context"

	"example.com/depot"
)

func stopsOnEmpty(ctx context.Context, c *depot.Client) (all []depot.Crate, err error) {
	in := &depot.ListCratesInput{}
	for {
		out, err := c.ListCrates(ctx, in) // want `takes an empty page of ListCrates for the last one`
		if err != nil {
			return nil, err
		}
		if len(out.Crates) == 0 {
			return all, nil
		}
		all = append(all, out.Crates...)
		if out.NextToken == nil {
			return all, nil
		}
		in.NextToken = out.NextToken
	}
}

func stopsOnShort(ctx context.Context, c *depot.Client, shelf string) (all []*depot.Crate, err error) {
	opts := &depot.CrateOptions{ListOptions: depot.ListOptions{Page: 1, PerPage: 50}}
	for {
		part, _, err := c.Crates.List(ctx, shelf, opts) // want `takes a page with fewer items than asked for of List for the last one`
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
		if len(part) < opts.PerPage {
			return all, nil
		}
		opts.Page++
	}
}

func countsPages(ctx context.Context, c *depot.Client, shelf string) (all []*depot.Crate, err error) {
	for page := 1; ; page++ {
		part, _, err := c.Crates.List(ctx, shelf, &depot.CrateOptions{ListOptions: depot.ListOptions{Page: page}})
		if err != nil {
			return nil, err
		}
		if len(part) == 0 {
			return all, nil
		}
		all = append(all, part...)
	}
}

// capped stops when it has enough, which is no matter of pages.
func capped(ctx context.Context, c *depot.Client, most int) (all []depot.Crate, err error) {
	in := &depot.ListCratesInput{}
	for len(all) < most {
		out, err := c.ListCrates(ctx, in)
		if err != nil {
			return nil, err
		}
		all = append(all, out.Crates...)
		if out.NextToken == nil {
			break
		}
		in.NextToken = out.NextToken
	}
	return all, nil
}

func neverAdvances(ctx context.Context, c *depot.Client, visit func(depot.Crate)) error {
	in := &depot.ListCratesInput{}
	for {
		out, err := c.ListCrates(ctx, in) // want `ListCrates is asked for the same page again and again`
		if err != nil {
			return err
		}
		for _, crate := range out.Crates {
			visit(crate)
		}
		if out.NextToken == nil {
			return nil
		}
	}
}

func advancesCopy(ctx context.Context, c *depot.Client, shelf string, visit func(*depot.Crate)) error {
	opts := &depot.CrateOptions{}
	next := *opts
	for {
		part, resp, err := c.Crates.List(ctx, shelf, opts) // want `List is asked for the same page again and again`
		if err != nil {
			return err
		}
		for _, crate := range part {
			visit(crate)
		}
		if resp.NextPage == 0 {
			return nil
		}
		next.Page = resp.NextPage
	}
}

func rebuilds(ctx context.Context, c *depot.Client, visit func(string)) error {
	for {
		req := depot.AuditRequest{Max: 100}
		out, err := c.Audit(ctx, req) // want `Audit is asked for the same page again and again`
		if err != nil {
			return err
		}
		for _, e := range out.Entries {
			visit(e)
		}
		if !out.IsTruncated {
			return nil
		}
		req.Marker = out.Marker
	}
}

func advances(ctx context.Context, c *depot.Client, visit func(string)) error {
	marker := ""
	for {
		req := depot.AuditRequest{Max: 100}
		if marker != "" {
			req.Marker = marker
		}
		out, err := c.Audit(ctx, req)
		if err != nil {
			return err
		}
		for _, e := range out.Entries {
			visit(e)
		}
		if !out.IsTruncated {
			return nil
		}
		marker = out.Marker
	}
}

// sameToken ends where the token does not move.
func sameToken(ctx context.Context, c *depot.Client, visit func(depot.Crate)) error {
	in := &depot.ListCratesInput{}
	for {
		out, err := c.ListCrates(ctx, in)
		if err != nil {
			return err
		}
		for _, crate := range out.Crates {
			visit(crate)
		}
		if out.NextToken == nil || in.NextToken != nil && *out.NextToken == *in.NextToken {
			return nil
		}
		in.NextToken = out.NextToken
	}
}

// each calls one until the answer names no further page.
func each(options *depot.ListOptions, one func() (*depot.Response, []*depot.Crate, error)) (all []*depot.Crate, err error) {
	for {
		resp, part, err := one()
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
		if resp.NextPage == 0 {
			return all, nil
		}
		options.Page = resp.NextPage
	}
}

func throughHelper(ctx context.Context, c *depot.Client, shelf string) ([]*depot.Crate, error) {
	opts := &depot.CrateOptions{}
	paging := opts.ListOptions
	return each(&paging, func() (*depot.Response, []*depot.Crate, error) {
		part, resp, err := c.Crates.List(ctx, shelf, opts) // want `List is asked for the same page again and again`
		return resp, part, err
	})
}

func throughHelperRight(ctx context.Context, c *depot.Client, shelf string) ([]*depot.Crate, error) {
	opts := &depot.CrateOptions{}
	return each(&opts.ListOptions, func() (*depot.Response, []*depot.Crate, error) {
		part, resp, err := c.Crates.List(ctx, shelf, opts)
		return resp, part, err
	})
}
