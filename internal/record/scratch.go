package record

import (
	"bytes"
	"sync"
)

// scratches holds the buffers of Exact.
var scratches = sync.Pool{New: func() any { return new([]byte) }}

// maxScratch bounds the buffer that is kept from one Exact to the next: several times a page of 50 teams.
const maxScratch = 1 << 20

// Exact returns what write appends, in a buffer of exactly that size. The buffer that write appends to is kept for the
// next call, and cleared before, because what was written may be a secret.
func Exact(write func(dst []byte) ([]byte, error)) ([]byte, error) {
	scratch := scratches.Get().(*[]byte)
	out, err := write((*scratch)[:0])
	var exact []byte
	if err == nil {
		exact = bytes.Clone(out)
	} else {
		out = (*scratch)[:cap(*scratch)] // some of which was written to
	}
	if clear(out); cap(out) > maxScratch {
		out = nil
	}
	*scratch = out[:0]
	scratches.Put(scratch)
	return exact, err
}
