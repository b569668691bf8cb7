package tourney

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/transport"
)

// invoke runs a typed call: it prepares a request, sends it, and decodes the answer.
func invoke[T any, O ListOption](
	ctx context.Context, of inside, id string, in any, opts []O, alias ...string,
) (body T, err error) {
	c := coreOf(of)
	cfg, err := begin(ctx, c, opts)
	if err != nil {
		return body, err
	}
	req, err := c.prepare(contract.Lookup(id), strings.Join(alias, ""), in, cfg, reflect.TypeFor[T]())
	if err != nil {
		return body, err
	}
	ended, decoded, err := c.call(ctx, req, cfg)
	defer ended.Release()
	if decoded, ok := decoded.(*T); ok {
		body = *decoded
	}
	return body, err
}

// begin returns the options of a call, or an error for a call without a client or a context.
func begin[O ListOption](ctx context.Context, c *core, opts []O) (*callConfig, error) {
	switch {
	case c == nil:
		return nil, errNotMade
	case ctx == nil:
		return nil, errors.New("tourney: the context is nil")
	}
	return configure(c, opts)
}

// call sends a request as often as the policy allows, judges the outcome, and reports the call to the observers. The
// caller releases the outcome after use.
func (c *core) call(ctx context.Context, req *request, cfg *callConfig) (ended outcome, decoded any, err error) {
	observed := c.observe(req)
	ctx = observed.operationStart(ctx)
	failure := transport.ErrPanicked // until the outcome is judged
	defer func() { observed.operationEnd(ctx, failure) }()
	ended = outcome{c.transport.Send(ctx, c.sendable(req, cfg, observed)), req}
	cfg.describe(ended.response(), ended.Body)
	decoded, failure = ended.judge()
	return ended, decoded, failure
}

// sendable returns the request in the form that the transport sends.
func (c *core) sendable(req *request, cfg *callConfig, observed *observation) *transport.Request {
	secret := req.mayHoldSecret() || len(cfg.extra.values)+len(c.config.extra.values) > 0 || req.callers && req.query != ""
	out := &transport.Request{
		Op: req.op, URL: req.url, Header: req.header, Body: req.body, Retry: transport.Retry(cfg.retry),
		Deadline: cfg.deadline(time.Now()), Secret: secret, Reader: req,
	}
	if observed != nil { // an interface that holds a nil pointer is not nil
		out.Observer = observed
	}
	return out
}

// RawRequest is a request for [Client.Do].
type RawRequest struct {
	Method string // GET, POST or PUT
	Path   string // below the base URL, escaped, as in "/api/v1/pools"
	Query  url.Values
	Body   []byte // in the client's format; nil when there is none
}

// RawResponse is the answer to a [RawRequest].
type RawResponse struct {
	Status int
	Header http.Header
	Body   []byte
}

// Do sends a request that has no method in this library. Do signs the request, and sends it again by the rules of other
// requests: a GET counts as a read, a PUT as an update, and a POST as a charge. The client sends a charge again only
// when the first one certainly did not arrive. For an unsuccessful answer, Do returns both the answer and an
// [APIError]. A body may hold secrets, so Do sends a body over plain http only to loopback addresses, or with
// [WithPlainHTTP]. When the body or the query has the name of a secret parameter, such as password or creditCardNumber,
// the request counts as one that carries a secret: see APIError.
func (c *Client) Do(ctx context.Context, r RawRequest, opts ...CallOption) (RawResponse, error) {
	core := shared(c)
	cfg, err := begin(ctx, core, opts)
	if err != nil {
		return RawResponse{}, err
	}
	p, err := r.parameters(cfg)
	if err != nil {
		return RawResponse{}, err
	}
	req, err := core.newRequest(p, cfg, nil)
	if err != nil {
		return RawResponse{}, err
	}
	ended, _, err := core.call(ctx, req, cfg)
	defer ended.Release()
	return RawResponse{Status: ended.Status, Header: ended.Header, Body: bytes.Clone(ended.Body)}, err
}

// rawClass maps methods to classes. The class decides when a request without a row in the contract may be sent again.
var rawClass = map[string]contract.Class{
	http.MethodGet: contract.Read, http.MethodPut: contract.Write, http.MethodPost: contract.Charge,
}

// callersPath returns a path that the caller wrote in the form in which a request carries it.
func callersPath(op *contract.Operation, path string) (string, error) {
	escaped, ok := httptext.EscapedPath(path)
	switch {
	case !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?#"):
		return "", refuse(op, "Path", CodeInvalid, "Path must start with / and hold no query")
	case !ok:
		return "", refuse(op, "Path", CodeInvalid, "Path has a % that begins no escape: write a percent sign as %25")
	}
	return escaped, nil
}

// parameters checks the request, and returns its parameters.
func (r RawRequest) parameters(cfg *callConfig) (p parameters, err error) {
	op := &contract.Operation{ID: "Do", Method: r.Method, Path: r.Path}
	class, known := rawClass[r.Method]
	path, err := callersPath(op, r.Path)
	switch {
	case !known:
		return p, refuse(op, "Method", CodeInvalid, fmt.Sprintf("Method is %q: expected GET, POST or PUT", clip(r.Method)))
	case err != nil:
		return p, err
	case len(cfg.includes) > 0:
		return p, refuse(op, "includes", CodeInvalid, "includes belong into Query")
	}
	op.Class = class
	p = parameters{op: op, path: path, callers: true, query: r.Query.Encode(), body: r.Body}
	if r.Body != nil {
		p.contentType = cfg.format.syntax().Media()
	}
	return p, nil
}
