// Package quiet: errors that are left out of a result on purpose, or lose nothing.
package quiet

import (
	"context"
	"fmt"
	"iter"
	"log"
	"net/netip"
	"strings"

	"go.uber.org/multierr"
)

// ranges only builds a value: what it cannot parse it leaves out.
func ranges(texts []string) []netip.Prefix {
	var out []netip.Prefix
	for _, text := range texts {
		p, err := netip.ParsePrefix(strings.TrimSpace(text))
		if err != nil {
			log.Printf("range %q: %v", text, err)
			continue
		}
		out = append(out, p)
	}
	return out
}

type Gate interface {
	Open(ctx context.Context, p netip.Prefix) error
}

// Admit parses for each item what it then works on: a bad one is lost.
func Admit(ctx context.Context, g Gate, texts []string) error {
	for _, p := range ranges(texts) {
		if err := g.Open(ctx, p); err != nil {
			return err
		}
	}
	for _, text := range texts {
		p, err := netip.ParsePrefix(text) // want `the error of ParsePrefix is only logged`
		if err != nil {
			log.Printf("range %q: %v", text, err)
			continue
		}
		if err := g.Open(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

type cursor[T any] interface {
	Next() bool
	Current() T
	Err() error
}

// all hands the items of a cursor on, which its callers ask for its error.
func all[T any](cur cursor[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for cur.Next() {
			if !yield(cur.Current()) {
				return
			}
		}
	}
}

func Names(cur cursor[string]) ([]string, error) {
	var names []string
	for n := range all(cur) {
		names = append(names, n)
	}
	return names, cur.Err()
}

// Collect puts each error into its result while the sequence goes on.
func Collect(ctx context.Context, g Gate, seq iter.Seq2[netip.Prefix, error]) (errs error) {
	for p, err := range seq {
		if multierr.AppendInto(&errs, err) {
			continue
		}
		if err := g.Open(ctx, p); err != nil {
			errs = multierr.Append(errs, fmt.Errorf("%s: %w", p, err))
		}
	}
	return errs
}
