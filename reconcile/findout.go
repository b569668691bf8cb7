// Package reconcile finds out whether a write happened when no clear answer came. A program needs the package before it
// sends a create or a charge again. The program calls [NoteBefore] before the write, and [FindOut] after a
// [tourney.OutcomeUnknownError]. The [Finding] has an [Outcome], and the id of the row that the host made.
//
// A [Note] is plain data, so a program can keep it over a restart. [docs/writing] says how FindOut decides.
//
// [docs/writing]: https://github.com/tourney-go/tourney/blob/main/docs/writing.md#finding-out
package reconcile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/wait"
)

// Outcome says whether a write happened.
type Outcome string

// The outcomes of a write. OutcomeUnknown is the empty Outcome.
const (
	OutcomeUnknown      Outcome = ""               // a person has to decide; do not send the write again
	OutcomeHappened     Outcome = "happened"       // the host acted
	OutcomeDidNotHappen Outcome = "did not happen" // the host did not act; never the outcome of a write that pays
)

// String returns the outcome in words.
func (o Outcome) String() string { return cmp.Or(string(o), "cannot be told") }

// Finding is the result of [FindOut].
type Finding struct {
	Outcome Outcome
	ID      int64  // the new team or division, or the team that was paid for; 0 unless OutcomeHappened
	Reason  string // an explanation for a person
}

// host is a client with methods that read the rows of the host.
type host struct{ *tourney.Client }

// NoteBefore notes what the host shows before a write, for [FindOut]. The write is a TeamCreateInput, a
// DivisionCreateInput, a RegistrationInput or a PaymentInput, or a pointer to one. NoteBefore reads the divisions of
// the event, or the teams of the division or event; for a payment it reads the team. Call it right before the write,
// because a row that another program adds in between looks like the new row. When the list changes while NoteBefore
// reads it, NoteBefore reads the list up to twice more. If it never gets the whole list, Untraced in the note has the
// reason, and the program may still write. An error means that the host did not answer, or refused the read: for a
// payment for an unknown team, the error is an ErrNotFound. NoteBefore sends no write, and does not check the input:
// see Check. For many writes of one place, see [Note.For].
func NoteBefore(ctx context.Context, c *tourney.Client, in tourney.Input) (Note, error) {
	place, err := placeOf(ctx, c)
	if err != nil {
		return Note{}, err
	}
	n, err := noteOf(in)
	n.Version, n.Host = noteVersion, place
	if err != nil || n.Untraced != "" {
		return n, err
	}
	if n.TeamID != 0 {
		team, err := c.Teams.Get(ctx, n.TeamID)
		n.notePaid(err, team.Paid)
		return n, err
	}
	for range noteTries {
		before, err := host{c}.matchesOf(ctx, &n, 0)
		if err != nil {
			return Note{}, err
		}
		if before.whole {
			n.Before, n.Rows, n.Names = slices.Sorted(maps.Keys(before.like)), before.rows, before.names
			n.Division = before.division
			return n, nil
		}
	}
	n.Untraced = "the host did not state its whole list before the write"
	return n, nil
}

// noteTries is how often NoteBefore reads a list that changes.
const noteTries = 3

// FindOut finds out whether a write happened after the write ended with an OutcomeUnknownError. failure is that error,
// or nil when the program no longer has the error, after a restart for example. The note comes from [NoteBefore]. The
// context must not have ended: use a new one, not the write's.
//
// A new team, division or registration happened when the division and event of the write have one row that looks like
// the new row and was not there before. When the failure names an id, only the row with that id counts. A team looks
// like the new team when the external ids are equal, or the names if one has no external id. A registered team must
// have the primary contact too; that team may also be a team of that name that was there before and has got that
// contact since. A payment happened when its team is paid, and was not paid before; FindOut cannot tell this from
// another program that marks the team as paid in between. When the payment is part of a registration, FindOut looks for
// the team alone, because the interface shows no other trace.
//
// A host may still act after the write failed. FindOut looks again, with waits that double, until the settling time is
// over. If no row is new or changed then, the write did not happen. The outcome stays unknown when the write pays, when
// the failure names a result, or when the host may hide the row: see
// https://github.com/tourney-go/tourney/blob/main/docs/errors.md. Any other new or changed row leaves [OutcomeUnknown],
// because a host may store a name in another form. Without a settling time, FindOut looks once, and returns
// OutcomeUnknown instead of [OutcomeDidNotHappen].
//
// FindOut returns an error when it could not read the rows, when the note is of another host, or when the failure is of
// another operation. Then the outcome is OutcomeUnknown.
func FindOut(
	ctx context.Context, c *tourney.Client, note Note, failure error, settle time.Duration,
) (Finding, error) {
	place, err := placeOf(ctx, c)
	if err != nil {
		return Finding{}, err
	}
	unknown := &tourney.OutcomeUnknownError{}
	switch {
	case note.Op == "":
		return Finding{}, errNoNote
	case note.Version < 1 || note.Version > noteVersion:
		return Finding{}, fmt.Errorf("tourney: FindOut: the Note has version %d: expected 1 to %d", note.Version, noteVersion)
	case settle < 0:
		return Finding{}, fmt.Errorf("tourney: FindOut: the settling time %v is negative", settle)
	case note.Host != place:
		return Finding{}, fmt.Errorf("tourney: FindOut: the Note is of the host %q, and the client of %q: expected one host",
			clip(note.Host), place)
	case failure != nil && !errors.As(failure, &unknown):
		const message = "tourney: FindOut: the failure is no OutcomeUnknownError: pass nil if the program has lost it"
		return Finding{}, errors.New(message)
	case unknown.Op != "" && unknown.Op != note.Op:
		return Finding{}, fmt.Errorf("tourney: FindOut: the error is of %s, and the Note of %s: expected one operation",
			clip(unknown.Op), clip(note.Op))
	case note.Untraced != "":
		return Finding{Reason: note.Untraced}, nil
	}
	return host{c}.findOut(ctx, &note, unknown, settle)
}

// findOut looks until a look settles the outcome, or the settling time is over. The waits double.
func (c host) findOut(
	ctx context.Context, n *Note, unknown *tourney.OutcomeUnknownError, settle time.Duration,
) (found Finding, err error) {
	look := c.lookForRow
	if n.TeamID != 0 {
		look = c.lookForPayment
	}
	const firstWaits = 8 // the first wait is this part of the settling time
	for waited, pause := time.Duration(0), max(settle/firstWaits, 1); ; pause = waited {
		found, settled, err := look(ctx, n, unknown)
		switch {
		case err != nil:
			return Finding{Reason: "FindOut could not look"}, err
		case found.Outcome == OutcomeDidNotHappen && settle == 0: // a row may still come
			return Finding{Reason: found.Reason + ", but the host may still be working on it"}, nil
		case settled, waited >= settle:
			return found, nil
		}
		pause = min(pause, settle-waited)
		if err := wait.Sleep(ctx, pause); err != nil {
			return Finding{Reason: "FindOut could not wait"}, err
		}
		waited += pause
	}
}

// lookForRow looks for the new team or division once. It reports whether a later look is pointless.
func (c host) lookForRow(ctx context.Context, n *Note, failure *tourney.OutcomeUnknownError) (Finding, bool, error) {
	named := max(failure.ID, failure.TeamID)
	now, err := c.matchesOf(ctx, n, named)
	if err != nil {
		return Finding{}, false, err
	}
	taken := n.Contact != "" && (len(n.Before) > 0 || now.hasOurs(n.Ours))
	now.remove(n.Ours)
	maps.DeleteFunc(now.like, n.had)
	fresh := slices.Collect(maps.Keys(now.like))
	unknown := now.unknown(n.Rows)
	switch {
	case slices.Contains(fresh, named):
		return Finding{OutcomeHappened, named, "the answer named the row, and it was not there before"}, true, nil
	case named == 0 && len(fresh) > 1:
		return Finding{Reason: fmt.Sprintf("%d rows look like it that were not there before", len(fresh))}, true, nil
	case !now.whole:
		return Finding{Reason: "the list changed while it was read, or is not stated"}, false, nil
	case named != 0:
		return Finding{Reason: fmt.Sprintf("the answer named the row %d, which is not to be seen as new", named)}, false, nil
	case len(fresh) == 1 && now.like[fresh[0]]:
		return Finding{Reason: "the new row that looks like it is in another division or event"}, false, nil
	case len(fresh) == 1:
		return Finding{OutcomeHappened, fresh[0], "one row looks like it, and it was not there before"}, true, nil
	case now.doubt != "":
		return Finding{Reason: now.doubt}, false, nil
	case unknown > 0:
		const reason = "%d rows are new or changed, and the host may have stored it as one of them"
		return Finding{Reason: fmt.Sprintf(reason, unknown)}, false, nil
	case taken:
		return Finding{Reason: "a team with its name and contact was there before, and may have taken it"}, false, nil
	case n.Pays:
		return Finding{Reason: "no new row looks like it, which proves nothing about money"}, false, nil
	}
	return Finding{Outcome: OutcomeDidNotHappen, Reason: "no new row looks like it"}, false, nil
}

// lookForPayment looks at the team of a payment once. It reports whether a later look is pointless.
func (c host) lookForPayment(ctx context.Context, n *Note, _ *tourney.OutcomeUnknownError) (Finding, bool, error) {
	if n.Paid == nil || *n.Paid {
		return Finding{Reason: "the team was paid before, or the host did not say"}, true, nil
	}
	team, err := c.Teams.Get(ctx, n.TeamID)
	if err != nil || !orZero(team.Paid) {
		return Finding{Reason: "the team is not paid, which proves nothing about money"}, false, err
	}
	return Finding{OutcomeHappened, n.TeamID, "the team is paid, and was not paid before"}, true, nil
}

// placeOf returns the base URL of a client without its scheme. FindOut uses it to tell hosts apart.
func placeOf(ctx context.Context, c *tourney.Client) (string, error) {
	place, err := httptext.Identity(c.BaseURL())
	switch {
	case ctx == nil:
		return "", errors.New("tourney: the context is nil")
	case err != nil:
		return "", errors.New("tourney: this Client was not made by New: make one with tourney.New")
	}
	return strings.TrimPrefix(place.String(), place.Scheme+"://"), nil
}

// clip shortens a text for an error.
func clip(s string) string { return plaintext.Clip(s, 40) }

func orZero[T any](p *T) (value T) {
	if p != nil {
		value = *p
	}
	return value
}
