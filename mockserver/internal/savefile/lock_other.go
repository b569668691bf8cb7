//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package savefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

const syncsFolders = false

// lockFile makes a file that must not exist, because these systems have no lock that ends with the program. If the
// program is killed, the user has to remove the file.
func lockFile(name string) (io.Closer, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, ownOnly)
	if errors.Is(err, fs.ErrExist) {
		return nil, errors.Join(ErrLocked, errors.New("remove "+name+" if no program has the file"))
	}
	if err != nil {
		return nil, err
	}
	return removed{f}, nil
}

// removed is an open file that Close removes.
type removed struct{ *os.File }

// Close removes the file.
func (r removed) Close() error { return errors.Join(r.File.Close(), os.Remove(r.Name())) }

// lockContent does nothing: these systems can lock only names, so a second server with a hard link to the file is not
// detected.
func lockContent(string) (io.Closer, error) { return io.NopCloser(nil), nil }

// betweenMounts returns false: on these systems no file is a mount of its own.
func betweenMounts(error) bool { return false }
