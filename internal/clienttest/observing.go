package clienttest

import (
	"context"
	"fmt"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/observe"
)

// Listener returns an observer that passes every event to one function.
func Listener(hear func(context.Context, any)) observe.Observer {
	return observe.Observer{
		OperationStart: func(ctx context.Context, e observe.Operation) context.Context { hear(ctx, e); return ctx },
		OperationEnd:   func(ctx context.Context, e observe.OperationEnd) { hear(ctx, e) },
		AttemptStart:   func(ctx context.Context, e observe.Attempt) context.Context { hear(ctx, e); return ctx },
		AttemptEnd:     func(ctx context.Context, e observe.AttemptEnd) { hear(ctx, e) },
		Retry:          func(ctx context.Context, e observe.RetryDecision) { hear(ctx, e) },
		WaitStart:      func(ctx context.Context, e observe.Wait) context.Context { hear(ctx, e); return ctx },
		WaitEnd:        func(ctx context.Context, e observe.WaitEnd) { hear(ctx, e) },
	}
}

// Ends appends how each call ended to a list.
func Ends(to *[]observe.OperationEnd) tourney.Option {
	return tourney.WithObserver(observe.Observer{
		OperationEnd: func(_ context.Context, e observe.OperationEnd) { *to = append(*to, e) },
	})
}

// Notes keep a short text for each event, in the order of the events.
type Notes struct {
	mu    sync.Mutex
	lines []string
}

// Observer returns the observer that takes the notes.
func (n *Notes) Observer() observe.Observer {
	return Listener(func(_ context.Context, event any) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.lines = append(n.lines, note(event))
	})
}

// Taken returns the notes since the last call of Taken.
func (n *Notes) Taken() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	lines := n.lines
	n.lines = nil
	return lines
}

func note(event any) string {
	switch e := event.(type) {
	case observe.Operation:
		return fmt.Sprintf("%s begins", e.Op)
	case observe.OperationEnd:
		return fmt.Sprintf("%s ends: attempts %d status %d error %q unknown %t",
			e.Op, e.Attempts, e.Status, e.Error, e.OutcomeUnknown)
	case observe.Attempt:
		return fmt.Sprintf("%s attempt %d begins", e.Op, e.Number)
	case observe.AttemptEnd:
		return fmt.Sprintf("%s attempt %d ends: status %d error %q redirects %d",
			e.Op, e.Number, e.Status, e.Error, e.Redirects)
	case observe.RetryDecision:
		return fmt.Sprintf("%s after attempt %d: status %d error %q refusal %q",
			e.Op, e.Attempt, e.Status, e.Error, e.Refusal)
	case observe.Wait:
		return fmt.Sprintf("%s waits for %s", e.Op, e.For)
	case observe.WaitEnd:
		return fmt.Sprintf("%s waited for %s: error %q", e.Op, e.For, e.Error)
	}
	return fmt.Sprintf("%T", event)
}
