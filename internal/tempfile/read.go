package tempfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/tourney-go/tourney/internal/wait"
)

// Most is the greatest number of bytes that Load and Update read.
const Most = 1 << 30

// mostOfDevice bounds what Read takes from a device, because a device such as /dev/zero has no end.
const mostOfDevice = 16 << 20

// Read returns the content of a file, a pipe or a device, without a byte order mark at its start. More than most bytes
// are an error. Read waits for the writer of a pipe until ctx ends.
func Read(ctx context.Context, path string, most int64) ([]byte, error) {
	data, err := wait.For(ctx, func() ([]byte, error) { return read(path, most) })
	if err != nil && errors.Is(err, ctx.Err()) {
		err = &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return data, err
}

func read(path string, most int64) (data []byte, err error) {
	f, err := os.Open(path) //nolint:gosec // the caller named the file
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, unexpected("read", path, "a file", info.Mode())
	case info.Mode()&fs.ModeDevice != 0:
		most = min(most, mostOfDevice)
	}
	data, err = io.ReadAll(io.LimitReader(f, most+1))
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%s: expected at most %d bytes", path, most)
	}
	return bytes.TrimPrefix(data, []byte("\uFEFF")), err
}

// Load returns the content of a file that Replace writes, and nil if there is no such file. It reads no pipe and no
// device. It removes the temporary files that killed programs left.
func Load(path string) ([]byte, error) {
	path, err := Target(path)
	if err != nil {
		return nil, err
	}
	RemoveAbandoned(path)
	var data []byte
	err = patiently(func() (err error) {
		data, err = read(path, Most)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}
