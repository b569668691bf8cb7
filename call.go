package tourney

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/baseurl"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/transport"
)

// invoke runs a typed call: it checks the parameters, builds the request, sends it and decodes the answer.
func invoke[T any, O ListOption](
	ctx context.Context, of inside, id string, in any, opts []O, alias ...string,
) (T, error) {
	var none, out T
	c := coreOf(of)
	if err := ready(ctx, c); err != nil {
		return none, err
	}
	cfg, err := configure(c, opts)
	if err != nil {
		return none, err
	}
	req, err := c.prepare(contract.Lookup(id), strings.Join(alias, ""), in, cfg)
	if err != nil {
		return none, err
	}
	a, err := c.call(ctx, req, cfg, &out)
	defer a.release()
	if err != nil && !errors.Is(err, ErrBadRows) { // which comes beside the other rows
		return none, err
	}
	return out, err
}

// ready returns an error for a call without a client or a context.
func ready(ctx context.Context, c *core) error {
	if c == nil {
		return errNotMade
	}
	if ctx == nil {
		return errors.New("tourney: the context is nil")
	}
	return nil
}

// call sends a request as often as the policy allows, tells the observers, and judges the answer. It decodes a
// successful answer into out, unless out is nil.
func (c *core) call(ctx context.Context, req *request, cfg *callConfig, out any) (a *answer, err error) {
	observed := c.observe(req)
	ctx = observed.operationStart(ctx)
	a = c.newAnswer(req, out)
	failure := transport.ErrPanicked // until the answer is judged
	defer func() { observed.operationEnd(ctx, a.Attempts, a.Status, a.leavesOutcomeOpen(failure), failure) }()
	c.transport.Send(ctx, c.outgoing(a, cfg, observed), &a.Outcome)
	cfg.describe(a.response(), a.Body)
	err = a.judge()
	failure = err
	return a, err
}

// outgoing returns the request in the form that the transport sends.
func (c *core) outgoing(a *answer, cfg *callConfig, observed *observation) *transport.Request {
	out := &a.outgoing
	*out = transport.Request{
		Op: a.req.op, URL: a.req.url, Header: a.req.header, Body: a.req.body, Retry: transport.Retry(cfg.retry),
		Deadline: cfg.deadline(time.Now()),
	}
	out.Secret = a.req.mayHoldSecret() || len(cfg.extra.values)+len(c.config.extra.values) > 0 ||
		a.req.callersPath && a.req.query != ""
	a.setQuestions(out)
	if observed != nil { // an interface that holds a nil pointer is not nil
		out.Observer = observed
	}
	return out
}

// RawRequest is a request for Client.Do.
type RawRequest struct {
	Method string // GET, POST or PUT
	Path   string // below the base URL, escaped, as in "/api/v1/pools"
	Query  url.Values
	Body   []byte // in the client's format; nil when there is none
}

// RawResponse is the answer to a RawRequest.
type RawResponse struct {
	Status int
	Header http.Header
	Body   []byte
}

// Do sends a request that has no method in this library. Do signs and retries it like any other request: a GET as a
// read, a PUT as an update, a POST as a charge, which the client sends again only when it certainly did not arrive. For
// an unsuccessful answer, Do returns both the answer and an APIError. A body may hold secrets, so it goes over plain
// http only to loopback addresses, or with WithPlainHTTP. When the body or the query has the name of a secret of the
// interface, such as password and creditCardNumber, the request counts as one that carries a secret: see APIError.
func (c *Client) Do(ctx context.Context, r RawRequest, opts ...CallOption) (RawResponse, error) {
	core := shared(c)
	if err := ready(ctx, core); err != nil {
		return RawResponse{}, err
	}
	cfg, err := configure(core, opts)
	if err != nil {
		return RawResponse{}, err
	}
	req, err := r.prepare(cfg)
	if err == nil {
		err = core.complete(req, cfg)
	}
	if err != nil {
		return RawResponse{}, err
	}
	a, err := core.call(ctx, req, cfg, nil)
	defer a.release()
	return RawResponse{Status: a.Status, Header: a.Header, Body: bytes.Clone(a.Body)}, err
}

// rawClass maps methods to classes. The class decides when a request without a row in the contract may be sent again.
var rawClass = map[string]contract.Class{
	http.MethodGet: contract.Read, http.MethodPut: contract.Write, http.MethodPost: contract.Charge,
}

func (r RawRequest) prepare(cfg *callConfig) (*request, error) {
	op := &contract.Operation{ID: "Do", Method: r.Method, Path: r.Path}
	class, known := rawClass[r.Method]
	path, escaped := baseurl.EscapedPath(r.Path)
	switch {
	case !known:
		return nil, refuse(op, "Method", CodeInvalid, fmt.Sprintf("Method is %q: expected GET, POST or PUT", clip(r.Method)))
	case !strings.HasPrefix(r.Path, "/") || strings.ContainsAny(r.Path, "?#"):
		return nil, refuse(op, "Path", CodeInvalid, "Path must start with / and hold no query")
	case !escaped:
		return nil, refuse(op, "Path", CodeInvalid, "Path has a % that begins no escape: write a percent sign as %25")
	case len(cfg.includes) > 0:
		return nil, refuse(op, "includes", CodeInvalid, "includes belong into Query")
	}
	op.Class = class
	req := &request{op: op, path: path, callersPath: true, query: r.Query.Encode(), body: r.Body}
	if r.Body != nil {
		req.contentType, req.callersBody = cfg.format.media(), true
	}
	return req, nil
}
