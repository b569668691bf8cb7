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
	keys   bool   // the body is the answer to a login, which is made of secrets
}

// reworded returns an error about the text of an answer that may be shown in place of another. An error that quotes a
// secret keeps only its place, and so does every error about the answer to a login.
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

// ellipsis is where our own errors cut a text that they quote.
const ellipsis = "…"

// quoteWindow is how much of a body is looked at on either side of a place that is quoted.
const quoteWindow = 4 << 10

// quoted returns the part of a text of ours, which quotes an answer at some place, that may be shown. A quote that was
// cut may end in the middle of a secret, with too little of it to be recognized. The answer itself has the rest.
func (r *redactor) quoted(text string, from source, offset int64) string {
	shown := r.text(text)
	if shown != text || !strings.Contains(text, ellipsis) {
		return shown
	}
	place := int(min(offset, int64(len(from.body))))
	around := string(from.body[max(0, place-quoteWindow):min(len(from.body), place+quoteWindow)])
	if r.look().Clean(around) && r.look().Clean(from.coding) {
		return text
	}
	return secrets.Withheld
}
