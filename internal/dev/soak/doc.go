// Package soak lets clients of every kind work at one mock for a long time, while faults come and go: over HTTP/1.1,
// over HTTP/2 and in process. Its test checks that the memory stays flat, that no goroutine is left, that the mock does
// not panic, and that it answers 500 only where a fault says so. `make soak` runs it for ten minutes.
package soak
