//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package savefile

import (
	"errors"
	"io"
	"os"
	"syscall"
)

const syncsFolders = true

// lockFile locks a file. The system releases the lock when the program ends, even if it is killed. The lock file is
// never removed: if a program removed it, two other programs could each lock a different file with the same name.
func lockFile(name string) (io.Closer, error) {
	return flock(os.OpenFile(name, os.O_RDWR|os.O_CREATE, ownOnly)) //nolint:gosec // the user chose it
}

// lockContent locks a data file itself, and not only one of its names, because a file can have several.
func lockContent(name string) (io.Closer, error) {
	return flock(os.OpenFile(name, os.O_RDWR, ownOnly)) //nolint:gosec // the user chose it
}

// betweenMounts reports whether an error says that two names are on different mounts.
func betweenMounts(err error) bool { return errors.Is(err, syscall.EXDEV) }

func flock(f *os.File, err error) (io.Closer, error) {
	if err != nil {
		return nil, err
	}
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrLocked
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
