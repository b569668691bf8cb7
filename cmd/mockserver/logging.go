package main

import (
	"context"
	"io"
	"log"
	"log/slog"
	"strings"

	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// requestLog prints a line for each request: the operation, the status, the reason of a refusal, the fault that
// fired, and the names that the mock ignored. Its lines come from the calls that OnCall gets, which contain no
// secrets. The nil log prints nothing.
type requestLog struct{ *slog.Logger }

// newLog returns the log of the flag --log.
func newLog(form string, w io.Writer) *requestLog {
	switch form {
	case "text":
		return &requestLog{slog.New(slog.NewTextHandler(w, nil))}
	case formJSON:
		return &requestLog{slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: durationAsText}))}
	}
	return nil
}

// formJSON is a choice of --log.
const formJSON = "json"

// durationAsText writes durations with their unit, as in 1.5ms. In JSON they would be numbers of nanoseconds.
func durationAsText(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.StringValue(a.Value.Duration().String())
	}
	return a
}

// warnings returns the log for notes that are no failures and belong to no request, such as a note that the mock cut a
// part of the file of --data.
func (f *serveFlags) warnings(to command.Terminal, requests *requestLog) *log.Logger {
	return f.plainLog(slog.LevelWarn, "mockserver: warning: ", to, requests)
}

// plainLog returns a log of texts. If the log of requests is JSON, the lines are JSON too, so that a program can read
// every line. Otherwise the lines have a prefix.
func (f *serveFlags) plainLog(level slog.Level, prefix string, to command.Terminal, requests *requestLog) *log.Logger {
	if f.Log == formJSON {
		return slog.NewLogLogger(requests.Handler(), level)
	}
	return log.New(to.Errs, prefix, 0)
}

// options returns the option that prints each request of a mock.
func (l *requestLog) options() []mockserver.Option {
	if l == nil {
		return nil
	}
	return []mockserver.Option{mockserver.OnCall(l.print)}
}

func (l *requestLog) print(c journal.Call) {
	level := slog.LevelInfo
	if c.Status >= 400 || c.Status == 0 || c.Fault != "" {
		level = slog.LevelWarn
	}
	parts := []slog.Attr{
		slog.Int("status", c.Status), slog.String("method", c.Method), slog.String("path", c.Path),
		slog.String("query", c.Query), slog.String("operation", c.Op), slog.String("nearest", c.Nearest),
		slog.String("errors", strings.Join(c.Errors, "; ")), slog.String("fault", c.Fault),
		slog.String("ignored", strings.Join(c.Ignored, ", ")), slog.String("session", c.Session),
		slog.String("variant", string(c.Variant)), slog.Int64("write", c.Write), slog.Duration("took", c.Duration),
	}
	kept := parts[:0]
	for _, part := range parts {
		if value := part.Value.Any(); value != "" && value != int64(0) {
			kept = append(kept, part)
		}
	}
	l.LogAttrs(context.Background(), level, "request", kept...)
}
