package header

import (
	"compress/gzip"
	"errors"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"
)

// Codings returns the codings of a body in the order in which they were applied. identity is none.
func Codings(h http.Header) []string {
	isNone := func(item string) bool { return strings.EqualFold(item, "identity") }
	return slices.DeleteFunc(Items(h["Content-Encoding"]), isNone)
}

// maxLayers bounds how often a body may be compressed, because each layer takes memory.
const maxLayers = 3

// Decoded returns a body without gzip, and the codings that are left. The plain body may have limit bytes: the caller
// counts them. Decoded itself bounds what it reads for them, because a sender could send bytes for ever that decompress
// to nothing.
func Decoded(body io.Reader, codings []string, limit int64) (plain io.Reader, left []string, err error) {
	const overhead = 1 << 16 // bytes of a header and of stored blocks
	most := min(limit, math.MaxInt64-overhead-limit/64) + limit/64 + overhead
	for left = codings; len(left) > 0 && len(codings)-len(left) < maxLayers; left = left[:len(left)-1] {
		if last := strings.ToLower(left[len(left)-1]); last != "gzip" && last != "x-gzip" { // section 8.4.1.3
			break
		}
		layer, err := gzip.NewReader(io.LimitReader(body, most))
		if errors.Is(err, io.EOF) { // there is no body
			return http.NoBody, nil, nil
		}
		if err != nil {
			return nil, left, err
		}
		body = layer
	}
	return body, left, nil
}
