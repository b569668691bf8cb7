package fleet

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/wait"
)

// DefaultTimeout bounds each request to Redis.
const DefaultTimeout = time.Second

// Options of a [Fleet]. The zero value has the defaults.
type Options struct {
	// Timeout bounds each request to Redis, with all that go-redis tries again. The default is [DefaultTimeout]. A call
	// whose context is cancelled meanwhile may wait for as long, because go-redis obeys only deadlines while it reads.
	Timeout time.Duration
	// Logger gets a line when Redis stops answering, and one when it answers again. The default logs nothing.
	Logger *slog.Logger
}

// Fleet is what the processes share that use one account of one host. All processes make it with the same host and
// account. The methods may be called from several goroutines.
type Fleet struct {
	redis   redis.UniversalClient
	tag     string
	timeout time.Duration
	log     *slog.Logger
}

// New returns the fleet of an account, such as its user name, on the host with a base URL. Base URLs of one host, such
// as with and without /api/v1, give one fleet. New sends nothing to Redis.
// The client of Redis stays the caller's, who closes it. Its option ContextTimeoutEnabled must be true, because without
// it a network that hangs costs more than the Timeout.
func New(client redis.UniversalClient, host, account string, o Options) (*Fleet, error) {
	base, err := httptext.Identity(host)
	switch {
	case err != nil:
		return nil, fmt.Errorf("fleet: the host is not a base URL: %w", err)
	case account == "":
		return nil, errors.New("fleet: the account is empty: expected a name that is the same in all processes")
	case o.Timeout < 0:
		return nil, fmt.Errorf("fleet: Timeout is %v: expected a positive duration, or 0 for %v", o.Timeout, DefaultTimeout)
	case !obeysContexts(client):
		return nil, errors.New("fleet: the client of Redis does not obey contexts: set its option ContextTimeoutEnabled")
	}
	return &Fleet{
		redis: client, tag: tagOf(base, account), timeout: cmp.Or(o.Timeout, DefaultTimeout),
		log: cmp.Or(o.Logger, slog.New(slog.DiscardHandler)),
	}, nil
}

func obeysContexts(client redis.UniversalClient) bool {
	switch c := client.(type) {
	case *redis.Client:
		return c.Options().ContextTimeoutEnabled
	case *redis.ClusterClient:
		return c.Options().ContextTimeoutEnabled
	case *redis.Ring:
		return c.Options().ContextTimeoutEnabled
	}
	return client != nil // a stand-in of the caller's
}

// tagOf returns the hash tag of all keys of a fleet, so that Redis Cluster keeps them on one node, where a script can
// use several of them. The hash tells accounts apart whose names a tag cannot hold.
func tagOf(base *url.URL, account string) string {
	sum := sha256.Sum256([]byte(base.String() + "\x00" + account))
	return base.Hostname() + ":" + hex.EncodeToString(sum[:8])
}

// key returns the name of a key in Redis.
func (f *Fleet) key(of string) string { return "tourney:{" + f.tag + "}:" + of }

// bounded bounds a request to Redis.
func (f *Fleet) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, f.timeout)
}

// ErrRedis is in every error that says why Redis did not do what a fleet asked for. The error also holds the cause.
var ErrRedis = errors.New("Redis failed") //nolint:staticcheck // a name has a capital

// failed returns the error of a request to Redis.
func (f *Fleet) failed(ctx context.Context, doing string, err error) error {
	var slow net.Error
	hint := ""
	if errors.Is(err, context.DeadlineExceeded) { // go-redis dials again and again until then, and drops the reason
		err = cmp.Or(f.unreachable(ctx), err)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &slow) && slow.Timeout():
		hint = fmt.Sprintf("no answer within %v: ", f.timeout)
	case redis.IsReadOnlyError(err):
		hint = "the server is a replica, expected the primary: "
	case redis.IsOOMError(err):
		hint = "its memory is full, expected a greater maxmemory: "
	case redis.IsLoadingError(err):
		hint = "it is loading its data: "
	case redis.IsAuthError(err):
		hint = "expected another user or password: "
	case redis.IsPermissionError(err):
		hint = "its user may not do this: "
	}
	return fmt.Errorf("fleet: %s: %w: %s%w", doing, ErrRedis, hint, err)
}

// unreachable returns why no connection to Redis can be opened. It returns nil when one can, or when that takes long.
func (f *Fleet) unreachable(ctx context.Context) error {
	client, ok := f.redis.(*redis.Client)
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shortest)
	defer cancel()
	o := client.Options()
	_, err := wait.For(ctx, func() (any, error) {
		conn, err := o.Dialer(ctx, o.Network, o.Addr)
		if err == nil {
			err = conn.Close()
		}
		return nil, err
	})
	if ctx.Err() != nil {
		return nil
	}
	return err
}
