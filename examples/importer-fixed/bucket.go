package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Reading is what one file says.
type Reading struct {
	Meter  string  `json:"meter"`
	Month  string  `json:"month"`
	Cubics float64 `json:"cubic_metres"`
}

func parse(raw []byte) (Reading, error) {
	var r Reading
	if err := json.Unmarshal(raw, &r); err != nil {
		return r, fmt.Errorf("parse reading: %w", err)
	}
	if r.Meter == "" || r.Cubics < 0 {
		return r, fmt.Errorf("reading of meter %q makes no sense", r.Meter)
	}
	return r, nil
}

// Bucket is where readings come from and invoices go to.
type Bucket struct {
	client *s3.Client
	name   string
}

// Keys returns the keys below prefix.
func (b *Bucket) Keys(ctx context.Context, prefix string) ([]string, error) {
	// Mended (pageonce): a list call answers at most 1,000 keys; the paginator
	// asks on until the service says that there are no more.
	pages := s3.NewListObjectsV2Paginator(b.client, &s3.ListObjectsV2Input{
		Bucket: aws.String(b.name),
		Prefix: aws.String(prefix),
	})
	var keys []string
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", prefix, err)
		}
		for _, obj := range page.Contents {
			keys = append(keys, aws.ToString(obj.Key))
		}
	}
	return keys, nil
}

// Store writes one object.
func (b *Bucket) Store(ctx context.Context, key string, body []byte) error {
	_, err := b.client.PutObject(ctx, &s3.PutObjectInput{
		Bucket: aws.String(b.name),
		Key:    aws.String(key),
		Body:   bytes.NewReader(body),
	})
	if err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	return nil
}
