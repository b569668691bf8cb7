package main

import (
	"context"
	"errors"
	"io/fs"

	"github.com/tourney-go/tourney/internal/tempfile"
)

// inputFiles are the files that flags name. Messages repeat the names that the user gave. The context ends the wait for
// the writer of a pipe.
type inputFiles struct{ ctx context.Context }

// ReadFile returns the content of a file or of a pipe.
func (f inputFiles) ReadFile(name string) ([]byte, error) {
	return tempfile.Read(f.ctx, name, tempfile.Most)
}

// Open returns an error: the mock reads whole files.
func (inputFiles) Open(string) (fs.File, error) { return nil, errors.ErrUnsupported }
