// Package sub is a stub.
package sub

import "github.com/stripe/stripe-go/v82"

type Iter struct{}

func (i *Iter) Next() bool                         { return false }
func (i *Iter) Err() error                         { return nil }
func (i *Iter) Meta() *stripe.ListMeta             { return nil }
func (i *Iter) Subscription() *stripe.Subscription { return nil }

func Get(id string, params *stripe.SubscriptionParams) (*stripe.Subscription, error) { return nil, nil }
func List(params *stripe.SubscriptionListParams) *Iter                               { return nil }
