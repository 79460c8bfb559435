package paging

import (
	"go/types"

	"github.com/idemlint/idemlint/internal/api"
)

// listElem returns the element type of a list of items, or nil.
func listElem(t types.Type) types.Type {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		if b, ok := u.Elem().Underlying().(*types.Basic); ok && (b.Kind() == types.Byte || b.Kind() == types.Int32 || b.Info()&types.IsFloat != 0) {
			return nil
		}
		return u.Elem()
	case *types.Map:
		if _, ok := u.Elem().Underlying().(*types.Struct); ok {
			return u.Elem()
		}
		if p, ok := u.Elem().Underlying().(*types.Pointer); ok {
			return p.Elem()
		}
	}
	return nil
}

func basic(t types.Type) *types.Basic {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	b, _ := t.Underlying().(*types.Basic)
	return b
}

func isBool(t types.Type) bool { b := basic(t); return b != nil && b.Info()&types.IsBoolean != 0 }
func isInt(t types.Type) bool  { b := basic(t); return b != nil && b.Info()&types.IsInteger != 0 }

// isTokenType tells strings and what carries one: *string, url.URL, a nullable.
func isTokenType(t types.Type) bool {
	if b := basic(t); b != nil {
		return b.Info()&types.IsString != 0
	}
	switch api.TypeKey(t) {
	case "net/url.URL", "database/sql.NullString", "encoding/json.RawMessage", "encoding/json.Number":
		return true
	}
	if s, ok := types.Unalias(t).Underlying().(*types.Slice); ok {
		b, ok := s.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	return types.IsInterface(t) && types.Unalias(t).Underlying().(*types.Interface).Empty()
}

// isKeyType tells the keys of a store (LastEvaluatedKey) and requests for the
// next page that a client hands out whole.
func isKeyType(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	switch t.Underlying().(type) {
	case *types.Map:
		return true
	case *types.Struct:
		return !isStructFrame(t)
	}
	return false
}

// isStructFrame tells structs that hold the continuation in a field of their
// own, as paging.next.after does.
func isStructFrame(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if n := []string{st.Field(i).Name(), tagName(st.Tag(i))}; playsAny(roleToken, n) || playsAny(roleWeak, n) || playsAny(roleMore, n) {
			return true
		}
	}
	return false
}

func typeLabel(t types.Type) string {
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}
