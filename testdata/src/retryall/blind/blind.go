package blind

import (
	"context"
	"errors"
	"time"
)

type Store interface {
	Load(ctx context.Context, id string) ([]byte, error)
}

var ErrBusy = errors.New("busy")

// load never looks at the error.
func load(ctx context.Context, s Store, id string) (b []byte, err error) {
	for attempt := 1; attempt <= 3; attempt++ { // want `the loop in load repeats Store.Load: it retries every error: it never looks whether another try can help, 3 tries in all`
		if b, err = s.Load(ctx, id); err == nil {
			return b, nil
		}
		time.Sleep(time.Duration(attempt) * time.Second)
	}
	return nil, err
}

// loadBusy repeats for one cause only.
func loadBusy(ctx context.Context, s Store, id string) (b []byte, err error) {
	for attempt := 1; attempt <= 3; attempt++ {
		if b, err = s.Load(ctx, id); !errors.Is(err, ErrBusy) {
			return b, err
		}
		time.Sleep(time.Duration(attempt) * time.Second)
	}
	return nil, err
}

// ticker does new work each time: it is no retry.
func ticker(ctx context.Context, s Store) {
	for {
		if _, err := s.Load(ctx, "config"); err != nil {
			println(err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Minute):
		}
	}
}
