// Package audit keeps what went wrong, for other packages.
package audit

import "log"

type Book struct {
	failed map[string]string
	n      int
}

// Fail notes that an item failed.
func (b *Book) Fail(item string, err error) {
	log.Printf("%s: %v", item, err)
	b.failed[item] = err.Error()
}

// Count only counts.
func (b *Book) Count(err error) {
	if err != nil {
		b.n++
	}
}

// Say only logs, although it looks like Fail.
func Say(item string, err error) { log.Printf("%s: %v", item, err) }

// Apply works through all names by itself and has no result.
func Apply(names []string, do func(string) error) {
	for _, n := range names {
		if err := do(n); err != nil { // want `the error of do is only logged: the loop over names goes on and Apply tells nobody`
			Say(n, err)
		}
	}
}
