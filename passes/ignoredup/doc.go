// Package ignoredup reports writes that ignore an existing row although the row changes later.
//
// # What goes wrong
//
// # TODO
//
// # Example
//
// # TODO
//
// # Instead
//
// # TODO
//
// # Silent when
//
// # TODO
//
// # Fix
//
// TODO
package ignoredup
