package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// failure is an error of the admin API, or of a request of a browser.
type failure struct {
	status int
	texts  []string
}

// Error returns what is wrong.
func (f *failure) Error() string { return strings.Join(f.texts, "; ") }

// failureOf returns an error as a page shows it: with texts that begin like sentences.
func failureOf(err error) *failure {
	var refused *failure
	switch {
	case err == nil:
		return &failure{status: http.StatusOK}
	case !errors.As(err, &refused):
		refused = &failure{http.StatusInternalServerError, []string{err.Error()}}
	}
	shown := &failure{status: refused.status}
	for _, text := range refused.texts {
		shown.texts = append(shown.texts, capital(text))
	}
	return shown
}

// failureWith returns a refusal that the console says itself.
func failureWith(status int, text string) error { return &failure{status, []string{text}} }

// invalid returns the error of a field of a form.
func invalid(format string, args ...any) error {
	return failureWith(http.StatusBadRequest, fmt.Sprintf(format, args...))
}

// client sends requests to the admin API for a browser. It has the rights of the token that the person gave.
type client struct {
	Handler http.Handler  // of the admin API
	Browser *http.Request // that the requests are for
	Token   string        // "" for none
}

// APIPath is in front of the paths of the admin API.
const APIPath = "/_mock/"

// Answer is an answer of the admin API.
type Answer struct {
	Status int

	header http.Header
	body   bytes.Buffer
}

// newAnswer returns an answer for a handler to write.
func newAnswer() Answer { return Answer{header: http.Header{}} }

// Header returns the header of the answer.
func (a *Answer) Header() http.Header { return a.header }

// WriteHeader notes the status.
func (a *Answer) WriteHeader(status int) {
	if a.Status == 0 {
		a.Status = status
	}
}

// Write notes a part of the body.
func (a *Answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}

// request returns a request to the admin API with the token of the person. The path is escaped and has a query.
func (c *client) request(method, path string, body io.Reader) (*http.Request, error) {
	sent := body
	if sent == nil {
		sent = http.NoBody
	}
	req, err := http.NewRequestWithContext(c.Browser.Context(), method, APIPath+path, sent)
	if err != nil {
		return nil, failureWith(http.StatusBadRequest, "the path cannot be read: "+excerpt(path))
	}
	req.Host, req.RequestURI = c.Browser.Host, APIPath+path
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return req, nil
}

// send sends a request to the admin API and returns the body of its answer. An answer with a status from 400 on is a
// *failure with the texts of the answer.
func (c *client) send(method, path string, body []byte) ([]byte, error) {
	if body == nil {
		return c.sendFrom(method, path, nil)
	}
	return c.sendFrom(method, path, bytes.NewReader(body))
}

// sendFrom sends a request with the body that it reads, nil for none.
func (c *client) sendFrom(method, path string, body io.Reader) ([]byte, error) {
	req, err := c.request(method, path, body)
	if err != nil {
		return nil, err
	}
	a := newAnswer()
	c.Handler.ServeHTTP(&a, req)
	if a.Status < http.StatusBadRequest {
		return a.body.Bytes(), nil
	}
	return nil, a.refusal()
}

// refusal returns what an answer with a status from 400 on says.
func (a *Answer) refusal() error {
	var said struct{ Errors []struct{ Message string } }
	_ = json.Unmarshal(a.body.Bytes(), &said) // a body without Errors has no texts
	refused := &failure{status: a.Status}
	for _, e := range said.Errors {
		refused.texts = append(refused.texts, worded(e.Message)...)
	}
	if len(refused.texts) == 0 {
		refused.texts = []string{fmt.Sprintf("the admin API answered %d", a.Status)}
	}
	return refused
}

// get decodes the answer to a GET into a value. Members that the type does not have are left out.
func get[T any](c *client, path string) (value T, err error) {
	data, err := c.send(http.MethodGet, path, nil)
	if err != nil {
		return value, err
	}
	if err := json.Unmarshal(data, &value); err != nil {
		return value, fmt.Errorf("the answer to GET %s%s cannot be read: %w", APIPath, path, err)
	}
	return value, nil
}

// change sends a value as JSON and decodes the answer, which may be empty.
func change[T any](c *client, method, path string, body any) (value T, err error) {
	var sent []byte
	if body != nil {
		if sent, err = json.Marshal(body); err != nil {
			return value, err
		}
	}
	data, err := c.send(method, path, sent)
	if err != nil || len(data) == 0 {
		return value, err
	}
	if err := json.Unmarshal(data, &value); err != nil {
		return value, fmt.Errorf("the answer to %s %s%s cannot be read: %w", method, APIPath, path, err)
	}
	return value, nil
}
