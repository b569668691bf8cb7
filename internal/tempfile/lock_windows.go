package tempfile

import (
	"errors"
	"os"
	"syscall"
)

// Windows does not remove a file that package os has open. It does not rename such a file either, so rename closes the
// temporary file first. Another program may remove the file at that moment, and Replace then writes it again.

func hold(*os.File) bool { return true }

func rename(f *os.File, name string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func removeAbandoned(path string) (known bool) {
	_ = os.Remove(path)
	return true
}

// errInUse is the error of Windows for a file that another program does not share.
const errInUse = syscall.Errno(32)

// exclusive opens a file without sharing it, until the caller releases it. It returns nil while another program has
// opened the file.
func exclusive(path string) (release func(), err error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	switch {
	case errors.Is(err, errInUse):
		return nil, nil
	case err != nil:
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return func() { _ = syscall.CloseHandle(h) }, nil
}
