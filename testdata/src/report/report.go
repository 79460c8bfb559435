// Package report exercises suppressions.
package report

func bad(args ...any) int { return 0 }
func maybe()              {}

func plain() {
	bad() // want `bad call`
	maybe()
}

func own() {
	bad() //idemlint:ignore calls the page is small
	//idemlint:ignore calls/bad the page is small
	bad()
	/* want `gives no reason` */ //idemlint:ignore calls/bad
	bad() // want `bad call`
}

func others() {
	bad() //nolint:calls // the page is small
	bad() //nolint:gosec,idemlint
	bad() //nolint:gosec // want `bad call`
	//lint:ignore calls the page is small
	bad()
}

func lines() {
	//idemlint:ignore calls the whole statement is covered
	bad(
		1,
		bad(),
	)
	bad( // want `bad call`
		bad(), // want `bad call`
		//idemlint:ignore calls only this argument
		bad(),
	)
}

func heads() {
	//idemlint:ignore calls only the head of the loop
	for range bad() {
		bad() // want `bad call`
	}
}

func unused() {
	/* want `hides nothing` */ //idemlint:ignore calls nothing here
	own()
}
