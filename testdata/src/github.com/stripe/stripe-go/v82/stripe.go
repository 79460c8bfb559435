// Package stripe is a stub.
package stripe

type ListParams struct {
	Single bool
	Limit  *int64
}

type ListMeta struct {
	HasMore    bool
	TotalCount uint32
}

type SubscriptionItem struct{ ID string }

type SubscriptionItemList struct {
	ListMeta
	Data []*SubscriptionItem
}

type Subscription struct {
	ID    string
	Items *SubscriptionItemList
}

type SubscriptionParams struct{}

type SubscriptionListParams struct {
	ListParams
	Customer *string
}
