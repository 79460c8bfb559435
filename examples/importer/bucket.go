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
	out, err := b.client.ListObjectsV2(ctx, &s3.ListObjectsV2Input{
		Bucket: aws.String(b.name),
		Prefix: aws.String(prefix),
	})
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", prefix, err)
	}
	keys := make([]string, 0, len(out.Contents))
	for _, obj := range out.Contents {
		keys = append(keys, aws.ToString(obj.Key))
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
