package loop

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

type Client struct {
	HC  *http.Client
	URL string
}

// bounded repeats every status that is not 200.
func (c *Client) bounded(req *http.Request) error {
	for i := 0; i < 4; i++ { // want `the loop in bounded repeats Client.Do: it retries 400, 401, 403, 404, 405, 410 and 422, 4 tries in all`
		resp, err := c.HC.Do(req)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	return errors.New("gave up")
}

// boundedRight leaves at once where no wait helps.
func (c *Client) boundedRight(req *http.Request) error {
	for i := 0; i < 4; i++ {
		resp, err := c.HC.Do(req)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
			if resp.StatusCode >= 400 && resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests {
				return fmt.Errorf("status %d", resp.StatusCode)
			}
		}
		time.Sleep(time.Second)
	}
	return errors.New("gave up")
}

var again = map[int]bool{403: true, 429: true, 503: true}

// table looks the status up.
func (c *Client) table(req *http.Request) error {
	for { // want `repeats Client.Do: it retries 403, without end; stops at 400, 401, 404`
		resp, err := c.HC.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if !again[resp.StatusCode] {
			return nil
		}
		time.Sleep(time.Second)
	}
}

type statusError struct{ code int }

func (e statusError) Error() string { return fmt.Sprint(e.code) }

func (c *Client) get(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL+path, nil)
	if err != nil {
		return err
	}
	resp, err := c.HC.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return &statusError{resp.StatusCode}
	}
	return nil
}

var final = []int{401, 403, 404, 410}

// dead asks for a value where a pointer is returned: the guard never matches.
func (c *Client) dead(ctx context.Context, path string) error {
	var err error
	for n := range 5 { // want `it retries 400, 401, 403, 404, 405, 410 and 422, 5 tries in all`
		if err = c.get(ctx, path); err == nil {
			return nil
		}
		var se statusError
		if errors.As(err, &se) && slices.Contains(final, se.code) {
			return err
		}
		time.Sleep(time.Duration(n) * time.Second)
	}
	return err
}

// live asks for the pointer.
func (c *Client) live(ctx context.Context, path string) error {
	var err error
	for n := range 5 {
		if err = c.get(ctx, path); err == nil {
			return nil
		}
		var se *statusError
		if errors.As(err, &se) && slices.Contains(final, se.code) {
			return err
		}
		time.Sleep(time.Duration(n) * time.Second)
	}
	return err
}

// untilThere waits for a record that appears later: 404 alone is repeated.
func (c *Client) untilThere(req *http.Request) error {
	for i := 0; i < 30; i++ {
		resp, err := c.HC.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		switch resp.StatusCode {
		case http.StatusOK:
			return nil
		case http.StatusNotFound:
			time.Sleep(time.Second)
			continue
		}
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return errors.New("not there")
}

// mirrors asks another host each time.
func (c *Client) mirrors(ctx context.Context, hosts []string) error {
	var err error
	for _, h := range hosts {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodGet, h, nil); err != nil {
			return err
		}
		var resp *http.Response
		if resp, err = c.HC.Do(req); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
			err = fmt.Errorf("%s: %s", h, resp.Status)
		}
		time.Sleep(time.Second)
	}
	return err
}

// items goes on with the next item whatever became of the last.
func (c *Client) items(ctx context.Context, paths []string) (errs []error) {
	for _, p := range paths {
		if err := c.get(ctx, p); err != nil {
			errs = append(errs, err)
			time.Sleep(time.Second)
			continue
		}
	}
	return errs
}

// stuck repeats the same item for ever by stepping back.
func (c *Client) stuck(ctx context.Context, paths []string) {
	for i := 0; i < len(paths); i++ { // want `it retries 400, 401, 403, 404, 405, 410 and 422, without end`
		if err := c.get(ctx, paths[i]); err != nil {
			time.Sleep(time.Second)
			i--
		}
	}
}
