package recording

import (
	"net/http"
	"strings"

	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

var keptHeaders = map[string]bool{
	"Accept": true, "Accept-Encoding": true, "Accept-Language": true, "Content-Type": true, "Idempotency-Key": true,
	"If-Match": true, "If-Modified-Since": true, "If-None-Match": true, "If-Unmodified-Since": true, "Origin": true,
	"Range": true, "Traceparent": true, "User-Agent": true, "X-Correlation-Id": true, "X-Request-Id": true,
}

// secretHeaders are the headers with secrets. The journal keeps only their names.
var secretHeaders = map[string]bool{"Authorization": true, "Cookie": true, "Proxy-Authorization": true}

const maxValues = 4

// Header returns the headers that the journal keeps, in lines.
func (r *redaction) Header(h http.Header) string {
	var buffer [256]byte
	lines := buffer[:0]
	for name, values := range h {
		switch {
		case keptHeaders[name]:
			for _, value := range values[:min(len(values), maxValues)] {
				lines = appendLine(lines, name, r.headerValue(value))
			}
		case secretHeaders[name], strings.HasPrefix(name, "X-Api-"):
			lines = appendLine(lines, r.Shown(strings.Clone(redact.Safe(name))), redact.Mark)
		}
	}
	return string(lines)
}

func appendLine(lines []byte, name, value string) []byte {
	return append(append(append(append(lines, name...), ": "...), value...), '\n')
}

// headerValue returns a value on one line. It withholds an id that can be the number of a card.
func (r *redaction) headerValue(value string) string {
	if redact.AssignsSecret(value) {
		return redact.Mark
	}
	if len(value) <= redact.MaxShown && wire.IsPrintable(value) && !r.guarded && !redact.MayHaveEscapes(value) &&
		redact.Masked(value) == value {
		if r.known.in(value) {
			return redact.Mark
		}
		return strings.Clone(value)
	}
	return r.Shown(redact.Safe(value))
}
