package condition

import (
	"context"
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
)

func all() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) { // want `the condition given to retryablehttp.Client.CheckRetry retries 400, 401, 403, 404, 405, 410 and 422`
		if err != nil {
			return true, nil
		}
		return resp.StatusCode >= 400, nil
	}
	return c
}

func passing(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if err != nil || resp.StatusCode == http.StatusUnprocessableEntity {
		return true, nil
	}
	return retryablehttp.DefaultRetryPolicy(ctx, resp, err)
}

func some() *retryablehttp.Client {
	return &retryablehttp.Client{RetryMax: 2, CheckRetry: passing}
}
