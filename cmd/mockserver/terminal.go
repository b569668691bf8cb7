package main

import (
	"context"
	"io"
)

// terminal is where the program prints.
type terminal struct{ out, errs io.Writer }

// usageError is a mistake of the person who calls the program.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// runner is the code of a command, with the flags and arguments of the command.
type runner interface {
	// declare declares the flags and the arguments, which set fields of the runner, and sets the defaults.
	declare(p *parameters)
	run(ctx context.Context, to terminal) error
}
