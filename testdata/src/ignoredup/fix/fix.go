// Package fix holds statements that can be mended, and some that cannot.
package fix

import "database/sql"

const once = `INSERT INTO kiln (id, state, temperature)
	VALUES ($1, $2, $3)
	ON CONFLICT (id) DO NOTHING -- known`

func put(db *sql.DB, id int, state string, temperature float64) error {
	_, err := db.Exec(once, id, state, temperature) // want `kiln has already: a new state`
	return err
}

func inCall(db *sql.DB, id int, err error) error {
	_, err = db.Exec("INSERT INTO kiln (id, last_error, attempts) VALUES ($1, $2, 1) on conflict (id) do nothing", id, err.Error()) // want `kiln has already: a new last_error`
	return err
}

// The target is not named: which key conflicts is not known.
func noTarget(db *sql.DB, id int, state string) error {
	_, err := db.Exec("INSERT INTO kiln (id, state) VALUES ($1, $2) ON CONFLICT DO NOTHING", id, state) // want `kiln has already: a new state`
	return err
}

// Two calls share the text.
const shared = "INSERT INTO pot (id, state) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING"

func fired(db *sql.DB, id int, state string) error {
	_, err := db.Exec(shared, id, state) // want `pot has already: a new state`
	return err
}

func first(db *sql.DB, id int) error {
	_, err := db.Exec(shared, id, "wet")
	return err
}
