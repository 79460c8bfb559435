// Package retryablehttp holds the signatures of
// github.com/hashicorp/go-retryablehttp.
package retryablehttp

import (
	"context"
	"net/http"
)

type CheckRetry func(ctx context.Context, resp *http.Response, err error) (bool, error)

type Client struct {
	HTTPClient *http.Client
	RetryMax   int
	CheckRetry CheckRetry
}

type Request struct{ *http.Request }

func NewClient() *Client
func (c *Client) Do(r *Request) (*http.Response, error)
func (c *Client) StandardClient() *http.Client
func DefaultRetryPolicy(ctx context.Context, resp *http.Response, err error) (bool, error)
