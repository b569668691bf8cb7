//go:build unix

package fleet_test

import "syscall"

// The signals that halt a server, and let it go on.
const stopSignal, goOnSignal = syscall.SIGSTOP, syscall.SIGCONT
