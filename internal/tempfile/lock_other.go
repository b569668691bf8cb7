//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package tempfile

import "os"

// These systems do not tell whether a program has a file open.

func hold(*os.File) bool { return true }

func rename(f *os.File, name string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func removeAbandoned(string) (known bool) { return false }

func exclusive(string) (release func(), err error) { return func() {}, nil }
