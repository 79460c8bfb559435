// Package more holds shapes in which the pieces are far apart.
package more

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"example.net/cloud"
	"example.net/mailer"
	"gorm.io/gorm"
)

type Job struct {
	ID     uint
	To     string
	Ref    string
	Status string
}

type App struct {
	api  *cloud.Client
	mail *mailer.Client
	orm  *gorm.DB
	db   *sql.DB
	jobs Store[Job]
	send func(ctx context.Context, to string) (string, error)
}

// Store is a repository of anything.
type Store[T any] struct{ db *sql.DB }

func (s Store[T]) Save(ctx context.Context, id uint, ref string) error {
	_, err := s.db.ExecContext(ctx, `UPDATE things SET ref = ?, status = 'done' WHERE id = ?`, ref, id)
	return err
}

func (a *App) attach(ctx context.Context, id string) error {
	return a.api.Servers.Attach(ctx, id, "lan")
}

// The record is filled in memory and saved at the end.
func (a *App) ormSave(ctx context.Context, j *Job) error {
	id, err := a.mail.Send(ctx, &mailer.Message{To: j.To}) // want `App.attach, which can fail or wait, lies between the create Client.Send and the mark DB.Save`
	if err != nil {
		return err
	}
	j.Ref, j.Status = id, "sent"
	if err := a.attach(ctx, id); err != nil {
		return err
	}
	return a.orm.Save(j).Error
}

func (a *App) generic(ctx context.Context, j Job) error {
	id, err := a.mail.Send(ctx, &mailer.Message{To: j.To}) // want `App.attach, which can fail or wait, lies between the create Client.Send and the mark UPDATE things`
	if err != nil {
		return err
	}
	if err := a.attach(ctx, id); err != nil {
		return err
	}
	return a.jobs.Save(ctx, j.ID, id)
}

func (a *App) fieldFunc(ctx context.Context, j Job) error {
	id, err := a.send(ctx, j.To) // want `App.attach, which can fail or wait, lies between the create send and the mark UPDATE things`
	if err != nil {
		return err
	}
	if err := a.attach(ctx, id); err != nil {
		return err
	}
	return a.jobs.Save(ctx, j.ID, id)
}

type result struct {
	id  uint
	ref string
	err error
}

// Workers create, a collector marks behind them all.
func (a *App) pool(ctx context.Context, jobs []Job) error {
	out := make(chan result, len(jobs))
	var wg sync.WaitGroup
	for _, j := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			srv, err := a.api.Servers.Create(ctx, &cloud.ServerRequest{Name: j.To}) // want `the create Servers.Create`
			if err != nil {
				out <- result{j.ID, "", err}
				return
			}
			out <- result{j.ID, srv.ID, a.attach(ctx, srv.ID)}
		}()
	}
	wg.Wait()
	close(out)
	var errs []error
	for r := range out {
		if r.err != nil {
			errs = append(errs, r.err)
			continue
		}
		errs = append(errs, a.jobs.Save(ctx, r.id, r.ref))
	}
	return errors.Join(errs...)
}

// The result of every create is collected, the rows are written in one pass
// behind the loop.
func (a *App) collected(ctx context.Context, jobs []Job) error {
	refs := map[uint]string{}
	for _, j := range jobs {
		srv, err := a.api.Servers.Create(ctx, &cloud.ServerRequest{Name: j.To}) // want `comes once after the loop around the create Servers.Create`
		if err != nil {
			return err
		}
		refs[j.ID] = srv.ID
	}
	for id, ref := range refs {
		if err := a.jobs.Save(ctx, id, ref); err != nil {
			return err
		}
	}
	return nil
}

// Throttling between the items is behind the mark.
func (a *App) throttled(ctx context.Context, jobs []Job) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for _, j := range jobs {
		<-tick.C
		id, err := a.mail.Send(ctx, &mailer.Message{To: j.To})
		if err != nil {
			return err
		}
		if err := a.jobs.Save(ctx, j.ID, id); err != nil {
			return err
		}
	}
	return nil
}

// A failure is written down too: the next run does not find the job open.
func (a *App) failureMarked(ctx context.Context, j Job) error {
	srv, err := a.api.Servers.Create(ctx, &cloud.ServerRequest{Name: j.To})
	if err != nil {
		return err
	}
	if err := a.attach(ctx, srv.ID); err != nil {
		return errors.Join(err, a.failed(ctx, j, srv.ID))
	}
	return a.jobs.Save(ctx, j.ID, srv.ID)
}

func (a *App) failed(ctx context.Context, j Job, ref string) error {
	_, err := a.db.ExecContext(ctx, `UPDATE things SET ref = ?, status = 'failed' WHERE id = ?`, ref, j.ID)
	return err
}
