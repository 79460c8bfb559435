// Package jobs: the entries of what runs unattended.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"

	"github.com/aws/aws-lambda-go/events"
	"github.com/hibiken/asynq"
	"github.com/robfig/cron/v3"
)

type Meter struct {
	post func(ctx context.Context, body string) error
	page func(err error)
}

func (m *Meter) Schedule(ctx context.Context, c *cron.Cron) {
	c.AddFunc("@daily", func() {
		_ = m.post(ctx, "daily") // want `the error of m.post is ignored`
	})
	c.AddFunc("@hourly", func() {
		if err := m.post(ctx, "hourly"); err != nil {
			m.page(err)
		}
	})
}

func (m *Meter) Lambda(ctx context.Context, ev events.SQSEvent) (events.SQSEventResponse, error) {
	var resp events.SQSEventResponse
	for _, msg := range ev.Records {
		if err := m.post(ctx, msg.Body); err != nil { // want `the error of m.post is only logged`
			log.Print(err)
		}
	}
	return resp, nil
}

func (m *Meter) LambdaPartial(ctx context.Context, ev events.SQSEvent) (events.SQSEventResponse, error) {
	var resp events.SQSEventResponse
	for _, msg := range ev.Records {
		if err := m.post(ctx, msg.Body); err != nil {
			log.Print(err)
			resp.BatchItemFailures = append(resp.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: msg.MessageId})
		}
	}
	return resp, nil
}

func (m *Meter) Task(ctx context.Context, t *asynq.Task) error {
	if err := m.post(ctx, "task"); err != nil { // want `the error of m.post is only logged`
		log.Print(err)
		return nil
	}
	return nil
}

func (m *Meter) TaskReturns(ctx context.Context, t *asynq.Task) error {
	if err := m.post(ctx, "task"); err != nil {
		log.Print(err)
		return err
	}
	return nil
}

type Request struct{ Name string }

type Result struct{ Requeue bool }

type Controller struct{ m *Meter }

func (c *Controller) Reconcile(ctx context.Context, req Request) (Result, error) {
	if err := c.m.post(ctx, req.Name); err != nil { // want `the error of c.m.post is only logged: Reconcile returns nil as if all were done`
		log.Print(err)
	}
	return Result{}, nil
}

var errConflict = errors.New("conflict")

type Patient struct{ m *Meter }

func (p *Patient) Reconcile(ctx context.Context, req Request) (Result, error) {
	if err := p.m.post(ctx, req.Name); err != nil {
		log.Print(err)
		return Result{Requeue: true}, nil
	}
	return Result{}, nil
}

// Message is acknowledged by its receiver.
type Message struct{ Body []byte }

func (*Message) Ack() error  { return nil }
func (*Message) Nack() error { return nil }

func (m *Meter) Consume(ctx context.Context, in <-chan *Message) {
	for msg := range in {
		if err := m.post(ctx, string(msg.Body)); err != nil {
			log.Print("stays on the queue", err)
			continue
		}
		if err := msg.Ack(); err != nil {
			m.page(err)
		}
	}
}

func (m *Meter) ConsumeAll(ctx context.Context, in <-chan *Message) {
	for msg := range in {
		if err := m.post(ctx, string(msg.Body)); err != nil { // want `the error of m.post is only logged`
			log.Print(err)
		}
		if err := msg.Ack(); err != nil {
			m.page(err)
		}
	}
}

func (m *Meter) Refuse(ctx context.Context, in <-chan *Message) {
	for msg := range in {
		var r struct{ Value int }
		if err := json.Unmarshal(msg.Body, &r); err != nil {
			log.Print(err)
			msg.Nack()
			continue
		}
		msg.Ack()
	}
}

// Spool leaves a file where it is until it was sent.
func (m *Meter) Spool(ctx context.Context, names []string) {
	for _, n := range names {
		if err := m.post(ctx, n); err != nil {
			log.Print(err)
			continue
		}
		os.Remove(n)
	}
}
