// Package kubernetes lists objects: whole without a limit, in pages with one.
package kubernetes

import (
	"context"

	v1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/pods"
)

func names(l *pods.PodList) (out []string) {
	for _, p := range l.Items {
		out = append(out, p.Name)
	}
	return out
}

func whole(ctx context.Context, c pods.Interface) ([]string, error) {
	l, err := c.List(ctx, v1.ListOptions{LabelSelector: "app=web"})
	if err != nil {
		return nil, err
	}
	return names(l), nil
}

func cut(ctx context.Context, c pods.Interface) ([]string, error) {
	l, err := c.List(ctx, v1.ListOptions{Limit: 500}) // want `List gives one page of the list: Continue is never read`
	if err != nil {
		return nil, err
	}
	return names(l), nil
}

func chunks(ctx context.Context, c pods.Interface) (all []string, err error) {
	opts := v1.ListOptions{Limit: 500}
	for {
		l, err := c.List(ctx, opts)
		if err != nil {
			return nil, err
		}
		all = append(all, names(l)...)
		if l.Continue == "" {
			return all, nil
		}
		opts.Continue = l.Continue
	}
}
