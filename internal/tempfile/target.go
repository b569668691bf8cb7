package tempfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Target returns the path of a file without symbolic links, so that a program that replaces the file keeps the links.
// The file need not exist. Anything except a regular file is an error: opening a pipe would wait for its other end, and
// a device keeps nothing.
func Target(path string) (string, error) {
	if path == "" {
		return "", errors.New("the path is empty: expected the name of a file")
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return "", unexpected("open", path, "a regular file", info.Mode())
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return resolve(path)
}

// unexpected returns the error for something that is no file.
func unexpected(op, path, expected string, mode fs.FileMode) error {
	return &fs.PathError{Op: op, Path: path, Err: fmt.Errorf("expected %s, found %s", expected, kind(mode))}
}

// kind returns words that describe a file that is not a regular file, for an error.
func kind(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		return "a link"
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "a special file"
}

// maxLinks is the largest number of symbolic links that resolve follows.
const maxLinks = 40

// resolve follows symbolic links, even if the file to which they lead does not exist yet.
func resolve(path string) (string, error) {
	for range maxLinks {
		if whole, err := filepath.EvalSymlinks(path); err == nil {
			return whole, nil
		}
		folder, name := filepath.Split(path) // Dir would drop a/.. where a is a link, as Join would
		if whole, err := filepath.EvalSymlinks(folder); err == nil {
			folder, path = whole+string(filepath.Separator), filepath.Join(whole, name)
		}
		target, err := os.Readlink(path)
		if err != nil {
			return path, nil //nolint:nilerr // the path is no symbolic link
		}
		if !filepath.IsAbs(target) {
			target = folder + target
		}
		path = target
	}
	return "", fmt.Errorf("expected at most %d symbolic links to the file", maxLinks)
}
