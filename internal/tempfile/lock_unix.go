//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package tempfile

import (
	"errors"
	"os"
	"syscall"
)

// A lock marks a temporary file as in use. The system releases the lock when the program ends, even if it is killed.
// Unlike a process id, a lock works between containers.

// hold locks a new file. It reports false if another program locked the file first, because that program removes it. On
// a file system without locks hold does nothing.
func hold(f *os.File) bool {
	locked, err := lock(f)
	return err != nil || locked && inPlace(f)
}

// rename renames a file while hold's lock still exists.
func rename(f *os.File, name string) error {
	return errors.Join(os.Rename(f.Name(), name), f.Close())
}

// removeAbandoned removes a file that no program has locked, and reports false when the file system has no locks. It
// locks the file during the removal, so that hold fails in the program that writes the file.
func removeAbandoned(path string) (known bool) {
	const plainly = os.O_RDWR | syscall.O_NOFOLLOW | syscall.O_NONBLOCK // the name may be a link or a pipe by now
	f, err := os.OpenFile(path, plainly, 0)                             //nolint:gosec // isTemporary checked the name
	if err != nil {
		return true
	}
	defer func() { _ = f.Close() }()
	locked, err := lock(f)
	if locked {
		_ = os.Remove(path)
	}
	return err == nil
}

// inPlace reports whether a file still has its name.
func inPlace(f *os.File) bool {
	own, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(own, named)
}

// lock locks a file, and reports false when another program has locked it. It returns an error when the system cannot
// tell.
func lock(f *os.File) (locked bool, err error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return false, err
	}
	failed := conn.Control(func(fd uintptr) {
		for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
			err = syscall.Flock(int(fd), syscall.LOCK_EX|syscall.LOCK_NB)
		}
	})
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	err = errors.Join(failed, err)
	return err == nil, err
}

// exclusive locks a file until the caller releases it. It returns nil while another program has locked the file.
func exclusive(path string) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o600) //nolint:gosec // the caller named it
	if err != nil {
		return nil, err
	}
	if locked, err := lock(f); err == nil && !locked {
		return nil, f.Close()
	}
	return func() { _ = f.Close() }, nil
}
