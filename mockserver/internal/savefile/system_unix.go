//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package savefile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

const syncsFolders = true

// lockContent locks a data file itself, and not only one of its names, because a file can have several. It returns nil
// if there is no file.
func lockContent(name string) (*os.File, error) {
	if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return lockFile(name)
}

// mounted returns an error for a file that is a mount of its own, as containers mount files. No other file can replace
// such a file in one step. A second name beside the file would be on another mount, so the system refuses that name.
func (f *File) mounted() error {
	err := f.disk.Link(f.path, f.path+".new")
	if err == nil {
		return f.disk.Remove(f.path + ".new")
	}
	if errors.Is(err, syscall.EXDEV) {
		return errors.New("the file is mounted alone, so no other file can take its place: mount its folder")
	}
	return nil // some file systems have no hard links
}
