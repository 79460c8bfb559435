// Package firstpage uses one page as if it were the list.
package firstpage

import (
	"context"
	"fmt"
	"log"

	"example.com/depot"
)

type yard struct{ c *depot.Client }

// weigh loses what lies on the second page.
func (y *yard) weigh(ctx context.Context) (int, error) {
	out, err := y.c.ListCrates(ctx, &depot.ListCratesInput{}) // want `ListCrates gives one page of the list: NextToken is never read`
	if err != nil {
		return 0, err
	}
	sum := 0
	for _, c := range out.Crates {
		sum += c.Weight
	}
	return sum, nil
}

// weighAll follows the token.
func (y *yard) weighAll(ctx context.Context) (int, error) {
	in := &depot.ListCratesInput{}
	sum := 0
	for {
		out, err := y.c.ListCrates(ctx, in)
		if err != nil {
			return 0, err
		}
		for _, c := range out.Crates {
			sum += c.Weight
		}
		if out.NextToken == nil {
			return sum, nil
		}
		in.NextToken = out.NextToken
	}
}

// logged tells a log file, and nobody else.
func (y *yard) logged(ctx context.Context) ([]depot.Crate, error) {
	out, err := y.c.ListCrates(ctx, &depot.ListCratesInput{}) // want `NextToken is never read`
	if err != nil {
		return nil, err
	}
	if out.NextToken != nil {
		log.Printf("more crates than one page, token %s", *out.NextToken)
	}
	return out.Crates, nil
}

// refused tells its caller.
func (y *yard) refused(ctx context.Context) ([]depot.Crate, error) {
	out, err := y.c.ListCrates(ctx, &depot.ListCratesInput{})
	if err != nil {
		return nil, err
	}
	if out.NextToken != nil {
		return nil, fmt.Errorf("too many crates")
	}
	return out.Crates, nil
}

// labels drops the response beside the list.
func (y *yard) labels(ctx context.Context, shelf string) (map[string]bool, error) {
	crates, _, err := y.c.Crates.List(ctx, shelf, &depot.CrateOptions{ListOptions: depot.ListOptions{PerPage: 100}}) // want `List gives one page of the list: NextPage is never read`
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, c := range crates {
		seen[c.Label] = true
	}
	return seen, nil
}

// tags has nothing to page.
func (y *yard) tags(ctx context.Context, id string) ([]string, error) {
	crate, _, err := y.c.Crates.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return append([]string(nil), crate.Tags...), nil
}

// hits drops the second result.
func (y *yard) hits(ctx context.Context) (int, error) {
	found, _, err := y.c.Search(ctx, "fragile", "") // want `Search gives one page of the list: nextCursor is never read`
	return len(found), err
}

// reader is the part of the client that is needed.
type reader interface {
	Loads(ctx context.Context, req *depot.LoadsRequest) (depot.LoadsResponse, error)
}

// loads asks through an interface and reads through getters.
func loads(ctx context.Context, r reader) ([]*depot.Crate, error) {
	res, err := r.Loads(ctx, &depot.LoadsRequest{PageSize: 500}) // want `Loads gives one page of the list: GetNextPageToken is never read`
	if err != nil {
		return nil, err
	}
	return res.GetLoads(), nil
}

func allLoads(ctx context.Context, r reader) ([]*depot.Crate, error) {
	var all []*depot.Crate
	req := &depot.LoadsRequest{PageSize: 500}
	for {
		res, err := r.Loads(ctx, req)
		if err != nil {
			return nil, err
		}
		all = append(all, res.GetLoads()...)
		if res.GetNextPageToken() == "" {
			return all, nil
		}
		req.PageToken = res.GetNextPageToken()
	}
}

// recursive needs no loop.
func (y *yard) recursive(ctx context.Context, token *string, visit func(depot.Crate)) error {
	out, err := y.c.ListCrates(ctx, &depot.ListCratesInput{NextToken: token})
	if err != nil {
		return err
	}
	for _, c := range out.Crates {
		visit(c)
	}
	if out.NextToken == nil {
		return nil
	}
	return y.recursive(ctx, out.NextToken, visit)
}

// paged lets the pager do it.
func (y *yard) paged(ctx context.Context) ([]depot.Crate, error) {
	var all []depot.Crate
	pages := depot.NewCratePager(y.c)
	for pages.More() {
		out, err := pages.NextPage(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, out.Crates...)
	}
	return all, nil
}

// gates asks for one yard, by an id that can be anything.
func (y *yard) gates(id int) (map[string]bool, error) {
	yd, _, err := y.c.Yard(id, nil)
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for _, g := range yd.Gates {
		out[g] = true
	}
	return out, nil
}
