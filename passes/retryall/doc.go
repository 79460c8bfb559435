// Package retryall reports retries that fire on permanent errors.
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
package retryall
