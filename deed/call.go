package deed

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"time"
	"unicode/utf8"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/wait"
	"github.com/tourney-go/tourney/reconcile"
)

// call is a call of Once.
type call struct {
	store   Store
	key     string
	options Options
	client  *tourney.Client
	in      tourney.Input
	digest  string    // of the input and the host
	version string    // of the record that the call saw or wrote last
	clock   time.Time // what the store's clock said when the record was loaded
	asked   time.Time // when the call asked for that
}

func newCall(store Store, key string, c *tourney.Client, in tourney.Input, o Options) (*call, error) {
	d := &call{store: store, key: key, options: o.orDefaults(), client: c}
	err := d.check()
	if err == nil {
		err = c.Check(in)
	}
	if err != nil {
		return nil, err
	}
	d.in = in
	if v := reflect.ValueOf(in); v.Kind() == reflect.Pointer {
		d.in = v.Elem().Interface().(tourney.Input)
	}
	d.digest, err = digestOf(c, d.in)
	return d, err
}

func (o Options) orDefaults() Options {
	o.Lease, o.Keep = cmp.Or(o.Lease, DefaultLease), cmp.Or(o.Keep, DefaultKeep)
	o.Timeout, o.Logger = cmp.Or(o.Timeout, DefaultTimeout), cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	return o
}

// longest bounds the options, so that sums of them stay durations.
const longest = 100 * 365 * 24 * time.Hour

func (d *call) check() error {
	const most = 200
	switch o := d.options; {
	case d.store == nil:
		return errors.New("deed: the store is nil")
	case d.key == "" || len(d.key) > most:
		return fmt.Errorf("deed: the key has %d bytes: expected 1 to %d", len(d.key), most)
	case !utf8.ValidString(d.key):
		return errors.New("deed: the key is not UTF-8")
	case o.Lease < 0 || o.Settle < 0 || o.Keep < 0 || o.Timeout < 0:
		return errors.New("deed: an option is negative")
	case max(o.Lease, o.Settle, o.Keep, o.Timeout) > longest:
		return errors.New("deed: an option is longer than 100 years")
	case o.Keep < o.Lease+o.Settle+time.Second:
		return fmt.Errorf("deed: Keep is %v: expected a second more than Lease and Settle, or longer", o.Keep)
	}
	return nil
}

// errTaken says that another call has the lease, or has done the deed.
var errTaken = errors.New("deed: the deed was taken over")

// sends is how often a call sends a write that certainly did not happen.
const sends = 3

// do does the deed, or finds out that it is done. m is the memo of an earlier call, nil when no write was sent.
func (d *call) do(ctx context.Context, m *memo) (Done, error) {
	first := m == nil
	if first {
		var err error
		if m, err = d.memo(ctx); err != nil {
			return Done{}, err
		}
	}
	failure := error(m.failure(errors.New("deed: a process died before it had the answer")))
	for sent := range sends + 1 {
		if sent > 0 || !first {
			found, err := d.findOut(ctx, m)
			switch {
			case found.Outcome == reconcile.OutcomeHappened:
				return d.done(ctx, Done{ID: found.ID, TransactionID: m.TransactionID, Earlier: sent == 0}), nil
			case errors.Is(err, errTaken):
				return Done{}, err
			case found.Outcome != reconcile.OutcomeDidNotHappen || sent == sends:
				d.end(ctx, &record{Input: d.digest, Memo: m})
				return Done{}, errors.Join(failure, err, errors.New("deed: "+found.Reason))
			}
		}
		begun := time.Now()
		if err := d.hold(ctx, m, d.options.Lease, sent == 0 && first); err != nil {
			return Done{}, err
		}
		done, err := d.write(ctx, begun.Add(d.options.Lease))
		var unknown *tourney.OutcomeUnknownError
		switch {
		case err == nil:
			return d.done(ctx, done), nil
		case !errors.As(err, &unknown):
			d.end(ctx, nil)
			return Done{}, err
		}
		failure, m.ID, m.TeamID, m.TransactionID = err, unknown.ID, unknown.TeamID, unknown.TransactionID
	}
	return Done{}, failure
}

// memo returns what is known before the write. It sends nothing if the result is there. If another call of this moment
// made the result, it returns errTaken.
func (d *call) memo(ctx context.Context) (*memo, error) {
	note, err := reconcile.NoteBefore(ctx, d.client, d.in)
	switch {
	case err != nil:
		return nil, err
	case note.Paid != nil && *note.Paid:
		err = fmt.Errorf("%w: the team %d is paid", ErrThere, note.TeamID)
	case len(note.Before) > 0:
		err = fmt.Errorf("%w: the rows %d look like it", ErrThere, note.Before)
	default:
		return &memo{Note: note}, nil
	}
	if kept, failed := d.load(ctx); failed != nil || kept.Input != "" {
		err = cmp.Or(failed, errTaken)
	}
	return nil, err
}

// findOut finds out what happened. The lease spares other calls the same work: a store that fails is no reason not to
// look, because nothing is sent before hold has succeeded. FindOut looks for the team of a registration alone, so the
// outcome of a registration that pays stays unknown.
func (d *call) findOut(ctx context.Context, m *memo) (reconcile.Finding, error) {
	if err := d.hold(ctx, m, d.options.Lease+d.options.Settle, false); errors.Is(err, errTaken) {
		return reconcile.Finding{}, err
	}
	found, err := reconcile.FindOut(ctx, d.client, m.Note, m.failure(nil), d.options.Settle)
	_, registers := d.in.(tourney.RegistrationInput)
	if registers && m.Note.Pays && found.Outcome == reconcile.OutcomeHappened {
		m.TeamID, found.Outcome = found.ID, reconcile.OutcomeUnknown
		found.Reason = fmt.Sprintf("the team %d is there, which proves nothing about its payment", found.ID)
	}
	return found, err
}

// write sends the write. It ends before the lease does.
func (d *call) write(ctx context.Context, until time.Time) (Done, error) {
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	switch in := d.in.(type) {
	case tourney.TeamCreateInput:
		id, err := d.client.Teams.Create(ctx, in)
		return Done{ID: id}, err
	case tourney.DivisionCreateInput:
		id, err := d.client.Divisions.Create(ctx, in)
		return Done{ID: id}, err
	case tourney.RegistrationInput:
		result, err := d.client.Registration.Register(ctx, in)
		return Done{ID: result.TeamID}, err
	case tourney.PaymentInput:
		result, err := d.client.Payments.Pay(ctx, in)
		return Done{ID: in.TeamID, TransactionID: result.TransactionID}, err
	}
	return Done{}, fmt.Errorf("deed: %T is no create, registration or payment", d.in)
}

// hold keeps the memo, and takes or prolongs the lease. It returns errTaken when another call has it. When the store
// fails and no write was sent, hold frees the key, because nobody has to find out anything.
func (d *call) hold(ctx context.Context, m *memo, lease time.Duration, unsent bool) error {
	const grain = 2 * time.Millisecond // what two clocks in whole milliseconds leave out
	until := d.clock.Add(time.Since(d.asked) + lease + grain)
	saved, err := d.save(ctx, record{Input: d.digest, Until: until.UnixMilli(), Memo: m})
	switch {
	case err != nil && unsent:
		within, cancel := d.bounded(context.WithoutCancel(ctx))
		defer cancel()
		_ = d.free(within) // a store that fails twice says nothing new
	case err == nil && !saved:
		err = errTaken
	}
	return err
}

// done keeps the result, also when another call has the lease, or the store has lost the record.
func (d *call) done(ctx context.Context, done Done) Done {
	d.end(ctx, &record{Input: d.digest, Done: &done})
	return done
}

// end keeps a result, or gives the lease back and leaves the memo to the next call. Without a record it frees the key.
// It tries again for the Timeout, which is its own, because the caller's time may be over.
func (d *call) end(ctx context.Context, r *record) {
	within, cancel := d.bounded(context.WithoutCancel(ctx))
	defer cancel()
	for {
		err := d.tryEnd(within, r)
		if err == nil {
			return
		}
		if wait.Briefly(within) != nil {
			const message = "the end of a deed is not kept: the next call with its key finds out"
			d.options.Logger.WarnContext(ctx, message, "error", err)
			return
		}
	}
}

func (d *call) tryEnd(ctx context.Context, r *record) error {
	if r == nil {
		return d.free(ctx)
	}
	saved, err := d.save(ctx, *r)
	if saved || r.Done == nil {
		return err
	}
	kept, failed := d.load(ctx) // the store may have it although it failed
	if failed == nil && (kept.Done != nil || kept.Input != "" && kept.Input != d.digest) {
		return nil
	}
	return cmp.Or(err, failed, errTaken)
}

// free deletes the record that the call wrote last.
func (d *call) free(ctx context.Context) error { return d.store.Delete(ctx, d.key, d.version) }

// load reads the record, which is empty if there is none.
func (d *call) load(ctx context.Context) (record, error) {
	within, cancel := d.bounded(ctx)
	defer cancel()
	asked := time.Now()
	kept, clock, err := d.store.Load(within, d.key)
	if err != nil {
		return record{}, fmt.Errorf("deed: loading a record: %w", err)
	}
	d.version, d.clock, d.asked = kept.Version, clock, asked
	if kept.Version == "" {
		return record{}, nil
	}
	return decode(kept.Data)
}

// leased reports whether a record that was just loaded has a lease. The lease lasts for longer in the store than in the
// call that has it, because the clock of a call ran since it asked, and the store answered later.
func (d *call) leased(r record) bool { return r.Until > d.clock.UnixMilli() }

// save keeps a record in place of the one that the call saw or wrote last. It reports whether that was still there.
func (d *call) save(ctx context.Context, r record) (saved bool, err error) {
	r.Format = recordFormat
	data, err := json.Marshal(r)
	if err != nil {
		return false, err
	}
	within, cancel := d.bounded(ctx)
	defer cancel()
	next, before := Record{Version: rand.Text(), Data: data}, d.version
	if before == "" {
		saved, err = d.store.Create(within, d.key, next, d.options.Keep)
	} else {
		saved, err = d.store.Replace(within, d.key, before, next, d.options.Keep)
	}
	if saved || err != nil {
		d.version = next.Version
	}
	if err != nil {
		err = fmt.Errorf("deed: keeping a record: %w", err)
	}
	return saved, err
}

func (d *call) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d.options.Timeout)
}
