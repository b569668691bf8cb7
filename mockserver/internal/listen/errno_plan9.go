package listen

import "errors"

// The errors of a connection. On this system errors are texts and not numbers.
var (
	errnoReset   = errors.New("connection reset")
	errnoRefused = errors.New("connection refused")
)
