// Package v1 is a stub.
package v1

type ListMeta struct {
	ResourceVersion    string `json:"resourceVersion,omitempty"`
	Continue           string `json:"continue,omitempty"`
	RemainingItemCount *int64 `json:"remainingItemCount,omitempty"`
}

type ListOptions struct {
	LabelSelector string
	Limit         int64
	Continue      string
}
