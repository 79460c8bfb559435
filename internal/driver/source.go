package driver

import (
	"bytes"
	"go/token"
	"os"
	"strings"
)

// Source reads the lines that findings stand on. It reads each file once, when
// first asked, and takes one that cannot be read for empty. Not for concurrent
// use.
type Source struct{ files map[string][]byte }

func (s *Source) bytes(name string) []byte {
	if data, ok := s.files[name]; ok {
		return data
	}
	data, err := os.ReadFile(name)
	if err != nil {
		data = nil
	}
	if s.files == nil {
		s.files = map[string][]byte{}
	}
	s.files[name] = data
	return data
}

// Line returns line n of a file, counted from one, without its end.
func (s *Source) Line(name string, n int) string {
	data := s.bytes(name)
	for ; n > 1; n-- {
		i := bytes.IndexByte(data, '\n')
		if i < 0 {
			return ""
		}
		data = data[i+1:]
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	return strings.TrimSuffix(string(line), "\r")
}

// Position returns the place of a byte of a file.
func (s *Source) Position(name string, offset int) token.Position {
	data := s.bytes(name)
	if offset > len(data) {
		return token.Position{}
	}
	before := data[:offset]
	return token.Position{
		Filename: name, Offset: offset,
		Line:   bytes.Count(before, []byte("\n")) + 1,
		Column: offset - (bytes.LastIndexByte(before, '\n') + 1) + 1,
	}
}

// Bytes returns the content of a file.
func (s *Source) Bytes(name string) []byte { return s.bytes(name) }
