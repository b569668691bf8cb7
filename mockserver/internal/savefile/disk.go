package savefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/tourney-go/tourney/internal/tempfile"
)

// Real is the disk of the system.
type Real struct{}

const ownOnly = 0o600 // only the user reads a data file

// Create makes an empty file. It fails if anything has the name, even a link or a pipe.
func (Real) Create(name string) (Handle, error) {
	return handleOf(os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, ownOnly)) //nolint:gosec // the user chose it
}

// Append opens a file whose Write adds to its end.
func (Real) Append(name string) (Handle, error) {
	return handleOf(os.OpenFile(name, os.O_WRONLY|os.O_APPEND, ownOnly)) //nolint:forbidigo,gosec // see Truncate
}

// handleOf returns a file as a Handle. It returns a nil Handle for an error, because a Handle that contains a nil file
// would not be nil.
func handleOf(f *os.File, err error) (Handle, error) {
	if err != nil {
		return nil, err
	}
	return appended{f}, nil
}

// appended is a file that gets lines at its end.
type appended struct{ *os.File }

// Truncate cuts the file. Windows does not cut a file through a handle for appending. It also lets nobody rename an
// open file, so the name there is still that of the file.
func (a appended) Truncate(size int64) error {
	if runtime.GOOS == "windows" {
		return os.Truncate(a.Name(), size)
	}
	return a.File.Truncate(size)
}

// Rename gives a file another name and the permissions of the file that had the name, and replaces that file.
func (Real) Rename(from, to string) error { return tempfile.Rename(from, to) }

// Link gives a file a second name.
func (Real) Link(from, to string) error { return os.Link(from, to) }

// Remove removes a file.
func (Real) Remove(name string) error { return os.Remove(name) }

// SyncFolder writes the folder of a file, with the names in it, to the disk, if the system can.
func (Real) SyncFolder(name string) error {
	if !tempfile.IsUnix {
		return nil
	}
	folder, err := os.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// lockContent locks a data file itself, and not only one of its names, because a file can have several. It returns nil
// if there is no file. It also returns nil on Windows, which renames no locked file, and on systems without locks.
// Nothing there detects a second server with a hard link to the file.
func lockContent(name string) (*os.File, error) {
	if _, err := os.Lstat(name); !tempfile.IsUnix || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return lockFile(name)
}

// mounted returns an error for a file that is a mount of its own, as containers mount files on Unix. No other file can
// replace such a file in one step. A second name beside the file would be on another mount, so the system refuses that
// name. Windows would not remove the second name of a file that is open.
func (f *File) mounted() error {
	if !tempfile.IsUnix {
		return nil
	}
	err := f.disk.Link(f.path, f.path+".new")
	if err == nil {
		return f.disk.Remove(f.path + ".new")
	}
	if errors.Is(err, syscall.EXDEV) {
		return errors.New("the file is mounted alone, so no other file can take its place: mount its folder")
	}
	return nil // some file systems have no hard links
}
