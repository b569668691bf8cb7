// Package codectest has what the tests of both codecs and of the plans share: types of each kind that the library
// declares, a page of players, and a comparison of the memory that a reader counts with the memory that it allocates.
package codectest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Date has text methods.
type Date struct{ Year, Month, Day int }

// IsZero reports whether the date is the zero Date.
func (d Date) IsZero() bool { return d == Date{} }

// MarshalText writes month, day and year.
func (d Date) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%d/%d/%d", d.Month, d.Day, d.Year), nil
}

// UnmarshalText reads month, day and year.
func (d *Date) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "%d/%d/%d", &d.Month, &d.Day, &d.Year)
	return err
}

// Label is a type whose method writes text that may need escapes.
type Label string

// AppendText appends the text as it is.
func (l Label) AppendText(b []byte) ([]byte, error) { return append(b, l...), nil }

// UnmarshalText reads any text.
func (l *Label) UnmarshalText(text []byte) error {
	*l = Label(text)
	return nil
}

// Decimal is a number without quotes in JSON.
type Decimal struct{ Text string }

// IsZero reports whether the number is 0 or absent.
func (d Decimal) IsZero() bool { return d.Text == "" || d.Text == "0" }

// MarshalText writes the digits.
func (d Decimal) MarshalText() ([]byte, error) { return []byte(d.Text), nil }

// MarshalJSON writes a number without quotes.
func (d Decimal) MarshalJSON() ([]byte, error) { return []byte(d.Text), nil }

// UnmarshalText reads a number, and refuses any other text.
func (d *Decimal) UnmarshalText(text []byte) error {
	if _, err := strconv.ParseFloat(string(text), 64); err != nil {
		return errors.New("not a decimal")
	}
	d.Text = string(text)
	return nil
}

// UnmarshalJSON reads a number in quotes or without.
func (d *Decimal) UnmarshalJSON(raw []byte) error {
	return d.UnmarshalText([]byte(strings.Trim(string(raw), `"`)))
}

// Status is text or a number in JSON, and in XML a struct, because it has no text methods.
type Status struct {
	Name string
	Code int
}

// MarshalJSON writes the name if there is one, else the code.
func (s Status) MarshalJSON() ([]byte, error) {
	if s.Name != "" {
		return json.Marshal(s.Name)
	}
	return json.Marshal(s.Code)
}

// UnmarshalJSON reads a name or a code.
func (s *Status) UnmarshalJSON(raw []byte) error {
	if raw[0] == '"' {
		return json.Unmarshal(raw, &s.Name)
	}
	return json.Unmarshal(raw, &s.Code)
}

// Gender is an enumeration that accepts values without a name.
type Gender int

func (g Gender) String() string { return "gender " + strconv.Itoa(int(g)) }

// Secret is a text that the codecs write with Reveal. The codecs must not call MarshalJSON, which writes
// "[redacted]".
type Secret struct{ Text string }

// Reveal returns the text.
func (s Secret) Reveal() string { return s.Text }

// MarshalJSON redacts the text. A codec that calls it fails the tests.
func (s Secret) MarshalJSON() ([]byte, error) { return []byte(`"[redacted]"`), nil }

// UnmarshalText refuses a text of more than 8 bytes, with an error that quotes the text.
func (s *Secret) UnmarshalText(text []byte) error {
	if len(text) > 8 {
		return fmt.Errorf("%s is too long", text)
	}
	s.Text = string(text)
	return nil
}

// Address keeps unknown members.
type Address struct {
	City  string                     `json:"City,omitzero"`
	Lat   *float64                   `json:"Latitude,omitzero"`
	Extra map[string]json.RawMessage `json:"-"`
}

// Team has a member of each kind of type above.
type Team struct {
	ID      int64                      `json:"Id"`
	Name    string                     `json:"Name,omitempty"`
	Paid    *bool                      `json:"Paid,omitzero"`
	Gender  *Gender                    `json:"Gender,omitempty"`
	Status  Status                     `json:"Status,omitzero"`
	Born    Date                       `json:"Birthdate,omitzero"`
	Since   *Date                      `json:"Since,omitzero"`
	Label   Label                      `json:"Label,omitzero"`
	Amount  *Decimal                   `json:"Amount,omitzero"`
	Code    int                        `json:"Code,string,omitempty"`
	Share   *float64                   `json:"Share,string,omitzero"`
	Key     Secret                     `json:"ApiSecretKey,omitzero"`
	Address Address                    `json:"Address,omitzero"`
	Home    *Address                   `json:"Home,omitzero"`
	Players []Address                  `json:"Players,omitzero" item:"Player"`
	Seeds   []int                      `json:"Seeds,omitzero"`
	Grid    [][]*int8                  `json:"Grid,omitzero" item:"Row"`
	Count   uint8                      `json:"Count,omitempty"`
	GPA     float64                    `json:"GPA,omitzero"`
	Open    bool                       `json:"Open,omitempty"`
	Raw     json.RawMessage            `json:"Raw,omitempty"`
	RawPtr  *json.RawMessage           `json:"RawPtr,omitzero"`
	Next    *Team                      `json:"Next,omitzero"`
	Extra   map[string]json.RawMessage `json:"-"`
}
