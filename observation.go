package tourney

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/transport"
	"github.com/tourney-go/tourney/observe"
)

// observation reports one call to its observers. A nil observation reports nothing.
type observation struct {
	observers []observe.Observer
	logger    *slog.Logger // logs panics of observers
	op        observe.Operation
	size      int // of the request's body
	begun     time.Time
	attempt   observe.Attempt
	class     contract.Class
	sent      transport.Outcome // the outcome of Send, also when a panic kept Send from returning it
}

// observe returns the observation of a call, nil when the client has no observer.
func (c *core) observe(req *request) *observation {
	if len(c.observers) == 0 {
		return nil
	}
	op := c.address
	op.Op, op.Method = req.op.ID, req.op.Method
	if !req.callers {
		op.Path = req.path
	}
	return &observation{observers: c.observers, logger: c.config.logger, op: op, size: len(req.body), class: req.op.Class}
}

// starts and ends are the functions of an Observer for an event E.
type (
	starts[E any] = func(context.Context, E) context.Context
	ends[E any]   = func(context.Context, E)
)

// start calls a start function of every observer. Each function gets the context that the previous function returned.
func start[E any](
	ctx context.Context, o *observation, name string, event E, hook func(*observe.Observer) starts[E],
) context.Context {
	for i := range o.observers {
		func() {
			defer o.survive(ctx, name)
			if call := hook(&o.observers[i]); call != nil {
				if within := call(ctx, event); within != nil {
					ctx = within
				}
			}
		}()
	}
	return ctx
}

// tell calls a function of every observer. It calls the observers in the reverse order of the options, so that the
// span that began last ends first.
func tell[E any](ctx context.Context, o *observation, name string, event E, hook func(*observe.Observer) ends[E]) {
	for i := len(o.observers) - 1; i >= 0; i-- {
		func() {
			defer o.survive(ctx, name)
			if call := hook(&o.observers[i]); call != nil {
				call(ctx, event)
			}
		}()
	}
}

// survive recovers from a panic of an observer. It does not log the value of the panic, which could hold a secret.
func (o *observation) survive(ctx context.Context, name string) {
	if recover() == nil || o.logger == nil {
		return
	}
	defer func() { _ = recover() }() // the logger's handler may panic too
	logLine{Operation: o.op, Hook: name}.write(ctx, o.logger, slog.LevelError, "tourney: an observer panicked")
}

func (o *observation) operationStart(ctx context.Context) context.Context {
	if o == nil {
		return ctx
	}
	o.begun = time.Now()
	return start(ctx, o, "OperationStart", o.op, func(of *observe.Observer) starts[observe.Operation] {
		return of.OperationStart
	})
}

// SendEnd stores the outcome of the request.
func (o *observation) SendEnd(out transport.Outcome) { o.sent = out }

// leavesOutcomeOpen reports whether a write that ended with this error may have happened. After a panic the error is
// ErrPanicked, which does not tell the outcome, so leavesOutcomeOpen looks at the attempts.
func (o *observation) leavesOutcomeOpen(err error) bool {
	if !errors.Is(err, transport.ErrPanicked) {
		return errors.Is(err, ErrOutcomeUnknown)
	}
	return o.class >= contract.Create && o.sent.Attempts > 0 && (o.sent.Failure == nil || !o.sent.Failure.NeverSent)
}

func (o *observation) operationEnd(ctx context.Context, err error) {
	if o == nil {
		return
	}
	e := observe.OperationEnd{
		Operation: o.op, Attempts: o.sent.Attempts, Status: o.sent.Status, Took: time.Since(o.begun), Error: ErrorTypeOf(err),
		OutcomeUnknown: o.leavesOutcomeOpen(err),
	}
	tell(ctx, o, "OperationEnd", e, func(of *observe.Observer) ends[observe.OperationEnd] { return of.OperationEnd })
}

// AttemptStart reports the start of an attempt, and returns the header that the observers wrote to.
func (o *observation) AttemptStart(ctx context.Context, number int) (context.Context, http.Header) {
	o.attempt = observe.Attempt{Operation: o.op, Number: number, RequestBytes: o.size, Header: http.Header{}}
	ctx = start(ctx, o, "AttemptStart", o.attempt, func(of *observe.Observer) starts[observe.Attempt] {
		return of.AttemptStart
	})
	o.attempt.Header = maps.Clone(o.attempt.Header)
	return ctx, o.attempt.Header
}

// AttemptEnd reports the end of an attempt.
func (o *observation) AttemptEnd(ctx context.Context, end transport.AttemptEnd) {
	e := observe.AttemptEnd{
		Attempt: o.attempt, Status: end.Status, Protocol: end.Protocol, ResponseBytes: end.Bytes,
		Redirects: end.Redirects, Took: end.Took, RetryAfter: end.RetryAfter, Error: attemptErrorType(end.Kind, end.Status),
	}
	tell(ctx, o, "AttemptEnd", e, func(of *observe.Observer) ends[observe.AttemptEnd] { return of.AttemptEnd })
}

// Decided reports a retry or its refusal.
func (o *observation) Decided(ctx context.Context, d transport.Decision) {
	e := observe.RetryDecision{
		Operation: o.op, Attempt: o.attempt.Number, Status: d.Status, Error: attemptErrorType(d.Kind, d.Status),
		Refusal: d.Refusal, Wait: d.Wait, Hinted: d.Hinted,
	}
	tell(ctx, o, "Retry", e, func(of *observe.Observer) ends[observe.RetryDecision] { return of.Retry })
}

// WaitStart reports the start of a wait.
func (o *observation) WaitStart(ctx context.Context, reason observe.WaitReason) context.Context {
	e := observe.Wait{Operation: o.op, For: reason}
	return start(ctx, o, "WaitStart", e, func(of *observe.Observer) starts[observe.Wait] { return of.WaitStart })
}

// WaitEnd reports the end of a wait.
func (o *observation) WaitEnd(ctx context.Context, end transport.WaitEnd) {
	e := observe.WaitEnd{Wait: observe.Wait{Operation: o.op, For: end.Reason}, Took: end.Took, Error: end.Kind}
	tell(ctx, o, "WaitEnd", e, func(of *observe.Observer) ends[observe.WaitEnd] { return of.WaitEnd })
}

// ErrorTypeOf returns the type of an error that a call returned, as OperationEnd has it. The type is a label for
// metrics. ErrorTypeOf returns ErrorNone for nil, and ErrorOther for an error that no other constant describes, such as
// a [ValidationError] or a [ListChangedError].
func ErrorTypeOf(err error) observe.ErrorType {
	var (
		failed     *TransportError
		answered   *APIError
		unreadable *DecodeError
	)
	switch {
	case errors.Is(err, context.Canceled):
		return observe.ErrorCanceled
	case errors.As(err, &failed) && failed.kind != observe.ErrorNone:
		return failed.kind
	case errors.As(err, &answered):
		return cmp.Or(answerType(answered.Status), observe.ErrorItems)
	case errors.Is(err, envelope.ErrMemory):
		return observe.ErrorTooLarge
	case errors.As(err, &unreadable), errors.Is(err, ErrBadRows):
		return observe.ErrorDecode
	}
	return transport.KindOf(err)
}

// attemptErrorType returns the type of an attempt's failure, or the type of its answer if the attempt did not fail.
func attemptErrorType(kind observe.ErrorType, status int) observe.ErrorType {
	return cmp.Or(kind, statusType(status))
}

// answerType returns the type of an unsuccessful answer: ErrorRedirect for a status of 300 to 399, else statusType.
func answerType(status int) observe.ErrorType {
	if status/100 == 3 {
		return observe.ErrorRedirect
	}
	return statusType(status)
}

// statusType returns the type of an answer: the status as text from 400 on, else ErrorNone.
func statusType(status int) observe.ErrorType {
	if status < http.StatusBadRequest {
		return observe.ErrorNone
	}
	return observe.ErrorType(strconv.Itoa(status))
}

// address returns an Operation with only the members that come from the base URL: Scheme, Host and Port.
func address(base *url.URL) observe.Operation {
	return observe.Operation{Scheme: base.Scheme, Host: base.Hostname(), Port: httptext.Port(base)}
}

// logLine holds everything that a log line may show. It has no URL, query, body, header or key, and no text of a host,
// a transport or a caller. All logging of the client's events goes through write.
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

// write logs a line, and leaves out members that are zero.
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
			case observe.RefusedBudget: // at warn level, because many calls fail
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
				return // Retry has logged the wait
			}
			logLine{
				Operation: e.Operation, For: e.For, Error: e.Error, Took: e.Took,
			}.write(ctx, log, slog.LevelDebug, "tourney: wait")
		},
	}
}
