package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// inputFiles are the files of --fixtures and --profile, by the names that the user gave. Messages repeat these names.
type inputFiles struct{}

// maxInput bounds the bytes of a file, because its rows need many times as much memory.
const maxInput = 1 << 30

// ReadFile returns the content of a file or of a pipe. It refuses other files, because a device such as /dev/zero has
// no end.
func (inputFiles) ReadFile(name string) (data []byte, err error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s: expected a file in JSON, found a folder", name)
	case info.Mode()&fs.ModeDevice != 0:
		return nil, fmt.Errorf("%s: expected a file in JSON, found a device", name)
	}
	file, err := os.Open(name) //nolint:gosec // the file that the user named
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	data, err = io.ReadAll(io.LimitReader(file, maxInput+1))
	if len(data) > maxInput {
		return nil, fmt.Errorf("%s: the file has more than %d bytes: keep rows with --data", name, maxInput)
	}
	return data, err
}

// Open returns an error: the mock reads whole files.
func (inputFiles) Open(string) (fs.File, error) { return nil, errors.ErrUnsupported }
