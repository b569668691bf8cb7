// Package ask sends requests to the admin API for a browser, and decodes the answers. It has no code for pages. The
// types of the answers are those of package form, of package journal and, for rows, of the client. If the admin API
// does not answer a value, add the value to package admin first.
package ask

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
)

// Failure is an error that the admin API answered, or that a wrong request of a browser caused.
type Failure struct {
	Status int
	Texts  []string
}

// Error returns what is wrong.
func (f *Failure) Error() string { return strings.Join(f.Texts, "; ") }

// FailureOf returns an error in the form in which a page shows it, with texts that begin like sentences.
func FailureOf(err error) *Failure {
	var refused *Failure
	switch {
	case err == nil:
		return &Failure{Status: http.StatusOK}
	case !errors.As(err, &refused):
		refused = &Failure{http.StatusInternalServerError, []string{err.Error()}}
	}
	shown := &Failure{Status: refused.Status}
	for _, text := range refused.Texts {
		shown.Texts = append(shown.Texts, prose.Capital(text))
	}
	return shown
}

// FailureWith returns a refusal that comes from the console and not from the admin API.
func FailureWith(status int, text string) error { return &Failure{status, []string{text}} }

// Invalid returns an error with status 400, for a wrong value in a form or a query.
func Invalid(format string, args ...any) error {
	return FailureWith(http.StatusBadRequest, fmt.Sprintf(format, args...))
}

// Client sends requests to the admin API for a browser. It has the rights of the token that the person gave.
type Client struct {
	Handler http.Handler  // of the admin API
	Browser *http.Request // the request of the browser
	Token   string        // "" for none
}

// APIPath is the prefix of the paths of the admin API.
const APIPath = "/_mock/"

// Answer is an answer of the admin API.
type Answer struct {
	Status int

	header http.Header
	body   bytes.Buffer
}

// NewAnswer returns an answer that a handler can write to.
func NewAnswer() Answer { return Answer{header: http.Header{}} }

// Header returns the header of the answer.
func (a *Answer) Header() http.Header { return a.header }

// WriteHeader keeps the status.
func (a *Answer) WriteHeader(status int) {
	if a.Status == 0 {
		a.Status = status
	}
}

// Write keeps a part of the body.
func (a *Answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}

// Request returns a request to the admin API with the token of the person. The path is escaped and has a query.
func (c *Client) Request(method, path string, body io.Reader) (*http.Request, error) {
	sent := body
	if sent == nil {
		sent = http.NoBody
	}
	req, err := http.NewRequestWithContext(c.Browser.Context(), method, APIPath+path, sent)
	if err != nil {
		return nil, FailureWith(http.StatusBadRequest, "the path cannot be read: "+prose.Excerpt(path))
	}
	req.Host, req.TLS, req.RequestURI = c.Browser.Host, c.Browser.TLS, APIPath+path
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return req, nil
}

// Send sends a request to the admin API and returns the body of its answer. For an answer with a status of 400 or
// more it returns a *Failure with the texts of the answer.
func (c *Client) Send(method, path string, body []byte) ([]byte, error) {
	if body == nil {
		return c.SendFrom(method, path, nil)
	}
	return c.SendFrom(method, path, bytes.NewReader(body))
}

// SendFrom sends a request with a body that it reads from a reader; nil for no body.
func (c *Client) SendFrom(method, path string, body io.Reader) ([]byte, error) {
	req, err := c.Request(method, path, body)
	if err != nil {
		return nil, err
	}
	a := NewAnswer()
	c.Handler.ServeHTTP(&a, req)
	if a.Status < http.StatusBadRequest {
		return a.body.Bytes(), nil
	}
	return nil, a.Refusal()
}

// Refusal returns a *Failure with the status and the texts of an answer that refused the request.
func (a *Answer) Refusal() error {
	var said struct{ Errors []struct{ Message string } }
	_ = json.Unmarshal(a.body.Bytes(), &said) // a body without Errors has no texts
	refused := &Failure{Status: a.Status}
	for _, e := range said.Errors {
		refused.Texts = append(refused.Texts, prose.Worded(e.Message)...)
	}
	if len(refused.Texts) == 0 {
		refused.Texts = []string{fmt.Sprintf("the admin API answered %d", a.Status)}
	}
	return refused
}

// Get sends a GET and decodes the answer into a value. It ignores members of the answer that the type does not have.
func Get[T any](c *Client, path string) (value T, err error) {
	return Change[T](c, http.MethodGet, path, nil)
}

// Change sends a value as JSON, nil for no body, and decodes the answer, which may be empty.
func Change[T any](c *Client, method, path string, body any) (value T, err error) {
	var sent []byte
	if body != nil {
		if sent, err = json.Marshal(body); err != nil {
			return value, err
		}
	}
	data, err := c.Send(method, path, sent)
	if err == nil && len(data) > 0 {
		err = json.Unmarshal(data, &value)
	}
	var refused *Failure
	if err != nil && !errors.As(err, &refused) {
		err = fmt.Errorf("the answer to %s %s%s cannot be read: %w", method, APIPath, path, err)
	}
	return value, err
}
