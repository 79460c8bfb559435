// Package ignoredup reports writes that ignore an existing row although the row changes later.
//
// # What goes wrong
//
// An insert that leaves an existing row untouched (ON CONFLICT DO NOTHING,
// INSERT IGNORE, $setOnInsert, SETNX) is right for rows that never change once
// they are written. In a ledger the row may be there already, with the state of
// an earlier try: "failed, attempts 1". The write of the final outcome is then
// dropped, nobody is told, and the item is done again and again until its cap;
// or the copy of a remote record stays for ever what it was on the first day.
//
// The rules differ in how the row is ignored: ignoredup/sql (SQL text),
// ignoredup/orm (ORMs and query builders), ignoredup/document (MongoDB),
// ignoredup/keyvalue (SETNX), ignoredup/postgrest (the Prefer header), and
// ignoredup/swallowed, where a plain insert fails and the duplicate-key error is
// taken for success.
//
// # Example
//
//	state, note := "passed", ""
//	if err := probe(ctx, host); err != nil {
//		state, note = "failed", err.Error()
//	}
//	const q = `
//		INSERT INTO probe (host, state, note, checked_at) VALUES ($1, $2, $3, now())
//		ON CONFLICT (host) DO NOTHING`
//	_, err := db.ExecContext(ctx, q, host, state, note)
//
// # Instead
//
//	const q = `
//		INSERT INTO probe (host, state, note, checked_at) VALUES ($1, $2, $3, now())
//		ON CONFLICT (host) DO UPDATE
//		SET state = EXCLUDED.state, note = EXCLUDED.note, checked_at = EXCLUDED.checked_at`
//
// # Silent when
//
// The row carries keys, constants or a first state only (a queue entry, a link
// between two things, a key that was seen); its key holds the number of the
// try, the moment or the content, so that every entry has a row of its own; the
// table is a log, an outbox or an inbox; the program looks at whether the row
// was written (rows affected, RETURNING, the bool of a claim) or acts on the
// duplicate; the same row is updated beside the insert; the rows are a back-fill
// from a table that stays; nothing shows that what is written changes. An update
// in a package that is neither this one nor imported by it is not seen.
//
// # Fix
//
// Merge on conflict: set the columns that carry the result from the new row,
// and leave those alone that the statement does not carry. Where an older result
// must not replace a newer one, add a condition on the time or version.
package ignoredup
