package main

import (
	"context"
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
	}, retry.Context(ctx), retry.Attempts(5), retry.Delay(2*time.Second))
	return raw, err
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
		return nil, fmt.Errorf("fetch %s: %s", key, resp.Status)
	}
	return io.ReadAll(resp.Body)
}
