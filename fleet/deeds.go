package fleet

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/tourney-go/tourney/deed"
)

// Deeds returns a store for [deed.Once] in Redis, which all processes of the fleet share. Its clock is that of Redis.
// replicas is how many replicas of Redis must have the note and the lease before the write is sent, so that a failover
// does not lose them. With 0, none must. More do not work with a redis.Ring.
// https://github.com/tourney-go/tourney/blob/main/docs/fleet.md#one-deed says what can go wrong.
func (f *Fleet) Deeds(replicas int) deed.Store { return &deeds{f, replicas} }

type deeds struct {
	*Fleet
	replicas int
}

// The scripts of a deed, which is a hash. replaceScript deletes it when it gets no data. It may run twice, because
// go-redis sends a script again whose answer was lost. It then writes again, so that WAIT of the second connection has
// something to wait for.
var (
	loadScript = redis.NewScript(`
local at = redis.call('TIME')
local deed = redis.call('HMGET', KEYS[1], 'version', 'data')
return {string.format('%.0f', at[1] * 1000 + math.floor(at[2] / 1000)), deed[1] or '', deed[2] or ''}`)

	replaceScript = redis.NewScript(`
local version = redis.call('HGET', KEYS[1], 'version') or ''
if version ~= ARGV[1] and version ~= ARGV[2] then return 0 end
if ARGV[3] == '' then return redis.call('DEL', KEYS[1]) end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'data', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`)
)

func (d *deeds) name(key string) []string { return []string{d.key("deed:" + key)} }

func (d *deeds) Load(ctx context.Context, key string) (r deed.Record, now time.Time, err error) {
	got, err := d.script(ctx, loadScript, d.name(key)).StringSlice()
	if err == nil {
		var clock int64
		_, err = fmt.Sscan(got[0], &clock)
		r, now = deed.Record{Version: got[1], Data: []byte(got[2])}, time.UnixMilli(clock)
	}
	if err != nil {
		err = d.failed(ctx, "loading a deed", err)
	}
	return r, now, err
}

func (d *deeds) Create(ctx context.Context, key string, r deed.Record, keep time.Duration) (bool, error) {
	return d.Replace(ctx, key, "", r, keep)
}

func (d *deeds) Replace(ctx context.Context, key, version string, r deed.Record, keep time.Duration) (bool, error) {
	return d.replace(ctx, key, version, r, keep, d.replicas)
}

func (d *deeds) replace(
	ctx context.Context, key, version string, r deed.Record, keep time.Duration, replicas int,
) (bool, error) {
	within, cancel := d.bounded(ctx)
	defer cancel()
	kept, err := d.run(within, d.name(key), []any{version, r.Version, r.Data, keep.Milliseconds()}, replicas)
	if err != nil {
		return false, d.failed(ctx, "keeping a deed", err)
	}
	return kept == 1, nil
}

// run runs replaceScript, and waits for the replicas.
func (d *deeds) run(ctx context.Context, name []string, args []any, replicas int) (int, error) {
	if replicas <= 0 {
		return replaceScript.Run(ctx, d.redis, name, args...).Int()
	}
	var on redis.Cmdable = d.redis
	if cluster, ok := d.redis.(*redis.ClusterClient); ok { // WAIT has no key that would name its node
		node, err := cluster.MasterForKey(ctx, name[0])
		if err != nil {
			return 0, err
		}
		on = node
	}
	pipe := on.Pipeline() // on one connection, whose writes WAIT waits for
	kept := replaceScript.Eval(ctx, pipe, name, args...)
	have := pipe.Do(ctx, "WAIT", replicas, (d.timeout / 2).Milliseconds())
	if _, err := pipe.Exec(ctx); err != nil {
		return 0, err
	}
	if number, err := have.Int(); err != nil || number < replicas {
		return 0, fmt.Errorf("%d replicas have it: expected %d", number, replicas)
	}
	return kept.Int()
}

func (d *deeds) Delete(ctx context.Context, key, version string) error {
	_, err := d.replace(ctx, key, version, deed.Record{}, 0, 0)
	return err
}
