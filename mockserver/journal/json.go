package journal

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/redact"
)

// callJSON is a Call in JSON.
type callJSON struct {
	Number   int64           `json:"number"`
	Variant  tourney.Variant `json:"variant"`
	Session  string          `json:"session,omitempty"`
	Time     time.Time       `json:"time"`
	Arrived  time.Time       `json:"arrived,omitzero"`
	Op       string          `json:"operation,omitempty"`
	Nearest  string          `json:"nearest,omitempty"`
	Method   string          `json:"method"`
	Path     string          `json:"path"`
	Query    string          `json:"query,omitempty"`
	Header   http.Header     `json:"header,omitempty"`
	Body     string          `json:"body,omitempty"`
	Bytes    []byte          `json:"bodyBase64,omitempty"` // replaces Body when it is not UTF-8
	BodySize int             `json:"bodySize,omitempty"`
	Format   string          `json:"format"`
	Status   int             `json:"status"`
	Write    int64           `json:"write,omitempty"`
	Errors   []string        `json:"errors,omitempty"`
	Duration string          `json:"duration"`
	Fault    string          `json:"fault,omitempty"`
	Assumed  []string        `json:"assumed,omitempty"`
	Ignored  []string        `json:"ignored,omitempty"`
}

// MarshalJSON returns the call in the form of the admin API. A member without a value is left out. Duration is a text
// such as 1.5ms, and Format is JSON or XML. A body that is not UTF-8 is in the member bodyBase64 instead of body.
func (c Call) MarshalJSON() ([]byte, error) { return json.Marshal(callJSONOf(c)) }

func callJSONOf(c Call) callJSON {
	j := callJSON{
		Number: c.Number, Variant: c.Variant, Session: c.Session, Time: c.Time, Arrived: c.Arrived, Op: c.Op,
		Nearest: c.Nearest, Method: c.Method, Path: c.Path, Query: c.Query, Header: c.Header, Body: c.Body,
		BodySize: c.BodySize, Format: string(cmp.Or(c.Format, tourney.FormatJSON)), Status: c.Status,
		Write: c.Write, Errors: c.Errors, Duration: c.Duration.String(), Fault: c.Fault, Assumed: c.Assumed,
		Ignored: c.Ignored,
	}
	if !utf8.ValidString(c.Body) {
		j.Body, j.Bytes = "", []byte(c.Body)
	}
	return j
}

// UnmarshalJSON reads a call that MarshalJSON wrote.
func (c *Call) UnmarshalJSON(data []byte) error {
	j := callJSON{Header: http.Header{}}
	if err := json.Unmarshal(data, &j); err != nil {
		return errors.New("journal: Call: " + err.Error())
	}
	duration, err := time.ParseDuration(j.Duration)
	if err != nil {
		return fmt.Errorf("journal: Call: duration: expected a duration such as 1.5ms, found %q", redact.Safe(j.Duration))
	}
	format := tourney.FormatJSON
	switch j.Format {
	case string(tourney.FormatXML):
		format = tourney.FormatXML
	case string(tourney.FormatJSON):
	default:
		return fmt.Errorf("journal: Call: format: expected %s or %s, found %q",
			tourney.FormatJSON, tourney.FormatXML, redact.Safe(j.Format))
	}
	if j.Bytes != nil {
		j.Body = string(j.Bytes)
	}
	*c = Call{
		Number: j.Number, Variant: j.Variant, Session: j.Session, Time: j.Time, Arrived: j.Arrived, Op: j.Op,
		Nearest: j.Nearest, Method: j.Method, Path: j.Path, Query: j.Query, Header: j.Header, Body: j.Body,
		BodySize: j.BodySize, Format: format, Status: j.Status, Write: j.Write, Errors: j.Errors, Duration: duration,
		Fault: j.Fault, Assumed: j.Assumed, Ignored: j.Ignored,
	}
	return nil
}
