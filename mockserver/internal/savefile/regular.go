package savefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// regular returns the path of a file without symbolic links. It returns an error if the path leads to something other
// than a regular file, because opening a pipe would wait for a writer, and a device keeps no lines.
func regular(path string) (string, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("expected a regular file, found %s", kind(info.Mode()))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return resolve(path)
}

// kind returns words that describe a file that is not a regular file, for an error.
func kind(mode fs.FileMode) string {
	switch {
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

// resolve follows symbolic links, even if the file to which they lead does not exist yet. Without resolve, a new file
// would replace the link.
func resolve(path string) (string, error) {
	for range maxLinks {
		if whole, err := filepath.EvalSymlinks(path); err == nil {
			return whole, nil
		}
		if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
			path = filepath.Join(folder, filepath.Base(path))
		}
		target, err := os.Readlink(path)
		if err != nil {
			return path, nil //nolint:nilerr // the path is no symbolic link
		}
		if !filepath.IsAbs(target) {
			target = filepath.Dir(path) + string(filepath.Separator) + target // Join would drop a/.. where a is a link
		}
		path = target
	}
	return "", fmt.Errorf("expected at most %d symbolic links to the file", maxLinks)
}
