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
	"strings"
	"time"

	"github.com/tourney-go/tourney"
)

// RemoteServer is the side door of a server in another process, such as the program mockserver. Its methods are those
// of Server, with the same results. They send requests to the admin API, so the server needs AdminAPI. The program has
// it.
//
// A method panics as that of Server does, with the same text. It also panics when the server cannot be reached, and
// when it answers what is no answer of the admin API, unless the method returns an error.
//
// An Edit method gets the row, calls the function, and sends what the function changed. It calls the function once more
// when the row was changed meanwhile. The function may call the server.
//
// A RemoteServer is safe for concurrent use.
type RemoteServer struct {
	url     string // without a slash at the end
	session string
	token   tourney.Secret
	http    *http.Client
	host    tourney.Host // nil for that of the server
	profile tourney.Profile
	hmac    bool // Client signs, as HMACSigner does
	main    *RemoteServer
}

var (
	_ SideDoor = (*Server)(nil)
	_ SideDoor = (*RemoteServer)(nil)
)

// RemoteOption changes how Remote reaches a server.
type RemoteOption func(*RemoteServer) error

// RemoteToken sends the token that the server's option AdminToken has.
func RemoteToken(token string) RemoteOption {
	return func(r *RemoteServer) error {
		r.token = tourney.NewSecret(token)
		return nil
	}
}

// RemoteHTTPClient sends the requests with a client, for example one that knows the certificate of the server. Client
// uses it too. Without it the client is one of its own.
func RemoteHTTPClient(hc *http.Client) RemoteOption {
	return func(r *RemoteServer) error {
		if hc == nil {
			return errors.New("mockserver: RemoteHTTPClient: the client is nil")
		}
		r.http = hc
		return nil
	}
}

// RemoteHost says which variant or profile the server serves. Without it Remote asks the server: that finds a variant
// and a profile of tourney.Profiles, and takes the variant of a server with another profile.
func RemoteHost(h tourney.Host) RemoteOption {
	return func(r *RemoteServer) error {
		if h == nil {
			return errors.New("mockserver: RemoteHost: the host is nil")
		}
		r.host = h
		return nil
	}
}

// Remote returns the side door of the server at a URL, such as http://127.0.0.1:8080, or that of a session. It asks the
// server what it is, and returns an error when it has no answer within the timeout of the client, which is 30 seconds
// without RemoteHTTPClient.
func Remote(target string, opts ...RemoteOption) (*RemoteServer, error) {
	r := &RemoteServer{url: strings.TrimSuffix(target, "/")}
	r.main = r
	u, err := url.Parse(r.url)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.User != nil {
		return nil, errors.New("mockserver: Remote: expected a URL such as http://127.0.0.1:8080")
	}
	for _, opt := range opts {
		if opt == nil {
			return nil, errors.New("mockserver: Remote: an option is nil")
		}
		if err := opt(r); err != nil {
			return nil, err
		}
	}
	if r.http == nil {
		r.http = &http.Client{Transport: &http.Transport{}, Timeout: remoteTimeout}
	}
	if err := r.meet(); err != nil {
		return nil, fmt.Errorf("mockserver: Remote: %w", err)
	}
	return r, nil
}

// meet asks the server what it is.
func (r *RemoteServer) meet() error {
	var info Info
	if err := r.call(context.Background(), http.MethodGet, "info", nil, nil, &info); err != nil {
		return err
	}
	host := r.host
	if host == nil {
		named, err := tourney.ParseHost(info.Profile)
		if host = named; err != nil {
			host = info.Variant
		}
	}
	profile, err := tourney.ProfileOf(host)
	r.profile, r.session, r.hmac = profile, info.Session, info.Signed
	return err
}

// farError is an error of the admin API.
type farError struct {
	status  int
	message string
	own     bool // the server refused; else it answered something else
}

// Error returns the message.
func (e *farError) Error() string { return e.message }

// isFarStatus reports whether the admin API refused a request with a status.
func isFarStatus(err error, status int) bool {
	var far *farError
	return errors.As(err, &far) && far.own && far.status == status
}

// remoteTimeout bounds a request of a RemoteServer.
const remoteTimeout = 30 * time.Second

// maxFarAnswer bounds an answer of the admin API, but for exports.
const maxFarAnswer = 1 << 30

// send sends a request to the admin API. The caller closes the body of the answer.
func (r *RemoteServer) send(
	ctx context.Context, method, path string, query url.Values, header http.Header, body io.Reader,
) (*http.Response, error) {
	target := r.url + adminPath + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		req.Header[name] = values
	}
	if body != nil {
		req.Header.Set("Content-Type", mediaJSON)
	}
	if !r.token.IsZero() {
		req.Header.Set("Authorization", "Bearer "+r.token.Reveal())
	}
	resp, err := r.http.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode/100 == 2 {
		return resp, nil
	}
	defer func() { _ = resp.Body.Close() }()
	return nil, farErrorOf(resp, r.url)
}

// farErrorOf returns the error for an answer that is no success.
func farErrorOf(resp *http.Response, target string) error {
	var body errorsJSON
	data, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err == nil {
		err = json.Unmarshal(data, &body)
	}
	if err != nil || len(body.Errors) == 0 {
		return &farError{status: resp.StatusCode, message: fmt.Sprintf(
			"%s answered %s, which is no answer of the admin API: the server needs AdminAPI", target, safe(resp.Status))}
	}
	lines := mapped(body.Errors, func(e errorJSON) string { return e.Message })
	return &farError{resp.StatusCode, strings.Join(lines, "\n"), true}
}

// call sends a request with a value as JSON, nil for none, and decodes the answer into to, unless that is nil.
func (r *RemoteServer) call(
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
	if err != nil {
		return err
	}
	return readFar(resp, to)
}

// readFar decodes the answer of the admin API into to, unless that is nil.
func readFar(resp *http.Response, to any) error {
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxFarAnswer))
	if err != nil || to == nil {
		return err
	}
	if raw, ok := to.(*json.RawMessage); ok {
		*raw = data
		return nil
	}
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("the answer of the admin API cannot be read: %w", err)
	}
	return nil
}

// must sends a request for a method that returns no error.
func (r *RemoteServer) must(method, verb, path string, query url.Values, body any, to any) {
	r.panicFar(method, r.call(context.Background(), verb, path, query, body, to))
}

// found sends a request for a method that reports whether something is there.
func (r *RemoteServer) found(method, verb, path string, query url.Values, body any, to any) bool {
	err := r.call(context.Background(), verb, path, query, body, to)
	if isFarStatus(err, http.StatusNotFound) {
		return false
	}
	r.panicFar(method, err)
	return true
}

// panicFar panics with an error, as the method of Server does.
func (*RemoteServer) panicFar(method string, err error) {
	var far *farError
	switch {
	case err == nil:
	case errors.As(err, &far) && far.own && strings.HasPrefix(far.message, method+": "):
		panic("mockserver: " + far.message)
	default:
		panic("mockserver: " + method + ": " + withoutPackage(err))
	}
}

// farPath joins parts of a path, which can be any texts.
func farPath(parts ...any) string {
	return strings.Join(mapped(parts, func(part any) string { return url.PathEscape(fmt.Sprint(part)) }), "/")
}
