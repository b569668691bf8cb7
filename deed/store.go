package deed

import (
	"context"
	"time"
)

// Record is what a [Store] keeps under a key. The store need not understand it.
type Record struct {
	Version string // of the record, made by Once and never used again: 26 letters and digits; "" means no record
	Data    []byte // JSON, less than 1 KiB, or about 30 bytes for each team of the division while a write is under way
}

// Store keeps a record for each key. A record must be on the disk before a method returns, or a crash of the store
// loses it. No other call of any process sees a method half done. After an error a record may have been kept or not.
type Store interface {
	// Load returns the record of a key, which is zero if there is none, and the time of the store's clock, which decides
	// whether a lease is over: all callers must get that of one clock.
	Load(ctx context.Context, key string) (Record, time.Time, error)
	// Create keeps a record for some time if the key has none. It reports whether it did.
	Create(ctx context.Context, key string, r Record, keep time.Duration) (bool, error)
	// Replace keeps a record for some time in place of the one with a version. It reports whether it did.
	Replace(ctx context.Context, key, version string, r Record, keep time.Duration) (bool, error)
	// Delete deletes the record of a key if it has this version.
	Delete(ctx context.Context, key, version string) error
}
