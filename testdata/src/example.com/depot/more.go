package depot

import "context"

// A key of the store, as DynamoDB has it.
type ScanInput struct {
	Table             string
	ExclusiveStartKey map[string]string
}

type ScanOutput struct {
	Items            []map[string]string
	Count            int32
	LastEvaluatedKey map[string]string
}

func (c *Client) Scan(ctx context.Context, in *ScanInput) (*ScanOutput, error) { return nil, nil }

// A page that goes on by itself, as the first Azure SDKs had it.
type CratePage struct{}

func (p *CratePage) NotDone() bool                             { return false }
func (p *CratePage) Values() []Crate                           { return nil }
func (p *CratePage) NextWithContext(ctx context.Context) error { return nil }

func (c *Client) CratesOn(ctx context.Context, shelf, filter string, top *int32) (result CratePage, err error) {
	return CratePage{}, nil
}

// Options for the next page beside the list, as Shopify's clients have it.
type Pagination struct{ NextPageOptions, PreviousPageOptions *ListOptions }

func (c *Client) ListWithPagination(ctx context.Context, options any) ([]Crate, *Pagination, error) {
	return nil, nil, nil
}

// Flag and cursor, as Notion has it.
type QueryRequest struct {
	StartCursor string
	PageSize    int
}

type QueryReply struct {
	Results    []Crate
	HasMore    bool
	NextCursor *string
}

func (c *Client) Query(ctx context.Context, id string, req *QueryRequest) (*QueryReply, error) {
	return nil, nil
}

// Pages within pages, as HubSpot has it.
type Paging struct{ Next *NextPage }

type NextPage struct{ After, Link string }

type Collection struct {
	Results []Crate
	Paging  *Paging
}

func (c *Client) Collect(ctx context.Context, limit int32, after string) (*Collection, error) {
	return nil, nil
}

// Total and position, as Jira has it.
type IssueReply struct {
	StartAt, MaxResults, Total int
	Issues                     []Crate
}

func (c *Client) Issues(ctx context.Context, query string, startAt, maxResults int) (*IssueReply, error) {
	return nil, nil
}

// Numbered pages with a number of all pages.
type NumberedReply struct {
	Page, TotalPages int
	Data             []Crate
}

func (c *Client) Numbered(ctx context.Context, page int) (*NumberedReply, error) { return nil, nil }

// Yard has lists of its own; its response pages for other calls.
type Yard struct{ Gates []string }

type YardOptions struct{ License *bool }

func (c *Client) Yard(id any, opts *YardOptions, options ...func(*ListOptions)) (*Yard, *Response, error) {
	return nil, nil, nil
}

// SweepCmd holds the answer to a command.
type SweepCmd struct{}

func (c *SweepCmd) Result() (keys []string, cursor uint64, err error) { return nil, 0, nil }

// Sweep goes over the labels from a cursor on.
func (c *Client) Sweep(ctx context.Context, cursor uint64, match string) *SweepCmd { return nil }
