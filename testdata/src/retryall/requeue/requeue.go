package requeue

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

type job struct {
	url   string
	tries int
}

type worker struct {
	hc   *http.Client
	jobs chan job
}

func (w *worker) fetch(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := w.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	return nil
}

// forever puts each failed job back.
func (w *worker) forever(ctx context.Context) {
	for j := range w.jobs { // want `the loop in forever puts what failed back in its queue after Client.Do: it retries 400, 401, 403, 404, 405, 410 and 422, without end`
		if err := w.fetch(ctx, j.url); err != nil {
			go func() {
				time.Sleep(time.Minute)
				w.jobs <- j
			}()
		}
	}
}

// counted puts it back a few times.
func (w *worker) counted(ctx context.Context) {
	for j := range w.jobs { // want `the loop in counted puts what failed back in its queue after Client.Do: it retries 400, 401, 403, 404, 405, 410 and 422$`
		if err := w.fetch(ctx, j.url); err != nil && j.tries < 5 {
			j.tries++
			w.jobs <- j
		}
	}
}

// handed passes what failed to somebody else.
func (w *worker) handed(ctx context.Context, failed chan<- job) {
	for j := range w.jobs {
		if err := w.fetch(ctx, j.url); err != nil {
			failed <- j
		}
	}
}
