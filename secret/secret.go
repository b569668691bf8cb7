// Package secret has [Text], a text that must not be shown: an API secret, a password, the number or the code of a
// card. A program needs a Text for its keys, and to pay or register with a card. [New] makes a Text, and [Text.Reveal]
// returns the hidden text.
package secret

import (
	"crypto/rand"
	"crypto/subtle"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"unique"
)

// redacted is the text that replaces every Text.
const redacted = "[redacted]"

// Text is a text that must not be shown. It prints as [redacted] through fmt, slog and the encoders of the standard
// library, and in the differences that a test prints. Reveal returns the text. The bodies that a client sends carry the
// text itself. A Text cannot be stored in a database. Two Texts are equal with == when they hold the same text.
type Text struct {
	// A handle, because fmt prints strings in unexported fields without calling String. The text in the handle is
	// masked, because testify follows pointers.
	masked unique.Handle[string]
}

// New wraps a text.
func New(text string) Text {
	if text == "" {
		return Text{}
	}
	return Text{masked: unique.Make(mask(text))}
}

// pad differs from process to process. pad is no encryption: it only keeps texts out of dumps of memory.
var pad = rand.Text()

// mask masks a text, and turns a masked text back.
func mask(text string) string {
	b := []byte(text)
	for i := range b {
		b[i] ^= pad[i%len(pad)]
	}
	return string(b)
}

// Reveal returns the text. The caller must not show it.
func (t Text) Reveal() string {
	if t.IsZero() {
		return ""
	}
	return mask(t.masked.Value())
}

// IsZero reports whether the text is empty.
func (t Text) IsZero() bool { return t == Text{} }

// Equal reports whether both hold the same text. The time that Equal takes does not depend on the position of a
// difference.
func (t Text) Equal(other Text) bool {
	return subtle.ConstantTimeCompare([]byte(t.Reveal()), []byte(other.Reveal())) == 1
}

// String returns [redacted].
func (Text) String() string { return redacted }

// GoString returns [redacted].
func (Text) GoString() string { return redacted }

// Format writes [redacted] whatever the verb.
func (Text) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// LogValue returns [redacted].
func (Text) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalJSON returns "[redacted]".
func (Text) MarshalJSON() ([]byte, error) { return json.Marshal(redacted) }

// MarshalText returns [redacted].
func (Text) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// Value returns an error, so that no database stores a Text by accident. A program that must store one stores what
// Reveal returns, encrypted.
func (Text) Value() (driver.Value, error) {
	return nil, errors.New("tourney: a secret.Text is not stored: if it must be, encrypt what Reveal returns")
}

// UnmarshalText stores the text.
func (t *Text) UnmarshalText(text []byte) error {
	*t = New(string(text))
	return nil
}
