// Package store stands for an object store and its readers and writers.
package store

import (
	"context"
	"io"
)

type Bucket struct{}

// Writer makes the object when it is closed.
type Writer struct{ ContentType string }

func (*Writer) Write(p []byte) (int, error) { return len(p), nil }
func (*Writer) Close() error                { return nil }

func (*Bucket) NewWriter(ctx context.Context, name string) *Writer                { return nil }
func (*Bucket) Create(ctx context.Context, name string) (io.WriteCloser, error)   { return nil, nil }
func (*Bucket) NewReader(ctx context.Context, name string) (io.ReadCloser, error) { return nil, nil }
func (*Bucket) List(ctx context.Context) *Iterator                                { return nil }
func (*Bucket) Scan(q string) *Cursor                                             { return nil }

// Iterator ends at the last name, or at an error, which Error tells.
type Iterator struct{}

func (*Iterator) Next() bool   { return false }
func (*Iterator) Name() string { return "" }
func (*Iterator) Error() error { return nil }
func (*Iterator) Release()     {}

// Cursor tells of errors when it is closed.
type Cursor struct{}

func (*Cursor) Scan(dest ...any) bool { return false }
func (*Cursor) Close() error          { return nil }
