// Package names: what a name identifies, and what it does not.
package names

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"example.net/cloud"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/google/uuid"
)

type Scan struct {
	ID   int64
	Data []byte
	Day  time.Time
}

type Archive struct {
	s3   *s3.Client
	api  *cloud.Client
	db   *sql.DB
	root string
}

// read is slow and remote.
type reader interface {
	Read(ctx context.Context, key string) (string, error)
}

func (a *Archive) file(ctx context.Context, r reader, sc Scan, key string) error {
	text, err := r.Read(ctx, key)
	if err != nil {
		return err
	}
	_, err = a.db.ExecContext(ctx, `UPDATE scans SET object_key = ?, body = ?, processed_at = now() WHERE id = ?`, key, text, sc.ID)
	return err
}

func (a *Archive) put(ctx context.Context, key string, data []byte) error {
	_, err := a.s3.PutObject(ctx, &s3.PutObjectInput{Key: &key, Body: data})
	return err
}

func (a *Archive) random(ctx context.Context, r reader, sc Scan) error {
	key := "scans/" + uuid.NewString()
	if err := a.put(ctx, key, sc.Data); err != nil { // want `reader.Read, which can fail or wait, lies between the create Client.PutObject and the mark UPDATE scans`
		return err
	}
	return a.file(ctx, r, sc, key)
}

func (a *Archive) timed(ctx context.Context, r reader, sc Scan) error {
	key := fmt.Sprintf("scans/%d-%s", sc.ID, time.Now().Format("20060102-150405"))
	if err := a.put(ctx, key, sc.Data); err != nil { // want `between the create Client.PutObject and the mark UPDATE scans`
		return err
	}
	return a.file(ctx, r, sc, key)
}

func (a *Archive) digest(ctx context.Context, r reader, sc Scan) error {
	sum := sha256.Sum256(sc.Data)
	key := "scans/" + hex.EncodeToString(sum[:])
	if err := a.put(ctx, key, sc.Data); err != nil {
		return err
	}
	return a.file(ctx, r, sc, key)
}

func (a *Archive) perDay(ctx context.Context, r reader, sc Scan) error {
	key := "scans/" + time.Now().Format("2006-01-02")
	if err := a.put(ctx, key, sc.Data); err != nil {
		return err
	}
	return a.file(ctx, r, sc, key)
}

func (a *Archive) ofRecord(ctx context.Context, r reader, sc Scan) error {
	key := fmt.Sprintf("scans/%d", sc.ID)
	if err := a.put(ctx, key, sc.Data); err != nil {
		return err
	}
	return a.file(ctx, r, sc, key)
}

// newName hides the randomness in a helper.
func newName() string { return "scan-" + uuid.New().String() }

func (a *Archive) helper(ctx context.Context, r reader, sc Scan) error {
	key := newName()
	if err := os.WriteFile(filepath.Join(a.root, key), sc.Data, 0o600); err != nil { // want `between the create os.WriteFile and the mark UPDATE scans`
		return err
	}
	return a.file(ctx, r, sc, key)
}

func (a *Archive) directory(ctx context.Context, r reader, sc Scan) error {
	dir, err := os.MkdirTemp(a.root, "scan-") // want `between the create os.MkdirTemp and the mark UPDATE scans`
	if err != nil {
		return err
	}
	return a.file(ctx, r, sc, dir)
}

func (a *Archive) scratch(ctx context.Context, r reader, sc Scan) error {
	dir, err := os.MkdirTemp(a.root, "scan-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return a.file(ctx, r, sc, dir)
}

func (a *Archive) systemTemp(ctx context.Context, r reader, sc Scan) error {
	f, err := os.CreateTemp("", "scan-*")
	if err != nil {
		return err
	}
	return a.file(ctx, r, sc, f.Name())
}

// A display name identifies nothing: two servers may have the same.
func (a *Archive) displayName(ctx context.Context, r reader, sc Scan) error {
	srv, err := a.api.Servers.Create(ctx, &cloud.ServerRequest{Name: fmt.Sprintf("scan-%d", sc.ID)}) // want `between the create Servers.Create and the mark UPDATE scans`
	if err != nil {
		return err
	}
	return a.file(ctx, r, sc, srv.ID)
}
