// Package decoded reads pages of JSON that it decodes itself.
package decoded

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

type berth struct {
	Name string `json:"name"`
}

type berthPage struct {
	Berths []berth `json:"berths"`
	Cursor string  `json:"next_cursor"`
	More   bool    `json:"has_more"`
}

type harbour struct {
	hc   *http.Client
	base string
}

func (h *harbour) get(ctx context.Context, path string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.base+path, nil)
	if err != nil {
		return err
	}
	res, err := h.hc.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	return json.NewDecoder(res.Body).Decode(into)
}

func (h *harbour) first(ctx context.Context) ([]berth, error) {
	var p berthPage
	if err := h.get(ctx, "/berths", &p); err != nil { // want `get gives one page of the list: Cursor is never read`
		return nil, err
	}
	return p.Berths, nil
}

func (h *harbour) all(ctx context.Context) (all []berth, err error) {
	cursor := ""
	for {
		var p berthPage
		if err := h.get(ctx, "/berths?cursor="+cursor, &p); err != nil {
			return nil, err
		}
		all = append(all, p.Berths...)
		if !p.More {
			return all, nil
		}
		if p.Cursor == "" {
			return nil, fmt.Errorf("more berths without a cursor")
		}
		cursor = p.Cursor
	}
}

func (h *harbour) trusting(ctx context.Context) (all []berth, err error) {
	cursor := ""
	for {
		var p berthPage
		if err := h.get(ctx, "/berths?cursor="+cursor, &p); err != nil { // want `goes on as long as more is promised, but nobody looks at Cursor`
			return nil, err
		}
		all = append(all, p.Berths...)
		if !p.More {
			return all, nil
		}
		cursor = p.Cursor
	}
}

// names asks for a page of a given size; only the Link header could tell more.
func (h *harbour) names(ctx context.Context) ([]berth, error) {
	var list []berth
	if err := h.get(ctx, "/berths?per_page=100", &list); err != nil { // want `get asks for a page of 100 and reads no header`
		return nil, err
	}
	out := list[:0]
	for _, b := range list {
		if b.Name != "" {
			out = append(out, b)
		}
	}
	return out, nil
}

// linked reads the header.
func (h *harbour) linked(ctx context.Context) (all []berth, err error) {
	at := h.base + "/berths?per_page=100"
	for at != "" {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
		if err != nil {
			return nil, err
		}
		res, err := h.hc.Do(req)
		if err != nil {
			return nil, err
		}
		var list []berth
		err = json.NewDecoder(res.Body).Decode(&list)
		res.Body.Close()
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
		at, _, _ = strings.Cut(res.Header.Get("Link"), ";")
	}
	return all, nil
}

// intake is the body of a request to this program, no page of a list.
type intake struct {
	IDs    []string `json:"ids"`
	Cursor string   `json:"cursor"`
}

func serve(w http.ResponseWriter, r *http.Request) {
	var in intake
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	for _, id := range in.IDs {
		fmt.Fprintln(w, id)
	}
}

// graph has pages inside the items of a page.
type graph struct {
	Data struct {
		Piers struct {
			Nodes []struct {
				Name  string
				Ships struct {
					Nodes    []string
					PageInfo struct {
						HasNextPage bool
						EndCursor   string
					}
				}
			}
			PageInfo struct {
				HasNextPage bool
				EndCursor   string
			}
		}
	}
}

func (h *harbour) ships(ctx context.Context) (all []string, err error) {
	after := ""
	for {
		var g graph
		if err := h.get(ctx, "/graph?after="+after, &g); err != nil { // want `the list Ships.Nodes inside the answer has pages of its own`
			return nil, err
		}
		for _, pier := range g.Data.Piers.Nodes {
			all = append(all, pier.Ships.Nodes...)
		}
		if !g.Data.Piers.PageInfo.HasNextPage {
			return all, nil
		}
		after = g.Data.Piers.PageInfo.EndCursor
	}
}
