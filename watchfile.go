package tourney

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// WatchFile keeps the state of a watch as JSON in a file that only its owner can read. The folder must exist. The file
// always holds a complete snapshot: Save writes a temporary file in the same folder, flushes it to the disk, and
// renames it. A symbolic link stands for the file that it leads to, and stays. A pipe, a device or any other path that
// is no regular file is an error.
//
// The name of the temporary file is the name of the file, a number and .tmp. A program that is killed leaves its
// temporary file behind. The next watch with the same file removes it: at once on systems that tell whether a program
// is writing to it (Unix, Windows), else after an hour. The watch touches no other file in the folder.
func WatchFile(path string) WatchState { return watchFile(path) }

type watchFile string

// Load reads the file, if there is one.
func (f watchFile) Load(context.Context) (s WatchSnapshot, err error) {
	if f, err = f.target(); err != nil {
		return s, err
	}
	f.removeTemporary()
	data, err := os.ReadFile(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return WatchSnapshot{}, fmt.Errorf("%s: %w", string(f), err)
	}
	if s.Version == 0 {
		return s, fmt.Errorf("%s: the file holds no state of a watch", string(f))
	}
	return s, nil
}

// target returns the file that the path leads to, which may not exist yet. It refuses what is no regular file.
func (f watchFile) target() (watchFile, error) {
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
		return f, fmt.Errorf("WatchFile: %s is no regular file: expected the name of a file", string(f))
	}
	to, err := filepath.EvalSymlinks(string(f))
	if errors.Is(err, fs.ErrNotExist) { // what the link leads to does not exist, so follow this link alone
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
	return watchFile(to).target()
}

// saveTries bounds the attempts of Save to write a temporary file. Another watch removes the file only if it begins
// between two system calls of Save. Even if watches begin all the time, that does not happen twenty times in a row.
const saveTries = 20

// errNoPath is the error of a watch whose file has no name.
var errNoPath = errors.New("WatchFile: the path is empty: expected the name of a file")

// errRemoved is the error of a save whose temporary file another watch removed as abandoned.
var errRemoved = errors.New("another watch has removed the file")

// Save replaces the file.
func (f watchFile) Save(_ context.Context, s WatchSnapshot) error {
	f, err := f.target()
	if err != nil {
		return err
	}
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	for range saveTries {
		if err = f.replace(data); !errors.Is(err, errRemoved) {
			break
		}
	}
	return err
}

func (f watchFile) replace(data []byte) error {
	temporary, err := f.write(data)
	if err != nil {
		return err
	}
	err = rename(temporary, string(f))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.Join(errRemoved, err)
	case err != nil:
		return errors.Join(err, discard(temporary))
	}
	return nil
}

// write writes data to a new temporary file, and locks the file so that no other watch removes it as abandoned.
func (f watchFile) write(data []byte) (temporary *os.File, err error) {
	temporary, err = os.CreateTemp(filepath.Dir(string(f)), filepath.Base(string(f))+".*"+temporarySuffix)
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

// temporarySuffix ends the name of a temporary file. Before it are the name of the file and the number of
// os.CreateTemp.
const temporarySuffix = ".tmp"

// discard removes a temporary file. It is no error if another watch has removed it already.
func discard(temporary *os.File) error {
	_ = temporary.Close() // it may be closed already
	if err := os.Remove(temporary.Name()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// removeTemporary removes the temporary files of killed watches. It ignores files that it cannot remove, because they
// do no harm.
func (f watchFile) removeTemporary() {
	folder := filepath.Dir(string(f))
	entries, _ := os.ReadDir(folder) // Load reports an error of the folder
	for _, entry := range entries {
		if entry.Type().IsRegular() && f.isTemporary(entry.Name()) {
			path := filepath.Join(folder, entry.Name())
			if known := removeAbandoned(path); !known {
				removeOld(path)
			}
		}
	}
}

// isTemporary reports whether a file has the name of a temporary file of write.
func (f watchFile) isTemporary(name string) bool {
	number, ours := strings.CutPrefix(name, filepath.Base(string(f))+".")
	number, ends := strings.CutSuffix(number, temporarySuffix)
	n, err := strconv.ParseUint(number, 10, 32)
	return ours && ends && err == nil && number == strconv.FormatUint(n, 10)
}

// abandonedAfter is the age of an abandoned file on systems that do not tell whether a program is writing to it.
// Writing a snapshot takes moments.
const abandonedAfter = time.Hour

// removeOld removes a file that has not changed for an hour.
func removeOld(path string) {
	if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > abandonedAfter {
		_ = os.Remove(path)
	}
}
