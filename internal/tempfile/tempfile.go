// Package tempfile replaces a file in one step, so that the file always holds complete data. It writes the
// data to a temporary file in the same folder, and renames the temporary file. It removes the temporary
// files of programs that were killed.
package tempfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tries bounds the attempts of Replace to write a temporary file. Another program removes the file only if it calls
// RemoveAbandoned between two system calls of Replace. Even if programs do that all the time, it does not happen twenty
// times in a row.
const tries = 20

// errRemoved is the error of a Replace whose temporary file another program removed as abandoned.
var errRemoved = errors.New("another program has removed the file")

// Replace replaces a file, which need not exist.
func Replace(path string, data []byte) (err error) {
	for range tries {
		if err = replace(path, data); !errors.Is(err, errRemoved) {
			break
		}
	}
	return err
}

func replace(path string, data []byte) error {
	temporary, err := Write(path, data)
	if err != nil {
		return err
	}
	err = rename(temporary, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.Join(errRemoved, err)
	case err != nil:
		return errors.Join(err, discard(temporary))
	}
	return nil
}

// Write is the first half of Replace. It writes data to a new temporary file, and locks the file so that no other
// program removes it as abandoned.
func Write(path string, data []byte) (temporary *os.File, err error) {
	temporary, err = os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*"+suffix)
	if err != nil {
		return nil, err
	}
	if !hold(temporary) {
		return nil, errors.Join(errRemoved, discard(temporary))
	}
	if _, err = temporary.Write(data); err == nil {
		err = temporary.Sync()
	}
	if err != nil {
		return nil, errors.Join(err, discard(temporary))
	}
	return temporary, nil
}

// suffix ends the name of a temporary file. The name begins with the name of the file and the number that
// os.CreateTemp chose.
const suffix = ".tmp"

// discard removes a temporary file. It is no error if another program has removed it already.
func discard(temporary *os.File) error {
	_ = temporary.Close() // it may be closed already
	if err := os.Remove(temporary.Name()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// RemoveAbandoned removes the temporary files that killed programs left beside a file. It ignores errors: a
// file that it cannot remove does no harm.
func RemoveAbandoned(path string) {
	folder := filepath.Dir(path)
	entries, _ := os.ReadDir(folder) // whoever reads the file gets an error of the folder
	for _, entry := range entries {
		if entry.Type().IsRegular() && isTemporary(entry.Name(), filepath.Base(path)) {
			abandoned := filepath.Join(folder, entry.Name())
			if known := removeAbandoned(abandoned); !known {
				removeOld(abandoned)
			}
		}
	}
}

// isTemporary reports whether a file has the name of a temporary file of base.
func isTemporary(name, base string) bool {
	number, ours := strings.CutPrefix(name, base+".")
	number, ends := strings.CutSuffix(number, suffix)
	n, err := strconv.ParseUint(number, 10, 32)
	return ours && ends && err == nil && number == strconv.FormatUint(n, 10)
}

// abandonedAfter is the age of an abandoned file on systems that do not tell whether a program is writing to it.
// Writing a file takes moments.
const abandonedAfter = time.Hour

// removeOld removes a file that has not changed for an hour.
func removeOld(path string) {
	if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > abandonedAfter {
		_ = os.Remove(path)
	}
}
