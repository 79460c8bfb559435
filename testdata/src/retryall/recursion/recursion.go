package recursion

import (
	"context"
	"fmt"
	"net/http"
)

type Client struct {
	HC    *http.Client
	URL   string
	token string
}

func (c *Client) renew(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+"/token", nil)
	if err != nil {
		return err
	}
	resp, err := c.HC.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("token: %s", resp.Status)
	}
	c.token = resp.Header.Get("X-Token")
	return nil
}

func (c *Client) forever(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", c.token)
	resp, err := c.HC.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusUnauthorized {
		if err := c.renew(ctx); err != nil {
			return err
		}
		return c.forever(ctx) // want `forever calls itself again after Client.Do: it retries 401, without end`
	}
	return nil
}

func (c *Client) once(ctx context.Context, fresh bool) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", c.token)
	resp, err := c.HC.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusUnauthorized && !fresh {
		if err := c.renew(ctx); err != nil {
			return err
		}
		return c.once(ctx, true)
	}
	return nil
}
