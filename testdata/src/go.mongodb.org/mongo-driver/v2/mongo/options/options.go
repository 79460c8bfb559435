package options

type UpdateOneOptionsBuilder struct{}

func UpdateOne() *UpdateOneOptionsBuilder { return nil }

func (b *UpdateOneOptionsBuilder) SetUpsert(v bool) *UpdateOneOptionsBuilder { return b }
