package ledger_test

import (
	"testing"

	. "github.com/idemlint/idemlint/internal/ledger"
	"github.com/idemlint/idemlint/internal/sqltext"
)

func TestColumn(t *testing.T) {
	for name, want := range map[string]Role{
		"status": State, "StatusID": Key, "status_id": Key, "BillingStatus": State, "lastError": Failure, "error_text": Failure,
		"processed_at": Done, "SentOn": Done, "created_at": Created, "first_seen": Created, "last_seen_at": Watermark,
		"attempts": Count, "attempt": Sequence, "closes_at": Fixed, "reviewed_at": Done, "calibrated_at": Done, "is_processed": Done,
		"updatedAt": Stamp, "name": Fixed, "retry_policy_id": Key, "locked_by": Lease, "has_failed": Outcome, "mg_per_l": None,
		"last_checked": Stamp, "HTTPStatus": State, "": None,
	} {
		if got, _ := Column(name); got != want {
			t.Errorf("Column(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestName(t *testing.T) {
	for name, want := range map[string]TableRole{
		"audit_log": Log, "webhook_events": Log, "OrderHistory": Log, "mail_outbox": Box, "run": Plain, "history_entry": Log,
	} {
		if got := Name(name); got != want {
			t.Errorf("Name(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestOfStatement(t *testing.T) {
	for sql, completes := range map[string]bool{
		`UPDATE job SET status = 'done', updated_at = now() WHERE id = $1`:      true,
		`UPDATE job SET status = $2 WHERE id = $1`:                              true,
		`UPDATE job SET status = 'running', locked_by = $2 WHERE id = $1`:       false,
		`UPDATE job SET sent_at = now() WHERE id = $1`:                          true,
		`UPDATE job SET title = $2 WHERE id = $1`:                               false,
		`INSERT INTO job (id, status) VALUES ($1, 'queued')`:                    false,
		`INSERT INTO sent (id, outcome) VALUES ($1, $2) ON CONFLICT DO NOTHING`: true,
		`SELECT status FROM job`:                                                false,
	} {
		stmts := sqltext.Parse(sql)
		if len(stmts) != 1 {
			t.Fatalf("%s: %d statements", sql, len(stmts))
		}
		if got := OfStatement(&stmts[0]).Completes; got != completes {
			t.Errorf("%s: completes is %v", sql, got)
		}
	}
}

func TestMarkWord(t *testing.T) {
	for name, want := range map[string]bool{"MarkDone": true, "SetStatus": true, "UpdateState": true, "Ack": true, "Get": false, "SetName": false} {
		if got := MarkWord(name); got != want {
			t.Errorf("MarkWord(%q) = %v", name, got)
		}
	}
}
