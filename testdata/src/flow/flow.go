// Package flow exercises the question "what becomes of this value?".
package flow

import (
	"errors"
	"fmt"
	"log"
	"strings"

	"flow/helper"
)

func probePage() *helper.Page     { return nil }
func probeErr() error             { return nil }
func probeToken() string          { return "" }
func probePair() (string, error)  { return "", nil }
func probeChan() chan error       { return nil }
func unknown(f func(error) error) {}

func dropped() {
	probeErr() // want `^dropped$`
}

func logged() {
	if err := probeErr(); err != nil { // want `^Log Println; NilTest$`
		log.Println(err)
	}
}

func loggedByHelper() {
	if err := probeErr(); err != nil { // want `^Log; NilTest$`
		helper.Note(err)
	}
}

func wrapped() error {
	err := probeErr() // want `^Return #0$`
	return fmt.Errorf("wrapped: %w", err)
}

func wrappedElsewhere() error {
	return helper.Wrap(probeErr()) // want `^Return in .err #0$`
}

func compared() bool {
	return errors.Is(probeErr(), errors.ErrUnsupported) // want `^Compare Is$`
}

func collected() error {
	var errs []error
	for range 3 {
		errs = append(errs, probeErr()) // want `^Return #0$`
	}
	return errors.Join(errs...)
}

func captured() (err error) {
	func() {
		err = probeErr() // want `^Return #0$`
	}()
	return err
}

func fieldOnly() []string {
	p := probePage() // want `^Read .Items; Return .Items #0$`
	return p.Items
}

func tokenByHelper() string {
	p := probePage() // want `^Read .Next; Return .Next #0$`
	return helper.Token(p)
}

func trimmed() string {
	return strings.TrimSpace(probeToken()) // want `^Pass TrimSpace; Return #0$`
}

type job struct{ last error }

func (j *job) stored() {
	j.last = probeErr() // want `^Store in .last last$`
}

func localStruct() error {
	var j job
	j.last = probeErr() // want `^Return #0$`
	return j.last
}

func localStructDropped() {
	var j job
	j.last = probeErr() // want `^dropped$`
}

func sent(ch chan<- error) {
	ch <- probeErr() // want `^Send$`
}

func receivedFrom() error {
	ch := make(chan error, 1)
	go func() { ch <- probeErr() }() // want `^Return #0; Send$`
	return <-ch
}

func reported(r *helper.Report) {
	r.Add(probeErr()) // want `Store.*Failed`
}

func byIndex(n int) error {
	errs := make([]error, n)
	for i := range errs {
		errs[i] = probeErr() // want `Return #0`
	}
	return errors.Join(errs...)
}

func closureVariable() error {
	wrap := func(err error) error { return fmt.Errorf("x: %w", err) }
	return wrap(probeErr()) // want `^Return #0$`
}

func generic[T any](v T) T { return v }

func throughGeneric() error {
	return generic(probeErr()) // want `^Return #0$`
}

type point struct{ x, y int }

func probePoint() point { return point{} }

func zeroStruct() bool {
	return probePoint() == point{} // want `^NilTest$`
}

func capturedParameter(j *job) {
	defer func() {
		j.last = probeErr() // want `Store in .last last`
	}()
}

func capturedLocal() {
	j := new(job)
	defer func() {
		j.last = probeErr() // want `^dropped$`
	}()
}
