package pq

type ErrorCode string

type Error struct{ Code ErrorCode }

func (*Error) Error() string { return "" }

func Array(a any) any { return a }
