package dynamodb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type Client struct{}

type PutItemInput struct {
	TableName           *string
	Item                map[string]types.AttributeValue
	ConditionExpression *string
}

type PutItemOutput struct{}

type Options struct{}

func (*Client) PutItem(ctx context.Context, in *PutItemInput, opts ...func(*Options)) (*PutItemOutput, error) {
	return nil, nil
}
