// Package drive is a stub.
package drive

import (
	"context"

	"google.golang.org/api/googleapi"
)

type Service struct{ Files *FilesService }

type FilesService struct{}

type File struct{ Id, Name string }

type FileList struct {
	Files         []*File `json:"files,omitempty"`
	NextPageToken string  `json:"nextPageToken,omitempty"`
}

type FilesListCall struct{}

func (r *FilesService) List() *FilesListCall                                      { return nil }
func (c *FilesListCall) Q(q string) *FilesListCall                                { return c }
func (c *FilesListCall) PageSize(n int64) *FilesListCall                          { return c }
func (c *FilesListCall) PageToken(t string) *FilesListCall                        { return c }
func (c *FilesListCall) Fields(s ...googleapi.Field) *FilesListCall               { return c }
func (c *FilesListCall) Context(ctx context.Context) *FilesListCall               { return c }
func (c *FilesListCall) Do(opts ...googleapi.CallOption) (*FileList, error)       { return nil, nil }
func (c *FilesListCall) Pages(ctx context.Context, f func(*FileList) error) error { return nil }
