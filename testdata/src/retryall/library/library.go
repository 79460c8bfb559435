package library

import (
	"context"
	"fmt"
	"net/http"
	"time"

	retry "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
)

type API struct {
	HC  *http.Client
	URL string
}

func (a *API) ping(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, nil)
	if err != nil {
		return err
	}
	resp, err := a.HC.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("ping: %s", resp.Status)
	}
	return nil
}

func (a *API) pingFinal(ctx context.Context, final func(error) error) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, nil)
	if err != nil {
		return final(err)
	}
	resp, err := a.HC.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
		return nil
	case code == http.StatusTooManyRequests, code >= 500:
		return fmt.Errorf("ping: %s", resp.Status)
	}
	return final(fmt.Errorf("ping: %s", resp.Status))
}

func (a *API) backoffAll(ctx context.Context) error {
	b := backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 4)
	return backoff.Retry(func() error { return a.ping(ctx) }, b) // want `backoff.Retry repeats Client.Do: it retries 400, 401, 403, 404, 405, 410 and 422, 5 tries in all`
}

func (a *API) backoffFinal(ctx context.Context) error {
	b := backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 4)
	return backoff.Retry(func() error { return a.pingFinal(ctx, backoff.Permanent) }, b)
}

func (a *API) backoffForever() error {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return backoff.Retry(func() error { return a.ping(context.Background()) }, b) // want `401, 403, 404, 405, 410 and 422, without end`
}

func (a *API) retryAll(ctx context.Context) error {
	return retry.Do(func() error { return a.ping(ctx) }, retry.Delay(time.Second)) // want `retry.Do repeats Client.Do: it retries 400, 401, 403, 404, 405, 410 and 422, 10 tries in all`
}

func (a *API) retryForever(ctx context.Context) error {
	return retry.Do(func() error { return a.ping(ctx) }, retry.Attempts(0)) // want `without end`
}

func (a *API) retryFinal(ctx context.Context) error {
	return retry.Do(func() error { return a.pingFinal(ctx, retry.Unrecoverable) }, retry.Attempts(5))
}

// retryIfReplaces gives a condition, which takes the place of the check for
// Unrecoverable while attempts are finite.
func (a *API) retryIfReplaces(ctx context.Context) error {
	return retry.Do(func() error { return a.pingFinal(ctx, retry.Unrecoverable) }, // want `it retries 400, 401, 403, 404, 405, 410 and 422, 5 tries in all`
		retry.Attempts(5), retry.RetryIf(func(err error) bool { return ctx.Err() == nil }))
}

func (a *API) retryIfKeeps(ctx context.Context) error {
	return retry.Do(func() error { return a.pingFinal(ctx, retry.Unrecoverable) },
		retry.Attempts(5), retry.RetryIf(func(err error) bool { return ctx.Err() == nil && retry.IsRecoverable(err) }))
}

// A body that is rewound before each try is no operation of its own: the answer
// is looked at all the same.
func (a *API) backoffRewound(req *http.Request) error {
	return backoff.Retry(func() error {
		if req.GetBody != nil {
			body, err := req.GetBody()
			if err != nil {
				return backoff.Permanent(err)
			}
			req.Body = body
		}
		resp, err := a.HC.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 500 {
			return fmt.Errorf("server error %d", resp.StatusCode)
		}
		if resp.StatusCode >= 300 {
			return backoff.Permanent(fmt.Errorf("refused: %d", resp.StatusCode))
		}
		return nil
	}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 4))
}
