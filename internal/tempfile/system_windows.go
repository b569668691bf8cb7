package tempfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// patience is how long Rename tries again. Programs read the files of this package in moments.
const patience = 2 * time.Second

// Rename gives a file another name, in place of a file with that name. It tries again while a program reads the file
// that is to be replaced.
func Rename(from, to string) error {
	for end := time.Now().Add(patience); ; time.Sleep(turn) { //nolint:forbidigo // the caller has no context
		err := os.Rename(from, to)
		if !errors.Is(err, errInUse) && !errors.Is(err, errDenied) || time.Now().After(end) {
			return err
		}
	}
}

func removeAbandoned(path string) (known bool) {
	_ = os.Remove(path)
	return true
}

// The errors of Windows for a file that another program has open.
const (
	errInUse  = syscall.Errno(32) // the other program does not share the file
	errDenied = syscall.Errno(5)  // the other program reads the file that is to be replaced
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
