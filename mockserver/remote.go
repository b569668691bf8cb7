package mockserver

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
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/secret"
)

// remote is a server in another process, such as the program mockserver, or a session of it. It sends requests to the
// admin API.
type remote struct {
	url     string // without a slash at the end
	session string
	token   secret.Text
	http    *http.Client
	host    tourney.Host // nil for that of the server
	profile Profile
	hmac    bool // Client signs, as auth.HMAC does
	main    *remote
	opened  bool // the session was opened by it, and ends with it
}

// RemoteOption changes how [Remote] reaches a server.
type RemoteOption struct{ set func(*remote) error }

// RemoteToken sends the token that the server's option [AdminToken] has.
func RemoteToken(token string) RemoteOption {
	return RemoteOption{func(r *remote) error {
		r.token = secret.New(token)
		return nil
	}}
}

// RemoteHTTPClient sends the requests with a copy of a client, for example of one that knows the certificate of the
// server. Client uses the copy too. Without it the client is one of its own. The copy follows no redirect.
func RemoteHTTPClient(hc *http.Client) RemoteOption {
	return RemoteOption{func(r *remote) error {
		if hc == nil {
			return refusal.Errorf("RemoteHTTPClient", "the client is nil")
		}
		r.http = hc
		return nil
	}}
}

// RemoteHost says which variant or profile the server serves. Without it [Remote] asks the server: that finds a variant
// and a profile of the library, and takes the variant of a server with another profile.
func RemoteHost(h tourney.Host) RemoteOption {
	return RemoteOption{func(r *remote) error {
		if h == nil {
			return refusal.Errorf("RemoteHost", "the host is nil")
		}
		r.host = h
		return nil
	}}
}

// Remote returns the [World] of a server in another process, such as the program mockserver, by its URL, such as
// http://127.0.0.1:8080, or that of a session. It asks the server what it is, and returns an error when it has no
// answer within the timeout of the client, which is 30 seconds without [RemoteHTTPClient].
//
// The methods of the World send requests to the admin API, so the server needs [AdminAPI]. The program has it. A method
// panics with an [*Error] as that of a [Server] does, with the same text. It also does when the server cannot be
// reached, or answers what is no answer of the admin API, unless the method returns an error. A redirect is no such
// answer: Remote follows none. No error repeats the token. Close ends a session that NewSession or StartSession of it
// opened; a server, and a session that was there before, go on.
func Remote(target string, opts ...RemoteOption) (*World, error) {
	r := &remote{url: strings.TrimSuffix(target, "/")}
	r.main = r
	u, err := url.Parse(r.url)
	isPlain := err == nil && u.Host != "" && u.RawQuery == "" && u.User == nil && u.Fragment == ""
	if !isPlain || u.Scheme != "http" && u.Scheme != "https" {
		return nil, refusal.Errorf("Remote", "expected a URL such as http://127.0.0.1:8080")
	}
	for _, opt := range opts {
		if opt.set == nil {
			return nil, refusal.Errorf("Remote", "an option is the zero RemoteOption")
		}
		if err := opt.set(r); err != nil {
			return nil, err
		}
	}
	patient := http.Client{Transport: &http.Transport{}, Timeout: remoteTimeout}
	if r.http != nil {
		patient = *r.http
	}
	// Another server would get the token, and the bodies with passwords.
	patient.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	r.http = &patient
	if err := r.meet(); err != nil {
		return nil, refusal.Wrap("Remote", err)
	}
	return r.asWorld(), nil
}

// meet asks the server what it is.
func (r *remote) meet() error {
	var info Info
	if err := r.call(context.Background(), http.MethodGet, "info", nil, nil, &info); err != nil {
		return err
	}
	if info.Variant == "" {
		return notAdmin(r.url, "without a variant")
	}
	if info.API != adminVersion {
		const other = "the server has version %d of the admin API, and this program version %d: give both the same release"
		return fmt.Errorf(other, info.API, adminVersion)
	}
	host := r.host
	if host == nil {
		named, err := tourney.ParseHost(info.Profile)
		if host = named; err != nil {
			host = info.Variant
		}
	}
	profile, err := hostProfile(host)
	r.profile, r.session, r.hmac = profile, info.Session, info.Signed
	if main, ok := strings.CutSuffix(r.url, wire.SessionPath+r.session); ok && r.session != "" {
		server := *r
		server.url, server.session = main, ""
		r.main = &server
	}
	return err
}

// farError is an error of the admin API.
type farError struct {
	status  int
	code    tourney.ErrorCode
	message string
	own     bool // the server refused; else it answered something else
}

// Error returns the message.
func (e *farError) Error() string { return e.message }

// isAbsent reports whether something that a request names is not there.
func isAbsent(err error) bool {
	var far *farError
	return errors.As(err, &far) && far.own && far.status == http.StatusNotFound && far.code == tourney.CodeNotFound
}

// isFarStatus reports whether the admin API refused a request with a status.
func isFarStatus(err error, status int) bool {
	var far *farError
	return errors.As(err, &far) && far.own && far.status == status
}

// remoteTimeout bounds a request of a remote.
const remoteTimeout = 30 * time.Second

// maxFarAnswer bounds an answer of the admin API, but for exports.
const maxFarAnswer = 1 << 30

// send sends a request to the admin API. The caller closes the body of the answer.
func (r *remote) send(
	ctx context.Context, method, path string, query url.Values, headers http.Header, body io.Reader,
) (*http.Response, error) {
	target := r.url + adminPath + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, method, target, body) //nolint:gosec // Remote is for the caller's URL
	if err != nil {
		return nil, err
	}
	for name, values := range headers {
		req.Header[name] = values
	}
	if body != nil {
		req.Header.Set("Content-Type", wire.MediaJSON)
	}
	if !r.token.IsZero() {
		req.Header.Set("Authorization", "Bearer "+r.token.Reveal())
	}
	resp, err := r.http.Do(req)                               //nolint:gosec // as above
	if failed := (*url.Error)(nil); errors.As(err, &failed) { // its URL has what the method was called with
		err = fmt.Errorf("%s %s: %w", failed.Op, r.url, failed.Err)
	}
	if err != nil {
		return nil, refusal.Unavailable{Reason: err}
	}
	media, _ := header.Media(resp.Header["Content-Type"]...)
	if resp.StatusCode == http.StatusNoContent || resp.StatusCode/100 == 2 && slices.Contains(farMedia, media) {
		return resp, nil
	}
	defer func() { _ = resp.Body.Close() }()
	return nil, farErrorOf(resp, r.url)
}

// farMedia are the media types of the answers of the admin API. The page of another program has none of them.
var farMedia = []string{wire.MediaJSON, wire.MediaXML, "application/yaml", "application/jsonl", "text/event-stream"}

// farErrorOf returns the error for an answer that is no success of the admin API.
func farErrorOf(resp *http.Response, target string) error {
	said := redact.Safe(resp.Status)
	if resp.StatusCode < http.StatusBadRequest { // no body says more, and that of a 101 is the connection, with no end
		if to, err := resp.Location(); err == nil {
			said += ", a redirect to " + redact.Safe(to.Host) + ", which is not followed"
		} else if media := resp.Header.Get("Content-Type"); media != "" {
			said += " with the media type " + redact.Safe(media)
		}
		return notAdmin(target, said)
	}
	var body errorsJSON
	data, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err == nil {
		err = json.Unmarshal(data, &body)
	}
	if err != nil || len(body.Errors) == 0 {
		return &farError{status: resp.StatusCode, message: notAdmin(target, said).Error()}
	}
	lines := values.Mapped(body.Errors, func(e errorJSON) string { return plaintext.OneLine(e.Message) })
	return &farError{resp.StatusCode, tourney.ErrorCode(body.Errors[0].Code), strings.Join(lines, "\n"), true}
}

// notAdmin returns the error for what a server answered that is no answer of the admin API.
func notAdmin(target, said string) error {
	return fmt.Errorf("%s answered %s, which is no answer of the admin API: the server needs AdminAPI", target, said)
}

// withheld returns an error without the token, which a server or a proxy can repeat in what it answers.
func (r *remote) withheld(err error) error {
	if err == nil || r.token.IsZero() {
		return err
	}
	token := r.token.Reveal()
	quoted := strconv.Quote(token)
	hide := strings.NewReplacer(token, redact.Mark, quoted[1:len(quoted)-1], redact.Mark)
	text := hide.Replace(err.Error())
	far := (*farError)(nil)
	switch {
	case text == err.Error():
		return err
	case errors.As(err, &far):
		return &farError{far.status, far.code, hide.Replace(far.message), far.own}
	}
	return errors.New(text)
}

// call sends a request with a value as JSON, nil for none, and decodes the answer into to, unless that is nil.
func (r *remote) call(
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
	resp, err := r.send(ctx, method, path, query, nil, sent) //nolint:bodyclose // readFar closes it
	if err == nil {
		err = readFar(resp, to)
	}
	return r.withheld(err)
}

// readFar decodes the answer of the admin API into to, unless that is nil.
func readFar(resp *http.Response, to any) error {
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxFarAnswer))
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

// must sends a request for a method that returns no error.
func (r *remote) must(method, verb, path string, query url.Values, body any, to any) {
	r.panicFar(method, r.call(context.Background(), verb, path, query, body, to))
}

// found sends a request for a method that reports whether something is there.
func (r *remote) found(method, verb, path string, query url.Values, to any) bool {
	err := r.call(context.Background(), verb, path, query, nil, to)
	if isAbsent(err) {
		return false
	}
	r.panicFar(method, err)
	return true
}

// panicFar panics with an error, as the method of a Server does.
func (r *remote) panicFar(method string, err error) {
	if err := r.errorOf(method, err); err != nil {
		panic(err)
	}
}

// errorOf returns an error as the method of a Server returns it, nil for none.
func (r *remote) errorOf(method string, err error) error {
	var far *farError
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

// within returns the error of a method that another method calls, without the name of it.
func (r *remote) within(method string, err error) error {
	var far *farError
	if errors.As(err, &far) {
		return &farError{far.status, far.code, strings.TrimPrefix(far.message, method+": "), far.own}
	}
	return err
}

// farPath joins parts of a path, which can be any texts.
func farPath(parts ...any) string {
	return strings.Join(values.Mapped(parts, func(part any) string { return url.PathEscape(fmt.Sprint(part)) }), "/")
}
