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

// invalid returns the error of a field of a form.
func invalid(format string, args ...any) error {
	return &failure{http.StatusBadRequest, []string{fmt.Sprintf(format, args...)}}
}

// apiPath is in front of the paths of the admin API.
const apiPath = "/_mock/"

// apiAnswer is an answer of the admin API.
type apiAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header returns the header of the answer.
func (a *apiAnswer) Header() http.Header { return a.header }

// WriteHeader notes the status.
func (a *apiAnswer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

// Write notes a part of the body.
func (a *apiAnswer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}

// request returns a request to the admin API with the token of the person. The path is escaped and has a query.
func (v *visit) request(method, path string, body io.Reader) (*http.Request, error) {
	sent := body
	if sent == nil {
		sent = http.NoBody
	}
	req, err := http.NewRequestWithContext(v.Context(), method, apiPath+path, sent)
	if err != nil {
		return nil, &failure{http.StatusBadRequest, []string{"the path cannot be read: " + excerpt(path)}}
	}
	req.Host, req.RequestURI = v.Host, apiPath+path
	if v.token != "" {
		req.Header.Set("Authorization", "Bearer "+v.token)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return req, nil
}

// send sends a request to the admin API and returns the body of its answer. An answer with a status from 400 on is a
// *failure with the texts of the answer.
func (v *visit) send(method, path string, body []byte) ([]byte, error) {
	if body == nil {
		return v.sendFrom(method, path, nil)
	}
	return v.sendFrom(method, path, bytes.NewReader(body))
}

// sendFrom sends a request with the body that it reads, nil for none.
func (v *visit) sendFrom(method, path string, body io.Reader) ([]byte, error) {
	req, err := v.request(method, path, body)
	if err != nil {
		return nil, err
	}
	a := &apiAnswer{header: http.Header{}}
	v.console.api.ServeHTTP(a, req)
	if a.status < http.StatusBadRequest {
		return a.body.Bytes(), nil
	}
	return nil, a.refusal()
}

// refusal returns what an answer with a status from 400 on says.
func (a *apiAnswer) refusal() error {
	var said struct{ Errors []struct{ Message string } }
	_ = json.Unmarshal(a.body.Bytes(), &said) // a body without Errors has no texts
	refused := &failure{status: a.status}
	for _, e := range said.Errors {
		refused.texts = append(refused.texts, worded(e.Message)...)
	}
	if len(refused.texts) == 0 {
		refused.texts = []string{fmt.Sprintf("the admin API answered %d", a.status)}
	}
	return refused
}

// get decodes the answer to a GET into a value. Members that the type does not have are left out.
func get[T any](v *visit, path string) (value T, err error) {
	data, err := v.send(http.MethodGet, path, nil)
	if err != nil {
		return value, err
	}
	if err := json.Unmarshal(data, &value); err != nil {
		return value, fmt.Errorf("the answer to GET %s%s cannot be read: %w", apiPath, path, err)
	}
	return value, nil
}

// change sends a value as JSON and decodes the answer, which may be empty.
func change[T any](v *visit, method, path string, body any) (value T, err error) {
	var sent []byte
	if body != nil {
		if sent, err = json.Marshal(body); err != nil {
			return value, err
		}
	}
	data, err := v.send(method, path, sent)
	if err != nil || len(data) == 0 {
		return value, err
	}
	if err := json.Unmarshal(data, &value); err != nil {
		return value, fmt.Errorf("the answer to %s %s%s cannot be read: %w", method, apiPath, path, err)
	}
	return value, nil
}

// serveEvents passes the stream of numbers on. A browser cannot send the token as the admin API wants it.
func (v *visit) serveEvents() {
	req, err := v.request(v.Method, "events?form=numbers", nil)
	if err != nil {
		v.refuse(err)
		return
	}
	req.Header.Set("Accept", "text/event-stream")
	if last := v.Header.Get("Last-Event-Id"); last != "" {
		req.Header.Set("Last-Event-Id", last)
	}
	v.console.api.ServeHTTP(v.w, req)
}
