// Package tempfile reads and writes the files of programs: settings, keys, reports, profiles, recordings, seeds, states
// and locks. Load and Replace are for files of a program's own, Read and Output for what a person named.
//
// Replace writes the data to a temporary file in the same folder and renames the temporary file, so that the file
// always holds complete data. It removes the temporary files of programs that were killed.
package tempfile

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/wait"
)

// tries bounds the attempts of Replace to write a temporary file. Another program removes the file only if it calls
// RemoveAbandoned between two system calls of Replace. Even if programs do that all the time, it does not happen twenty
// times in a row.
const tries = 20

// errRemoved is the error of a Replace whose temporary file another program removed as abandoned.
var errRemoved = errors.New("another program has removed the file")

// Replace replaces a file, which need not exist. A symbolic link stays, and the file that it leads to is replaced.
// Anything except a regular file is an error. A file keeps its permissions, and its owner if the system allows that.
// Only its owner can read a new file. On Windows a file has the rights of its folder. Replace removes the temporary
// files that killed programs left.
func Replace(path string, data []byte) error {
	path, err := Target(path)
	if err != nil {
		return err
	}
	RemoveAbandoned(path)
	for range tries {
		if err = replace(path, data); !errors.Is(err, errRemoved) {
			break
		}
	}
	return err
}

func replace(path string, data []byte) error {
	temporary, err := Write(path, data)
	if err == nil {
		err = rename(temporary, path)
		if errors.Is(err, fs.ErrNotExist) {
			return errors.Join(errRemoved, err)
		}
		if err != nil {
			err = errors.Join(err, discard(temporary))
		}
	}
	if _, missing := os.Lstat(path); missing == nil && isFixed(err) {
		return overwrite(path, data)
	}
	return err
}

// overwrite changes a file whose place no other file can take: one that is mounted alone, as containers mount files, or
// in a folder that is read-only. After an error the file has its old content, unless the disk refuses that too. A
// program that is killed meanwhile leaves a part of the data.
func overwrite(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0) //nolint:gosec // the caller named the file
	if err != nil {
		return err
	}
	old, err := io.ReadAll(f)
	if err == nil {
		if err = fill(f, data); err != nil {
			err = errors.Join(err, fill(f, old))
		}
	}
	return errors.Join(err, f.Close())
}

// fill gives an open file its content.
func fill(f *os.File, data []byte) error {
	_, err := f.WriteAt(data, 0)
	if err == nil {
		err = f.Truncate(int64(len(data)))
	}
	if err == nil {
		err = f.Sync()
	}
	return err
}

// Remove removes a file that Replace wrote, and the temporary files beside it. A symbolic link stays. It is no error if
// there is no file.
func Remove(path string) error {
	path, err := Target(path)
	if err != nil {
		return err
	}
	RemoveAbandoned(path)
	if err = patiently(func() error { return os.Remove(path) }); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// patience is how long patiently tries again. Programs have the files of this package open for moments.
const patience = 2 * time.Second

// patiently calls do, and calls it again while another program keeps it from the file.
func patiently(do func() error) error {
	for end := time.Now().Add(patience); ; time.Sleep(turn) { //nolint:forbidigo // the caller has no context
		if err := do(); !mayPass(err) || time.Now().After(end) {
			return err
		}
	}
}

// graceTime is how long Output waits for the reader of a pipe after its context has ended.
const graceTime = time.Second

// Output writes what a command was asked to write into a file: it writes into a pipe or a device, waits for the reader
// until ctx ends and a second longer, and replaces a file. What is the output of this program gets the data behind what
// the program has printed.
func Output(ctx context.Context, path string, data []byte) error {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return Replace(path, data)
	}
	for _, own := range []*os.File{os.Stdout, os.Stderr} {
		if printed, err := own.Stat(); err == nil && os.SameFile(printed, info) {
			return within(ctx, path, func() error { _, err := own.Write(data); return err })
		}
	}
	if info.Mode().IsRegular() {
		return Replace(path, data)
	}
	return within(ctx, path, func() error {
		f, err := os.OpenFile(path, os.O_WRONLY, 0) //nolint:gosec // the caller named the file
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return errors.Join(err, f.Close())
	})
}

// within returns the error of write, or that of ctx a second after ctx ends.
func within(ctx context.Context, path string, write func() error) error {
	later, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(graceTime, cancel) })()
	_, err := wait.For(later, func() (any, error) { return nil, write() })
	if err != nil && later.Err() != nil {
		err = &fs.PathError{Op: "write", Path: path, Err: context.Cause(ctx)}
	}
	return err
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
