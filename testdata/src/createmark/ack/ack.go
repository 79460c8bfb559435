// Package ack: the mark is an acknowledgement.
package ack

import (
	"context"
	"encoding/json"
	"errors"

	"example.net/cloud"
	"example.net/mailer"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/hibiken/asynq"
	amqp "github.com/rabbitmq/amqp091-go"
)

type Worker struct {
	api  *cloud.Client
	mail *mailer.Client
	sqs  *sqs.Client
}

type Order struct{ ID, Region string }

// The runner takes nil for done.
func (w *Worker) HandleOrder(ctx context.Context, t *asynq.Task) error {
	var o Order
	if err := json.Unmarshal(t.Payload(), &o); err != nil {
		return err
	}
	srv, err := w.api.Servers.Create(ctx, &cloud.ServerRequest{Region: o.Region}) // want `Servers.Attach, which can fail or wait, lies between the create Servers.Create and the nil that acknowledges`
	if err != nil {
		return err
	}
	return w.api.Servers.Attach(ctx, srv.ID, "lan")
}

// The create is the last thing that can fail.
func (w *Worker) HandleLast(ctx context.Context, t *asynq.Task) error {
	var o Order
	if err := json.Unmarshal(t.Payload(), &o); err != nil {
		return err
	}
	_, err := w.api.Servers.Create(ctx, &cloud.ServerRequest{Region: o.Region})
	return err
}

func (w *Worker) loop(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		srv, err := w.api.Servers.Create(ctx, &cloud.ServerRequest{Region: string(d.Body)}) // want `Client.Send, which can fail or wait, lies between the create Servers.Create and the mark Delivery.Ack`
		if err != nil {
			return err
		}
		if _, err := w.mail.Send(ctx, &mailer.Message{Body: srv.ID}); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// A bad message is acknowledged unread: that is another message's mark.
func (w *Worker) skipBad(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if len(d.Body) == 0 {
			if err := d.Ack(false); err != nil {
				return err
			}
			continue
		}
		if _, err := w.mail.Send(ctx, &mailer.Message{Body: string(d.Body)}); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

func (w *Worker) queue(ctx context.Context, handle string, o Order) error {
	if _, err := w.api.Servers.Create(ctx, &cloud.ServerRequest{Region: o.Region}); err != nil { // want `Client.Send, which can fail or wait, lies between the create Servers.Create and the mark Client.DeleteMessage`
		return err
	}
	if _, err := w.mail.Send(ctx, &mailer.Message{Body: o.ID}); err != nil {
		return err
	}
	_, err := w.sqs.DeleteMessage(ctx, &sqs.DeleteMessageInput{ReceiptHandle: &handle})
	return err
}

// Consume is the project's own runner: it acknowledges when f gives nil.
func Consume(ctx context.Context, in <-chan amqp.Delivery, f func(context.Context, []byte) error) error {
	for d := range in {
		if err := f(ctx, d.Body); err != nil {
			if err := d.Nack(false, true); err != nil {
				return err
			}
			continue
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

func (w *Worker) own(ctx context.Context, in <-chan amqp.Delivery) error {
	return Consume(ctx, in, func(ctx context.Context, body []byte) error {
		srv, err := w.api.Servers.Create(ctx, &cloud.ServerRequest{Region: string(body)}) // want `Servers.Attach, which can fail or wait, lies between the create Servers.Create and the nil that acknowledges`
		if err != nil {
			return err
		}
		return w.api.Servers.Attach(ctx, srv.ID, "lan")
	})
}

// Handler works on one message; the loop acknowledges.
type Handler interface {
	Handle(ctx context.Context, body []byte) error
}

func Run(ctx context.Context, in <-chan amqp.Delivery, h Handler) error {
	for d := range in {
		if err := h.Handle(ctx, d.Body); err != nil {
			return errors.Join(err, d.Nack(false, true))
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

type attacher struct{ api *cloud.Client }

func (a *attacher) Handle(ctx context.Context, body []byte) error {
	srv, err := a.api.Servers.Create(ctx, &cloud.ServerRequest{Region: string(body)}) // want `Servers.Attach, which can fail or wait, lies between the create Servers.Create and the mark Delivery.Ack`
	if err != nil {
		return err
	}
	return a.api.Servers.Attach(ctx, srv.ID, "lan")
}

type keyed struct{ api *cloud.Client }

func (k *keyed) Handle(ctx context.Context, body []byte) error {
	srv, err := k.api.Servers.Create(ctx, &cloud.ServerRequest{Region: "eu", ClientToken: string(body)})
	if err != nil {
		return err
	}
	return k.api.Servers.Attach(ctx, srv.ID, "lan")
}
