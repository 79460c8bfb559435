// Package pageonce reports list calls whose further pages are never read.
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
package pageonce
