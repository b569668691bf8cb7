package tourney

import (
	"context"
	"log/slog"
	"time"

	"github.com/tourney-go/tourney/observe"
)

// logLine holds everything that a log line may show. It has no URL, query, body, header or key, and no text of a host,
// a transport or a caller. Only its method write logs.
type logLine struct {
	observe.Operation
	Attempt  int
	Attempts int
	Status   int
	Error    observe.ErrorType
	Took     time.Duration
	For      observe.WaitReason
	Refusal  observe.Refusal
	Wait     time.Duration
	Hook     string // of the Observer
}

// write logs a line without the zero members.
func (l logLine) write(ctx context.Context, log *slog.Logger, level slog.Level, message string) {
	if !log.Enabled(ctx, level) {
		return
	}
	attrs := make([]slog.Attr, 0, 10)
	text := func(name, value string) {
		if value != "" {
			attrs = append(attrs, slog.String(name, value))
		}
	}
	number := func(name string, value int) {
		if value != 0 {
			attrs = append(attrs, slog.Int(name, value))
		}
	}
	text("op", l.Op)
	text("method", l.Method)
	text("path", l.Path)
	number("attempt", l.Attempt)
	number("attempts", l.Attempts)
	number("status", l.Status)
	text("error", string(l.Error))
	text("for", string(l.For))
	text("refused", string(l.Refusal))
	if l.Wait != 0 {
		attrs = append(attrs, slog.Duration("wait", l.Wait))
	}
	if l.Took != 0 {
		attrs = append(attrs, slog.Duration("took", l.Took))
	}
	text("hook", l.Hook)
	log.LogAttrs(ctx, level, message, attrs...)
}

// logObserver returns an Observer that writes events to a logger.
func logObserver(log *slog.Logger) observe.Observer {
	return observe.Observer{
		OperationEnd: func(ctx context.Context, e observe.OperationEnd) {
			level, message := slog.LevelDebug, "tourney: operation"
			if e.OutcomeUnknown {
				level, message = slog.LevelWarn, "tourney: outcome unknown"
			}
			logLine{
				Operation: e.Operation, Attempts: e.Attempts, Status: e.Status, Error: e.Error, Took: e.Took,
			}.write(ctx, log, level, message)
		},
		AttemptEnd: func(ctx context.Context, e observe.AttemptEnd) {
			logLine{
				Operation: e.Operation, Attempt: e.Number, Status: e.Status, Error: e.Error, Took: e.Took,
			}.write(ctx, log, slog.LevelDebug, "tourney: attempt")
		},
		Retry: func(ctx context.Context, e observe.RetryDecision) {
			level, message := slog.LevelInfo, "tourney: retry"
			switch e.Refusal {
			case observe.RefusedNone:
			case observe.RefusedBudget: // at warn level, because the host fails for many calls
				level, message = slog.LevelWarn, "tourney: no retry"
			default:
				message = "tourney: no retry"
			}
			logLine{
				Operation: e.Operation, Attempt: e.Attempt, Status: e.Status, Error: e.Error, Refusal: e.Refusal, Wait: e.Wait,
			}.write(ctx, log, level, message)
		},
		WaitEnd: func(ctx context.Context, e observe.WaitEnd) {
			if e.For == observe.WaitRetry {
				return // Retry has logged it
			}
			logLine{
				Operation: e.Operation, For: e.For, Error: e.Error, Took: e.Took,
			}.write(ctx, log, slog.LevelDebug, "tourney: wait")
		},
	}
}
