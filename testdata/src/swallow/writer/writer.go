// Package writer: what was written and never arrived.
package writer

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"example.org/store"
)

type Label struct{ Name, Text string }

func WriteAll(dir string, labels []Label) error {
	for _, l := range labels {
		if err := writeOne(dir, l); err != nil {
			return err
		}
	}
	return nil
}

func writeOne(dir string, l Label) error {
	f, err := os.Create(dir + "/" + l.Name)
	if err != nil {
		return err
	}
	defer f.Close() // want `what f still holds is written by Close, whose error is dropped`
	_, err = io.WriteString(f, l.Text)
	return err
}

func CheckedAll(dir string, labels []Label) error {
	for _, l := range labels {
		if err := checked(dir, l); err != nil {
			return err
		}
		if err := twice(dir, l); err != nil {
			return err
		}
		if err := named(dir, l); err != nil {
			return err
		}
	}
	return nil
}

func checked(dir string, l Label) error {
	f, err := os.Create(dir + "/" + l.Name)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(f, l.Text); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// twice closes in a defer for the early returns, and checks on success.
func twice(dir string, l Label) error {
	f, err := os.Create(dir + "/" + l.Name)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := io.WriteString(f, l.Text); err != nil {
		return err
	}
	return f.Close()
}

func named(dir string, l Label) (err error) {
	f, err := os.Create(dir + "/" + l.Name)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, f.Close())
	}()
	_, err = io.WriteString(f, l.Text)
	return err
}

func Wipes(dir string, labels []Label) error {
	for _, l := range labels {
		if err := wipe(dir, l); err != nil {
			return err
		}
	}
	return nil
}

func wipe(dir string, l Label) (err error) {
	f, err := os.Create(dir + "/" + l.Name)
	if err != nil {
		return err
	}
	defer func() {
		err = f.Close() // want `the deferred function assigns the error of Close to the result err in any case`
	}()
	_, err = io.WriteString(f, l.Text)
	return err
}

func ReadAll(names []string) (n int, err error) {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return n, err
		}
		b, err := io.ReadAll(f)
		f.Close()
		if err != nil {
			return n, err
		}
		n += len(b)
	}
	return n, nil
}

func Upload(ctx context.Context, b *store.Bucket, labels []Label) error {
	var errs []error
	for _, l := range labels {
		w := b.NewWriter(ctx, l.Name)
		if err := json.NewEncoder(w).Encode(l); err != nil {
			errs = append(errs, err)
		}
		w.Close() // want `what w still holds is written by Close`
	}
	return errors.Join(errs...)
}

func UploadLogged(ctx context.Context, b *store.Bucket, labels []Label) error {
	for _, l := range labels {
		w, err := b.Create(ctx, l.Name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, l.Text); err != nil {
			w.Close()
			return err
		}
		if err := w.Close(); err != nil { // want `what w still holds is written by Close, whose error is only looked at`
			fmt.Println("close", l.Name, err)
		}
	}
	return nil
}

func Zip(out *os.File, labels []Label) error {
	z := zip.NewWriter(out)
	defer z.Close() // want `what z still holds is written by Close`
	for _, l := range labels {
		w, err := z.Create(l.Name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, l.Text); err != nil {
			return err
		}
	}
	return nil
}

func ZipMemory(labels []Label) ([]byte, error) {
	var buf bytes.Buffer
	gz := gzip.NewWriter(&buf)
	for _, l := range labels {
		if _, err := gz.Write([]byte(l.Text)); err != nil {
			return nil, err
		}
	}
	gz.Close()
	return buf.Bytes(), nil
}

func Sticky(out *os.File, labels []Label) error {
	w := bufio.NewWriter(out)
	for _, l := range labels {
		w.WriteString(l.Name)
		w.WriteString(l.Text)
	}
	return w.Flush()
}

func Buffered(out *os.File, labels []Label) error {
	w := bufio.NewWriter(out)
	defer w.Flush() // want `what w still holds is written by Flush`
	for _, l := range labels {
		if _, err := w.WriteString(l.Text); err != nil {
			return err
		}
	}
	return nil
}

func CSV(out *os.File, labels []Label) error {
	w := csv.NewWriter(out)
	for _, l := range labels {
		if err := w.Write([]string{l.Name, l.Text}); err != nil {
			return err
		}
	}
	w.Flush() // want `w.Flush writes the last block and Error is never asked`
	return nil
}

func CSVResponse(rw http.ResponseWriter, labels []Label) {
	w := csv.NewWriter(rw)
	defer w.Flush()
	for _, l := range labels {
		w.Write([]string{l.Name, l.Text})
	}
}

func CSVString(labels []Label) string {
	var sb strings.Builder
	w := csv.NewWriter(&sb)
	for _, l := range labels {
		w.Write([]string{l.Name, l.Text})
	}
	w.Flush()
	return sb.String()
}

func Copies(dir string, in map[string]io.Reader) error {
	for name, r := range in {
		f, err := os.Create(dir + "/" + name)
		if err != nil {
			return err
		}
		io.Copy(f, r) // want `the error of Copy is ignored`
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

func Drained(c *http.Client, urls []string) error {
	for _, u := range urls {
		resp, err := c.Get(u)
		if err != nil {
			return err
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	return nil
}

func Scratch(labels []Label) error {
	for _, l := range labels {
		f, err := os.CreateTemp("", "label")
		if err != nil {
			return err
		}
		defer os.Remove(f.Name())
		defer f.Close()
		if _, err := io.WriteString(f, l.Text); err != nil {
			return err
		}
	}
	return nil
}

func Book(ctx context.Context, db *sql.DB, labels []Label) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, l := range labels {
		if _, err := tx.ExecContext(ctx, "INSERT INTO labels VALUES ($1, $2)", l.Name, l.Text); err != nil {
			return err
		}
	}
	tx.Commit() // want `the error of Commit is ignored`
	return nil
}

func BookDeferred(ctx context.Context, db *sql.DB, labels []Label) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Commit() // want `the error of Commit is ignored`
	for _, l := range labels {
		if _, err := tx.ExecContext(ctx, "INSERT INTO labels VALUES ($1, $2)", l.Name, l.Text); err != nil {
			return err
		}
	}
	return nil
}
