package sqltext_test

import (
	"regexp"
	"strings"
	"testing"

	. "github.com/idemlint/idemlint/internal/sqltext"
)

var seeds = []string{
	`INSERT INTO run (id, state) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id`,
	"INSERT IGNORE INTO `app`.`run` SET id = ?, state = 'x' ON DUPLICATE KEY UPDATE id = VALUES(id)",
	`INSERT OR IGNORE INTO run VALUES (:a, @b, ?1)`,
	`MERGE INTO [dbo].[run] AS t USING (VALUES (1)) AS s(id) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id);`,
	`WITH a AS (SELECT 1), b AS (UPDATE x SET (a, b) = (1, 2) RETURNING *) INSERT INTO run SELECT * FROM b, LATERAL unnest($1) ON CONFLICT DO NOTHING`,
	`ALTER TABLE app.run UPDATE state = 'done' WHERE id = 1`,
	`CREATE TEMPORARY TABLE t (id int, LIKE run) ON COMMIT DROP; COPY t (id) FROM STDIN`,
	"INSERT INTO " + Hole(0) + "_log (" + Hole(1) + ") VALUES" + Hole(2),
	"UPDATE t SET a = $$x$$, b = E'\\'', c = \"d\".e -- f\n, g = /* h */ CAST(? AS text)::int WHERE i IN ((?, ?))",
	`insert the coin`, `'`, `(((`, `$`, `with`, `insert into a(`,
}

var tableName = regexp.MustCompile(`^#?[^\s"'(),;.]+$`)

// FuzzParse: no panic, and a table that is named occurs in the text.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range Parse(text) {
			name := strings.TrimPrefix(s.Table.Name, "#")
			if name == "" {
				continue
			}
			if !tableName.MatchString(name) || HasHole(name) {
				t.Fatalf("%q is no table name", name)
			}
			if !strings.Contains(strings.ToLower(text), name) {
				t.Fatalf("table %q does not occur in %q", name, text)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	n := 0
	for _, s := range seeds {
		n += len(s)
	}
	b.SetBytes(int64(n))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range seeds {
			Parse(s)
		}
	}
}

// BenchmarkLikely is the price of text that is not SQL, which is nearly all.
func BenchmarkLikely(b *testing.B) {
	text := strings.Repeat("the quick brown fox jumps over the lazy dog ", 20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if Likely(text) {
			b.Fatal("prose is no SQL")
		}
	}
}
