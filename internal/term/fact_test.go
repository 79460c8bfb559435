package term

import (
	"bytes"
	"encoding/gob"
	"testing"
)

// Facts travel between processes as gob, which takes no nil in a list.
func TestFactsEncode(t *testing.T) {
	odd := &Term{Op: Call, Str: "f", Args: []*Term{nil, {Op: Param, N: 1}, {Op: Record, Names: []string{"a"}, Args: []*Term{nil}}}}
	for _, fact := range []any{&Results{[]*Term{Portable(odd), {}}}, &Content{Portable(odd)}} {
		if err := gob.NewEncoder(&bytes.Buffer{}).Encode(fact); err != nil {
			t.Error(err)
		}
	}
}
