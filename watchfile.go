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

// WatchFile keeps the state of a watch as JSON in a file that only its owner can read. The file always holds one whole
// snapshot: Save writes a temporary file beside it, flushes that to the disk, and renames it. The folder must exist.
//
// The temporary file is called like the file, with a number and .tmp behind. A program that is killed leaves it there,
// and the next watch with the same file removes it: at once where the system tells that nobody writes to it (Unix,
// Windows), else when it is an hour old. The watch touches nothing else in the folder.
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

// saveTries bounds how often Save writes a temporary file again because another watch removed it. That takes a watch
// which begins in the very moment: even where watches begin all the time, twenty such moments in a row do not come.
const saveTries = 20

// errTaken is the error of a save whose temporary file another watch took for an abandoned one.
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

// write writes data to a new temporary file, and holds it: another watch would take it for an abandoned one.
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

// besideSuffix ends the name of a temporary file, after the name of the file and the number of os.CreateTemp.
const besideSuffix = ".tmp"

// discard removes a temporary file, unless another watch has done that.
func discard(beside *os.File) error {
	_ = beside.Close() // it may be closed already
	if err := os.Remove(beside.Name()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// tidy removes the temporary files that killed watches have left. Files that it cannot remove stay: a watch works with
// them there.
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

// isBeside reports whether write gives such a name.
func (f watchFile) isBeside(name string) bool {
	number, ours := strings.CutPrefix(name, filepath.Base(string(f))+".")
	number, ends := strings.CutSuffix(number, besideSuffix)
	n, err := strconv.ParseUint(number, 10, 32)
	return ours && ends && err == nil && number == strconv.FormatUint(n, 10)
}

// leftAfter is the age of an abandoned file, on a system that does not tell whether somebody has it open. A snapshot is
// written in moments, and a disk that takes an hour for it does not come back.
const leftAfter = time.Hour

// removeOld removes a file that nobody has written to for an hour.
func removeOld(path string) {
	if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > leftAfter {
		_ = os.Remove(path)
	}
}
