// Package codectest has what the tests of both codecs and of the plans share: types of each kind that the library
// declares, a page of players, and a comparison of the memory that is counted with what is allocated.
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

func (d Date) IsZero() bool { return d == Date{} }

func (d Date) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%d/%d/%d", d.Month, d.Day, d.Year), nil
}

func (d *Date) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "%d/%d/%d", &d.Month, &d.Day, &d.Year)
	return err
}

// Label needs escapes in what its method writes.
type Label string

func (l Label) AppendText(b []byte) ([]byte, error) { return append(b, l...), nil }

func (l *Label) UnmarshalText(text []byte) error {
	*l = Label(text)
	return nil
}

// Decimal is a bare number in JSON.
type Decimal struct{ Text string }

// IsZero reports whether the number is 0 or absent.
func (d Decimal) IsZero() bool { return d.Text == "" || d.Text == "0" }

func (d Decimal) MarshalText() ([]byte, error) { return []byte(d.Text), nil }
func (d Decimal) MarshalJSON() ([]byte, error) { return []byte(d.Text), nil }

func (d *Decimal) UnmarshalText(text []byte) error {
	if _, err := strconv.ParseFloat(string(text), 64); err != nil {
		return errors.New("not a decimal")
	}
	d.Text = string(text)
	return nil
}

func (d *Decimal) UnmarshalJSON(raw []byte) error {
	return d.UnmarshalText([]byte(strings.Trim(string(raw), `"`)))
}

// Status is text or a number in JSON, and in XML a struct, because it has no text methods.
type Status struct {
	Name string
	Code int
}

func (s Status) MarshalJSON() ([]byte, error) {
	if s.Name != "" {
		return json.Marshal(s.Name)
	}
	return json.Marshal(s.Code)
}

func (s *Status) UnmarshalJSON(raw []byte) error {
	if raw[0] == '"' {
		return json.Unmarshal(raw, &s.Name)
	}
	return json.Unmarshal(raw, &s.Code)
}

// Gender is an open enumeration.
type Gender int

func (g Gender) String() string { return "gender " + strconv.Itoa(int(g)) }

// Secret is written by Reveal. Its JSON method must not be called.
type Secret struct{ Text string }

func (s Secret) Reveal() string               { return s.Text }
func (s Secret) MarshalJSON() ([]byte, error) { return []byte(`"[redacted]"`), nil }

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

// Team has a member of each kind.
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
