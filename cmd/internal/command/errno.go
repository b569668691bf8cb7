package command

import (
	"errors"
	"runtime"
	"syscall"
)

// IsInUse reports whether an error says that a program listens at an address already.
func IsInUse(err error) bool { return isErrno(err, syscall.EADDRINUSE, 10048) }

// isClosedPipe reports whether an error says that nobody reads a pipe any more.
func isClosedPipe(err error) bool { return isErrno(err, syscall.EPIPE, 109, 232) }

// isErrno reports whether an error is this one of Unix, or one of these of Windows, to which the package syscall gives
// other numbers.
func isErrno(err error, unix syscall.Errno, windows ...syscall.Errno) bool {
	for _, errno := range windows {
		if runtime.GOOS == "windows" && errors.Is(err, errno) {
			return true
		}
	}
	return errors.Is(err, unix)
}
