package listen

import "errors"

// The errors of a connection. The system has texts in place of numbers.
var (
	errnoReset   = errors.New("connection reset")
	errnoRefused = errors.New("connection refused")
)
