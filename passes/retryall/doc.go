// Package retryall reports retries that fire on permanent errors.
//
// # What goes wrong
//
// A call fails, and something tries it again: a loop, a library, a queue. That
// helps against a lost connection, a 429, a 503. It does not help against a
// revoked token (401), a missing right (403), a record that was deleted (404),
// a row that is not there (sql.ErrNoRows): the answer stays what it is, however
// often one asks. Such a retry makes every refused record cost all tries and
// their pauses, so that a night's run does not end in the night; without a
// limit it never ends, and the queue fills with jobs that cannot succeed. Ask of
// each retry: if this record fails for ever, how often is it tried?
//
// Rules:
//
//   - retryall/permanent: answers that no wait changes are repeated
//   - retryall/blind: the retry never looks at what went wrong
//   - retryall/endless: the retry has no end
//
// # Example
//
//	for i := 0; i < 4; i++ {
//		resp, err := c.HC.Do(req)
//		if err == nil {
//			resp.Body.Close()
//			if resp.StatusCode == http.StatusOK {
//				return nil
//			}
//		}
//		time.Sleep(time.Second)
//	}
//
// # Instead
//
// Leave at once where no wait helps:
//
//	if resp.StatusCode >= 400 && resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests {
//		return fmt.Errorf("status %d", resp.StatusCode)
//	}
//
// The decision is evaluated over each answer, through comparisons, tables,
// error types, marks and predicates, also those of other packages of the
// module; the message says which answers are repeated and which are not. 400,
// 405 and 422 are named but are no grounds alone.
//
// # Silent when
//
// Only passing troubles are repeated (429, 408, 5xx, resets, timeouts). A 401
// is repeated after the credential was renewed, and that has an end. One
// refusal is named and waited for: until the thing exists, is gone, is granted.
// Each try is another thing: a mirror, a credential, the next item. A lost
// compare-and-swap is repeated. What the operation answers with, or what the
// decision makes of it, cannot be known.
//
// # Fix
//
// Let permanent answers end the retry: return them from the loop, wrap them in
// backoff.Permanent, retry.Unrecoverable or asynq.SkipRetry, take them out of
// the set of statuses that are repeated; and give the retry an end.
package retryall
