package tourney

import (
	"context"
	"errors"
	"strings"
	"time"

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
