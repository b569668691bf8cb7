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

// Store keeps a record for each key. It must have a record on its disk before a method returns, or what a crash of the
// store may lose is lost. Each method is one step that no other call of any process can see half done. After an error a
// record may have been kept or not. A store of another kind is about 40 lines: see [Memory].
type Store interface {
	// Load returns the record of a key, which is zero if there is none, and the time of the store's clock. All callers
	// must get the time of one clock, because it decides whether a lease is over.
	Load(ctx context.Context, key string) (Record, time.Time, error)
	// Create keeps a record for some time if the key has none. It reports whether it did.
	Create(ctx context.Context, key string, r Record, keep time.Duration) (bool, error)
	// Replace keeps a record for some time in place of the one with a version. It reports whether it did.
	Replace(ctx context.Context, key, version string, r Record, keep time.Duration) (bool, error)
	// Delete deletes the record of a key if it has this version.
	Delete(ctx context.Context, key, version string) error
}
