package tempfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// Rename gives a file another name, in place of a file with that name. It tries again while a program reads the file
// that is to be replaced.
func Rename(from, to string) error { return patiently(func() error { return os.Rename(from, to) }) }

// mayPass reports whether an error is that of a file which another program has open.
func mayPass(err error) bool { return errors.Is(err, errInUse) || errors.Is(err, errDenied) }

func removeAbandoned(path string) (known bool) {
	_ = os.Remove(path)
	return true
}

// The errors of Windows for a file that another program has open.
const (
	errInUse  = syscall.Errno(32) // the other program does not share the file
	errDenied = syscall.Errno(5)  // the other program reads the file that is to be replaced, or replaces it
)

// Lock opens a file for reading and writing, which it makes if there is none, and lets no other program open it for
// writing until Close. The error is ErrLocked while another program has the file open for writing. Lock follows no
// link.
func Lock(path string) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, syscall.FILE_SHARE_READ, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL|syscall.FILE_FLAG_OPEN_REPARSE_POINT, 0)
	if errors.Is(err, errInUse) {
		err = ErrLocked
	}
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	f := os.NewFile(uintptr(h), path)
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(unexpected("lock", path, "a regular file", fs.ModeSymlink), f.Close())
	}
	return f, nil
}
