package shop

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"retryall/helper/again"
)

type API struct {
	HC  *http.Client
	URL string
}

func (a *API) price(ctx context.Context) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, nil)
	if err != nil {
		return 0, err
	}
	resp, err := a.HC.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("price: %s", resp.Status)
	}
	return 1, nil
}

func (a *API) sortedPrice(ctx context.Context) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, nil)
	if err != nil {
		return 0, again.Hopeless(err)
	}
	resp, err := a.HC.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 && resp.StatusCode < 500 {
		return 0, again.Hopeless(fmt.Errorf("price: %s", resp.Status))
	}
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("price: %s", resp.Status)
	}
	return 1, nil
}

func Price(ctx context.Context, a *API) (int, error) {
	return again.Times(ctx, 6, a.price) // want `Times repeats Client.Do: it retries 400, 401, 403, 404, 405, 410 and 422, 6 tries in all`
}

func SortedPrice(ctx context.Context, a *API) (int, error) {
	return again.Times(ctx, 6, a.sortedPrice)
}

// local is a helper of this package that gives nobody a way out: it is the
// helper that is wrong.
func local(n int, f func() error) (err error) {
	for i := 0; i < n; i++ { // want `local repeats Client.Do: it retries 400, 401, 403, 404, 405, 410 and 422`
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func Stock(ctx context.Context, a *API) error {
	return local(3, func() error {
		_, err := a.price(ctx)
		return err
	})
}
