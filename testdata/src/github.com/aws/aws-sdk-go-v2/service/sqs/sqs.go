package sqs

import "context"

type Client struct{}

type DeleteMessageInput struct{ ReceiptHandle *string }
type DeleteMessageOutput struct{}

func (*Client) DeleteMessage(ctx context.Context, in *DeleteMessageInput, opts ...func()) (*DeleteMessageOutput, error) {
	return nil, nil
}
