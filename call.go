package tourney

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/tourney-go/tourney/internal/contract"
)

// Bodies that several services share.
type (
	byID struct {
		ID       int64     `url:"id"`
		Includes []Include `url:"includes,comma,omitempty"`
	}
	idBody struct {
		ID int64 `json:"Id"`
	}
	emptyBody struct{}
)

// ask is the path of every typed call: check and build the request, send it, read the answer.
func ask[T any](ctx context.Context, c *core, id string, in any, opts []CallOption, alias ...string) (T, error) {
	var out T
	if err := ready(ctx, c); err != nil {
		return out, err
	}
	cfg, err := configure(opts)
	if err != nil {
		return out, err
	}
	req, err := c.prepare(contract.Lookup(id), strings.Join(alias, ""), in, cfg)
	if err != nil {
		return out, err
	}
	answer, err := c.call(ctx, req, cfg, &out)
	defer answer.release()
	if err != nil {
		var none T
		return none, err
	}
	return out, nil
}

func ready(ctx context.Context, c *core) error {
	if c == nil {
		return errNotMade
	}
	if ctx == nil {
		return errors.New("tourney: the context is nil")
	}
	return nil
}

// call sends the request as often as the policy allows and reads an answer that says yes into out, unless that is nil.
func (c *core) call(ctx context.Context, req *request, cfg *callConfig, out any) (a *answer, err error) {
	req.secrets = append(req.secrets, cfg.secrets...)
	if err := c.allowed(req); err != nil {
		return nil, err
	}
	s := &sending{core: c, op: req.op, size: len(req.body), retry: c.config.retry, watch: c.observe(req)}
	if cfg.noRetry {
		s.retry = Retry{}
	}
	ctx = s.watch.operationStart(ctx)
	s.Context, s.deadline = ctx, c.deadline(cfg)
	if deadline, has := s.Deadline(); has && s.watch != nil { // whose functions may wait for the end of what they are given
		var cancel context.CancelFunc
		s.Context, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	failure := errPanicked // until the call returns
	defer func() { s.ended(ctx, a, failure) }()
	a, err = s.send(req, cfg) //nolint:contextcheck // the sending is the context of its requests
	if err == nil {
		err = a.take(out)
	}
	failure = err
	return a, err
}

// ended tells the observers how the call ended.
func (s *sending) ended(ctx context.Context, a *answer, failure error) {
	unknown := errors.Is(failure, ErrOutcomeUnknown) ||
		errors.Is(failure, errPanicked) && s.op.Class >= contract.Create && s.attempts > 0 && !s.neverSent(failure)
	s.watch.operationEnd(ctx, s.attempts, a.statusCode(), unknown, failure)
}

// send sends the request and returns its answer, whatever that says.
func (s *sending) send(req *request, cfg *callConfig) (*answer, error) {
	a, err := s.exchange(req, cfg)
	s.watch.pauseEnd(err)
	req.sent = s
	if cfg.meta != nil {
		*cfg.meta = a.meta(s)
	}
	if cfg.raw != nil {
		*cfg.raw = bytes.Clone(s.body)
	}
	if err != nil {
		return a, s.transportError(req, err, a.statusCode())
	}
	return a, nil
}

// deadline returns when a call that begins now is over by its timeout; the zero time when it has none.
func (c *core) deadline(cfg *callConfig) time.Time {
	timeout := c.config.timeout
	if cfg.timeout != nil {
		timeout = *cfg.timeout
	}
	if timeout <= 0 {
		return time.Time{}
	}
	return time.Now().Add(timeout)
}

// exchange runs the retry loop. The answer's body is read inside it, so that a broken one counts as a failed
// attempt.
func (s *sending) exchange(req *request, cfg *callConfig) (*answer, error) {
	r, err := s.httpRequest(req, cfg)
	if err != nil {
		return nil, err
	}
	r.SetResponseHandler(s.read)
	defer func() {
		if s.ending != nil {
			s.ending.once.Do(s.ending.end) // also when reading it panicked
		}
	}()
	res, err := s.loop().Do(r)
	if res == nil {
		return nil, withoutURL(err)
	}
	defer func() { _ = res.Body.Close() }()
	if s.location != nil {
		res.Header["Location"] = s.location
	}
	a := &answer{
		req: req, status: res.StatusCode, header: res.Header, contentType: res.Header.Get("Content-Type"),
		body: s.body, buffer: s.buffer, memory: s.core.config.memory(), attempts: s.attempts,
	}
	return a, withoutURL(err)
}

func (s *sending) httpRequest(req *request, cfg *callConfig) (*retryablehttp.Request, error) {
	target := *s.core.base
	if err := setPath(&target, target.EscapedPath()+req.path); err != nil {
		return nil, err
	}
	target.RawQuery = req.query
	h := (&http.Request{
		Method: req.op.Method, URL: &target, Host: target.Host, Header: s.header(req, cfg), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Close: endsConnection[req.op.Class],
	}).WithContext(s)
	r := &retryablehttp.Request{Request: h}
	if req.body == nil {
		return r, nil
	}
	return r, r.SetBody(req.body)
}

// endsConnection says after which requests a connection serves no others. net/http writes what a host says on an idle
// connection of HTTP/1.1 to the standard logger, and that could repeat the password or the card of the request before.
var endsConnection = map[contract.Class]bool{contract.Login: true, contract.Charge: true}

// header returns the header of a request before it is signed.
func (s *sending) header(req *request, cfg *callConfig) http.Header {
	h := make(http.Header, 3+len(cfg.header))
	for key, values := range cfg.header {
		h[key] = values
	}
	hideIdempotencyKeys(h)
	own := [3]string{s.core.config.format.media(), req.contentType, s.core.config.userAgent}
	for i, key := range []string{"Accept", "Content-Type", "User-Agent"} {
		if own[i] != "" {
			h[key] = own[i : i+1 : i+1]
		}
	}
	return h
}

// bodies keeps the memory that answers were read into for the next ones.
var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// maxKept bounds what a buffer may have grown to and still be kept.
const maxKept = 4 << 20

// read takes in the whole body, up to the limit.
func (s *sending) read(res *http.Response) error {
	limit := min(s.core.config.maxBytes, math.MaxInt64-1)
	if s.buffer == nil {
		s.buffer, _ = bodies.Get().(*bytes.Buffer)
	}
	s.buffer.Reset()
	if res.ContentLength > 0 && res.ContentLength <= limit {
		s.buffer.Grow(int(min(res.ContentLength, maxKept)) + bytes.MinRead)
	}
	body, err := unpacked(res, limit)
	var n int64
	if err == nil {
		s.limited = io.LimitedReader{R: body, N: limit + 1}
		n, err = s.buffer.ReadFrom(&s.limited)
	}
	s.body = s.buffer.Bytes()
	if err != nil && res.StatusCode/100 != 2 {
		return nil // what it said beyond its status is lost, but not the status
	}
	if err != nil {
		return fmt.Errorf("the answer broke off after %d bytes: %w", n, err)
	}
	if n > limit {
		s.body = nil
		return &finalError{ErrorTooLarge, fmt.Errorf("the answer is larger than the limit of %d bytes", limit)}
	}
	return nil
}

// unpacked returns the body decompressed. A transport does that itself for what it asked for, but one that asks for
// nothing can meet a host that compresses all the same. The header then says of the body what is true of it now. What is
// compressed is hardly ever larger than what comes out of it, so it has nearly the same limit: else it could go on for ever
// and come to nothing.
func unpacked(res *http.Response, limit int64) (io.Reader, error) {
	if !isGzip(res.Header.Get("Content-Encoding")) || res.ContentLength == 0 {
		return res.Body, nil
	}
	const overhead = 1 << 16 // of a header and of blocks that are stored
	body, err := gzip.NewReader(io.LimitReader(res.Body, min(limit, math.MaxInt64-overhead-limit/64)+limit/64+overhead))
	if errors.Is(err, io.EOF) { // as an answer of no bytes has it
		return http.NoBody, nil
	}
	if err != nil {
		return nil, err
	}
	res.Header = res.Header.Clone() // which the transport may keep
	res.Header.Del("Content-Encoding")
	res.Header.Del("Content-Length")
	return body, nil
}

func isGzip(coding string) bool {
	return strings.EqualFold(coding, "gzip") || strings.EqualFold(coding, "x-gzip")
}

// transportError says what became of a request without an answer, or with one of which the status alone is known.
func (s *sending) transportError(req *request, err error, status int) error {
	kind := errorType(err)
	var final *finalError
	if errors.As(err, &final) {
		err = final.err
	}
	failed := &TransportError{
		Op: req.op.ID, Method: req.op.Method, Path: req.shownPath(), Attempts: s.attempts,
		Err: req.cleaned(err, kind), kind: kind,
	}
	if req.op.Class < contract.Create || s.attempts == 0 || s.waiting || turnsAway(status) || s.neverSent(err) {
		return failed
	}
	return &OutcomeUnknownError{Op: req.op.ID, Attempts: s.attempts, Err: failed}
}
