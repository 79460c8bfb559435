// Package depot stands for client libraries of every make: each method pages in
// another of the usual ways.
package depot

import "context"

type Client struct{ Crates *CrateService }

type Crate struct {
	ID, Label string
	Weight    int
}

// Token in and out, as the AWS SDKs have it.
type ListCratesInput struct {
	Shelf     *string
	Labels    []string
	NextToken *string
	Limit     *int32
}

type ListCratesOutput struct {
	Crates    []Crate
	NextToken *string
}

func (c *Client) ListCrates(ctx context.Context, in *ListCratesInput) (*ListCratesOutput, error) {
	return nil, nil
}

func (c *Client) RemoveCrate(ctx context.Context, id string) error { return nil }

// Numbered pages in a response beside the list, as go-github has it.
type ListOptions struct{ Page, PerPage int }

type Response struct{ NextPage, LastPage int }

type CrateOptions struct {
	Shelf string
	ListOptions
}

type CrateService struct{}

func (s *CrateService) List(ctx context.Context, shelf string, opts *CrateOptions) ([]*Crate, *Response, error) {
	return nil, nil, nil
}

// Get has a response too, but there is no way to ask for another page.
func (s *CrateService) Get(ctx context.Context, id string) (*CrateDetail, *Response, error) {
	return nil, nil, nil
}

type CrateDetail struct{ Tags []string }

// A cursor as the second result.
func (c *Client) Search(ctx context.Context, query, cursor string) (hits []Crate, nextCursor string, err error) {
	return nil, "", nil
}

// Flag and marker.
type AuditRequest struct {
	Marker string
	Max    int
}

type AuditReply struct {
	Entries     []string
	IsTruncated bool
	Marker      string
}

func (c *Client) Audit(ctx context.Context, req AuditRequest) (*AuditReply, error) { return nil, nil }

// Getters, as protobuf has them.
type LoadsRequest struct {
	PageToken string
	PageSize  int32
}

type LoadsReply struct{ Loads []*Crate }

type LoadsResponse interface {
	GetLoads() []*Crate
	GetNextPageToken() string
}

func (c *Client) Loads(ctx context.Context, req *LoadsRequest) (LoadsResponse, error) {
	return nil, nil
}

// A pager.
type Pager struct{}

func NewCratePager(c *Client) *Pager { return nil }

func (p *Pager) More() bool                                              { return false }
func (p *Pager) NextPage(ctx context.Context) (*ListCratesOutput, error) { return nil, nil }

// A list that its object holds.
type ItemList struct {
	Data    []*Crate
	HasMore bool
}

type Shipment struct {
	ID    string
	Items *ItemList
}

func (c *Client) Shipment(ctx context.Context, id string) (*Shipment, error) { return nil, nil }

// Lines is an iterator as the Google clients have it.
type Lines struct{}

func (l *Lines) Next() (string, error) { return "", nil }
func (l *Lines) PageInfo() *struct{}   { return nil }

// ListCratesPages calls f for each page until it returns false.
func (c *Client) ListCratesPages(in *ListCratesInput, f func(page *ListCratesOutput, last bool) bool) error {
	return nil
}
