package multierr

func Append(left, right error) error { return nil }

func AppendInto(into *error, err error) bool { return false }
