// Package pagers reads pagers, iterators and lists inside objects.
package pagers

import (
	"context"
	"errors"
	"log"

	"example.com/depot"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/sub"
	"google.golang.org/api/iterator"
)

func once(ctx context.Context, c *depot.Client) (labels []string, err error) {
	pager := depot.NewCratePager(c)
	page, err := pager.NextPage(ctx) // want `NextPage reads one page of the pager`
	if err != nil {
		return nil, err
	}
	for _, crate := range page.Crates {
		labels = append(labels, crate.Label)
	}
	return labels, nil
}

func toTheEnd(ctx context.Context, c *depot.Client) (labels []string, err error) {
	for pager := depot.NewCratePager(c); pager.More(); {
		page, err := pager.NextPage(ctx)
		if err != nil {
			return nil, err
		}
		for _, crate := range page.Crates {
			labels = append(labels, crate.Label)
		}
	}
	return labels, nil
}

func newest(ctx context.Context, c *depot.Client) (*depot.Crate, error) {
	page, err := depot.NewCratePager(c).NextPage(ctx)
	if err != nil || len(page.Crates) == 0 {
		return nil, err
	}
	return &page.Crates[0], nil
}

func errorIsEnd(ctx context.Context, c *depot.Client) (labels []string) {
	for pager := depot.NewCratePager(c); pager.More(); {
		page, err := pager.NextPage(ctx) // want `an error of NextPage ends the loop as the last page does`
		if err != nil {
			log.Print(err)
			break
		}
		for _, crate := range page.Crates {
			labels = append(labels, crate.Label)
		}
	}
	return labels
}

func tokenErrorIsEnd(ctx context.Context, c *depot.Client) (n int, err error) {
	in := &depot.ListCratesInput{}
	for {
		out, err := c.ListCrates(ctx, in) // want `an error of ListCrates ends the loop`
		if err != nil {
			break
		}
		for _, crate := range out.Crates {
			n += crate.Weight
		}
		if out.NextToken == nil {
			break
		}
		in.NextToken = out.NextToken
	}
	return n, nil
}

func doneIsEnd(l *depot.Lines) (n int, err error) {
	for {
		_, err := l.Next()
		if errors.Is(err, iterator.Done) {
			return n, nil
		}
		if err != nil {
			return 0, err
		}
		n++
	}
}

func anyErrorIsEnd(l *depot.Lines) (all []string) {
	for {
		s, err := l.Next() // want `an error of Next ends the loop`
		if err != nil {
			return all
		}
		all = append(all, s)
	}
}

func single(customer string) (ids []string, err error) {
	params := &stripe.SubscriptionListParams{Customer: &customer}
	params.Single = true
	it := sub.List(params) // want `Single switches paging off`
	for it.Next() {
		ids = append(ids, it.Subscription().ID)
	}
	return ids, it.Err()
}

func singleNoticed(customer string) (ids []string, more bool, err error) {
	params := &stripe.SubscriptionListParams{Customer: &customer}
	params.Single = true
	it := sub.List(params)
	for it.Next() {
		ids = append(ids, it.Subscription().ID)
	}
	return ids, it.Meta().HasMore, it.Err()
}

func items(id string) (ids []string, err error) {
	s, err := sub.Get(id, nil)
	if err != nil {
		return nil, err
	}
	for _, item := range s.Items.Data { // want `Items.Data holds the first page only`
		ids = append(ids, item.ID)
	}
	return ids, nil
}

func itemsChecked(id string) (ids []string, err error) {
	s, err := sub.Get(id, nil)
	if err != nil {
		return nil, err
	}
	if s.Items.HasMore {
		return nil, errors.New("too many items")
	}
	for _, item := range s.Items.Data {
		ids = append(ids, item.ID)
	}
	return ids, nil
}

func firstItem(id string) (string, error) {
	s, err := sub.Get(id, nil)
	if err != nil || len(s.Items.Data) == 0 {
		return "", err
	}
	return s.Items.Data[0].ID, nil
}

func callbackStops(c *depot.Client, visit func(depot.Crate)) error {
	return c.ListCratesPages(&depot.ListCratesInput{}, func(page *depot.ListCratesOutput, last bool) bool { // want `the function given to ListCratesPages always returns false`
		for _, crate := range page.Crates {
			visit(crate)
		}
		return false
	})
}

func callbackGoesOn(c *depot.Client, visit func(depot.Crate)) error {
	return c.ListCratesPages(&depot.ListCratesInput{}, func(page *depot.ListCratesOutput, last bool) bool {
		for _, crate := range page.Crates {
			visit(crate)
		}
		return !last
	})
}
