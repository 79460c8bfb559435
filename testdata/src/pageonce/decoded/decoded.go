// Package decoded reads pages of JSON that it decodes itself.
package decoded

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
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

// next decodes one page and returns the address of the next, from the header.
func (h *harbour) next(ctx context.Context, at string, into any) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return "", err
	}
	res, err := h.hc.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(into); err != nil {
		return "", err
	}
	for _, link := range res.Header.Values("Link") {
		if target, ok := strings.CutSuffix(link, `; rel="next"`); ok {
			return strings.Trim(target, "<>"), nil
		}
	}
	return "", nil
}

func (h *harbour) linkDropped(ctx context.Context) ([]berth, error) {
	var list []berth
	_, err := h.next(ctx, h.base+"/berths", &list) // want `next gives one page of the list: the link to the next page is never read`
	return list, err
}

func (h *harbour) linkFollowed(ctx context.Context) (all []berth, err error) {
	for at := h.base + "/berths"; at != ""; {
		var list []berth
		if at, err = h.next(ctx, at, &list); err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// hal has links, as many APIs by hand do.
type hal struct {
	Links struct {
		Self struct{ Href string }
		Next *struct{ Href string }
	} `json:"_links"`
	Embedded struct {
		Berths []berth `json:"berths"`
	} `json:"_embedded"`
}

func (h *harbour) halOnce(ctx context.Context) ([]berth, error) {
	var page hal
	if err := h.get(ctx, "/berths", &page); err != nil { // want `get gives one page of the list: Next is never read`
		return nil, err
	}
	return page.Embedded.Berths, nil
}

func (h *harbour) halAll(ctx context.Context) (all []berth, err error) {
	path := "/berths"
	for {
		var page hal
		if err := h.get(ctx, path, &page); err != nil {
			return nil, err
		}
		all = append(all, page.Embedded.Berths...)
		if page.Links.Next == nil {
			return all, nil
		}
		path = strings.TrimPrefix(page.Links.Next.Href, h.base)
	}
}

type odata struct {
	Value []berth `json:"value"`
	Next  string  `json:"@odata.nextLink"`
}

func (h *harbour) odataOnce(ctx context.Context) (n int, err error) {
	var page odata
	if err := h.get(ctx, "/berths", &page); err != nil { // want `get gives one page of the list: Next is never read`
		return 0, err
	}
	for _, b := range page.Value {
		n += len(b.Name)
	}
	return n, nil
}

type counted struct {
	Items []berth `json:"items"`
	Total int     `json:"total"`
}

func (h *harbour) countedOnce(ctx context.Context) ([]berth, error) {
	var page counted
	if err := h.get(ctx, "/berths?page=1&per_page=200", &page); err != nil { // want `get asks for a page of 200`
		return nil, err
	}
	return page.Items, nil
}

func (h *harbour) countedChecked(ctx context.Context) ([]berth, error) {
	var page counted
	if err := h.get(ctx, "/berths?page=1&per_page=200", &page); err != nil {
		return nil, err
	}
	if page.Total > len(page.Items) {
		return nil, fmt.Errorf("only %d of %d berths", len(page.Items), page.Total)
	}
	return page.Items, nil
}

// whole has a total, but nobody asked for a page.
func (h *harbour) whole(ctx context.Context) ([]berth, error) {
	var page counted
	if err := h.get(ctx, "/berths/all", &page); err != nil {
		return nil, err
	}
	return page.Items, nil
}

// refused reads a header of the refusal alone.
func (h *harbour) refused() ([]berth, error) {
	res, err := h.hc.Get(h.base + "/berths?per_page=100")
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", res.Status, res.Header.Get("X-Reason"))
	}
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	var list []berth
	err = json.Unmarshal(raw, &list) // want `Unmarshal asks for a page of 100`
	if err != nil {
		return nil, err
	}
	return list, nil
}
