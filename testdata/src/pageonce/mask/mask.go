// Package mask asks for fields of the answer.
package mask

import (
	"context"

	"google.golang.org/api/drive/v3"
)

func all(ctx context.Context, svc *drive.Service) (all []*drive.File, err error) {
	token := ""
	for {
		call := svc.Files.List().PageSize(200).Fields("files(id,name)").Context(ctx)
		if token != "" {
			call.PageToken(token)
		}
		page, err := call.Do() // want `the field mask of Do leaves out NextPageToken`
		if err != nil {
			return nil, err
		}
		all = append(all, page.Files...)
		if token = page.NextPageToken; token == "" {
			return all, nil
		}
	}
}

func withToken(ctx context.Context, svc *drive.Service) (all []*drive.File, err error) {
	token := ""
	for {
		call := svc.Files.List().PageSize(200).Fields("nextPageToken, files(id,name)").Context(ctx)
		if token != "" {
			call.PageToken(token)
		}
		page, err := call.Do()
		if err != nil {
			return nil, err
		}
		all = append(all, page.Files...)
		if token = page.NextPageToken; token == "" {
			return all, nil
		}
	}
}

func pages(ctx context.Context, svc *drive.Service) (n int, err error) {
	count := func(l *drive.FileList) error {
		n += len(l.Files)
		return nil
	}
	err = svc.Files.List().Fields("files(id)").Pages(ctx, count) // want `the field mask of Pages leaves out`
	if err != nil {
		return 0, err
	}
	err = svc.Files.List().Fields("files(id)", "nextPageToken").Pages(ctx, count)
	return n, err
}

func exists(ctx context.Context, svc *drive.Service) (bool, error) {
	page, err := svc.Files.List().Q("name = 'x'").Fields("files(id)").Context(ctx).Do()
	if err != nil {
		return false, err
	}
	return len(page.Files) > 0, nil
}
