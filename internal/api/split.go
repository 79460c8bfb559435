package api

// Package returns the import path of the entry's name, without /vN, and
// whether the entry speaks of every package below that path.
func (e Entry) Package() (path string, tree bool) {
	path, rest, _ := cutName(e.Name)
	return path, rest == "*" && e.Name == path+"/*"
}

// Member returns what follows the import path: "Get", "Client.Do", "Client.*".
func (e Entry) Member() string {
	_, rest, _ := cutName(e.Name)
	return rest
}

// PackageKey returns an import path as tables write it: without /vN.
func PackageKey(path string) string { return stripMajor(path) }
