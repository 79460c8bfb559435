// Package mailer stands for a library that sends mail.
package mailer

import "context"

type Client struct{}

type Message struct{ To, Body, IdempotencyKey string }

func (*Client) Send(ctx context.Context, m *Message) (string, error) { return "", nil }
