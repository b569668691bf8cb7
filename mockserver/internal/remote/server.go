// Package remote uses a server in another process: it implements the methods of a World by requests to the admin API.
//
// The package and the server use the same types for bodies, the same checks of arguments and the same texts of errors.
// A new request of the admin API needs a method in this package, and a type for its body in internal/form.
package remote

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
	"github.com/tourney-go/tourney/internal/header"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/secret"
)

// Server is a server in another process, such as the program mockserver, or a session of such a server. It sends
// requests to the admin API.
type Server struct {
	Base    string // the URL, without a slash at the end
	Session string // the name of the session; "" for the main world
	Host    string // the name of the profile
	Token   secret.Text
	HTTP    *http.Client // follows no redirect
	Main    *Server      // the server to which a session belongs; if this is no session, Main is this Server itself

	opened bool // this process opened the session, and therefore Close ends the session
}

// About is the part of a server's Info that Remote needs.
type About struct {
	API     int             `json:"api"`
	Variant tourney.Variant `json:"variant"`
	Profile string          `json:"profile"`
	Session string          `json:"session"`
	Signed  bool            `json:"signed"` // whether requests have to be signed
}

// Meet asks the server for its Info, and refuses a server with another version of the admin API. It sets Session and
// Main.
func (r *Server) Meet() (info About, err error) {
	if err := r.Ask(context.Background(), http.MethodGet, "info", nil, nil, &info); err != nil {
		return info, err
	}
	if info.Variant == "" {
		return info, notAdmin(r.Base, "without a variant")
	}
	if info.API != form.Version {
		const other = "the server has version %d of the admin API, and this program version %d: give both the same release"
		return info, fmt.Errorf(other, info.API, form.Version)
	}
	r.Session, r.Main = info.Session, r
	if main, ok := strings.CutSuffix(r.Base, wire.SessionPath+r.Session); ok && r.Session != "" {
		server := *r
		server.Base, server.Session = main, ""
		r.Main = &server
	}
	return info, nil
}

// failure is an answer that reports an error instead of a success.
type failure struct {
	status  int
	code    tourney.ErrorCode
	message string
	own     bool // true if the admin API refused the request; false if another program answered
}

// Error returns the message.
func (e *failure) Error() string { return e.message }

// isAbsent reports whether the admin API refused a request because something that the request names does not exist.
func isAbsent(err error) bool {
	var far *failure
	return errors.As(err, &far) && far.own && far.status == http.StatusNotFound && far.code == tourney.CodeNotFound
}

// hasStatus reports whether an error is a refusal of the admin API with the given status.
func hasStatus(err error, status int) bool {
	var far *failure
	return errors.As(err, &far) && far.own && far.status == status
}

// Timeout is how long a request to the admin API may take.
const Timeout = 30 * time.Second

// send sends a request to the admin API. The caller must close the body of the answer.
func (r *Server) send(
	ctx context.Context, method, path string, query url.Values, headers http.Header, body io.Reader,
) (*http.Response, error) {
	target := r.Base + wire.AdminPath + path
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
		req.Header.Set("Content-Type", wire.MediaJSON)
	}
	if !r.Token.IsZero() {
		req.Header.Set("Authorization", "Bearer "+r.Token.Reveal())
	}
	resp, err := r.HTTP.Do(req)
	if failed := (*url.Error)(nil); errors.As(err, &failed) { // the URL contains arguments of the method
		err = fmt.Errorf("%s %s: %w", failed.Op, r.Base, failed.Err)
	}
	if err != nil {
		return nil, refusal.Unavailable{Reason: err}
	}
	media, _ := header.Media(resp.Header["Content-Type"]...)
	if resp.StatusCode == http.StatusNoContent || resp.StatusCode/100 == 2 && slices.Contains(mediaTypes, media) {
		return resp, nil
	}
	defer func() { _ = resp.Body.Close() }()
	return nil, failureOf(resp, r.Base)
}

// mediaTypes are the media types of the answers of the admin API. An answer with another media type comes from another
// program.
var mediaTypes = []string{wire.MediaJSON, wire.MediaXML, "application/yaml", "application/jsonl", "text/event-stream"}

// failureOf returns the error for an answer that is not a successful answer of the admin API.
func failureOf(resp *http.Response, target string) error {
	said := redact.Safe(resp.Status)
	if resp.StatusCode < http.StatusBadRequest { // the body is useless, and never ends after a 101
		if to, err := resp.Location(); err == nil {
			said += ", a redirect to " + redact.Safe(to.Host) + ", which is not followed"
		} else if media := resp.Header.Get("Content-Type"); media != "" {
			said += " with the media type " + redact.Safe(media)
		}
		return notAdmin(target, said)
	}
	var body form.Errors
	data, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err == nil {
		err = json.Unmarshal(data, &body)
	}
	if err != nil || len(body.Errors) == 0 {
		return &failure{status: resp.StatusCode, message: notAdmin(target, said).Error()}
	}
	lines := values.Mapped(body.Errors, func(e form.Error) string { return plaintext.OneLine(e.Message) })
	return &failure{resp.StatusCode, tourney.ErrorCode(body.Errors[0].Code), strings.Join(lines, "\n"), true}
}

// notAdmin returns the error for an answer that does not come from the admin API.
func notAdmin(target, said string) error {
	return fmt.Errorf("%s answered %s, which is no answer of the admin API: the server needs admin.Serve", target, said)
}

// withheld replaces the token in the text of an error. The text can contain the token if a server or a proxy repeats
// it in an answer.
func (r *Server) withheld(err error) error {
	if err == nil || r.Token.IsZero() {
		return err
	}
	token := r.Token.Reveal()
	quoted := strconv.Quote(token)
	hide := strings.NewReplacer(token, redact.Mark, quoted[1:len(quoted)-1], redact.Mark)
	text := hide.Replace(err.Error())
	far := (*failure)(nil)
	switch {
	case text == err.Error():
		return err
	case errors.As(err, &far):
		return &failure{far.status, far.code, hide.Replace(far.message), far.own}
	}
	return errors.New(text)
}

// Ask sends a request to the admin API, with body as JSON or without a body if body is nil. It decodes the answer into
// to, unless to is nil.
func (r *Server) Ask(
	ctx context.Context, method, path string, query url.Values, body any, to any,
) error {
	var sent io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(data)
	}
	resp, err := r.send(ctx, method, path, query, nil, sent) //nolint:bodyclose // read closes it
	if err == nil {
		err = read(resp, to)
	}
	return r.withheld(err)
}

// read decodes the answer of the admin API into to, unless to is nil.
func read(resp *http.Response, to any) error {
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(resp.Body, form.MaxAnswer))
	if err != nil || to == nil {
		return err
	}
	if raw, ok := to.(*json.RawMessage); ok && len(data) > 0 {
		*raw = data
		return nil
	}
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("the answer of the admin API cannot be read: %w", err)
	}
	return nil
}

// Must sends a request for a method that returns no error. If the request fails, Must panics.
func (r *Server) Must(method, verb, path string, query url.Values, body any, to any) {
	r.Panic(method, r.Ask(context.Background(), verb, path, query, body, to))
}

// found sends a request, and returns false if what the request names does not exist. It panics for other errors.
func (r *Server) found(method, verb, path string, query url.Values, to any) bool {
	err := r.Ask(context.Background(), verb, path, query, nil, to)
	if isAbsent(err) {
		return false
	}
	r.Panic(method, err)
	return true
}

// Panic panics with the error that ErrorOf returns. It does nothing if err is nil.
func (r *Server) Panic(method string, err error) {
	if err := r.ErrorOf(method, err); err != nil {
		panic(err)
	}
}

// ErrorOf returns the error that a method of a World reports for err, or nil if err is nil.
func (r *Server) ErrorOf(method string, err error) error {
	var far *failure
	err = r.withheld(err)
	if errors.As(err, &far) && far.own {
		code := far.code
		if code != tourney.CodeNotFound && code != tourney.CodeUnavailable {
			code = tourney.CodeInvalid
		}
		return &refusal.Error{Method: method, Code: code, Err: errors.New(strings.TrimPrefix(far.message, method+": "))}
	}
	return refusal.Wrap(method, err)
}

// Within removes the name of a method from the beginning of an error. A method that calls another one uses Within, so
// that the error names only the calling method.
func (r *Server) Within(method string, err error) error {
	var far *failure
	if errors.As(err, &far) {
		return &failure{far.status, far.code, strings.TrimPrefix(far.message, method+": "), far.own}
	}
	return err
}

// Path escapes the parts of a path and joins them with slashes. The parts can be any texts.
func Path(parts ...any) string {
	return strings.Join(values.Mapped(parts, func(part any) string { return url.PathEscape(fmt.Sprint(part)) }), "/")
}
