package schema

type ResourceData struct{}

func (*ResourceData) SetId(id string)    {}
func (*ResourceData) Id() string         { return "" }
func (*ResourceData) Get(key string) any { return nil }
