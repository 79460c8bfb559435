// Package shapes: the same faults in other dress.
package shapes

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Tree struct {
	ID   int64
	Kind string
}

type Nursery interface {
	Plant(ctx context.Context, t Tree) error
	Count(ctx context.Context, kind string) (int, error)
	Fell(ctx context.Context, id int64) error
}

type Work struct {
	n    Nursery
	db   *sql.DB
	pool *pgxpool.Pool
	mu   sync.Mutex
	bad  map[int64]error
}

type result struct {
	id  int64
	err error
}

// ResultsPrinted: the workers hand their errors on, and the reader prints them.
func (w *Work) ResultsPrinted(ctx context.Context, trees []Tree) error {
	results := make(chan result)
	for _, t := range trees {
		go func() {
			err := w.n.Plant(ctx, t) // want `the error of Plant is only logged`
			results <- result{id: t.ID, err: err}
		}()
	}
	for range trees {
		if r := <-results; r.err != nil {
			log.Printf("tree %d: %v", r.id, r.err)
		}
	}
	return nil
}

func (w *Work) ResultsJoined(ctx context.Context, trees []Tree) (all error) {
	results := make(chan result)
	for _, t := range trees {
		go func() {
			results <- result{id: t.ID, err: w.n.Plant(ctx, t)}
		}()
	}
	for range trees {
		r := <-results
		all = errors.Join(all, r.err)
	}
	return all
}

// Started: the error of a goroutine has nowhere to go.
func (w *Work) Started(ctx context.Context, trees []Tree) {
	for _, t := range trees {
		go w.n.Plant(ctx, t) // want `the error of Plant is ignored`
	}
}

// Gathered keeps a list that nobody gets.
func (w *Work) Gathered(ctx context.Context, trees []Tree) error {
	var errs []error
	for _, t := range trees {
		if err := w.n.Plant(ctx, t); err != nil { // want `the error of Plant is only logged`
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		log.Println("some trees were not planted:", errs)
	}
	return nil
}

// Switched says it with a switch.
func (w *Work) Switched(ctx context.Context, trees []Tree) error {
outer:
	for _, t := range trees {
		switch err := w.n.Plant(ctx, t); { // want `the error of Plant is only logged`
		case err != nil:
			slog.Warn("not planted", "err", err)
			continue outer
		default:
			slog.Info("planted", "id", t.ID)
		}
	}
	return nil
}

// Mapped keeps the failure by id, under a lock.
func (w *Work) Mapped(ctx context.Context, trees []Tree) {
	for _, t := range trees {
		if err := w.n.Plant(ctx, t); err != nil {
			w.mu.Lock()
			w.bad[t.ID] = err
			w.mu.Unlock()
		}
	}
}

// Ended stops when the context does.
func (w *Work) Ended(ctx context.Context, trees []Tree) error {
	for _, t := range trees {
		if ctx.Err() != nil {
			return nil
		}
		if err := w.n.Plant(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// Lines leaves out what it cannot read.
func (w *Work) Lines(ctx context.Context, r io.Reader) error {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		var t Tree
		if err := json.Unmarshal(sc.Bytes(), &t); err != nil { // want `the error of Unmarshal is only logged`
			log.Print("bad line: ", err)
			continue
		}
		if err := w.n.Plant(ctx, t); err != nil {
			return err
		}
	}
	return sc.Err()
}

// Default goes on with a default where a setting cannot be read.
func (w *Work) Default(ctx context.Context, settings []string) error {
	for _, s := range settings {
		id, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			log.Print("taking 1: ", err)
			id = 1
		}
		if err := w.n.Fell(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// Guess asks and does without where there is no answer.
func (w *Work) Guess(ctx context.Context, kinds []string) int {
	sum := 0
	for _, k := range kinds {
		if n, err := w.n.Count(ctx, k); err == nil {
			sum += n
		}
	}
	return sum
}

// Rows never tells of those that failed.
func (w *Work) Rows(ctx context.Context, trees []Tree) error {
	for _, t := range trees {
		_, err := w.db.ExecContext(ctx, "UPDATE trees SET kind = $1 WHERE id = $2", t.Kind, t.ID) // want `the error of ExecContext is only logged`
		if err != nil {
			slog.Error("tree not changed", "id", t.ID, "err", err)
		}
	}
	return nil
}

// Delete of the item itself is the work here, not clean-up.
func (w *Work) Felled(ctx context.Context, ids []int64) {
	for _, id := range ids {
		w.n.Fell(ctx, id) // want `the error of Fell is ignored`
	}
}

// Written ignores what the disk says.
func Written(names []string, data []byte) {
	for _, n := range names {
		os.WriteFile(n, data, 0o600) // want `the error of WriteFile is ignored`
	}
}

// Moved renames one after the other.
func Moved(names []string) error {
	for _, n := range names {
		if err := os.Rename(n, n+".done"); err != nil { // want `the error of Rename is only logged`
			fmt.Println("not moved:", err)
		}
	}
	return nil
}

// Batched reads no result of the batch.
func (w *Work) Batched(ctx context.Context, trees []Tree) error {
	b := &pgx.Batch{}
	for _, t := range trees {
		b.Queue("INSERT INTO trees VALUES ($1, $2)", t.ID, t.Kind)
	}
	br := w.pool.SendBatch(ctx, b) // want `SendBatch tells whether it worked through the outcome of its result, which nobody asks`
	defer br.Close()
	return nil
}

func (w *Work) BatchedClosed(ctx context.Context, trees []Tree) error {
	b := &pgx.Batch{}
	for _, t := range trees {
		b.Queue("INSERT INTO trees VALUES ($1, $2)", t.ID, t.Kind)
	}
	return w.pool.SendBatch(ctx, b).Close()
}

func (w *Work) BatchedRead(ctx context.Context, trees []Tree) error {
	b := &pgx.Batch{}
	for _, t := range trees {
		b.Queue("INSERT INTO trees VALUES ($1, $2)", t.ID, t.Kind)
	}
	br := w.pool.SendBatch(ctx, b)
	defer br.Close()
	for range trees {
		if _, err := br.Exec(); err != nil {
			return err
		}
	}
	return nil
}

// Deep: the work is done two helpers further down.
func (w *Work) Deep(ctx context.Context, trees []Tree) {
	for _, t := range trees {
		w.prepare(ctx, t)
	}
}

func (w *Work) prepare(ctx context.Context, t Tree) { w.finish(ctx, t) }

func (w *Work) finish(ctx context.Context, t Tree) {
	if err := w.n.Plant(ctx, t); err != nil { // want `the error of Plant is only logged: finish tells nobody`
		log.Print(err)
	}
}

// Each runs f for each tree.
func each(trees []Tree, f func(Tree)) {
	for _, t := range trees {
		f(t)
	}
}

func (w *Work) Callback(ctx context.Context, trees []Tree) {
	each(trees, func(t Tree) {
		if err := w.n.Plant(ctx, t); err != nil { // want `the error of Plant is only logged`
			log.Print(err)
		}
	})
}

// Paged goes through pages; a page is many items.
func (w *Work) Paged(ctx context.Context, next func(token string) ([]Tree, string, error)) error {
	token := "first"
	for token != "" {
		trees, more, err := next(token) // want `the error of next is only logged`
		if err != nil {
			log.Print(err)
			break
		}
		for _, t := range trees {
			if err := w.n.Plant(ctx, t); err != nil {
				return err
			}
		}
		token = more
	}
	return nil
}

// Queue works off a list that grows.
func (w *Work) Queue(ctx context.Context, todo []Tree) {
	for len(todo) > 0 {
		t := todo[0]
		todo = todo[1:]
		if err := w.n.Plant(ctx, t); err != nil { // want `the error of Plant is only logged`
			log.Print(err)
		}
	}
}

// Again puts the failed one back on the list.
func (w *Work) Again(ctx context.Context, todo []Tree) {
	for len(todo) > 0 {
		t := todo[0]
		todo = todo[1:]
		if err := w.n.Plant(ctx, t); err != nil {
			log.Print(err)
			todo = append(todo, t)
			time.Sleep(time.Second)
		}
	}
}

// Status is what one item came to.
type Status struct {
	ID    int64
	Error string
}

func (w *Work) Report(ctx context.Context, trees []Tree) []Status {
	out := make([]Status, 0, len(trees))
	for _, t := range trees {
		st := Status{ID: t.ID}
		if err := w.n.Plant(ctx, t); err != nil {
			st.Error = err.Error()
		}
		out = append(out, st)
	}
	return out
}

// NamedResult loses to the deferred function.
func (w *Work) NamedResult(ctx context.Context, trees []Tree) error {
	for _, t := range trees {
		if err := w.locked(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

func (w *Work) locked(ctx context.Context, t Tree) (err error) {
	defer func() {
		_, err = w.db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", t.ID) // want `the deferred function assigns the error of ExecContext to the result err in any case`
	}()
	return w.n.Plant(ctx, t)
}

// Closed means the file, which was only read, and the answer of a helper.
func Closed(names []string, use func([]byte) error) error {
	for _, n := range names {
		f, err := os.Open(n)
		if err != nil {
			return err
		}
		defer f.Close()
		data, err := io.ReadAll(f)
		if err != nil {
			return err
		}
		if err := use(data); err != nil {
			return err
		}
	}
	return nil
}
