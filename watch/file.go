package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tourney-go/tourney/internal/tempfile"
)

// File keeps the state of a watch as JSON in a file that only its owner can read. The folder must exist. The file
// always holds a complete snapshot: Save writes a temporary file in the same folder, flushes it to the disk, and
// renames it. When the path is a symbolic link, Save keeps the link and replaces the file that the link leads to. A
// pipe, a device or any other path that is no regular file is an error.
//
// The name of the temporary file is the name of the file, a number and .tmp. A program that is killed leaves its
// temporary file behind. The next watch with the same file removes it: at once on systems that can tell whether a
// program is writing to the file (Unix, Windows), and on other systems after an hour. The watch touches no other file
// in the folder.
func File(path string) State { return file(path) }

type file string

// Load reads the file, if there is one.
func (f file) Load(context.Context) ([]byte, error) {
	f, err := f.target()
	if err != nil {
		return nil, err
	}
	tempfile.RemoveAbandoned(string(f))
	data, err := os.ReadFile(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// target returns the file that the path leads to, which may not exist yet. It returns an error for a path that leads to
// anything except a regular file.
func (f file) target() (file, error) {
	if f == "" {
		return f, errNoPath
	}
	info, err := os.Lstat(string(f))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f, nil
	case err != nil || info.Mode().IsRegular():
		return f, err
	case info.Mode()&fs.ModeSymlink == 0:
		return f, fmt.Errorf("watch.File: %s is no regular file: expected the name of a file", string(f))
	}
	to, err := filepath.EvalSymlinks(string(f))
	if errors.Is(err, fs.ErrNotExist) { // the link leads to no file, so follow this link alone
		to, err = os.Readlink(string(f))
		if folder, _ := filepath.Split(string(f)); !filepath.IsAbs(to) {
			to = folder + to // Join would drop a/.. where a is a link
		}
		folder, name := filepath.Split(to)
		if folder, missing := filepath.EvalSymlinks(folder); missing == nil {
			to = filepath.Join(folder, name)
		}
	}
	if err != nil {
		return f, err
	}
	return file(to).target()
}

// errNoPath is the error of a watch whose file has no name.
var errNoPath = errors.New("watch.File: the path is empty: expected the name of a file")

// Save replaces the file.
func (f file) Save(_ context.Context, data []byte) error {
	f, err := f.target()
	if err != nil {
		return err
	}
	return tempfile.Replace(string(f), data)
}
