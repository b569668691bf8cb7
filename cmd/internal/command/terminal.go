package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/term"

	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/wait"
)

// Terminal is what a program reads, and where it prints. Program.Run makes Out and Errs escape the characters that
// could harm a terminal.
type Terminal struct {
	In        io.Reader
	Out, Errs io.Writer
	Bytes     io.Writer // what Out writes to, for bytes that must arrive unchanged; Program.Run sets it

	// People tells where people are: they type what In reads, they see what Out shows, and they see what Errs shows.
	People struct{ In, Out, Errs bool }
}

// system returns the terminal of this process.
func system() Terminal {
	t := Terminal{In: os.Stdin, Out: os.Stdout, Errs: os.Stderr}
	t.People.In, t.People.Out, t.People.Errs = isTerminal(os.Stdin), isTerminal(os.Stdout), isTerminal(os.Stderr)
	return t
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// Width returns the columns of the terminal that Out goes to, and 80 for output that goes elsewhere.
func (t Terminal) Width() int {
	width, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if file, ok := t.file(); ok && err != nil {
		width, _, _ = term.GetSize(int(file.Fd()))
	}
	if width <= 0 {
		return 80
	}
	return width
}

// file returns the file that Out goes to.
func (t Terminal) file() (*os.File, bool) {
	out := t.Bytes
	if printed, ok := out.(*output); ok {
		out = printed.Writer
	}
	file, ok := out.(*os.File)
	return file, ok
}

// Status shows what the program is doing, on a line that the next call replaces. The text "" removes the line. Call
// Status with "" before anything else goes to Errs. Where nobody sees Errs, Status prints nothing.
func (t Terminal) Status(text string) {
	if !t.People.Errs {
		return
	}
	screen := t.Errs
	if escaped, ok := screen.(plainly); ok { // which would show the carriage return
		screen = escaped.Writer
	}
	width := min(t.Width(), 80) - 1 // a full line would scroll
	fmt.Fprintf(screen, "\r%-*s\r", width, plaintext.Excerpt(text, width-1))
}

// output is what a program prints into. It keeps the first failure, because not every command looks.
type output struct {
	io.Writer

	mu     sync.Mutex
	failed error
}

// Write writes bytes.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.failed = cmp.Or(o.failed, err)
	}
	return n, err
}

// DoneError is the failure of the output of a command that has done what it should. Repeating the command would do it
// again.
type DoneError struct {
	did string
	error
}

// Error says what the command did, and why its output failed.
func (e DoneError) Error() string { return e.did + ", but the output failed: " + e.error.Error() }

// Unwrap returns why the output failed.
func (e DoneError) Unwrap() error { return e.error }

// failure returns the first failure of the output.
func (t Terminal) failure() error {
	printed, ok := t.Bytes.(*output)
	if !ok {
		return nil
	}
	printed.mu.Lock()
	defer printed.mu.Unlock()
	return printed.failed
}

// Done returns the error of a command that did what it should: a DoneError if err, the error of its output, is not nil,
// or if any output failed; else nil. did is a sentence about what the command did.
func (t Terminal) Done(did string, err error) error {
	if err = cmp.Or(err, t.failure()); err == nil {
		return nil
	}
	return DoneError{plaintext.OneLine(did), err}
}

// Unwatched returns the terminal for a command that goes on without a reader of its output.
func (t Terminal) Unwatched() Terminal {
	if printed, ok := t.Bytes.(*output); ok {
		t.Out = plainly{printed.Writer}
	}
	return t
}

// Ask prints a question to Errs and returns the line that a person types. It does not show the line as the person types
// it if the line is a secret. If ctx ends first, or a signal to quit comes, Ask returns an error and leaves the
// terminal as it was.
func (t Terminal) Ask(ctx context.Context, question string, secret bool) (string, error) {
	fmt.Fprint(t.Errs, question)
	file, _ := t.In.(*os.File)
	if !secret || file == nil || !isTerminal(file) {
		return t.ReadLine(ctx)
	}
	descriptor := int(file.Fd())
	before, err := term.GetState(descriptor)
	if err != nil {
		return "", err
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGQUIT)
	defer stop()
	line, err := wait.For(ctx, func() ([]byte, error) { return term.ReadPassword(descriptor) })
	fmt.Fprintln(t.Errs)
	if ctx.Err() != nil {
		err = errors.Join(err, term.Restore(descriptor, before))
	}
	return string(line), err
}

// maxLine bounds the bytes of a line that people type.
const maxLine = 64 << 10

// ReadLine returns the next line of In without its end, and leaves what follows the line. At the end of In without a
// line it returns io.EOF.
func (t Terminal) ReadLine(ctx context.Context) (string, error) {
	line, err := wait.For(ctx, func() (line []byte, err error) {
		for next := make([]byte, 1); err == nil && len(line) < maxLine && !bytes.HasSuffix(line, []byte("\n")); {
			var n int
			n, err = t.In.Read(next)
			line = append(line, next[:n]...)
		}
		if errors.Is(err, io.EOF) && len(line) > 0 {
			err = nil
		}
		return line, err
	})
	return string(bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))), err
}

// ReadAll returns all that In has, at most limit bytes.
func (t Terminal) ReadAll(ctx context.Context, limit int64) ([]byte, error) {
	data, err := wait.For(ctx, func() ([]byte, error) { return io.ReadAll(io.LimitReader(t.In, limit+1)) })
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("expected at most %d bytes", limit)
	}
	return data, err
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
