// Package iterator is a stub.
package iterator

import "errors"

var Done = errors.New("no more items in iterator")

type PageInfo struct{ Token string }
