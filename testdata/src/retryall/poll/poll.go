// Package poll reads the level of a reservoir until it is full.
package poll

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"k8s.io/apimachinery/pkg/util/wait"
)

type basin struct {
	hc  *http.Client
	url string
}

func (b *basin) level(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url, nil)
	if err != nil {
		return "", err
	}
	resp, err := b.hc.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("level: %s", resp.Status)
	}
	raw, err := io.ReadAll(resp.Body)
	return string(raw), err
}

// deaf asks again whatever the answer was.
func (b *basin) deaf(ctx context.Context) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Hour, true, func(ctx context.Context) (bool, error) { // want `wait.PollUntilContextTimeout repeats Client.Do: it retries 400, 401, 403, 404, 405, 410 and 422`
		l, err := b.level(ctx)
		if err != nil {
			return false, nil
		}
		return l == "full", nil
	})
}

// hears gives the error to the waiter, which ends.
func (b *basin) hears(ctx context.Context) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Hour, true, func(ctx context.Context) (bool, error) {
		l, err := b.level(ctx)
		if err != nil {
			return false, err
		}
		return l == "full", nil
	})
}

func (b *basin) usual(ctx context.Context) (string, error) {
	again := retrypolicy.NewWithDefaults[string]()
	return failsafe.With[string](again).WithContext(ctx).Get(func() (string, error) { // want `failsafe.Executor.Get repeats Client.Do: it retries 400, 401, 403, 404, 405, 410 and 422, 3 tries in all`
		return b.level(ctx)
	})
}

func (b *basin) more(ctx context.Context) (string, error) {
	again := retrypolicy.NewBuilder[string]().WithMaxRetries(6).Build()
	return failsafe.With[string](again).Get(func() (string, error) { // want `it retries 400, 401, 403, 404, 405, 410 and 422, 7 tries in all`
		return b.level(ctx)
	})
}

// chosen has a condition of its own.
func (b *basin) chosen(ctx context.Context, final func(string, error) bool) (string, error) {
	again := retrypolicy.NewBuilder[string]().AbortIf(final).Build()
	return failsafe.With[string](again).Get(func() (string, error) {
		return b.level(ctx)
	})
}

// other has a policy that repeats nothing.
func (b *basin) other(ctx context.Context, limit failsafe.Policy[string]) (string, error) {
	return failsafe.With[string](limit).Get(func() (string, error) {
		return b.level(ctx)
	})
}

type transport struct {
	next http.RoundTripper
	most int
}

func passing(status int) bool { return status > 400 && status != http.StatusConflict }

// RoundTrip takes nearly each refusal for a passing one.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 0; ; n++ { // want `it retries 401, 403, 404, 405, 410 and 422; stops at 400`
		resp, err := t.next.RoundTrip(req.Clone(req.Context()))
		if err != nil || n == t.most || !passing(resp.StatusCode) {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(time.Second << n)
	}
}
