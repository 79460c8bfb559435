// Package swallow reports errors discarded instead of collected.
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
package swallow
