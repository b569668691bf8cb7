package tempfile

import "os"

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
