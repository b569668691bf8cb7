// Package deed does a create, a registration or a payment once among all callers that give it the same key, over
// crashes and lost answers. [Once] does it, and keeps what it knows in a [Store]: [Memory], [File], [SQL], or Redis by
// the module fleet. When the outcome of a write stays unknown, a person decides, and [Settle] keeps the decision.
//
// [docs/paying] says what each failure leads to.
//
// [docs/paying]: https://github.com/tourney-go/tourney/blob/main/docs/paying.md
package deed

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/wait"
	"github.com/tourney-go/tourney/reconcile"
)

// The defaults of [Options].
const (
	DefaultLease   = 30 * time.Second
	DefaultKeep    = 7 * 24 * time.Hour
	DefaultTimeout = 5 * time.Second
)

// Options are the options of [Once].
type Options struct {
	// Lease bounds the write with all its attempts. Another caller does nothing under the key meanwhile. When the
	// process dies, another call finds out what happened after the Lease. The default is [DefaultLease].
	Lease time.Duration
	// Settle is the settling time of [reconcile.FindOut]: choose it longer than the host works on a request. With 0, a
	// write whose answer was lost stays unknown unless it is to be seen at once.
	Settle time.Duration
	// Keep is how long the store keeps a note or a result after its last change. Afterwards the key is new. It must be a
	// second longer than Lease and Settle together, or more. The default is [DefaultKeep].
	Keep time.Duration
	// Timeout bounds each request to the store. It also bounds all attempts to keep the end of the write, for which a
	// call waits. The default is [DefaultTimeout].
	Timeout time.Duration
	// Logger gets a line when the end of a write could not be kept. The default logs nothing.
	Logger *slog.Logger
}

// Done is a write that happened.
type Done struct {
	ID            int64  `json:"Id,omitzero"`            // new team or division, or the team that was registered or paid for; else 0
	TransactionID string `json:"TransactionId,omitzero"` // of a payment; "" when its answer was lost
	Earlier       bool   `json:"-"`                      // an earlier call did it, of this or another process
}

// The errors of [Once] for a write that it did not send, and of [Settle].
var (
	ErrUnderWay   = errors.New("deed: another call does the deed with this key")
	ErrOtherInput = errors.New("deed: the key belongs to a write with another input or for another host")
	ErrThere      = errors.New("deed: the host showed the result before the write")
	ErrNotUnknown = errors.New("deed: the key has no write whose outcome is unknown")
)

// Once does a write once among all callers that give it the same store and key. The write is a TeamCreateInput, a
// DivisionCreateInput, a RegistrationInput or a PaymentInput, or a pointer to one. The key is the caller's own, such as
// the number of a form, and has at most 200 bytes of UTF-8. The store has it in plain.
//
// Once keeps the note of [reconcile.NoteBefore] in the store before it sends the write, and the result afterwards. A
// later call with the key returns the result without a request. A call while another one is under way waits for it, and
// returns ErrUnderWay when ctx ends first. After a process died, or an answer was lost, Once calls [reconcile.FindOut]:
// it returns the result that it finds, sends the write again when it certainly did not happen, and otherwise returns an
// OutcomeUnknownError. So does every later call with the key, until the host shows the result, or a person calls
// [Settle]. The host shows no payment that is part of a registration: give the payment a key of its own. A write that a
// host refused, or that was not sent, frees the key.
//
// Once returns ErrThere when the team of a payment is paid before, and when a row that looks like the new one is there,
// because an earlier call may have made it under a key that the store lost. It returns ErrOtherInput when the key was
// used for another input; members of a card do not count. When the store fails before the write, Once sends nothing.
// When the store fails after it, Once returns the result, and the Logger gets a line.
//
// A note holds names and an e-mail address, and nothing of a card.
func Once(
	ctx context.Context, store Store, key string, c *tourney.Client, in tourney.Input, o Options,
) (Done, error) {
	d, err := newCall(store, key, c, in, o)
	if err != nil {
		return Done{}, err
	}
	for waited := false; ; waited = true {
		kept, err := d.load(ctx)
		switch {
		case err != nil:
			if !waited || ctx.Err() == nil {
				return Done{}, err
			}
		case kept.Input != "" && kept.Input != d.digest:
			return Done{}, ErrOtherInput
		case kept.Done != nil:
			kept.Done.Earlier = true
			return *kept.Done, nil
		case !d.leased(kept):
			if done, err := d.do(ctx, kept.Memo); !errors.Is(err, errTaken) {
				return done, err
			}
		}
		if err := wait.Briefly(ctx); err != nil {
			return Done{}, fmt.Errorf("%w: %w", ErrUnderWay, err)
		}
	}
}

// Settle keeps what a person found out about a write for which [Once] returns an OutcomeUnknownError. With
// [reconcile.OutcomeHappened], later calls of Once return done. With [reconcile.OutcomeDidNotHappen], the
// next call sends the write: decide so only if the host and its payment provider know nothing of it. Settle returns
// ErrUnderWay while a call of Once has the key, and ErrNotUnknown when nothing is to decide. It keeps done for
// keep, and for [DefaultKeep] if keep is 0.
func Settle(
	ctx context.Context, store Store, key string, outcome reconcile.Outcome, done Done, keep time.Duration,
) error {
	d := &call{store: store, key: key, options: Options{Keep: keep, Lease: 1}.orDefaults()}
	if err := d.check(); err != nil {
		return err
	}
	kept, err := d.load(ctx)
	switch {
	case err != nil:
		return err
	case kept.Memo == nil:
		return ErrNotUnknown
	case d.leased(kept):
		return ErrUnderWay
	}
	saved := false
	switch outcome {
	case reconcile.OutcomeHappened:
		saved, err = d.save(ctx, record{Input: kept.Input, Done: &done})
	case reconcile.OutcomeDidNotHappen:
		if err = d.free(ctx); err == nil {
			kept, err = d.load(ctx)
			saved = kept.Memo == nil
		}
	default:
		return fmt.Errorf("deed: Settle: the outcome %s: expected that it happened, or did not happen", outcome)
	}
	if err == nil && !saved {
		err = ErrUnderWay
	}
	return err
}
