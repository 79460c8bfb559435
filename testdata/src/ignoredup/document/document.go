// Package document writes to MongoDB and DynamoDB.
package document

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type scan struct {
	Page    string    `bson:"_id"`
	Verdict string    `bson:"verdict"`
	Error   string    `bson:"error,omitempty"`
	At      time.Time `bson:"at"`
}

func store(ctx context.Context, db *mongo.Database, s scan) error {
	_, err := db.Collection("scans").UpdateOne(ctx, bson.M{"_id": s.Page}, bson.M{"$setOnInsert": s}, options.UpdateOne().SetUpsert(true)) // want `\$setOnInsert keeps the row that scans has already: a new verdict, error`
	return err
}

func storeMended(ctx context.Context, db *mongo.Database, s scan) error {
	_, err := db.Collection("scans").UpdateOne(ctx, bson.M{"_id": s.Page},
		bson.M{"$setOnInsert": bson.M{"first_seen": s.At}, "$set": bson.M{"verdict": s.Verdict, "error": s.Error}}, options.UpdateOne().SetUpsert(true))
	return err
}

// register looks at whether the document was made.
func register(ctx context.Context, db *mongo.Database, s scan) (bool, error) {
	res, err := db.Collection("scans").UpdateOne(ctx, bson.M{"_id": s.Page}, bson.M{"$setOnInsert": s}, options.UpdateOne().SetUpsert(true))
	if err != nil {
		return false, err
	}
	return res.UpsertedCount == 1, nil
}

func insert(ctx context.Context, coll *mongo.Collection, s scan) error {
	_, err := coll.InsertOne(ctx, s) // want `an insert whose duplicate-key error is swallowed keeps the row .*: a new verdict, error`
	if mongo.IsDuplicateKeyError(err) {
		return nil
	}
	return err
}

func insertNew(ctx context.Context, coll *mongo.Collection, s scan) error {
	_, err := coll.InsertOne(ctx, s)
	if mongo.IsDuplicateKeyError(err) {
		return errors.New("the page was scanned already")
	}
	return err
}

func put(ctx context.Context, c *dynamodb.Client, page, verdict string) error {
	_, err := c.PutItem(ctx, &dynamodb.PutItemInput{ // want `attribute_not_exists with the failed condition swallowed keeps the row that scans has already: a new verdict`
		TableName: aws.String("scans"),
		Item: map[string]types.AttributeValue{
			"page":    &types.AttributeValueMemberS{Value: page},
			"verdict": &types.AttributeValueMemberS{Value: verdict},
		},
		ConditionExpression: aws.String("attribute_not_exists(page)"),
	})
	var failed *types.ConditionalCheckFailedException
	if err != nil && !errors.As(err, &failed) {
		return err
	}
	return nil
}

// lock tells who has it.
func lock(ctx context.Context, c *dynamodb.Client, page, status string) (bool, error) {
	_, err := c.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("locks"),
		Item: map[string]types.AttributeValue{
			"page":   &types.AttributeValueMemberS{Value: page},
			"status": &types.AttributeValueMemberS{Value: status},
		},
		ConditionExpression: aws.String("attribute_not_exists(page)"),
	})
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		return false, nil
	}
	return err == nil, err
}
