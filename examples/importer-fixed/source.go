package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
)

// Source hands out the files of the bucket over HTTP.
type Source struct {
	hc   *http.Client
	base string
}

// Fetch downloads one file.
func (s *Source) Fetch(ctx context.Context, key string) ([]byte, error) {
	var raw []byte
	err := retry.Do(func() error {
		var err error
		raw, err = s.get(ctx, key)
		return err
	}, retry.Context(ctx), retry.Attempts(5), retry.Delay(2*time.Second), retry.RetryIf(transient))
	return raw, err
}

// statusError is an answer other than 200.
type statusError struct {
	key  string
	code int
}

func (e *statusError) Error() string {
	return fmt.Sprintf("fetch %s: %d %s", e.key, e.code, http.StatusText(e.code))
}

// transient says which failures may pass by themselves.
//
// Mended (retryall): asking again does not change a 401, 403 or 404.
func transient(err error) bool {
	var se *statusError
	if errors.As(err, &se) {
		return se.code == http.StatusTooManyRequests || se.code >= 500
	}
	return retry.IsRecoverable(err)
}

func (s *Source) get(ctx context.Context, key string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/"+key, nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &statusError{key: key, code: resp.StatusCode}
	}
	return io.ReadAll(resp.Body)
}
