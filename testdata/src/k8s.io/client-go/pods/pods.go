// Package pods is a stub of a typed client.
package pods

import (
	"context"

	v1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Pod struct{ Name string }

type PodList struct {
	v1.ListMeta
	Items []Pod
}

type Interface interface {
	List(ctx context.Context, opts v1.ListOptions) (*PodList, error)
}
