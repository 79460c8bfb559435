// Package helper stands for another package of the user's module.
package helper

import "log"

type Page struct {
	Items []string
	Next  string
}

func Token(p *Page) string { return p.Next } // want Token:`flow p0:Read\(.Next\) p0:Return\(.Next\)#0`

func Note(err error) { log.Println(err) } // want Note:`flow p0:Log`

func Wrap(err error) error { return &failure{err} } // want Wrap:`flow p0:Return#0`

type failure struct{ err error }

func (f *failure) Error() string { return f.err.Error() } // want Error:`.*`

type Report struct{ Failed []error }

func (r *Report) Add(err error) { r.Failed = append(r.Failed, err) } // want Add:`.*p1:Store.*`
