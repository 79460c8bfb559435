// Command importer bills the nightly meter readings of a water company.
//
// Each reading is a file in a bucket. For each one that is not billed yet the
// importer downloads the file, opens an invoice at the billing service, stores
// the rendered invoice and notes in its ledger how it went. It is the mended twin
// of ../importer: each comment that begins with "Mended" names the fault that
// stands there.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"
)

func main() {
	bucket := flag.String("bucket", "meter-readings", "bucket with one file a reading")
	billing := flag.String("billing", "https://billing.example.com", "billing service")
	region := flag.String("region", "eu-central-1", "region of the bucket")
	flag.Parse()

	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Hour)
	defer cancel()

	pool, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		slog.Error("database", "err", err)
		os.Exit(1)
	}
	defer pool.Close()

	im := &Importer{
		Readings: &Bucket{client: s3.New(s3.Options{Region: *region}), name: *bucket},
		Source:   &Source{hc: http.DefaultClient, base: "https://" + *bucket + ".example.com"},
		Billing:  &Billing{hc: http.DefaultClient, base: *billing},
		Ledger:   &Ledger{db: pool},
	}
	if err := im.Run(ctx); err != nil {
		slog.Error("import", "err", err)
		os.Exit(1)
	}
	slog.Info("import finished", "ok", true)
}

// Importer holds what one run needs.
type Importer struct {
	Readings *Bucket
	Source   *Source
	Billing  *Billing
	Ledger   *Ledger
}

// Run bills every reading that is not done yet, four at a time.
func (im *Importer) Run(ctx context.Context) error {
	keys, err := im.Readings.Keys(ctx, "readings/")
	if err != nil {
		return err
	}
	done, err := im.Ledger.Done(ctx)
	if err != nil {
		return err
	}

	// Mended (swallow): one bad reading does not stop the others, and none is
	// lost: failures are collected and the run fails with them.
	var (
		mu     sync.Mutex
		failed []error
		g      errgroup.Group
	)
	g.SetLimit(4)
	for _, key := range keys {
		if done[key] {
			continue
		}
		g.Go(func() error {
			if err := im.one(ctx, key); err != nil {
				slog.Error("reading not billed", "key", key, "err", err)
				mu.Lock()
				defer mu.Unlock()
				failed = append(failed, fmt.Errorf("%s: %w", key, err))
			}
			return nil
		})
	}
	return errors.Join(append(failed, g.Wait())...)
}

// one bills one reading and notes the outcome in the ledger. A reading that
// failed is noted and is an error of the run.
func (im *Importer) one(ctx context.Context, key string) error {
	invoice, err := im.fetchAndBill(ctx, key)
	if err != nil {
		noted := im.Ledger.Record(ctx, Outcome{Key: key, Status: "failed", Message: err.Error()})
		return errors.Join(err, noted)
	}
	return im.Ledger.Record(ctx, Outcome{Key: key, Status: "billed", Message: invoice})
}

func (im *Importer) fetchAndBill(ctx context.Context, key string) (string, error) {
	raw, err := im.Source.Fetch(ctx, key)
	if err != nil {
		return "", err
	}
	reading, err := parse(raw)
	if err != nil {
		return "", err
	}
	return im.bill(ctx, key, reading)
}

// bill opens the invoice, stores its rendering and marks the reading.
func (im *Importer) bill(ctx context.Context, key string, r Reading) (string, error) {
	// Mended (createmark): the invoice is opened under a key made from the
	// reading, and its id is stored before anything else can fail.
	id, err := im.Billing.Open(ctx, key, r)
	if err != nil {
		return "", err
	}
	if err := im.Ledger.MarkOpened(ctx, key, id); err != nil {
		return "", err
	}
	pdf, err := im.Billing.Render(ctx, id)
	if err != nil {
		return "", err
	}
	if err := im.Readings.Store(ctx, "invoices/"+id+".pdf", pdf); err != nil {
		return "", err
	}
	return id, im.Ledger.MarkBilled(ctx, key)
}
