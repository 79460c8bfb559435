// Package iter: loops that take an error for the end.
package iter

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	stditer "iter"
	"os"

	"example.org/store"
)

type Plant struct {
	Name string
	Rows int
}

func Names(db *sql.DB) ([]string, error) {
	rows, err := db.Query("SELECT name FROM plants")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() { // want `the loop ends when rows fails as well as at the end, and rows.Err\(\) is never asked: Names takes a part for the whole`
		var n string
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

func NamesAsked(db *sql.DB) ([]string, error) {
	rows, err := db.Query("SELECT name FROM plants")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var n string
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return out, nil
}

// Each leaves Err to its caller.
func each(rows *sql.Rows, f func(name string)) {
	for rows.Next() {
		var n string
		if rows.Scan(&n) == nil {
			f(n)
		}
	}
}

func CallerAsks(db *sql.DB) (n int, err error) {
	rows, err := db.Query("SELECT name FROM plants")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	each(rows, func(string) { n++ })
	return n, rows.Err()
}

func Lines(r io.Reader, put func(string) error) error {
	sc := bufio.NewScanner(r)
	for sc.Scan() { // want `sc.Err\(\) is never asked`
		if err := put(sc.Text()); err != nil {
			return err
		}
	}
	return nil
}

func LinesOfMemory(b []byte, put func(string) error) error {
	sc := bufio.NewScanner(bytes.NewReader(b))
	for sc.Scan() {
		if err := put(sc.Text()); err != nil {
			return err
		}
	}
	return nil
}

// PassOn only copies the output of another program to the log.
func PassOn(r io.Reader) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		fmt.Fprintln(os.Stderr, sc.Text())
	}
}

func Objects(ctx context.Context, b *store.Bucket) (names []string) {
	it := b.List(ctx)
	defer it.Release()
	for it.Next() { // want `it.Error\(\) is never asked`
		names = append(names, it.Name())
	}
	return names
}

func ObjectsAsked(ctx context.Context, b *store.Bucket) (names []string, err error) {
	it := b.List(ctx)
	defer it.Release()
	for it.Next() {
		names = append(names, it.Name())
	}
	return names, it.Error()
}

func Cursor(b *store.Bucket) (names []string) {
	cur := b.Scan("SELECT name")
	defer cur.Close()
	var n string
	for cur.Scan(&n) { // want `cur.Close\(\) is never asked`
		names = append(names, n)
	}
	return names
}

func CursorAsked(b *store.Bucket) (names []string, err error) {
	cur := b.Scan("SELECT name")
	var n string
	for cur.Scan(&n) {
		names = append(names, n)
	}
	return names, cur.Close()
}

// feed is an iterator of our own.
type feed struct {
	src io.Reader
	err error
}

func (f *feed) Next() (Plant, bool) { return Plant{}, false }
func (f *feed) Err() error          { return f.err }

func Feed(src io.Reader) int {
	f := &feed{src: src}
	n := 0
	for p, ok := f.Next(); ok; p, ok = f.Next() { // want `f.Err\(\) is never asked`
		n += p.Rows
	}
	return n
}

func FeedForever(src io.Reader) int {
	f := &feed{src: src}
	n := 0
	for { // want `f.Err\(\) is never asked`
		p, ok := f.Next()
		if !ok {
			return n
		}
		n += p.Rows
	}
}

func FeedAsked(src io.Reader) (int, error) {
	f := &feed{src: src}
	n := 0
	for p, ok := f.Next(); ok; p, ok = f.Next() {
		n += p.Rows
	}
	return n, f.Err()
}

func Decode(r io.Reader, put func(Plant)) error {
	dec := json.NewDecoder(r)
	for {
		var p Plant
		if err := dec.Decode(&p); err != nil { // want `the error of Decode is tested and dropped`
			break
		}
		put(p)
	}
	return nil
}

func DecodeEOF(r io.Reader, put func(Plant)) error {
	dec := json.NewDecoder(r)
	for {
		var p Plant
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		put(p)
	}
}

func ReadLines(r *bufio.Reader, put func(string)) error {
	for {
		line, err := r.ReadString('\n') // want `the error of ReadString is tested and dropped`
		if err != nil {
			return nil
		}
		put(line)
	}
}

func Seq(seq stditer.Seq2[Plant, error]) (n int) {
	for p := range seq { // want `the error that comes with each item of seq is not taken`
		n += p.Rows
	}
	return n
}

func SeqLogged(seq stditer.Seq2[Plant, error]) (n int) {
	for p, err := range seq { // want `the error that comes with each item of seq is only logged`
		if err != nil {
			fmt.Println(err)
			continue
		}
		n += p.Rows
	}
	return n
}

func SeqTaken(seq stditer.Seq2[Plant, error]) (n int, err error) {
	for p, err := range seq {
		if err != nil {
			return n, err
		}
		n += p.Rows
	}
	return n, nil
}

func Drain(errs chan error) {
	for range errs { // want `the errors that errs delivers are drained and dropped`
	}
}
