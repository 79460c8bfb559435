// Package postgrest sends rows with a Prefer header.
package postgrest

import (
	"bytes"
	"encoding/json"
	"net/http"
)

type ferry struct {
	ID     int    `json:"id"`
	Status string `json:"status"`
	Delay  int    `json:"delay"`
}

func send(base string, f ferry, cause error) error {
	if cause != nil {
		f.Status = "stuck: " + cause.Error()
	}
	body, err := json.Marshal([]ferry{f})
	if err != nil {
		return err
	}
	req, err := http.NewRequest("POST", base+"/ferries?on_conflict=id", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Add("Prefer", "resolution=ignore-duplicates")
	resp, err := http.DefaultClient.Do(req) // want `ignore-duplicates keeps the row that ferries has already: a new status`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func sendMended(base string, f ferry) error {
	body, err := json.Marshal(f)
	if err != nil {
		return err
	}
	req, err := http.NewRequest("POST", base+"/ferries?on_conflict=id", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Prefer", "resolution=merge-duplicates")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// headers come from a map.
func headers(base string, f ferry) error {
	body, err := json.Marshal(f)
	if err != nil {
		return err
	}
	req, err := http.NewRequest("POST", base+"/ferries", bytes.NewReader(body))
	if err != nil {
		return err
	}
	for k, v := range map[string]string{"Content-Type": "application/json", "Prefer": "resolution=ignore-duplicates"} {
		req.Header.Set(k, v)
	}
	resp, err := http.DefaultClient.Do(req) // want `ignore-duplicates keeps the row that ferries has already: a new status`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
