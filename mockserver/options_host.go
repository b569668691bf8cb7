package mockserver

import (
	"fmt"
	"time"
)

// KeyLifetime makes keys expire this long after they were issued, by the server's clock: the first ones after New or
// Reset, others after RotateKeys or a login. A login issues new keys when the newest have expired, and else answers
// with those. A clock that stands still has to be advanced. By default keys do not expire, because the interface
// document states no lifetime (section 5).
func KeyLifetime(d time.Duration) Option {
	return func(o *options) error {
		if d <= 0 {
			return fmt.Errorf("mockserver: KeyLifetime: %v: must be positive", d)
		}
		o.settings.keys.lifetime = d
		return nil
	}
}

// KeyOverlap makes the server take old keys for this long after RotateKeys, by its clock. Without it the server refuses
// old keys at once. The keys that ExpireKeys ends are refused at once with it, too.
func KeyOverlap(d time.Duration) Option {
	return func(o *options) error {
		if d <= 0 {
			return fmt.Errorf("mockserver: KeyOverlap: %v: must be positive", d)
		}
		o.settings.keys.overlap = d
		return nil
	}
}

// ClockSkew makes the server refuse a signature whose time is further than this from the server's clock, with code 5 as
// for wrong keys. It needs signatures that say their time: RequireAuth with a tourney.TimedVerifier, as HMACSigner is
// one. Server.Client signs with the server's clock. Other clients sign with time.Now, so the server needs WallClock for
// them, or their HMACSigner the Now of Server.Clock. Without the option the time of a signature does not count, because
// no limit was found (section 5).
func ClockSkew(d time.Duration) Option {
	return func(o *options) error {
		if d <= 0 {
			return fmt.Errorf("mockserver: ClockSkew: %v: must be positive", d)
		}
		o.skew = d
		return nil
	}
}

// RateLimit makes the server take at most n requests of an account in a time, by its clock, and answer 429 with
// Retry-After and code 8 beyond. A window of that time begins with a request, and a refused request does not count. An
// account is the one whose keys signed the request. All requests that none signed count together: logins, and every
// request where the server requires no signatures. A clock that stands still has to be advanced, or no time passes. By
// default there is no limit, because the interface document states none (section 8). RetryAfterDate changes the form of
// the header.
func RateLimit(n int, per time.Duration) Option {
	return func(o *options) error {
		if n < 1 {
			return fmt.Errorf("mockserver: RateLimit: %d requests: must be at least 1", n)
		}
		if per <= 0 {
			return fmt.Errorf("mockserver: RateLimit: per %v: must be positive", per)
		}
		o.rateLimit.Requests, o.rateLimit.Per = n, per
		return nil
	}
}

// RetryAfterDate makes the Retry-After of a rate limit a date in place of seconds. It is a time of the server's clock.
// Clients compare it with time.Now, so they wait as the limit says only with WallClock.
func RetryAfterDate() Option {
	return func(o *options) error {
		o.rateLimit.Date = true
		return nil
	}
}
