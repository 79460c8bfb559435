// Package createmark reports a long gap between a create call and its completion mark.
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
package createmark
