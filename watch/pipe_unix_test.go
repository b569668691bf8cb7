//go:build darwin || freebsd || linux || netbsd || openbsd

package watch_test

import "syscall"

func makePipe(path string) error { return syscall.Mkfifo(path, 0o600) }
