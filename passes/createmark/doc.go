// Package createmark reports a long gap between a create call and its completion mark.
//
// # What goes wrong
//
// A batch makes something outside the process (a machine, a charge, a message,
// a copy, an upload under a random name), goes on working, and says only at the
// end that the item is done: a status column, a row, an acknowledgement, a
// state file. Whatever fails or dies in between leaves the thing made and the
// item open, so that the next run makes it again. Nobody sees an error that
// says so; the bill and the duplicates do.
//
// Three rules have the same cause: createmark/gap, where fallible or slow work
// lies between create and mark; createmark/batch, where the marks of a whole
// loop are set once behind it; createmark/ack, where the mark is the nil that a
// runner acknowledges. createmark/freshkey is any of them with an idempotency
// key that is made for each call and therefore protects nothing.
//
// # Example
//
//	rec, err := s.api.Servers.Create(ctx, req)
//	if err != nil {
//		return err
//	}
//	if err := s.waitUntilUp(ctx, rec.ID); err != nil {
//		return err // the server stays, the job gets another one
//	}
//	_, err = s.db.ExecContext(ctx, `UPDATE jobs SET server_id = ?, status = 'up' WHERE id = ?`, rec.ID, job.ID)
//	return err
//
// # Instead
//
//	rec, err := s.api.Servers.Create(ctx, req)
//	if err != nil {
//		return err
//	}
//	if _, err := s.db.ExecContext(ctx, `UPDATE jobs SET server_id = ? WHERE id = ?`, rec.ID, job.ID); err != nil {
//		return err
//	}
//	return s.waitUntilUp(ctx, rec.ID)
//
// Or make the create repeatable: an idempotency key made from the record, a
// name that the store identifies the thing by, a look-up first.
//
// # Silent when
//
// The thing is looked up first and made only where there is none; the call is
// an upsert, carries an idempotency key or an id made from the record, handles
// "exists already", or stores under a name that the store identifies it by and
// that is the same for every run; the created id, an intent or a claim is
// stored first or right after; create and mark are one database transaction;
// every way out with an error deletes the thing again; nothing in between can
// fail or wait (logging, formatting, metrics); or there is no mark at all.
//
// # Fix
//
// Move what can fail before the create or behind the mark. Where the work
// behind the create decides the item's final state, store the created id first
// and let the next run go on from there. Mark each item of a batch as soon as
// its own create went through.
package createmark
