package medium

func bad()   {}
func maybe() {}

func f() {
	bad()   // want `bad call`
	maybe() // want `maybe bad`
}
