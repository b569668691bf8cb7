package fleet

import (
	"context"
	_ "embed" // of the script
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/tourney-go/tourney/internal/wait"
)

//go:embed limit.lua
var limitSource string

var limitScript = redis.NewScript(limitSource)

// probeEvery is the time between two requests to Redis while it fails.
const probeEvery = time.Second

// shortest is the least time that a call gives Redis.
const shortest = 50 * time.Millisecond

// question is what the script is asked for.
type question struct {
	wanted int64         // permits
	most   time.Duration // longest wait for the first of them
	pause  time.Duration
}

// answer is what the script answers.
type answer struct {
	booked int64         // permits; 0 when the first one is due too late
	wait   time.Duration // for the first permit
}

// request runs the script when it is this call's turn.
func (l *Limit) request(ctx context.Context, q question) error {
	within, leave, err := l.enter(ctx)
	if err == nil {
		_, err = l.ask(ctx, within, q)
		leave()
	}
	return err
}

// enter waits until it is this call's turn to ask Redis. The context within bounds both the wait and the request, and
// leaves time for the call to go on without Redis. While Redis fails, enter fails at once, except for one call a
// second, which finds out whether Redis still fails.
func (l *Limit) enter(ctx context.Context) (within context.Context, leave func(), err error) {
	probe, err := l.mayAsk()
	if err != nil {
		return nil, nil, err
	}
	patience := l.fleet.timeout
	if deadline, has := ctx.Deadline(); has {
		patience = min(patience, max(time.Until(deadline)/2, shortest))
	}
	within, cancel := context.WithTimeout(ctx, patience)
	select {
	case l.turn <- struct{}{}:
		leave = func() { <-l.turn; cancel() }
		if !probe {
			_, err = l.mayAsk() // Redis may have failed meanwhile
		}
	case <-within.Done():
		leave, err = cancel, l.failed(ctx, within.Err())
	}
	if err != nil {
		leave()
	}
	return within, leave, err
}

// mayAsk returns an error while Redis fails, or reports that this call finds out whether it does.
func (l *Limit) mayAsk() (probe bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down == nil || l.now().Before(l.retry) {
		return false, l.down
	}
	l.retry = l.now().Add(l.fleet.timeout + probeEvery) // the probe may take that long
	return true, nil
}

// ask runs the script. The context within, which is derived from ctx, bounds the request.
func (l *Limit) ask(ctx, within context.Context, q question) (answer, error) {
	packed, _ := binary.Append(nil, binary.LittleEndian, []float64{
		micros(q.most), float64(q.wanted), micros(l.interval), micros(l.early), micros(q.pause),
	})
	args := []any{packed}
	if l.clock != nil {
		args = append(args, l.clock().UnixMicro())
	}
	text, err := limitScript.Run(within, l.fleet.redis, []string{l.key}, args...).Text()
	got := make([]float64, 3)
	if err == nil {
		_, err = binary.Decode([]byte(text), binary.LittleEndian, got)
	}
	if err != nil {
		return answer{}, l.failed(ctx, err)
	}
	l.mu.Lock()
	was := l.down
	l.down, l.seen, l.shift = nil, l.now(), time.Duration(got[1])*time.Microsecond
	l.mu.Unlock()
	if was != nil {
		l.fleet.log.InfoContext(ctx, "fleet: Redis answers again, so the processes share the limit")
	}
	return answer{int64(got[2]), time.Duration(got[0]) * time.Microsecond}, nil
}

// micros returns whole microseconds.
func micros(d time.Duration) float64 { return math.Ceil(float64(d) / float64(time.Microsecond)) }

// failed notes that Redis failed, and returns the error. When the call's own time is over, Redis may be well.
func (l *Limit) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	err = l.fleet.failed(ctx, "the limit", err)
	l.mu.Lock()
	first := l.down == nil
	l.down, l.retry = err, l.now().Add(probeEvery)
	l.mu.Unlock()
	if first {
		then := "calls fail"
		if l.share != nil {
			then = "calls have the share of this process"
		}
		l.fleet.log.WarnContext(ctx, "fleet: Redis fails, so "+then, "error", err)
	}
	return err
}

// waitForShare waits by the process's share of the limit.
func (l *Limit) waitForShare(ctx context.Context) error {
	for {
		if err := l.share.Wait(ctx); err != nil {
			return fmt.Errorf("fleet: the share of the limit without Redis: %w", err)
		}
		pause := l.ownPause()
		if pause <= 0 {
			return nil
		}
		if err := l.sleepUntil(ctx, l.now().Add(pause)); err != nil {
			return err
		}
	}
}

func (l *Limit) now() time.Time {
	if l.clock != nil {
		return l.clock()
	}
	return time.Now()
}

// permitIn returns a permit that is due in a time from the last answer of Redis.
func (l *Limit) permitIn(wait time.Duration) permit { return permit{l.seen.Add(max(0, wait)), l.shift} }

// sleepUntil waits until a time, or fails at once when ctx ends before that time.
func (l *Limit) sleepUntil(ctx context.Context, at time.Time) error {
	left := at.Sub(l.now())
	if deadline, has := ctx.Deadline(); has && deadline.Before(at) {
		return tooLate(left)
	}
	if left <= 0 {
		return nil
	}
	return wait.Sleep(ctx, left)
}

func tooLate(wait time.Duration) error {
	return fmt.Errorf("fleet: the limit has no permit before the deadline: the next one is due in %v: %w", wait,
		context.DeadlineExceeded)
}
