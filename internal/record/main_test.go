package record_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"testing"

	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/codectest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The types below stand for the kinds of types that the library declares on top of this package.

// date has text methods, with the appending one first, and is comparable.
type date struct{ Year, Month, Day int }

func (d date) IsZero() bool { return d == date{} }

func (d date) AppendText(b []byte) ([]byte, error) {
	return fmt.Appendf(b, "%d/%d/%d", d.Month, d.Day, d.Year), nil
}

func (d date) MarshalText() ([]byte, error) {
	return nil, errors.New("the appending method goes first")
}

func (d *date) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "%d/%d/%d", &d.Month, &d.Day, &d.Year)
	return err
}

// wonBy is a code in JSON and a name in text.
type wonBy int

func (w wonBy) MarshalJSON() ([]byte, error) { return strconv.AppendInt(nil, int64(w), 10), nil }
func (w wonBy) MarshalText() ([]byte, error) { return []byte("Forfeit"), nil }

func (w *wonBy) UnmarshalJSON(raw []byte) error { return json.Unmarshal(raw, (*int)(w)) }

func (w *wonBy) UnmarshalText(text []byte) error {
	if string(text) != "Forfeit" {
		return errors.New("unknown name")
	}
	*w = 7
	return nil
}

type (
	decimal = codectest.Decimal
	gender  = codectest.Gender
	secret  = codectest.Secret
	status  = codectest.Status
)

type extra map[string]json.RawMessage

type address struct {
	City  string   `json:"City,omitzero"`
	Lat   *float64 `json:"Latitude,omitzero"`
	Extra extra    `json:"-"`
}

type meta struct {
	Key, Value string
}

type team struct {
	ID      int64                      `json:"Id"`
	Name    string                     `json:"Name"`
	Paid    *bool                      `json:"Paid,omitzero"`
	Gender  *gender                    `json:"Gender,omitempty"`
	Won     wonBy                      `json:"WonBy,omitzero"`
	Status  status                     `json:"Status,omitzero"`
	Born    date                       `json:"Birthdate,omitzero"`
	Amount  *decimal                   `json:"Amount,omitzero"`
	Code    int                        `json:"Code,string,omitempty"`
	Key     secret                     `json:"ApiSecretKey,omitzero"`
	Address address                    `json:"Address,omitzero"`
	Meta    []meta                     `json:"Meta,omitzero"`
	Seeds   []int                      `json:"Seeds,omitzero"`
	Count   uint8                      `json:"Count,omitempty"`
	GPA     float64                    `json:"GPA,omitzero"`
	Raw     json.RawMessage            `json:"Raw,omitempty"`
	hidden  int                        //nolint:unused // a plan leaves it out
	Skipped int                        `json:"-"`
	Dash    int                        `json:"-,omitempty"`
	Extra   map[string]json.RawMessage `json:"-"`
}
