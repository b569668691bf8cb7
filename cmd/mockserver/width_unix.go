//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import (
	"os"
	"syscall"
	"unsafe"
)

// terminalWidth returns how many columns a terminal has, and 0 for a file that is no terminal.
func terminalWidth(file *os.File) int {
	var size struct{ rows, columns, width, height uint16 }
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), syscall.TIOCGWINSZ,
		uintptr(unsafe.Pointer(&size))) //nolint:gosec // the call of the system takes the address of the struct
	if failed != 0 {
		return 0
	}
	return int(size.columns)
}
