package fleet

import (
	"context"
	"crypto/rand"
	_ "embed" // for the scripts
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/tourney-go/tourney/internal/wait"
)

// ErrLost is the error of a watcher when another process may be the watcher. That one continues from the state that
// was saved last.
var ErrLost = errors.New("the lease is lost")

// kept is how long Redis keeps the state and the stream of a watch that no process runs any more.
const kept = 30 * 24 * time.Hour

// lease lets one process at a time watch. A token is at least the time of Redis in microseconds, so it is greater than
// the tokens before also when a failover lost some. No clock decides what is right: a Save needs the newest token.
type lease struct {
	fleet *Fleet
	name  string
	keys  []string // of the lease, the watch and the stream
	owner string   // random: tells the script what an earlier run of it did
	lasts time.Duration
	token int64
}

func (f *Fleet) newLease(name string, lasts time.Duration) *lease {
	return &lease{
		fleet: f, name: name, owner: rand.Text(), lasts: lasts,
		keys: []string{f.key("lease:" + name), f.key("watch:" + name), f.key("stream:" + name)},
	}
}

//go:embed lease.lua
var leaseLua string

var takeLease = redis.NewScript(leaseLua)

// take takes or renews the lease. It returns the token, or 0 and the time until another's lease ends.
func (l *lease) take(ctx context.Context) (token int64, wait time.Duration, err error) {
	lasts, stay := l.lasts.Milliseconds(), kept.Milliseconds()
	answer, err := l.fleet.script(ctx, takeLease, l.keys, l.owner, lasts, stay).Int64Slice()
	if err != nil {
		return 0, 0, l.fleet.failed(ctx, fmt.Sprintf("take the lease of %q", l.name), err)
	}
	return answer[0], time.Duration(answer[1]) * time.Millisecond, nil
}

// hold renews the lease until the returned function is called. The request for the lease was sent at the time since.
// The context ends before another can have the lease, by a clock that may be a tenth slow.
func (l *lease) hold(ctx context.Context, since time.Time) (held context.Context, end func()) {
	held, lose := context.WithCancelCause(ctx)
	left := func() time.Duration { return time.Until(since.Add(l.lasts - l.lasts/10)) }
	timer := time.AfterFunc(left(), func() { lose(ErrLost) })
	var renewal sync.WaitGroup
	renewal.Go(func() {
		for every := l.lasts / 3; wait.Sleep(held, every) == nil; {
			sent := time.Now()
			switch token, _, err := l.take(held); {
			case err != nil:
				every = l.lasts / 10
			case token != l.token:
				lose(ErrLost)
			case timer.Stop(): // else the context ends
				since, every = sent, l.lasts/3
				timer.Reset(left())
			}
		}
	})
	return held, func() {
		lose(context.Canceled)
		renewal.Wait()
		timer.Stop()
	}
}

var releaseLease = redis.NewScript(`
return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0
`)

// release lets others have the lease at once. When that fails, the lease ends by itself.
func (l *lease) release(ctx context.Context) {
	_ = l.fleet.script(context.WithoutCancel(ctx), releaseLease, l.keys, l.owner).Err()
}

// script runs a script. A script may run twice, because go-redis sends one again whose answer was lost.
func (f *Fleet) script(ctx context.Context, script *redis.Script, keys []string, args ...any) *redis.Cmd {
	ctx, cancel := f.bounded(ctx)
	defer cancel()
	return script.Run(ctx, f.redis, keys, args...)
}
