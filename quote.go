package tourney

import (
	"errors"
	"strings"

	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/secrets"
)

// source is the body of an answer that an error quotes.
type source struct {
	body   []byte
	coding string // Content-Encoding
	keys   bool   // the body answers a login, so it consists of secrets
}

// reworded returns an error about an answer's text without the request's secrets. An error that quotes a secret keeps
// only its place in the answer. So does every error about the answer to a login.
func (r *redactor) reworded(err error, from source) error {
	at := new(record.Error)
	choice := []error{err}
	if errors.As(err, &at) {
		choice = append(choice, withoutContent(at, at.Path), withoutContent(at, ""))
		if from.keys && !at.Secret { // the error shows content
			choice = choice[1:]
		}
	}
	for _, e := range choice {
		if r.showable(e) && r.quoted(e.Error(), from, at.Offset) == e.Error() {
			return e
		}
	}
	return errors.New(r.quoted(err.Error(), from, at.Offset))
}

// withoutContent returns a decoder's error with the place in the answer and without the content there.
func withoutContent(at *record.Error, path string) error {
	return &record.Error{
		Path: path, Offset: at.Offset, Line: at.Line, Found: "content not shown", Expected: at.Expected, Secret: true,
	}
}

// ellipsis marks the cut in a text that our own errors quote.
const ellipsis = "…"

// quoteWindow is the number of bytes that are searched on either side of a quoted place.
const quoteWindow = 4 << 10

// quoted returns a text of ours that quotes an answer, or its part without secrets. A cut quote may end in the middle
// of a secret, with too few characters to recognize it. So quoted searches the answer around the quote as well.
func (r *redactor) quoted(text string, from source, offset int64) string {
	shown := r.text(text)
	if shown != text || !strings.Contains(text, ellipsis) {
		return shown
	}
	place := int(min(offset, int64(len(from.body))))
	around := string(from.body[max(0, place-quoteWindow):min(len(from.body), place+quoteWindow)])
	if r.secretSearch().Clean(around) && r.secretSearch().Clean(from.coding) {
		return text
	}
	return secrets.Withheld
}

// locate copies the decoder's position into the error.
func (e *DecodeError) locate(err error) {
	var at *record.Error
	if errors.As(err, &at) {
		e.Path, e.Offset, e.Line = at.Path, at.Offset, at.Line
	}
}
