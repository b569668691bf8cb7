package command

import (
	"context"
	"io"

	"github.com/tourney-go/tourney/internal/plaintext"
)

// Terminal is what a program reads, and where it prints. Program.Run makes Out and Errs escape the characters that
// could harm a terminal.
type Terminal struct {
	In        io.Reader
	Out, Errs io.Writer
}

// Runner is the code of a command, with the flags and arguments of the command.
type Runner interface {
	// Declare declares the flags and the arguments, which set fields of the runner, and sets the defaults.
	Declare(p *Parameters)
	Run(ctx context.Context, to Terminal) error
}

// UsageError is a mistake of the person who calls the program.
type UsageError struct{ error }

// Usage returns a UsageError.
func Usage(err error) error { return UsageError{err} }

// Unwrap returns the error.
func (e UsageError) Unwrap() error { return e.error }

// plainly is a writer that escapes characters that could harm a terminal or a log. Texts from outside can contain
// them.
type plainly struct{ io.Writer }

// Write writes lines. A call must not end within a line.
func (p plainly) Write(lines []byte) (int, error) {
	_, err := io.WriteString(p.Writer, plaintext.Escape(string(lines)))
	return len(lines), err
}
