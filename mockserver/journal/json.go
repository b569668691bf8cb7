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

// callFields are the fields of a Call with their names in JSON.
type callFields struct {
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
	BodySize int             `json:"bodySize,omitempty"`
	Format   tourney.Format  `json:"format"`
	Status   int             `json:"status"`
	Write    int64           `json:"write,omitempty"`
	Errors   []string        `json:"errors,omitempty"`
	Duration time.Duration   `json:"-"`
	Fault    string          `json:"fault,omitempty"`
	Assumed  []string        `json:"assumed,omitempty"`
	Ignored  []string        `json:"ignored,omitempty"`
}

type callJSON struct {
	callFields

	Duration string `json:"duration"`
	Bytes    []byte `json:"bodyBase64,omitempty"` // replaces Body when it is not UTF-8
}

// MarshalJSON returns the call in the form of the admin API. A member without a value is left out. Duration is a text
// such as 1.5ms, and Format is JSON or XML. A body that is not UTF-8 is in the member bodyBase64 instead of body.
func (c Call) MarshalJSON() ([]byte, error) {
	j := callJSON{callFields: callFields(c), Duration: c.Duration.String()}
	j.Format = cmp.Or(c.Format, tourney.FormatJSON)
	if !utf8.ValidString(c.Body) {
		j.Body, j.Bytes = "", []byte(c.Body)
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads a call that MarshalJSON wrote.
func (c *Call) UnmarshalJSON(data []byte) error {
	j := callJSON{callFields: callFields{Header: http.Header{}}}
	if err := json.Unmarshal(data, &j); err != nil {
		return errors.New("journal: Call: " + err.Error())
	}
	duration, err := time.ParseDuration(j.Duration)
	if err != nil {
		return fmt.Errorf("journal: Call: duration: expected a duration such as 1.5ms, found %q", redact.Safe(j.Duration))
	}
	if j.Format != tourney.FormatXML && j.Format != tourney.FormatJSON {
		return fmt.Errorf("journal: Call: format: expected %s or %s, found %q",
			tourney.FormatJSON, tourney.FormatXML, redact.Safe(string(j.Format)))
	}
	if j.Bytes != nil {
		j.Body = string(j.Bytes)
	}
	*c = Call(j.callFields)
	c.Duration = duration
	return nil
}
