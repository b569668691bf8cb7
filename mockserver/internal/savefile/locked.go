package savefile

import "errors"

// ErrLocked is the error for a file that another program, or another server of this program, has open.
var ErrLocked = errors.New("another server has the data file")
