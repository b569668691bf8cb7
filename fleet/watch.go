package fleet

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	_ "embed" // for the scripts
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/wait"
	"github.com/tourney-go/tourney/watch"
)

// DefaultWatchLease is the Lease of [WatchOptions].
const DefaultWatchLease = 15 * time.Second

// WatchOptions say how [Watch] shares a watch. The zero value has the defaults.
type WatchOptions struct {
	// Lease is how long others wait when the watcher was killed. When Redis answers no renewal for nine tenths of this
	// time, the watcher stops. The default is [DefaultWatchLease], and the least is 10ms.
	Lease time.Duration
	// Stream makes Watch publish the changes for [Read], in a stream that keeps at least the last so many changes, and
	// at most some hundred more. With 0 Watch publishes nothing. All processes set it alike.
	Stream int64
}

// Handed is a change with the token of the watcher. A token is greater than those of all watchers before. So a store
// that refuses a token below the greatest that it has seen takes nothing from a watcher that was replaced.
type Handed[T any] struct {
	Token  int64
	Change watch.Change[T] // zero with an error
}

// Watch lets one process of the fleet at a time watch a list, and yields the changes that it finds. Each process calls
// Watch with the same name, such as "games of 1001", and each list has a name of its own. When the watcher ends or
// dies, another process continues from its state, which is in Redis. The function run returns a sequence of
// [watch.Games], [watch.Rows] or [watch.Standings] with the context and the state that run gets. The context ends when
// the lease is lost.
//
// Watch keeps the promises of [watch.Games], and yields no change twice with one token. When a watcher is killed, loses
// the lease or cannot save its state, the next watcher yields the changes of that poll again with another token. With a
// Stream, Watch saves the changes of a poll and the state in one step, so the stream has each change once. The body of
// the loop runs before that. A poll with more than 8 MiB of changes ends early, and a poll for the rest begins at once.
//
// The loop continues after an error of Redis, after [ErrLost] and after a [watch.Error] that is not Final. After a Load
// or Save that failed, nobody polls until the lease ends by itself, so that the host is not polled without a pause. The
// loop ends with the context, with the sequence of run, and after an error about the arguments.
func Watch[T any](
	ctx context.Context, f *Fleet, name string, run func(context.Context, watch.State) iter.Seq2[watch.Change[T], error],
	o WatchOptions,
) iter.Seq2[Handed[T], error] {
	o.Lease = cmp.Or(o.Lease, DefaultWatchLease)
	return func(yield func(Handed[T], error) bool) {
		if err := o.check(name); err != nil {
			yield(Handed[T]{}, err)
			return
		}
		for l, more := f.newLease(name, o.Lease), true; more && ctx.Err() == nil; {
			sent := time.Now()
			token, left, err := l.take(ctx)
			switch {
			case err != nil && ctx.Err() != nil:
			case err != nil:
				more = yield(Handed[T]{}, err) && wait.Sleep(ctx, o.Lease/3) == nil
			case token == 0:
				_ = wait.Sleep(ctx, min(cmp.Or(max(left, 0), o.Lease), o.Lease/3)) // Redis may have a lease without an end
			default:
				l.token = token
				more = lead(ctx, l, sent, run, &state{lease: l, stream: o.Stream}, yield)
				l = f.newLease(name, o.Lease)
			}
		}
	}
}

func (o WatchOptions) check(name string) error {
	switch {
	case name == "":
		return errors.New("fleet: Watch: the name is empty: expected one that is the same in all processes")
	case o.Lease < 10*time.Millisecond:
		return fmt.Errorf("fleet: Watch: Lease is %v: expected at least 10ms, or 0 for %v", o.Lease, DefaultWatchLease)
	case o.Stream < 0:
		return fmt.Errorf("fleet: Watch: Stream is %d: expected a number of changes, or 0 for no stream", o.Stream)
	}
	return nil
}

// most bounds the bytes of the changes that Redis gets at once.
const most = 8 << 20

// lead runs the watch while this process has the lease, and reports whether Watch continues.
func lead[T any](
	ctx context.Context, l *lease, since time.Time,
	run func(context.Context, watch.State) iter.Seq2[watch.Change[T], error], s *state, yield func(Handed[T], error) bool,
) bool {
	held, end := l.hold(ctx, since)
	defer func() { // also when the body of the loop panics
		end()
		if s.err == nil {
			l.release(ctx)
		}
	}()
	again, left := true, false
	for again && !left && s.err == nil {
		again, left = handOut(run(held, s), s, yield)
	}
	end()
	if ctx.Err() == nil && errors.Is(context.Cause(held), ErrLost) {
		_ = s.wrong(ctx, "continue the watch", ErrLost)
	}
	return !left && s.err != nil && yield(Handed[T]{}, s.err)
}

// handOut yields changes until it has enough to save, and then wants the rest again. It reports whether the loop left.
func handOut[T any](
	changes iter.Seq2[watch.Change[T], error], s *state, yield func(Handed[T], error) bool,
) (again, left bool) {
	for change, err := range changes {
		var entry []any
		size := 0
		switch {
		case err != nil:
		case !s.loaded:
			yield(Handed[T]{}, errors.New("fleet: Watch: run returned a watch without the state that it got"))
			return false, true
		case s.stream > 0:
			entry, size, s.err = entryOf(change)
		}
		if s.err != nil {
			return false, false // Save fails, too
		}
		left = !yield(Handed[T]{s.lease.token, change}, err)
		s.entries, s.size = append(s.entries, entry...), s.size+size // not before, because a body may panic
		if again = s.size > most; again || left {
			return again, left
		}
	}
	return false, false
}

// state is the state of a watch in Redis, for the watcher with the newest token.
type state struct {
	lease   *lease
	stream  int64
	loaded  bool
	saves   int64 // of all watchers
	entries []any // for the stream: the changes since the last Save
	size    int   // bytes of entries
	err     error // why the state is not saved any more
}

// loadState returns how often the state was saved, and the state. It returns nothing when the token is not the newest.
var loadState = redis.NewScript(`
local has = redis.call('HMGET', KEYS[1], 'token', 'saves', 'state')
if has[1] ~= ARGV[1] then
	return {}
end
return {tonumber(has[2] or 0), has[3]}
`)

// Load returns the bytes that were saved last.
func (s *state) Load(ctx context.Context) (data []byte, err error) {
	l := s.lease
	has, err := l.fleet.script(ctx, loadState, l.keys[1:2], l.token).Slice()
	if err == nil && (len(has) == 0 || s.loaded && has[0] != s.saves) {
		err = ErrLost // with fewer saves than before, a failover lost some
	}
	if err == nil {
		s.loaded, s.saves = true, has[0].(int64)
		data, err = unpack(has[1])
	}
	if err != nil && ctx.Err() == nil {
		err = s.wrong(ctx, "load the state", err)
	}
	return data, err
}

//go:embed save.lua
var saveLua string

var saveState = redis.NewScript(saveLua)

// Save replaces the bytes, and publishes the changes since the last Save.
func (s *state) Save(ctx context.Context, data []byte) error {
	if s.err != nil {
		return s.err
	}
	l := s.lease
	args := append([]any{l.token, s.saves + 1, pack(data), s.stream}, s.entries...)
	done, err := l.fleet.script(ctx, saveState, l.keys[1:], args...).Int()
	if err == nil && done == 0 {
		err = ErrLost
	}
	if err != nil {
		return s.wrong(ctx, "save the state", err)
	}
	s.saves, s.entries, s.size = s.saves+1, nil, 0
	return nil
}

// wrong ends the use of the state.
func (s *state) wrong(ctx context.Context, doing string, err error) error {
	doing += fmt.Sprintf(" of %q", s.lease.name)
	if s.err = fmt.Errorf("fleet: %s: %w", doing, err); !errors.Is(err, ErrLost) {
		s.err = s.lease.fleet.failed(ctx, doing, err)
	}
	return s.err
}

// entryOf returns what saveState needs for a change, and the bytes of its rows.
func entryOf[T any](change watch.Change[T]) (entry []any, size int, err error) {
	var before, after []byte
	if change.Kind != watch.KindAdded {
		before, err = tourney.MarshalRow(change.Before)
	}
	if change.Kind != watch.KindRemoved && err == nil {
		after, err = tourney.MarshalRow(change.After)
	}
	return []any{rowName[T](), string(change.Kind), before, after}, len(before) + len(after), err
}

// rowName is the name of a type of rows in a stream.
func rowName[T any]() string { return reflect.TypeFor[T]().Name() }

// pack compresses the state, because rows repeat the names of their members.
func pack(data []byte) []byte {
	var packed bytes.Buffer
	to, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed) // fails for an unknown level
	_, _ = to.Write(data)                                 // the buffer takes everything
	_ = to.Close()
	return packed.Bytes()
}

func unpack(packed any) ([]byte, error) {
	if packed == nil {
		return nil, nil
	}
	from, err := gzip.NewReader(strings.NewReader(packed.(string)))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(from)
}
