package xmlwire_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
)

// The types below stand for the kinds of types that the library declares on top of the plans.

type date struct{ Year, Month, Day int }

func (d date) IsZero() bool { return d == date{} }

func (d date) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%d/%d/%d", d.Month, d.Day, d.Year), nil
}

func (d *date) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "%d/%d/%d", &d.Month, &d.Day, &d.Year)
	return err
}

// label needs escapes in what its method writes.
type label string

func (l label) AppendText(b []byte) ([]byte, error) { return append(b, l...), nil }

func (l *label) UnmarshalText(text []byte) error {
	*l = label(text)
	return nil
}

// decimal is a bare number in JSON.
type decimal struct{ text string }

func (d decimal) MarshalText() ([]byte, error) { return []byte(d.text), nil }
func (d decimal) MarshalJSON() ([]byte, error) { return []byte(d.text), nil }

func (d *decimal) UnmarshalText(text []byte) error {
	if _, err := strconv.ParseFloat(string(text), 64); err != nil {
		return errors.New("not a decimal")
	}
	d.text = string(text)
	return nil
}

func (d *decimal) UnmarshalJSON(raw []byte) error {
	return d.UnmarshalText([]byte(strings.Trim(string(raw), `"`)))
}

// status is text or a number in JSON, and in XML a struct, because it has no text methods.
type status struct {
	Name string
	Code int
}

func (s status) MarshalJSON() ([]byte, error) {
	if s.Name != "" {
		return json.Marshal(s.Name)
	}
	return json.Marshal(s.Code)
}

func (s *status) UnmarshalJSON(raw []byte) error {
	if raw[0] == '"' {
		return json.Unmarshal(raw, &s.Name)
	}
	return json.Unmarshal(raw, &s.Code)
}

type gender int

func (g gender) String() string { return "gender " + strconv.Itoa(int(g)) }

type secret struct{ text string }

func (s secret) Reveal() string { return s.text }

func (s *secret) UnmarshalText(text []byte) error {
	if len(text) > 8 {
		return fmt.Errorf("%s is too long", text)
	}
	s.text = string(text)
	return nil
}

type address struct {
	City  string                     `json:"City,omitzero"`
	Lat   *float64                   `json:"Latitude,omitzero"`
	Extra map[string]json.RawMessage `json:"-"`
}

type team struct {
	ID      int64                      `json:"Id"`
	Name    string                     `json:"Name,omitempty"`
	Paid    *bool                      `json:"Paid,omitzero"`
	Gender  *gender                    `json:"Gender,omitempty"`
	Status  status                     `json:"Status,omitzero"`
	Born    date                       `json:"Birthdate,omitzero"`
	Since   *date                      `json:"Since,omitzero"`
	Label   label                      `json:"Label,omitzero"`
	Amount  *decimal                   `json:"Amount,omitzero"`
	Code    int                        `json:"Code,string,omitempty"`
	Share   *float64                   `json:"Share,string,omitzero"`
	Key     secret                     `json:"ApiSecretKey,omitzero"`
	Address address                    `json:"Address,omitzero"`
	Home    *address                   `json:"Home,omitzero"`
	Players []address                  `json:"Players,omitzero" item:"Player"`
	Seeds   []int                      `json:"Seeds,omitzero"`
	Grid    [][]*int8                  `json:"Grid,omitzero" item:"Row"`
	Count   uint8                      `json:"Count,omitempty"`
	GPA     float64                    `json:"GPA,omitzero"`
	Open    bool                       `json:"Open,omitempty"`
	Raw     json.RawMessage            `json:"Raw,omitempty"`
	RawPtr  *json.RawMessage           `json:"RawPtr,omitzero"`
	Next    *team                      `json:"Next,omitzero"`
	Extra   map[string]json.RawMessage `json:"-"`
}

var inside = cmp.AllowUnexported(secret{}, decimal{})
