package stripe

type Params struct{ IdempotencyKey *string }

func (p *Params) SetIdempotencyKey(key string) { p.IdempotencyKey = &key }

type PaymentIntentParams struct {
	Params
	Amount   *int64
	Customer *string
}

type PaymentIntent struct{ ID string }

func Int64(v int64) *int64    { return &v }
func String(v string) *string { return &v }
