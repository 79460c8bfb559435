package types

type AttributeValue interface{ isAttributeValue() }

type AttributeValueMemberS struct{ Value string }

func (*AttributeValueMemberS) isAttributeValue() {}

type ConditionalCheckFailedException struct{}

func (*ConditionalCheckFailedException) Error() string { return "" }
