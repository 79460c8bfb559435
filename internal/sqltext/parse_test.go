package sqltext_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/idemlint/idemlint/internal/sqltext"
)

// show prints what matters of the last statement of text on one line.
func show(text string) string {
	stmts := Parse(text)
	if len(stmts) == 0 {
		return "nothing"
	}
	s := stmts[len(stmts)-1]
	for _, c := range stmts { // the write inside a common table expression
		if c.Verb == Insert {
			s = c
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", verbs[s.Verb], s.Table.Name)
	for i, a := range s.Set {
		sep := ","
		if i == 0 {
			sep = " "
		}
		fmt.Fprintf(&b, "%s%s=%s", sep, a.Column, value(a.Value))
	}
	if s.Verb == Insert || s.Verb == Merge {
		fmt.Fprintf(&b, " %s", conflicts[s.Conflict])
		if len(s.Target) > 0 {
			fmt.Fprintf(&b, "(%s)", strings.Join(s.Target, ","))
		}
	}
	for _, f := range s.From {
		fmt.Fprintf(&b, " from %s", f.Name)
	}
	if s.FromRows {
		b.WriteString(" rows")
	}
	if s.Returning {
		b.WriteString(" returning")
	}
	if s.Temporary {
		b.WriteString(" temp")
	}
	return b.String()
}

var verbs = map[Verb]string{Insert: "insert", Update: "update", Delete: "delete", Select: "select", Merge: "merge", CreateTable: "create", Copy: "copy"}
var conflicts = map[Conflict]string{Fails: "fails", Ignores: "ignores", Merges: "merges", Unknown: "unknown"}

func value(v Value) string {
	switch v.Kind {
	case Param:
		if len(v.Names) > 0 {
			return ":" + v.Names[0]
		}
		return fmt.Sprintf("$%d", v.Params[0])
	case Literal:
		return "'" + v.Text + "'"
	case Now:
		return "now"
	case Column:
		return v.Text
	}
	return "?" + strings.Trim(fmt.Sprint(v.Params), "[]")
}

func TestParse(t *testing.T) {
	h := Hole
	for _, c := range []struct{ sql, want string }{
		// PostgreSQL
		{`INSERT INTO run (id, state) VALUES ($1, $2) ON CONFLICT DO NOTHING`, "insert run id=$1,state=$2 ignores"},
		{`insert into app.run as r (id, state) values ($2, 'queued'::text) on conflict (id) do nothing returning id`,
			"insert run id=$2,state='queued' ignores(id) returning"},
		{`INSERT INTO "Run" ("id", "State") VALUES ($1, now()) ON CONFLICT ON CONSTRAINT run_pk DO NOTHING`, "insert run id=$1,state=now ignores"},
		{`INSERT INTO run (id, state) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET state = EXCLUDED.state WHERE run.state <> 'done'`,
			"insert run id=$1,state=$2 merges(id)"},
		{`INSERT INTO run (id, state) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET id = EXCLUDED.id`, "insert run id=$1,state=$2 ignores(id)"},
		{`INSERT INTO run (id, state) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET state = run.state`, "insert run id=$1,state=$2 ignores(id)"},
		{`INSERT INTO run (id, state) SELECT id, state FROM run_in ON CONFLICT DO NOTHING`, "insert run id=id,state=state ignores from run_in"},
		{`INSERT INTO run (id, state) SELECT * FROM unnest($1::int[], $2::text[]) ON CONFLICT DO NOTHING`, "insert run id=?,state=? ignores rows"},
		{`INSERT INTO run (id, state) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM run WHERE id = $1)`, "insert run id=$1,state=$2 ignores rows"},
		{`WITH c AS (SELECT id, state FROM old WHERE id > $1), m AS (INSERT INTO run (id, state) SELECT id, state FROM c ON CONFLICT (id) DO NOTHING) SELECT count(*) FROM c`,
			"insert run id=id,state=state ignores(id) from old"},
		{`WITH c AS (SELECT 1) INSERT INTO run (id) SELECT x FROM c JOIN other o ON o.id = c.id ON CONFLICT DO NOTHING`, "insert run id=x ignores from other rows"},
		{"-- name: Put :exec\nINSERT INTO run (\n id, state -- the state\n) VALUES (\n $1, /* two */ $2\n)\nON CONFLICT (id) DO NOTHING\n", "insert run id=$1,state=$2 ignores(id)"},
		{`INSERT INTO run VALUES ($1, $2) ON CONFLICT DO NOTHING`, "insert run ignores"},
		{`INSERT INTO run (id, body) VALUES ($1, jsonb_build_object('a', $2)) ON CONFLICT DO NOTHING`, "insert run id=$1,body=?2 ignores"},
		{`COPY run (id, state) FROM STDIN`, "copy run id=?,state=?"},
		{`CREATE TEMP TABLE IF NOT EXISTS run_in (LIKE run) ON COMMIT DROP`, "create run_in temp"},
		{`CREATE TABLE run (id int PRIMARY KEY, state text, UNIQUE (id, state))`, "create run id=?,state=?"},
		{`UPDATE app.run r SET state = $1, tries = tries + 1 WHERE id = $2 RETURNING id`, "update run state=$1,tries=? returning"},
		{`UPDATE ONLY run SET (state, error) = ($1, NULL)`, "update run state=$1,error='null'"},
		{`DELETE FROM run WHERE id = $1`, "delete run"},
		{`SELECT state FROM run WHERE id = $1 FOR UPDATE`, "select  =state from run"},
		// MySQL
		{"INSERT IGNORE INTO `app`.`run` (`id`, `state`) VALUES (?, ?)", "insert run id=$1,state=$2 ignores"},
		{"INSERT INTO run (id, state) VALUES (?, ?) ON DUPLICATE KEY UPDATE id = id", "insert run id=$1,state=$2 ignores"},
		{"INSERT INTO run (id, state) VALUES (?, ?) ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)", "insert run id=$1,state=$2 ignores"},
		{"INSERT INTO run (id, state) VALUES (?, ?) ON DUPLICATE KEY UPDATE state = VALUES(state)", "insert run id=$1,state=$2 merges"},
		{"INSERT IGNORE run SET id = ?, state = 'open'", "insert run id=$1,state='open' ignores"},
		{"REPLACE INTO run (id, state) VALUES (?, ?)", "insert run id=$1,state=$2 merges"},
		// SQLite
		{`INSERT OR IGNORE /* known */ INTO run (id, state) VALUES (:id, :state)`, "insert run id=:id,state=:state ignores"},
		{`INSERT OR REPLACE INTO run (id, state) VALUES (?1, ?2)`, "insert run id=$1,state=$2 merges"},
		// SQL Server, Oracle
		{`MERGE INTO [dbo].[run] AS t USING (VALUES (@p1, @p2)) AS s(id, state) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, state) VALUES (s.id, s.state);`,
			"merge run id=s.id,state=s.state ignores rows"},
		{`MERGE run t USING (SELECT @id AS id, @state AS state) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET state = s.state WHEN NOT MATCHED BY TARGET THEN INSERT (id, state) VALUES (s.id, s.state);`,
			"merge run id=s.id,state=s.state merges rows"},
		// Cassandra
		{`INSERT INTO ks.run (id, state) VALUES (?, ?) IF NOT EXISTS USING TTL 3600`, "insert run id=$1,state=$2 ignores"},
		// ClickHouse
		{`ALTER TABLE app.run UPDATE state = 'done' WHERE id = 1`, "update run state='done'"},
		{`INSERT INTO run (id, state)`, "insert run id=?,state=? fails"},
		// Parts that are not known
		{`INSERT INTO ` + h(0) + ` (id, state) VALUES ($1, $2) ON CONFLICT DO NOTHING`, "insert  id=$1,state=$2 ignores"},
		{`INSERT INTO ` + h(0) + `.run (id, state) VALUES ($1, $2) ON CONFLICT DO NOTHING`, "insert run id=$1,state=$2 ignores"},
		{`INSERT INTO run_` + h(0) + ` (id, state) VALUES ($1, $2)`, "insert  id=$1,state=$2 fails"},
		{`INSERT INTO run (id, state) VALUES ($1, $2) ` + h(0), "insert run id=$1,state=$2 unknown"},
		{`INSERT INTO run (id, state) VALUES` + h(0) + `ON CONFLICT DO NOTHING`, "insert run id=$1,state=$2 ignores"},
		{`INSERT INTO run (id, state) VALUES ($` + h(0) + `,$` + h(1) + `) ON CONFLICT DO NOTHING`, "insert run id=$1,state=$2 ignores"},
		{`INSERT INTO run (` + h(0) + `) VALUES ($1) ON CONFLICT DO NOTHING`, "insert run ignores"},
		{`UPDATE ` + h(0) + ` SET state = ? WHERE id = ?`, "update  state=$1"},
		// Not SQL
		{`insert the coin into the slot`, "nothing"},
		{`could not insert row`, "nothing"},
		{`update available`, "nothing"},
		{``, "nothing"},
	} {
		if got := show(c.sql); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.sql, got, c.want)
		}
	}
}
