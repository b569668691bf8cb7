package datafile

import "errors"

// ErrLocked is the error for a file that another program has open, or another server of this program.
var ErrLocked = errors.New("another server has the data file")
