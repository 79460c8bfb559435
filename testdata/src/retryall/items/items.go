// Package items goes over trees of an orchard: what fails is collected, and the
// next tree has its turn.
package items

import (
	"bytes"
	"context"
	stderrors "errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/pkg/errors"
	amqp "github.com/rabbitmq/amqp091-go"
)

type tree struct {
	Number int
	Sort   string
}

type statusError struct{ code int }

func (e *statusError) Error() string { return "status " + strconv.Itoa(e.code) }

type garden struct {
	hc  *http.Client
	url string
	dir string
	tmp func() string
}

// post hides the tree in a text of its own making.
func (g *garden) post(ctx context.Context, t tree) error {
	var body bytes.Buffer
	fmt.Fprintf(&body, "%d %s", t.Number, t.Sort)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.url+"/trees", &body)
	if err != nil {
		return err
	}
	resp, err := g.hc.Do(req)
	if err != nil {
		return errors.Wrap(err, "garden")
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.WithStack(&statusError{resp.StatusCode})
	}
	return nil
}

// all goes on with the next tree.
func (g *garden) all(ctx context.Context, trees []tree) error {
	var errs []error
	for _, t := range trees {
		if err := g.post(ctx, t); err != nil {
			errs = append(errs, fmt.Errorf("tree %d: %w", t.Number, err))
		}
	}
	return stderrors.Join(errs...)
}

// folder makes a folder of a new name for one tree.
func (g *garden) folder(t tree) error {
	dir := filepath.Join(g.dir, g.tmp())
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "sort"), []byte(t.Sort), 0o644)
}

func (g *garden) folders(trees []tree) error {
	var errs []error
	for _, t := range trees {
		if err := g.folder(t); err != nil {
			errs = append(errs, err)
		}
	}
	return stderrors.Join(errs...)
}

// one is the same tree each time.
func (g *garden) one(ctx context.Context, t tree) error {
	var err error
	for range 4 { // want `it retries 400, 401, 403, 404, 405, 410 and 422, 4 tries in all`
		if err = g.post(ctx, t); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// each tree has its own tries.
func (g *garden) each(ctx context.Context, trees []tree) (errs []error) {
	for _, t := range trees {
		var err error
		for range 4 { // want `the loop in each repeats Client.Do: it retries 400, 401, 403, 404, 405, 410 and 422`
			if err = g.post(ctx, t); err == nil {
				break
			}
			time.Sleep(time.Second)
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// guarded asks for the type under the wrapping of a library.
func (g *garden) guarded(ctx context.Context, t tree) error {
	var err error
	for range 4 {
		if err = g.post(ctx, t); err == nil {
			return nil
		}
		var se *statusError
		if errors.As(err, &se) && se.code < 500 && se.code != 429 {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// visible probes with HEAD until the record is there.
func (g *garden) visible(ctx context.Context, t tree) error {
	for range 30 {
		req, err := http.NewRequestWithContext(ctx, http.MethodHead, g.url+"/"+t.Sort, nil)
		if err != nil {
			return err
		}
		resp, err := g.hc.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return nil
		}
		if resp.StatusCode != http.StatusNotFound && resp.StatusCode < 500 {
			return &statusError{resp.StatusCode}
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("%s is not there", t.Sort)
}

// buried lets the broker take failed messages away.
func (g *garden) buried(ctx context.Context, in <-chan amqp.Delivery) {
	for d := range in {
		if err := g.post(ctx, tree{Sort: string(d.Body)}); err != nil {
			_ = d.Nack(false, false)
			continue
		}
		_ = d.Ack(false)
	}
}

// returned puts them back.
func (g *garden) returned(ctx context.Context, in <-chan amqp.Delivery) {
	for d := range in { // want `the loop in returned puts what failed back in its queue after Client.Do: it retries 400, 401, 403, 404, 405, 410 and 422, without end`
		if err := g.post(ctx, tree{Sort: string(d.Body)}); err != nil {
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
}
