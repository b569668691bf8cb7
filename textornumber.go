package tourney

import "github.com/tourney-go/tourney/internal/jsoncodec"

// TextOrNumber is a value whose type the interface document does not state: text, or the text of an integer. Decoding
// reads a string or a number, and blank text as no value. Encoding to JSON writes a number for the text of an integer,
// else a string.
type TextOrNumber string

// AppendText appends the value unchanged.
func (v TextOrNumber) AppendText(b []byte) ([]byte, error) { return append(b, v...), nil }

// MarshalText returns the value unchanged.
func (v TextOrNumber) MarshalText() ([]byte, error) { return []byte(v), nil }

// UnmarshalText stores the value unchanged.
func (v *TextOrNumber) UnmarshalText(text []byte) error {
	*v = TextOrNumber(text)
	return nil
}

// MarshalJSON returns a number for the text of an integer, else a string.
func (v TextOrNumber) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil) }

// AppendJSON appends a number for the text of an integer, else a string.
func (v TextOrNumber) AppendJSON(b []byte) ([]byte, error) {
	return appendNameOrNumber(b, string(v)), nil
}

// UnmarshalJSON reads a string or a number; null leaves v unchanged.
func (v *TextOrNumber) UnmarshalJSON(data []byte) error {
	text, isNull, err := scalarText(data)
	if err == nil && !isNull {
		*v = TextOrNumber(text)
	}
	return err
}

// ExternalID is an id of another system in the side of a game. Decoding reads a string or a number, because clients
// were seen to send either as an external id, and blank text as no value. Encoding writes a string.
type ExternalID string

// AppendText appends the id unchanged.
func (id ExternalID) AppendText(b []byte) ([]byte, error) { return append(b, id...), nil }

// MarshalText returns the id unchanged.
func (id ExternalID) MarshalText() ([]byte, error) { return []byte(id), nil }

// UnmarshalText stores the id unchanged.
func (id *ExternalID) UnmarshalText(text []byte) error {
	*id = ExternalID(text)
	return nil
}

// MarshalJSON returns a string.
func (id ExternalID) MarshalJSON() ([]byte, error) { return id.AppendJSON(nil) }

// AppendJSON appends a string.
func (id ExternalID) AppendJSON(b []byte) ([]byte, error) {
	return jsoncodec.AppendString(b, string(id)), nil
}

// UnmarshalJSON reads a string or a number; null leaves id unchanged.
func (id *ExternalID) UnmarshalJSON(data []byte) error {
	text, isNull, err := scalarText(data)
	if err == nil && !isNull {
		*id = ExternalID(text)
	}
	return err
}
