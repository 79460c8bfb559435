// Package swallow reports errors discarded instead of collected.
//
// # What goes wrong
//
// A batch goes over many items and one of them fails. Whoever wrote the loop did
// not want one bad record to stop the others, so the error is logged, or
// dropped, and the loop goes on. The run ends with "ok". Nobody reads the log
// of a run that said ok; the record is gone, or is missing on the other side
// until a customer asks for it. The same happens where a batch call answers
// without an error and lists the refused parts in a field that nobody reads,
// where an iterator breaks off and the half list is taken for the whole, where
// the last block of a file is written by a Close whose error is dropped.
//
// errcheck says which errors are ignored. swallow says which records are lost:
// it looks only at code that goes over many items and at the entries of jobs,
// and asks there whether the failure reaches somebody who can act on it.
//
// Rules:
//
//   - swallow/ignored: the error of a call is not taken, or never looked at
//   - swallow/logonly: the error is logged and nothing else
//   - swallow/dropped: the error is tested and forgotten
//   - swallow/overwritten: the error of one item overwrites that of another
//   - swallow/deferred: a deferred assignment replaces the error
//   - swallow/itererr: an iterator's error is not asked for, or taken for the end
//   - swallow/partial: the refused parts of a batch answer are never read
//   - swallow/unread: a result that tells of failure is never asked
//   - swallow/status: the status of a response is never read
//   - swallow/writer: the error of closing or flushing a writer is lost
//   - swallow/group: errors of goroutines, groups and channels are lost
//   - swallow/callback: the error in a callback reaches nobody
//   - swallow/recover: recover eats the failure of an item
//
// # Example
//
//	for _, inv := range invoices {
//		if err := m.post.Send(ctx, inv); err != nil {
//			log.Printf("invoice %s: %v", inv.Number, err)
//			continue
//		}
//	}
//	return nil
//
// # Instead
//
// Go on, and say at the end what was lost:
//
//	var errs []error
//	for _, inv := range invoices {
//		if err := m.post.Send(ctx, inv); err != nil {
//			errs = append(errs, fmt.Errorf("invoice %s: %w", inv.Number, err))
//		}
//	}
//	return errors.Join(errs...)
//
// # Silent when
//
// The error reaches somebody: it is returned, joined, appended to what is
// returned, counted, stored on the item or by index, sent where it is read,
// recorded by a helper, given to a pager or a metric; the item stays on its
// queue (it is not acknowledged, or named in BatchItemFailures). The error is an
// expected one and the others are not lost (io.EOF, sql.ErrNoRows, not found
// when deleting, exists when creating). Nothing is lost by it: clean-up after
// another failure, scratch files, caches whose entries expire, writers that
// remember their error until a checked Flush, writers to memory, the console.
// Outside of batches and jobs it is always silent.
//
// # Fix
//
// Collect with errors.Join and return at the end; read the field that lists
// what failed and send it again; ask rows.Err() after the loop; close what was
// written before success is reported, and return its error.
package swallow
