// Package adminclient sends requests to the admin API of a mock in another process. It decodes the answers of the API,
// and turns refusals, answers of other programs and lost connections into errors.
package adminclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/secret"
)

const (
	// Version is the version of the admin API. Increase the version if the meaning of a request or an answer changes.
	Version = 1

	// MaxAnswer is the largest answer of the admin API, in bytes, that a client reads into memory. Exports have no limit.
	MaxAnswer = 256 << 20

	// Timeout is how long a request to the admin API may take.
	Timeout = 30 * time.Second
)

// Client sends requests to the admin API of a server or of a session.
type Client struct {
	Base  string // the URL of the server or the session, without a slash at the end
	Token secret.Text
	HTTP  *http.Client // follows no redirect
}

// New returns a client of the server or the session at a URL. It sends requests with a copy of hc, or with an HTTP
// client of its own if hc is nil.
func New(target string, token secret.Text, hc *http.Client) (*Client, error) {
	if _, err := httptext.BaseURL(target); err != nil {
		return nil, errors.New("expected a URL such as http://127.0.0.1:8080")
	}
	patient := http.Client{Transport: &http.Transport{}, Timeout: Timeout}
	if hc != nil {
		patient = *hc
	}
	// Behind a redirect another server would get the token, and the bodies with passwords.
	patient.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{strings.TrimSuffix(target, "/"), token, &patient}, nil
}

// About is the part of a server's Info that a client needs.
type About struct {
	API     int             `json:"api"`
	Variant tourney.Variant `json:"variant"`
	Profile string          `json:"profile"`
	Session string          `json:"session"`
	Signed  bool            `json:"signed"` // whether requests have to be signed
}

// Meet asks the server for its Info, and refuses a server with another version of the admin API.
func (c *Client) Meet(ctx context.Context) (info About, err error) {
	if err := c.Ask(ctx, http.MethodGet, "info", nil, nil, &info); err != nil {
		return info, err
	}
	if info.Variant == "" {
		return info, c.NotAdmin("without a variant")
	}
	if info.API != Version {
		const other = "the server has version %d of the admin API, and this program version %d: give both the same release"
		return info, fmt.Errorf(other, info.API, Version)
	}
	return info, nil
}

// Failure is an answer that reports an error instead of a success.
type Failure struct {
	Status  int
	Code    tourney.ErrorCode
	Message string
	Own     bool // true if the admin API refused the request; false if another program answered
}

// Error returns the message.
func (e *Failure) Error() string { return e.Message }

// IsAbsent reports whether the admin API refused a request because something that the request names does not exist.
func IsAbsent(err error) bool {
	var far *Failure
	return HasStatus(err, http.StatusNotFound) && errors.As(err, &far) && far.Code == tourney.CodeNotFound
}

// HasStatus reports whether an error is a refusal of the admin API with the given status.
func HasStatus(err error, status int) bool {
	var far *Failure
	return errors.As(err, &far) && far.Own && far.Status == status
}

// NoAnswer is the error of a request that got no answer.
type NoAnswer struct{ error }

// FailureCode returns CodeUnavailable.
func (NoAnswer) FailureCode() tourney.ErrorCode { return tourney.CodeUnavailable }

// Unwrap returns the reason.
func (n NoAnswer) Unwrap() error { return n.error }

// Send sends a request to the admin API. The caller must close the body of the answer.
func (c *Client) Send(
	ctx context.Context, method, path string, query url.Values, headers http.Header, body io.Reader,
) (*http.Response, error) {
	target := c.Base + "/_mock/" + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return nil, err
	}
	for name, values := range headers {
		req.Header[name] = values
	}
	if body != nil {
		req.Header.Set("Content-Type", mediaTypes[0])
	}
	if !c.Token.IsZero() {
		req.Header.Set("Authorization", "Bearer "+c.Token.Reveal())
	}
	resp, err := c.HTTP.Do(req)
	if failed := (*url.Error)(nil); errors.As(err, &failed) { // the URL contains arguments of the method
		err = fmt.Errorf("%s %s: %w", failed.Op, c.Base, failed.Err)
	}
	if err != nil {
		return nil, NoAnswer{err}
	}
	media, _ := httptext.Media(resp.Header["Content-Type"]...)
	if resp.StatusCode == http.StatusNoContent || resp.StatusCode/100 == 2 && slices.Contains(mediaTypes, media) {
		return resp, nil
	}
	defer func() { _ = resp.Body.Close() }()
	return nil, c.failureOf(resp)
}

// mediaTypes are the media types of the answers of the admin API. An answer with another media type comes from another
// program.
var mediaTypes = []string{
	"application/json", "application/xml", "application/yaml", "application/jsonl", "text/event-stream",
}

// failureOf returns the error for an answer that is not a successful answer of the admin API.
func (c *Client) failureOf(resp *http.Response) error {
	said := redact.Safe(resp.Status)
	if resp.StatusCode < http.StatusBadRequest { // the body is useless, and never ends after a 101
		if to, err := resp.Location(); err == nil {
			said += ", a redirect to " + redact.Safe(to.Host) + ", which is not followed"
		} else if media := resp.Header.Get("Content-Type"); media != "" {
			said += " with the media type " + redact.Safe(media)
		}
		return c.NotAdmin(said)
	}
	var body struct {
		Errors []struct {
			Code    int
			Message string
		}
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err == nil {
		err = json.Unmarshal(data, &body)
	}
	if err != nil || len(body.Errors) == 0 {
		return &Failure{Status: resp.StatusCode, Message: c.NotAdmin(said).Error()}
	}
	lines := make([]string, len(body.Errors))
	for i, e := range body.Errors {
		lines[i] = plaintext.OneLine(e.Message)
	}
	return &Failure{resp.StatusCode, tourney.ErrorCode(body.Errors[0].Code), strings.Join(lines, "\n"), true}
}

// NotAdmin returns the error for an answer that does not come from the admin API.
func (c *Client) NotAdmin(said string) error {
	return fmt.Errorf("%s answered %s, which is no answer of the admin API: the server needs admin.Serve", c.Base, said)
}

// Withheld replaces the token in the text of an error. The text can contain the token if a server or a proxy repeats
// it in an answer.
func (c *Client) Withheld(err error) error {
	if err == nil || c.Token.IsZero() {
		return err
	}
	token := c.Token.Reveal()
	quoted, search := strconv.Quote(token), redact.SearchFor(token)
	hide := strings.NewReplacer(token, redact.Mark, quoted[1:len(quoted)-1], redact.Mark)
	hidden := func(text string) string {
		if text = hide.Replace(text); search.In(text) { // in another form
			return redact.Mark
		}
		return text
	}
	text := hidden(err.Error())
	far := (*Failure)(nil)
	switch {
	case text == err.Error():
		return err
	case errors.As(err, &far):
		return &Failure{far.Status, far.Code, hidden(far.Message), far.Own}
	}
	return errors.New(text)
}

// Ask sends a request to the admin API, with body as JSON or without a body if body is nil. It decodes the answer into
// to, unless to is nil.
func (c *Client) Ask(ctx context.Context, method, path string, query url.Values, body any, to any) error {
	var sent io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(data)
	}
	resp, err := c.Send(ctx, method, path, query, nil, sent) //nolint:bodyclose // Read closes it
	if err == nil {
		err = Read(resp, to)
	}
	return c.Withheld(err)
}

// Read decodes the answer of the admin API into to, unless to is nil. A json.RawMessage gets the bytes as they are, and
// stays as it was for an answer without a body.
func Read(resp *http.Response, to any) error {
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(resp.Body, MaxAnswer+1))
	if err != nil || to == nil {
		return err
	}
	if len(data) > MaxAnswer {
		return fmt.Errorf("the answer of the admin API is longer than %d MiB", MaxAnswer>>20)
	}
	raw, ok := to.(*json.RawMessage)
	switch {
	case ok && len(data) > 0:
		*raw = data
		return nil
	case ok && resp.StatusCode == http.StatusNoContent:
		return nil
	}
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("the answer of the admin API cannot be read: %w", err)
	}
	return nil
}

// Path escapes the parts of a path and joins them with slashes. The parts can be any texts.
func Path(parts ...any) string {
	escaped := make([]string, len(parts))
	for i, part := range parts {
		escaped[i] = url.PathEscape(fmt.Sprint(part))
	}
	return strings.Join(escaped, "/")
}
