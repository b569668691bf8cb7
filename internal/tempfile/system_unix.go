//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package tempfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// IsUnix says whether the system locks a file with all its names, and writes folders to the disk.
const IsUnix = true

// A lock marks a temporary file as in use. The system releases the lock when the program ends, even if it is killed.
// Unlike a process id, a lock works between containers.

// hold locks a new file. It reports false if another program locked the file first, because that program removes it. On
// a file system without locks hold does nothing.
func hold(f *os.File) bool {
	locked, err := lock(f)
	return err != nil || locked && inPlace(f)
}

// Rename gives a file another name, in place of a file with that name, and with its owner and permissions.
func Rename(from, to string) error {
	f, err := os.OpenFile(from, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0) //nolint:gosec // the caller made it
	if err != nil {
		return err
	}
	return rename(f, to)
}

// rename renames a file while hold's lock still exists.
func rename(f *os.File, name string) error {
	if old, err := os.Lstat(name); err == nil {
		keepRights(f, old)
	}
	return errors.Join(os.Rename(f.Name(), name), f.Close(), syncFolder(filepath.Dir(name)))
}

// syncFolder writes the names in a folder to the disk. A file system that cannot do that is no error.
func syncFolder(path string) error {
	folder, err := os.Open(path) //nolint:gosec // the caller named a file in it
	if err != nil {
		return nil //nolint:nilerr // a folder that is not readable may be written
	}
	if err := folder.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return errors.Join(err, folder.Close())
	}
	return folder.Close()
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
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// Lock opens a file for reading and writing, which it makes if there is none, and locks it until Close. The error is
// ErrLocked while another program, or another part of this program, has locked the file. Lock follows no link, because
// a name beside a file could lead anywhere, and opens nothing except a regular file. On a file system without locks it
// opens the file alone.
func Lock(path string) (*os.File, error) {
	const flags = os.O_CREATE | os.O_RDWR | syscall.O_NOFOLLOW | syscall.O_NONBLOCK // an open of a pipe would wait
	f, err := os.OpenFile(path, flags, 0o600)                                       //nolint:gosec // the caller named it
	if errors.Is(err, syscall.ELOOP) {
		return nil, unexpected("lock", path, "a regular file", fs.ModeSymlink)
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = unexpected("lock", path, "a regular file", info.Mode())
	}
	if err == nil {
		if locked, failed := lock(f); failed == nil && !locked {
			err = &fs.PathError{Op: "lock", Path: path, Err: ErrLocked}
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// mayPass is false: no program keeps another one from a file.
func mayPass(error) bool { return false }

// isFixed reports whether an error says that no other file can take the place of a file.
func isFixed(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EBUSY) ||
		errors.Is(err, syscall.EXDEV)
}

// keepRights gives a temporary file the owner and the permissions of the file that it is to replace. When the system
// refuses the group, other members of a group get no permission.
func keepRights(f *os.File, old fs.FileInfo) {
	mode := old.Mode().Perm()
	if of, ok := old.Sys().(*syscall.Stat_t); ok && f.Chown(int(of.Uid), int(of.Gid)) != nil &&
		f.Chown(-1, int(of.Gid)) != nil {
		mode &^= 0o070
	}
	_ = f.Chmod(mode) // a file system without permissions has none to keep
}
