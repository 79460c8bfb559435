package farm

import (
	"context"
	"fmt"
	"net/http"

	"retryall/runner/jobs"
)

type Weigher struct{ hc *http.Client }

func (w *Weigher) Handle(ctx context.Context, j jobs.Job) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprint("https://scales.example/", j.ID), nil)
	if err != nil {
		return err
	}
	resp, err := w.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("scale %d: %s", j.ID, resp.Status)
	}
	return nil
}

type Sorter struct{ Weigher }

func (s *Sorter) Handle(ctx context.Context, j jobs.Job) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprint("https://scales.example/", j.ID), nil)
	if err != nil {
		return jobs.Final(err)
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 && resp.StatusCode < 500 {
		return jobs.Final(fmt.Errorf("scale %d: %s", j.ID, resp.Status))
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("scale %d: %s", j.ID, resp.Status)
	}
	return nil
}

func Start(ctx context.Context, t jobs.Table, w *Weigher) error {
	p := jobs.NewPool(t, w, jobs.Unlimited) // want `Run runs Client.Do again when it fails: it retries 400, 401, 403, 404, 405, 410 and 422, without end`
	return p.Run(ctx)
}

func StartSorted(ctx context.Context, t jobs.Table, s *Sorter) error {
	return jobs.NewPool(t, s, 20).Run(ctx)
}
