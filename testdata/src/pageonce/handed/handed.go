// Package handed gets pages from helpers in another package.
package handed

import (
	"context"

	"example.com/depot"

	"pageonce/handed/reader"
)

func first(ctx context.Context, c *depot.Client) ([]string, error) {
	p, err := reader.One(ctx, c, "") // want `One hands back one page and the way to the next \(nextCursor\), which is dropped here`
	if err != nil {
		return nil, err
	}
	return p.Labels, nil
}

func every(ctx context.Context, c *depot.Client) ([]string, error) {
	var all []string
	for cursor, more := "", true; more; {
		p, err := reader.One(ctx, c, cursor)
		if err != nil {
			return nil, err
		}
		all = append(all, p.Labels...)
		cursor, more = p.Next, p.Next != ""
	}
	return all, nil
}

func rawFirst(ctx context.Context, c *depot.Client) (n int, err error) {
	out, err := reader.Raw(ctx, c, &depot.ListCratesInput{}) // want `Raw hands back one page`
	if err != nil {
		return 0, err
	}
	for range out.Crates {
		n++
	}
	return n, nil
}

func whole(ctx context.Context, c *depot.Client) (int, error) {
	crates, err := reader.All(ctx, c)
	return len(crates), err
}

// proxy gives page and token to its own client.
func proxy(ctx context.Context, c *depot.Client, token string, send func(any) error) error {
	out, err := reader.Raw(ctx, c, &depot.ListCratesInput{NextToken: &token})
	if err != nil {
		return err
	}
	return send(map[string]any{"crates": out.Crates, "next": out.NextToken})
}
