package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// fixtureFiles are the files of --fixtures, by the names that the user gave. Messages repeat these names.
type fixtureFiles struct{}

// maxFixtures bounds the bytes of a file, because its rows need many times as much memory.
const maxFixtures = 1 << 30

// ReadFile returns the content of a file or of a pipe. It refuses other files, because a device such as /dev/zero has
// no end.
func (fixtureFiles) ReadFile(name string) (data []byte, err error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s: expected a file with rows in JSON, found a folder", name)
	case info.Mode()&fs.ModeDevice != 0:
		return nil, fmt.Errorf("%s: expected a file with rows in JSON, found a device", name)
	}
	file, err := os.Open(name) //nolint:gosec // the file that the user named
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	data, err = io.ReadAll(io.LimitReader(file, maxFixtures+1))
	if len(data) > maxFixtures {
		return nil, fmt.Errorf("%s: the file has more than %d bytes: keep its rows with --data", name, maxFixtures)
	}
	return data, err
}

// Open returns an error: the mock reads whole files.
func (fixtureFiles) Open(string) (fs.File, error) { return nil, errors.ErrUnsupported }
