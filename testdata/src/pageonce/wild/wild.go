// Package wild pages through answers of every make.
package wild

import (
	"context"
	"fmt"
	"iter"

	"example.com/depot"
)

func scanOnce(ctx context.Context, c *depot.Client) (n int, err error) {
	out, err := c.Scan(ctx, &depot.ScanInput{Table: "crates"}) // want `Scan gives one page of the list: LastEvaluatedKey`
	if err != nil {
		return 0, err
	}
	for _, row := range out.Items {
		n += len(row)
	}
	return n, nil
}

func scan(ctx context.Context, c *depot.Client) (n int, err error) {
	var start map[string]string
	for {
		out, err := c.Scan(ctx, &depot.ScanInput{Table: "crates", ExclusiveStartKey: start})
		if err != nil {
			return 0, err
		}
		n += len(out.Items)
		if len(out.LastEvaluatedKey) == 0 {
			return n, nil
		}
		start = out.LastEvaluatedKey
	}
}

func pageOnce(ctx context.Context, c *depot.Client, shelf string) (ids []string, err error) {
	page, err := c.CratesOn(ctx, shelf, "", nil) // want `CratesOn gives one page of the list`
	if err != nil {
		return nil, err
	}
	for _, crate := range page.Values() {
		ids = append(ids, crate.ID)
	}
	return ids, nil
}

func pageToTheEnd(ctx context.Context, c *depot.Client, shelf string) (ids []string, err error) {
	for page, err := c.CratesOn(ctx, shelf, "", nil); page.NotDone(); err = page.NextWithContext(ctx) {
		if err != nil {
			return nil, err
		}
		for _, crate := range page.Values() {
			ids = append(ids, crate.ID)
		}
	}
	return ids, nil
}

func optionsDropped(ctx context.Context, c *depot.Client) ([]depot.Crate, error) {
	crates, _, err := c.ListWithPagination(ctx, nil) // want `ListWithPagination gives one page of the list: NextPageOptions`
	return crates, err
}

func optionsFollowed(ctx context.Context, c *depot.Client) (all []depot.Crate, err error) {
	var options any
	for {
		crates, pg, err := c.ListWithPagination(ctx, options)
		if err != nil {
			return nil, err
		}
		all = append(all, crates...)
		if pg.NextPageOptions == nil {
			return all, nil
		}
		options = pg.NextPageOptions
	}
}

func queryOnce(ctx context.Context, c *depot.Client, id string) (map[string]int, error) {
	reply, err := c.Query(ctx, id, &depot.QueryRequest{PageSize: 100}) // want `Query gives one page of the list: NextCursor`
	if err != nil {
		return nil, err
	}
	weights := map[string]int{}
	for _, r := range reply.Results {
		weights[r.ID] = r.Weight
	}
	return weights, nil
}

func query(ctx context.Context, c *depot.Client, id string) (all []depot.Crate, err error) {
	req := &depot.QueryRequest{PageSize: 100}
	for {
		reply, err := c.Query(ctx, id, req)
		if err != nil {
			return nil, err
		}
		all = append(all, reply.Results...)
		if !reply.HasMore || reply.NextCursor == nil {
			return all, nil
		}
		req.StartCursor = *reply.NextCursor
	}
}

func collectOnce(ctx context.Context, c *depot.Client) ([]depot.Crate, error) {
	col, err := c.Collect(ctx, 100, "") // want `Collect gives one page of the list`
	if err != nil {
		return nil, err
	}
	return col.Results, nil
}

func collect(ctx context.Context, c *depot.Client) (all []depot.Crate, err error) {
	after := ""
	for {
		col, err := c.Collect(ctx, 100, after)
		if err != nil {
			return nil, err
		}
		all = append(all, col.Results...)
		if col.Paging == nil || col.Paging.Next == nil {
			return all, nil
		}
		after = col.Paging.Next.After
	}
}

func issuesOnce(ctx context.Context, c *depot.Client) ([]depot.Crate, error) {
	reply, err := c.Issues(ctx, "status = open", 0, 1000) // want `Issues gives one page of the list: Total`
	if err != nil {
		return nil, err
	}
	return reply.Issues, nil
}

func issues(ctx context.Context, c *depot.Client) (all []depot.Crate, err error) {
	for {
		reply, err := c.Issues(ctx, "status = open", len(all), 100)
		if err != nil {
			return nil, err
		}
		all = append(all, reply.Issues...)
		if len(reply.Issues) == 0 || len(all) >= reply.Total {
			return all, nil
		}
	}
}

func numbered(ctx context.Context, c *depot.Client) (all []depot.Crate, err error) {
	for page, pages := 1, 1; page <= pages; page++ {
		reply, err := c.Numbered(ctx, page)
		if err != nil {
			return nil, err
		}
		all = append(all, reply.Data...)
		pages = reply.TotalPages
	}
	return all, nil
}

func numberedOnce(ctx context.Context, c *depot.Client) ([]depot.Crate, error) {
	reply, err := c.Numbered(ctx, 1) // want `Numbered gives one page of the list: TotalPages`
	if err != nil {
		return nil, err
	}
	return reply.Data, nil
}

// sequence yields every page.
func sequence(ctx context.Context, c *depot.Client) iter.Seq2[depot.Crate, error] {
	return func(yield func(depot.Crate, error) bool) {
		in := &depot.ListCratesInput{}
		for {
			out, err := c.ListCrates(ctx, in)
			if err != nil {
				yield(depot.Crate{}, err)
				return
			}
			for _, crate := range out.Crates {
				if !yield(crate, nil) {
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

// shortSequence yields the first.
func shortSequence(ctx context.Context, c *depot.Client) iter.Seq[depot.Crate] {
	return func(yield func(depot.Crate) bool) {
		out, err := c.ListCrates(ctx, &depot.ListCratesInput{}) // want `ListCrates gives one page`
		if err != nil {
			return
		}
		for _, crate := range out.Crates {
			if !yield(crate) {
				return
			}
		}
	}
}

// stream sends pages; nobody at the other end looks at the token.
func stream(ctx context.Context, c *depot.Client) (n int) {
	pages := make(chan *depot.ListCratesOutput)
	go func() {
		defer close(pages)
		out, err := c.ListCrates(ctx, &depot.ListCratesInput{}) // want `ListCrates gives one page`
		if err == nil {
			pages <- out
		}
	}()
	for page := range pages {
		for _, crate := range page.Crates {
			n += crate.Weight
		}
	}
	return n
}

func streamAll(ctx context.Context, c *depot.Client) (n int) {
	pages := make(chan *depot.ListCratesOutput)
	go func() {
		defer close(pages)
		in := &depot.ListCratesInput{}
		for {
			out, err := c.ListCrates(ctx, in)
			if err != nil {
				return
			}
			pages <- out
			if out.NextToken == nil {
				return
			}
			in.NextToken = out.NextToken
		}
	}()
	for page := range pages {
		n += len(page.Crates)
	}
	return n
}

// window keeps the answer and looks at its token later.
type window struct {
	c    *depot.Client
	last *depot.ListCratesOutput
}

func (w *window) load(ctx context.Context, in *depot.ListCratesInput) (err error) {
	w.last, err = w.c.ListCrates(ctx, in)
	return err
}

func (w *window) more() bool { return w.last.NextToken != nil }

// cache keeps the answer, and nobody looks.
type cache struct {
	c    *depot.Client
	held *depot.ListCratesOutput
}

func (k *cache) fill(ctx context.Context) (err error) {
	k.held, err = k.c.ListCrates(ctx, &depot.ListCratesInput{}) // want `ListCrates gives one page`
	return err
}

func (k *cache) find(id string) *depot.Crate {
	for i := range k.held.Crates {
		if k.held.Crates[i].ID == id {
			return &k.held.Crates[i]
		}
	}
	return nil
}

// shelves hides a page behind an interface of its own.
type shelves interface {
	Labels(ctx context.Context, from string) ([]string, string, error)
}

type remote struct{ c *depot.Client }

func (r remote) Labels(ctx context.Context, from string) ([]string, string, error) {
	hits, next, err := r.c.Search(ctx, "label", from)
	if err != nil {
		return nil, "", err
	}
	var out []string
	for _, h := range hits {
		out = append(out, h.Label)
	}
	return out, next, nil
}

func labelsOnce(ctx context.Context, s shelves) ([]string, error) {
	labels, _, err := s.Labels(ctx, "") // want `Labels hands back one page`
	return labels, err
}

func labels(ctx context.Context, s shelves) (all []string, err error) {
	for from, first := "", true; first || from != ""; first = false {
		var part []string
		if part, from, err = s.Labels(ctx, from); err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	return all, nil
}

// every is given a function for one page.
func every[T any](one func(token string) ([]T, string, error)) (all []T, err error) {
	token := ""
	for {
		part, next, err := one(token)
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
		if next == "" {
			return all, nil
		}
		token = next
	}
}

func throughEvery(ctx context.Context, c *depot.Client) ([]depot.Crate, error) {
	return every(func(token string) ([]depot.Crate, string, error) {
		hits, next, err := c.Search(ctx, "all", token)
		return hits, next, err
	})
}

// again repeats f.
func again(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

func capturedOnce(ctx context.Context, c *depot.Client) (ids []string, err error) {
	var out *depot.ListCratesOutput
	err = again(func() (err error) {
		out, err = c.ListCrates(ctx, &depot.ListCratesInput{}) // want `ListCrates gives one page`
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, crate := range out.Crates {
		ids = append(ids, crate.ID)
	}
	return ids, nil
}

func captured(ctx context.Context, c *depot.Client) (ids []string, err error) {
	in := &depot.ListCratesInput{}
	for {
		var out *depot.ListCratesOutput
		err = again(func() (err error) {
			out, err = c.ListCrates(ctx, in)
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, crate := range out.Crates {
			ids = append(ids, crate.ID)
		}
		if out.NextToken == nil {
			return ids, nil
		}
		in.NextToken = out.NextToken
	}
}

// perShelf goes over shelves, not over pages.
func perShelf(ctx context.Context, c *depot.Client, shelves []string) (n int, err error) {
	for _, s := range shelves {
		out, err := c.ListCrates(ctx, &depot.ListCratesInput{Shelf: &s}) // want `ListCrates gives one page`
		if err != nil {
			return 0, err
		}
		n += len(out.Crates)
	}
	return n, nil
}

// tried repeats the call, not the page.
func tried(ctx context.Context, c *depot.Client) ([]depot.Crate, error) {
	var last error
	for range 3 {
		out, err := c.ListCrates(ctx, &depot.ListCratesInput{}) // want `ListCrates gives one page`
		if err == nil {
			return out.Crates, nil
		}
		last = err
	}
	return nil, last
}

type excerpt struct {
	Crates    []depot.Crate
	Truncated bool
}

// told says in its answer that there is more.
func told(ctx context.Context, c *depot.Client) (*excerpt, error) {
	out, err := c.ListCrates(ctx, &depot.ListCratesInput{})
	if err != nil {
		return nil, err
	}
	return &excerpt{Crates: out.Crates, Truncated: out.NextToken != nil}, nil
}

// handled gives the page to a helper that returns where to go on.
func handled(ctx context.Context, c *depot.Client, visit func(depot.Crate)) error {
	in := &depot.ListCratesInput{}
	for {
		out, err := c.ListCrates(ctx, in)
		if err != nil {
			return err
		}
		if in.NextToken = visitPage(out, visit); in.NextToken == nil {
			return nil
		}
	}
}

func visitPage(page *depot.ListCratesOutput, visit func(depot.Crate)) *string {
	for _, crate := range page.Crates {
		visit(crate)
	}
	return page.NextToken
}

// secondOnly reads two pages of however many.
func secondOnly(ctx context.Context, c *depot.Client) ([]depot.Crate, error) {
	first, err := c.ListCrates(ctx, &depot.ListCratesInput{})
	if err != nil {
		return nil, err
	}
	all := first.Crates
	if first.NextToken != nil {
		second, err := c.ListCrates(ctx, &depot.ListCratesInput{NextToken: first.NextToken}) // want `ListCrates gives one page`
		if err != nil {
			return nil, err
		}
		all = append(all, second.Crates...)
	}
	return all, nil
}

// behind goes on behind the last item.
func behind(ctx context.Context, c *depot.Client) (ids []string, err error) {
	after := ""
	for {
		col, err := c.Collect(ctx, 100, after)
		if err != nil {
			return nil, err
		}
		if len(col.Results) == 0 {
			return ids, nil
		}
		for _, r := range col.Results {
			ids = append(ids, r.ID)
		}
		after = col.Results[len(col.Results)-1].ID
	}
}

// tooMany ends with an error where there is more.
func tooMany(ctx context.Context, c *depot.Client) ([]depot.Crate, error) {
	reply, err := c.Query(ctx, "all", &depot.QueryRequest{})
	if err != nil {
		return nil, err
	}
	if reply.HasMore {
		return nil, fmt.Errorf("more than %d crates", len(reply.Results))
	}
	return reply.Results, nil
}
