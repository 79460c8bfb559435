package paymentintent

import "github.com/stripe/stripe-go/v81"

func New(params *stripe.PaymentIntentParams) (*stripe.PaymentIntent, error) { return nil, nil }
