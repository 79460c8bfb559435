// Package cloud stands for a generated client of somebody's web API.
package cloud

import "context"

type Client struct {
	Servers *Servers
	Records *Records
}

type Server struct {
	ID, Name, Status string
}

type ServerRequest struct {
	Name, Region, ClientToken string
}

type Servers struct{}

func (*Servers) Create(ctx context.Context, req *ServerRequest) (*Server, error)  { return nil, nil }
func (*Servers) Get(ctx context.Context, id string) (*Server, error)              { return nil, nil }
func (*Servers) List(ctx context.Context, name string) ([]*Server, error)         { return nil, nil }
func (*Servers) Delete(ctx context.Context, id string) error                      { return nil }
func (*Servers) Attach(ctx context.Context, id, network string) error             { return nil }
func (*Servers) CreateOrUpdate(ctx context.Context, r *ServerRequest) error       { return nil }
func (*Servers) CreateSnapshot(ctx context.Context, id string) (*Snapshot, error) { return nil, nil }

type Snapshot struct{ ID string }

type Records struct{}

type Record struct{ ID string }

func (*Records) Insert(zone string, r *Record) *RecordsInsertCall { return nil }

type RecordsInsertCall struct{}

func (c *RecordsInsertCall) Context(ctx context.Context) *RecordsInsertCall { return c }
func (c *RecordsInsertCall) Do() (*Record, error)                           { return nil, nil }

// IsConflict reports whether err says that the thing exists.
func IsConflict(err error) bool { return false }
