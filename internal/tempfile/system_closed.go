//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package tempfile

import "os"

// IsUnix says whether the system locks a file with all its names, and writes folders to the disk.
const IsUnix = false

// Windows does not remove a file that package os has open. It does not rename such a file either, so rename closes the
// temporary file first. Another program may remove the file at that moment, and Replace then writes it again. The other
// systems here do not tell whether a program has a file open.

func hold(*os.File) bool { return true }

func rename(f *os.File, name string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return Rename(f.Name(), name)
}

func isFixed(error) bool { return false }
