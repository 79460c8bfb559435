package pgconn

type CommandTag struct{}

func (CommandTag) RowsAffected() int64 { return 0 }

type PgError struct {
	Code    string
	Message string
}

func (*PgError) Error() string    { return "" }
func (*PgError) SQLState() string { return "" }
