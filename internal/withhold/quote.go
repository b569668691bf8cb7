package withhold

import (
	"errors"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/record"
)

// Reworded returns an error about the text of an answer without the request's secrets. An error that quotes a secret
// keeps only its place in the answer. If the request carried a secret, every error that quotes the answer keeps only
// its place, too.
func (r *Redactor) Reworded(err error, body []byte) error {
	at := new(record.Error)
	if !errors.As(err, &at) {
		return errors.New(r.Text(err.Error()))
	}
	shown := *at
	shown.Path = r.Path(at, body)
	quotes := !at.Secret && !errors.Is(err, envelope.ErrMemory)
	if quotes && r.Secret || !r.quotable(shown.Error(), body, at.Offset) {
		return withoutContent(&shown)
	}
	return &shown
}

// Path returns the place of a value in an answer, without names that the host chose if these could be secrets.
func (r *Redactor) Path(at *record.Error, body []byte) string {
	if r.Secret || !r.quotable(at.Path, body, at.Offset) {
		return at.KnownPath()
	}
	return at.Path
}

// withoutContent returns a decoder's error with the place in the answer and without the content there.
func withoutContent(at *record.Error) error {
	return &record.Error{
		Path: at.Path, Offset: at.Offset, Line: at.Line, Found: "content not shown", Expected: at.Expected, Secret: true,
	}
}

// ellipsis marks the cut in a text that our own errors quote.
const ellipsis = "…"

// quoteWindow is the number of bytes that are searched on either side of a quoted place.
const quoteWindow = 4 << 10

// quotable reports whether a text of ours that quotes an answer repeats no secret. A cut quote may end in the middle of
// a secret, with too few characters to recognize it. So quotable searches the answer around the quote as well.
func (r *Redactor) quotable(text string, body []byte, offset int64) bool {
	if r.Searched(text) != text {
		return false
	}
	if !strings.Contains(text, ellipsis) {
		return true
	}
	if r.cutSecret(text) {
		return false
	}
	place := int(min(offset, int64(len(body))))
	around := string(body[max(0, place-quoteWindow):min(len(body), place+quoteWindow)])
	return r.Searched(around) == around
}

// minCut is how many characters before a cut are compared with the secrets.
const minCut = 12

// cutSecret reports whether a text has the beginning of a secret before a cut. The search around the quoted place
// misses a secret that the answer writes in parts, as XML can, or writes far from that place.
func (r *Redactor) cutSecret(text string) bool {
	pieces := strings.Split(text, ellipsis)
	return slices.ContainsFunc(pieces[:len(pieces)-1], func(piece string) bool {
		end := piece[max(0, len(piece)-minCut):]
		return len(end) == minCut && slices.ContainsFunc(r.Texts, func(secret string) bool {
			return strings.Contains(secret, end)
		})
	})
}
