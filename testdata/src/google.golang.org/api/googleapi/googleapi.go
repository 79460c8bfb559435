// Package googleapi is a stub.
package googleapi

type Field string

type CallOption interface{ Get() (key, value string) }
