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

// WatchFile keeps the state of a watch as JSON in a file, which only its owner can read. The file always holds one
// whole snapshot: a new one is written beside it, flushed to the disk, and takes its name. The folder must exist.
//
// The new one is called like the file, with a number and .tmp behind. A program that is killed leaves it there, and the
// next watch with the same file removes it: at once where the system tells that nobody writes to it (Unix, Windows),
// else when it is an hour old. Nothing else in the folder is touched.
func WatchFile(path string) WatchState { return watchFile(path) }

type watchFile string

// Load reads the file, if there is one.
func (f watchFile) Load(context.Context) (s WatchSnapshot, err error) {
	f.tidy()
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
		return s, fmt.Errorf("%s: it is no state of a watch", string(f))
	}
	return s, nil
}

// saveTries bounds how often a file beside is made because another watch has removed the one before. For that a watch
// has to begin in the very moment: even where watches begin all the time, twenty such moments in a row do not come.
const saveTries = 20

// errTaken says that another watch took the file beside for one that was left.
var errTaken = errors.New("another watch has removed the file")

// Save replaces the file.
func (f watchFile) Save(_ context.Context, s WatchSnapshot) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	for range saveTries {
		if err = f.replace(data); !errors.Is(err, errTaken) {
			break
		}
	}
	return err
}

func (f watchFile) replace(data []byte) error {
	beside, err := f.write(data)
	if err != nil {
		return err
	}
	err = rename(beside, string(f))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.Join(errTaken, err)
	case err != nil:
		return errors.Join(err, discard(beside))
	}
	return nil
}

// write puts data into a new file beside, and holds it: else another watch would take it for one that was left.
func (f watchFile) write(data []byte) (beside *os.File, err error) {
	beside, err = os.CreateTemp(filepath.Dir(string(f)), filepath.Base(string(f))+".*"+besideSuffix)
	if err != nil {
		return nil, err
	}
	if !hold(beside) {
		return nil, errors.Join(errTaken, discard(beside))
	}
	if _, err = beside.Write(data); err == nil {
		err = beside.Sync()
	}
	if err != nil {
		return nil, errors.Join(err, discard(beside))
	}
	return beside, nil
}

// besideSuffix ends the name of a file beside, after the name of the file and the number of os.CreateTemp.
const besideSuffix = ".tmp"

// discard removes a file beside, unless another watch has done that.
func discard(beside *os.File) error {
	_ = beside.Close() // it may be closed already
	if err := os.Remove(beside.Name()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// tidy removes the files that killed watches have left beside this one. What it cannot remove stays: a watch works
// without that.
func (f watchFile) tidy() {
	folder := filepath.Dir(string(f))
	entries, _ := os.ReadDir(folder) // Load says what is wrong with the folder
	for _, entry := range entries {
		if entry.Type().IsRegular() && f.isBeside(entry.Name()) {
			path := filepath.Join(folder, entry.Name())
			if known := removeLeft(path); !known {
				removeOld(path)
			}
		}
	}
}

// isBeside reports whether a name is one that write gives.
func (f watchFile) isBeside(name string) bool {
	number, ours := strings.CutPrefix(name, filepath.Base(string(f))+".")
	number, ends := strings.CutSuffix(number, besideSuffix)
	n, err := strconv.ParseUint(number, 10, 32)
	return ours && ends && err == nil && number == strconv.FormatUint(n, 10)
}

// leftAfter is when a file was left, where that cannot be told otherwise: a snapshot is written in moments, and a disk
// that takes an hour for it does not come back.
const leftAfter = time.Hour

// removeOld removes a file that nobody has written to for long.
func removeOld(path string) {
	if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > leftAfter {
		_ = os.Remove(path)
	}
}
