// Package gap: work between the create and the mark.
package gap

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"strings"
	"time"

	"example.net/cloud"
)

type Job struct {
	ID     int64
	Region string
	Plan   string
	Server string
}

type Service struct {
	api *cloud.Client
	db  *sql.DB
}

// The example of the package comment.
func (s *Service) wait(ctx context.Context, job Job, req *cloud.ServerRequest) error {
	rec, err := s.api.Servers.Create(ctx, req) // want `Service.waitUntilUp, which can fail or wait, lies between the create Servers.Create and the mark UPDATE jobs`
	if err != nil {
		return err
	}
	if err := s.waitUntilUp(ctx, rec.ID); err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `UPDATE jobs SET server_id = ?, status = 'up' WHERE id = ?`, rec.ID, job.ID)
	return err
}

func (s *Service) waitUntilUp(ctx context.Context, id string) error {
	for {
		srv, err := s.api.Servers.Get(ctx, id)
		if err != nil {
			return err
		}
		if srv.Status == "up" {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func (s *Service) storedFirst(ctx context.Context, job Job, req *cloud.ServerRequest) error {
	rec, err := s.api.Servers.Create(ctx, req)
	if err != nil {
		return err
	}
	if _, err := s.db.ExecContext(ctx, `UPDATE jobs SET server_id = ? WHERE id = ?`, rec.ID, job.ID); err != nil {
		return err
	}
	if err := s.waitUntilUp(ctx, rec.ID); err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `UPDATE jobs SET status = 'up' WHERE id = ?`, job.ID)
	return err
}

// Nothing between can fail or wait.
func (s *Service) bookkeeping(ctx context.Context, job Job, req *cloud.ServerRequest) error {
	rec, err := s.api.Servers.Create(ctx, req)
	if err != nil {
		return err
	}
	name := strings.ToUpper(fmt.Sprintf("%s-%d", rec.Name, job.ID))
	log.Printf("made %s at %v", name, time.Now())
	_, err = s.db.ExecContext(ctx, `UPDATE jobs SET server_id = ?, status = 'up' WHERE id = ?`, rec.ID, job.ID)
	return err
}

var errPlan = errors.New("unknown plan")

// A check that has nothing to do with the answer stands in the wrong place: a
// job that fails it gets a new server in every run.
func (s *Service) lateCheck(ctx context.Context, job Job) error {
	rec, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Region: job.Region}) // want `an early return, which can fail or wait, lies between`
	if err != nil {
		return err
	}
	if job.Plan == "" {
		return errPlan
	}
	_, err = s.db.ExecContext(ctx, `UPDATE jobs SET server_id = ?, status = 'up' WHERE id = ?`, rec.ID, job.ID)
	return err
}

// What checks the answer belongs to the create.
func (s *Service) answerCheck(ctx context.Context, job Job) error {
	rec, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Region: job.Region})
	if err != nil {
		return err
	}
	if rec.ID == "" {
		return errors.New("no id in the answer")
	}
	_, err = s.db.ExecContext(ctx, `UPDATE jobs SET server_id = ?, status = 'up' WHERE id = ?`, rec.ID, job.ID)
	return err
}

// A pause is a gap even though it cannot fail.
func (s *Service) pause(ctx context.Context, job Job) error {
	rec, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Region: job.Region}) // want `time.Sleep, which can fail or wait, lies between`
	if err != nil {
		return err
	}
	time.Sleep(time.Minute)
	_, err = s.db.ExecContext(ctx, `UPDATE jobs SET server_id = ?, status = 'up' WHERE id = ?`, rec.ID, job.ID)
	return err
}

// The mark in a defer comes when everything else is through.
func (s *Service) deferred(ctx context.Context, job Job) error {
	rec, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Region: job.Region}) // want `Service.waitUntilUp, which can fail or wait, lies between the create Servers.Create and the deferred mark UPDATE jobs`
	if err != nil {
		return err
	}
	defer s.setDone(ctx, job.ID, rec.ID)
	return s.waitUntilUp(ctx, rec.ID)
}

func (s *Service) setDone(ctx context.Context, job int64, server string) error {
	_, err := s.db.ExecContext(ctx, `UPDATE jobs SET server_id = ?, status = 'up' WHERE id = ?`, server, job)
	return err
}

// An assignment in memory is no mark, and a helper that creates is a create.
func (s *Service) inMemory(ctx context.Context, job *Job) error {
	id, err := s.ensureServer(ctx, job.Region) // want `2 steps that can fail or wait, among them Service.waitUntilUp and Servers.Attach, lie between the create Servers.Create and the mark UPDATE jobs`
	if err != nil {
		return err
	}
	job.Server = id
	if err := s.waitUntilUp(ctx, id); err != nil {
		return err
	}
	if err := s.api.Servers.Attach(ctx, id, "lan"); err != nil {
		return err
	}
	return s.setDone(ctx, job.ID, id)
}

// ensureServer only creates, whatever it is called.
func (s *Service) ensureServer(ctx context.Context, region string) (string, error) {
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Region: region})
	if err != nil {
		return "", err
	}
	return srv.ID, nil
}

// A method value and a generic helper hide nothing.
func (s *Service) methodValue(ctx context.Context, job Job) error {
	wait := s.waitUntilUp
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Region: job.Region}) // want `lies between the create Servers.Create and the mark UPDATE jobs`
	if err != nil {
		return err
	}
	if err := each(ctx, []string{srv.ID}, wait); err != nil {
		return err
	}
	return s.setDone(ctx, job.ID, srv.ID)
}

func each[T any](ctx context.Context, list []T, f func(context.Context, T) error) error {
	for _, x := range list {
		if err := f(ctx, x); err != nil {
			return err
		}
	}
	return nil
}

// The work before the mark hides in the helper that marks.
func (s *Service) headInHelper(ctx context.Context, job Job) error {
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Region: job.Region}) // want `Servers.Attach, which can fail or wait, lies between`
	if err != nil {
		return err
	}
	return s.finish(ctx, job.ID, srv.ID)
}

func (s *Service) finish(ctx context.Context, job int64, server string) error {
	if err := s.api.Servers.Attach(ctx, server, "lan"); err != nil {
		return err
	}
	return s.setDone(ctx, job, server)
}

// No mark, no promise.
func (s *Service) noMark(ctx context.Context, region string) error {
	srv, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Region: region})
	if err != nil {
		return err
	}
	return s.waitUntilUp(ctx, srv.ID)
}

// A builder that runs its call at the end creates just the same.
func (s *Service) builder(ctx context.Context, job Job) error {
	rec, err := s.api.Records.Insert("zone", &cloud.Record{}).Context(ctx).Do() // want `Service.waitUntilUp, which can fail or wait, lies between the create Records.Insert and the mark UPDATE jobs`
	if err != nil {
		return err
	}
	if err := s.waitUntilUp(ctx, job.Server); err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `UPDATE jobs SET record_id = ?, status = 'named' WHERE id = ?`, rec.ID, job.ID)
	return err
}

// A notice that the work failed is no create that a mark belongs to.
func (s *Service) guard(ctx context.Context, job Job) error {
	if err := s.waitUntilUp(ctx, job.Server); err != nil {
		if _, nerr := s.api.Servers.Create(ctx, &cloud.ServerRequest{Region: "alarm"}); nerr != nil {
			log.Print(nerr)
		}
		return err
	}
	return nil
}

func (s *Service) guarded(ctx context.Context, job Job) error {
	if err := s.guard(ctx, job); err != nil {
		return err
	}
	if err := s.api.Servers.Attach(ctx, job.Server, "lan"); err != nil {
		return err
	}
	return s.setDone(ctx, job.ID, job.Server)
}

// fit mails the owner of a job that does not fit and says no.
func (s *Service) fit(ctx context.Context, job Job) bool {
	if job.Plan == "" {
		if _, err := s.api.Servers.Create(ctx, &cloud.ServerRequest{Region: "notice"}); err != nil {
			log.Print(err)
		}
		return false
	}
	return true
}

func (s *Service) onlyFit(ctx context.Context, job Job) error {
	if !s.fit(ctx, job) {
		return nil
	}
	if err := s.api.Servers.Attach(ctx, job.Server, "lan"); err != nil {
		return err
	}
	return s.setDone(ctx, job.ID, job.Server)
}
