//go:build !plan9

package listen

import "syscall"

// The errors of the system that a client gets for a connection.
const (
	errnoReset   = syscall.ECONNRESET
	errnoRefused = syscall.ECONNREFUSED
)
