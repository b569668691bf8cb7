package fleet

import (
	"cmp"
	"context"
	_ "embed" // for the scripts
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/wait"
	"github.com/tourney-go/tourney/watch"
)

// The defaults of [ReadOptions].
const (
	DefaultClaim         = time.Minute
	DefaultMaxDeliveries = 10
)

var (
	// ErrRemoved is the error of a reader whose group was so far behind that the stream did not keep changes for it.
	ErrRemoved = errors.New("the stream removed them before the group had handled them")
	// ErrPoison is the error of an entry that was delivered more often than MaxDeliveries.
	ErrPoison = errors.New("delivered too often")
)

// ReadOptions say who reads a stream.
type ReadOptions struct {
	// Group is the name of a service. Each group gets every change, and divides the changes among its consumers.
	Group string
	// Consumer is the name of a reader, such as that of its machine, which no other reader of the group has at that
	// time. Redis keeps the names. A reader that restarts under its name gets its unhandled entry again.
	Consumer string
	// FromNow makes a group that does not exist begin with later changes, instead of the oldest one of the stream.
	FromNow bool
	// Claim is how long the body of the loop may take for an entry. After that, and at most half as long again, another
	// consumer gets the entry too. The default is [DefaultClaim].
	Claim time.Duration
	// MaxDeliveries is how often an entry is delivered before it comes with [ErrPoison]. The default is
	// [DefaultMaxDeliveries].
	MaxDeliveries int64
}

// Entry is a change in a stream. Its ID is the same each time that the entry is delivered, and no other entry has it.
// [Watch] yielded the change with another ID.
type Entry[T any] struct {
	watch.Change[T]

	Token      int64 // of the watcher that published the change: see [Handed]
	Deliveries int64 // how often the entry was delivered, with this time
}

// Read yields the changes that [Watch] with this name publishes, to a consumer of a group, and waits for more. T is the
// type of the rows that are watched, such as tourney.Game.
//
// Read delivers each entry at least once. An entry is handled when the loop asks for the next one. When the body of the
// loop breaks, returns or panics, or when the process dies, the entry is delivered again: at once to a reader with the
// name of this one, and after the time Claim to another one of the group. A group with one consumer gets the entries in
// the order of the stream. With more, a change of a row may come before an earlier change of that row.
//
// Errors do not end the loop. [ErrPoison], and an entry that cannot be read, come with the entry as far as it is known.
// It is handled, too, when the loop asks for the next one. [ErrRemoved] says how many changes the group has lost. After
// an error of Redis, Read tries again when the Timeout of the fleet has passed. The loop ends after an error about the
// arguments, and with the context, at most two Timeouts later. [watch.Forward] sends the entries on.
func Read[T any](ctx context.Context, f *Fleet, name string, o ReadOptions) iter.Seq2[Entry[T], error] {
	o.Claim, o.MaxDeliveries = cmp.Or(o.Claim, DefaultClaim), cmp.Or(o.MaxDeliveries, DefaultMaxDeliveries)
	return func(yield func(Entry[T], error) bool) {
		if err := o.check(name); err != nil {
			yield(Entry[T]{}, err)
			return
		}
		r := &reader{fleet: f, name: name, key: f.key("stream:" + name), o: o}
		defer func() {
			if r.handled.id != "" { // the context has ended; when this fails, the entry is delivered again
				_, _ = r.next(context.WithoutCancel(ctx), true)
			}
		}()
		for more := true; more && ctx.Err() == nil; {
			d, err := r.next(ctx, false)
			switch {
			case err != nil && ctx.Err() != nil:
			case err != nil:
				err = f.failed(ctx, fmt.Sprintf("read the stream of %q", name), err)
				more = yield(Entry[T]{}, err) && wait.Sleep(ctx, f.timeout) == nil
			case d.id == "" && d.removed == 0:
				r.wait(ctx, d.position)
			default:
				entry, err := entryFrom[T](r, d)
				if more = yield(entry, err); more {
					r.handled = d
				}
			}
		}
	}
}

func (o ReadOptions) check(name string) error {
	switch {
	case name == "":
		return errors.New("fleet: Read: the name is empty: expected that of a Watch")
	case o.Group == "" || o.Consumer == "":
		return fmt.Errorf("fleet: Read: Group is %q and Consumer is %q: expected two names", o.Group, o.Consumer)
	case o.Claim < time.Millisecond || o.MaxDeliveries < 0:
		return fmt.Errorf("fleet: Read: Claim is %v and MaxDeliveries is %d: expected positive values, or 0 for %v and %d",
			o.Claim, o.MaxDeliveries, DefaultClaim, DefaultMaxDeliveries)
	}
	return nil
}

// reader is a consumer of a group.
type reader struct {
	fleet   *Fleet
	name    string
	key     string
	o       ReadOptions
	known   bool     // the group has existed, so FromNow is over
	handled delivery // what the loop had before it asked for the next one
}

// delivery is an answer of read.lua.
type delivery struct {
	position   string // of the group
	removed    int64  // entries that the group did not get
	oldest     int64  // number of the oldest entry, after those
	id         string // "" without an entry
	fields     map[string]string
	deliveries int64
}

//go:embed read.lua
var readLua string

var readStream = redis.NewScript(readLua)

// next acknowledges the entry that was handled, and reads the next one, but for the last time.
func (r *reader) next(ctx context.Context, last bool) (d delivery, err error) {
	begin := ""
	if r.o.FromNow && !r.known {
		begin = "$"
	}
	answer, err := r.fleet.script(ctx, readStream, []string{r.key}, r.o.Group, r.o.Consumer, r.o.Claim.Milliseconds(),
		begin, r.handled.id, r.handled.fields["token"], r.handled.oldest, kept.Milliseconds(), last).Slice()
	if err != nil {
		return d, err
	}
	r.known, r.handled = true, delivery{}
	d.position, d.removed, d.oldest = answer[0].(string), answer[1].(int64), answer[2].(int64)
	if len(answer) > 3 {
		d.id, d.deliveries, d.fields = answer[3].(string), answer[5].(int64), map[string]string{}
		fields := answer[4].([]any)
		for i := 0; i+1 < len(fields); i += 2 {
			d.fields[fields[i].(string)] = fields[i+1].(string)
		}
	}
	return d, nil
}

// wait waits for an entry after the position, until it is time to look what other consumers left. It takes nothing, so
// that no entry is lost with an answer.
func (r *reader) wait(ctx context.Context, position string) {
	block := max(r.fleet.timeout/2, time.Millisecond)
	args := &redis.XReadArgs{Streams: []string{r.key, position}, Count: 1, Block: block}
	for begun := time.Now(); ctx.Err() == nil && time.Since(begun) < r.o.Claim/2; {
		bounded, cancel := r.fleet.bounded(ctx)
		err := r.fleet.redis.XRead(bounded, args).Err()
		cancel()
		if err == nil || !errors.Is(err, redis.Nil) && wait.Sleep(ctx, block) != nil {
			return
		}
	}
}

func entryFrom[T any](r *reader, d delivery) (e Entry[T], err error) {
	number, _, _ := strings.Cut(d.id, "-")
	switch {
	case d.removed > 0:
		return e, r.wrong(fmt.Sprintf("%d changes", d.removed), ErrRemoved)
	case len(d.fields) == 0:
		return e, r.wrong("change "+number, ErrRemoved)
	}
	e.ID, e.Deliveries, e.Kind = d.fields["token"]+"-"+number, d.deliveries, watch.Kind(d.fields["kind"])
	e.Token, err = strconv.ParseInt(d.fields["token"], 10, 64)
	if row := d.fields["row"]; row != rowName[T]() {
		err = fmt.Errorf("its rows have the type %q: expected %q", row, rowName[T]())
	}
	if before := d.fields["before"]; before != "" && err == nil {
		err = tourney.UnmarshalRow([]byte(before), &e.Before)
	}
	if after := d.fields["after"]; after != "" && err == nil {
		err = tourney.UnmarshalRow([]byte(after), &e.After)
	}
	switch {
	case err != nil:
		err = r.wrong("cannot read the entry "+e.ID, err)
	case d.deliveries > r.o.MaxDeliveries:
		err = r.wrong("entry "+e.ID, ErrPoison)
	}
	return e, err
}

func (r *reader) wrong(about string, err error) error {
	return fmt.Errorf("fleet: group %q of the stream of %q: %s: %w", r.o.Group, r.name, about, err)
}
