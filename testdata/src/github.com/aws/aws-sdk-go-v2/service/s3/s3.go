package s3

import "context"

type Client struct{}

type PutObjectInput struct {
	Bucket, Key *string
	Body        []byte
}

type PutObjectOutput struct{}

func (*Client) PutObject(ctx context.Context, in *PutObjectInput, opts ...func()) (*PutObjectOutput, error) {
	return nil, nil
}
