//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package tourney

import (
	"errors"
	"os"
	"syscall"
)

// The file beside is locked while it is written. The system takes the lock away when the program ends, however that
// comes about, and it holds between programs that see different process ids, as those of two containers do.

// hold locks a new file, and reports false when another watch locked it before: that watch removes the file. On a file
// system without locks it does nothing.
func hold(f *os.File) bool {
	locked, err := lock(f)
	return err != nil || locked && inPlace(f)
}

// rename renames a file while the lock still holds.
func rename(f *os.File, name string) error {
	return errors.Join(os.Rename(f.Name(), name), f.Close())
}

// removeLeft removes a file that nobody has locked, and reports false when the file system has no locks. It holds the
// lock meanwhile, so that hold tells the writer of the file.
func removeLeft(path string) (known bool) {
	const plainly = os.O_RDWR | syscall.O_NOFOLLOW | syscall.O_NONBLOCK // if it has become a link or a pipe meanwhile
	f, err := os.OpenFile(path, plainly, 0)                             //nolint:gosec // it is ours by its name
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

// lock locks a file, and reports false when another program has locked it. It returns an error when it cannot tell.
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
