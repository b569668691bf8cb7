package datafile

import "errors"

// ErrLocked is the error of a file that another program has, or another server of this program.
var ErrLocked = errors.New("another server has the data file")
