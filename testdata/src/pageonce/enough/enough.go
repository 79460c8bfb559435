// Package enough needs no more than one page.
package enough

import (
	"context"

	"example.com/depot"
)

func ptr[T any](v T) *T { return &v }

func any1(ctx context.Context, c *depot.Client) (bool, error) {
	out, err := c.ListCrates(ctx, &depot.ListCratesInput{Limit: ptr(int32(1))})
	if err != nil {
		return false, err
	}
	return len(out.Crates) > 0, nil
}

func firstOf(ctx context.Context, c *depot.Client, shelf string) (*depot.Crate, error) {
	out, err := c.ListCrates(ctx, &depot.ListCratesInput{Shelf: &shelf})
	if err != nil || len(out.Crates) == 0 {
		return nil, err
	}
	return &out.Crates[0], nil
}

func byLabel(ctx context.Context, c *depot.Client, label string) (string, error) {
	out, err := c.ListCrates(ctx, &depot.ListCratesInput{Labels: []string{label}})
	if err != nil {
		return "", err
	}
	for _, crate := range out.Crates {
		if crate.Label == label {
			return crate.ID, nil
		}
	}
	return "", nil
}

func count(ctx context.Context, c *depot.Client, shelf string) (int, error) {
	_, resp, err := c.Crates.List(ctx, shelf, &depot.CrateOptions{ListOptions: depot.ListOptions{PerPage: 1}})
	if err != nil {
		return 0, err
	}
	return resp.LastPage, nil
}

// clear lists again after each round of removals.
func clear(ctx context.Context, c *depot.Client) error {
	for {
		out, err := c.ListCrates(ctx, &depot.ListCratesInput{})
		if err != nil {
			return err
		}
		if len(out.Crates) == 0 {
			return nil
		}
		for _, crate := range out.Crates {
			if err := c.RemoveCrate(ctx, crate.ID); err != nil {
				return err
			}
		}
	}
}

// clearOnce leaves what the first page did not hold.
func clearOnce(ctx context.Context, c *depot.Client) error {
	out, err := c.ListCrates(ctx, &depot.ListCratesInput{}) // want `NextToken is never read`
	if err != nil {
		return err
	}
	for _, crate := range out.Crates {
		if err := c.RemoveCrate(ctx, crate.ID); err != nil {
			return err
		}
	}
	return nil
}

type store interface {
	Save(ctx context.Context, token *string) error
}

// tick goes on in the next run.
func tick(ctx context.Context, c *depot.Client, from *string, visit func(depot.Crate), s store) error {
	out, err := c.ListCrates(ctx, &depot.ListCratesInput{NextToken: from})
	if err != nil {
		return err
	}
	for _, crate := range out.Crates {
		visit(crate)
	}
	return s.Save(ctx, out.NextToken)
}

// most gives as many as the caller asked for.
func most(ctx context.Context, c *depot.Client, n int32) ([]depot.Crate, error) {
	out, err := c.ListCrates(ctx, &depot.ListCratesInput{Limit: &n})
	if err != nil {
		return nil, err
	}
	return out.Crates, nil
}
