package clause

type Expression interface{ Build() }

type Column struct{ Name string }

type Set []any

func (Set) Build() {}

func AssignmentColumns(values []string) Set { return nil }

type OnConflict struct {
	Columns   []Column
	DoNothing bool
	DoUpdates Set
	UpdateAll bool
}

func (OnConflict) Build() {}

type Insert struct{ Modifier string }

func (Insert) Build() {}
