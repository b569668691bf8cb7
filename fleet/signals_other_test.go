//go:build !unix

package fleet_test

import "syscall"

// There is no server of Redis to halt on such systems.
const stopSignal, goOnSignal = syscall.SIGTERM, syscall.SIGTERM
