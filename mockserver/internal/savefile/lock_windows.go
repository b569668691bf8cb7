package savefile

import (
	"errors"
	"io"
	"os"
	"syscall"
)

const syncsFolders = false

// sharingViolation is the error for a file that another program has open.
const sharingViolation = syscall.Errno(32)

// lockFile opens a file in such a way that no other program can open the file until it is closed. The system closes
// the file when the program ends, even if it is killed.
func lockFile(name string) (io.Closer, error) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	handle, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS,
		syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, sharingViolation) {
		return nil, ErrLocked
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(handle), name), nil
}

// lockContent does nothing: a locked file could not be renamed, so a second server with a hard link to the file is not
// detected.
func lockContent(string) (io.Closer, error) { return io.NopCloser(nil), nil }

// betweenMounts returns false: on this system no file is a mount of its own.
func betweenMounts(error) bool { return false }
