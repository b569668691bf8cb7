package tourney

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/go-querystring/query"
	"github.com/hashicorp/go-retryablehttp"

	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/secrets"
)

// CallOption changes one call. The values of Include are call options too.
type CallOption interface{ applyTo(*callConfig) }

// callConfig is what the options of one call set.
type callConfig struct {
	includes []Include
	meta     *Meta
	header   http.Header
	timeout  *time.Duration
	noRetry  bool
	raw      *[]byte
	prefetch *int
	secrets  []secrets.Secret // that no message may repeat
	bad      error
}

type callFunc func(*callConfig)

func (f callFunc) applyTo(c *callConfig) { f(c) }

func (i Include) applyTo(c *callConfig) { c.includes = append(c.includes, i) }

// Meta describes the answer to a call, also to one that failed.
type Meta struct {
	Status    int         // HTTP status; 0 when there was no answer
	Header    http.Header // of the answer
	Attempts  int         // how often the request was sent
	RequestID string      // of the answer, where the host sends one
}

// MetaInto makes the call describe its answer in m.
func MetaInto(m *Meta) CallOption { return callFunc(func(c *callConfig) { c.meta = m }) }

// Header adds a header to the request. Headers that the client needs for itself, or that are about the connection, are
// refused. What Authorization, Cookie and Proxy-Authorization hold is a secret: it goes over plain http only where keys may,
// and no error repeats it or a large part of it.
func Header(key, value string) CallOption {
	return callFunc(func(c *callConfig) {
		if !validHeader(key, value) {
			c.bad = errors.New("tourney: Header: the name or the value has a character that no header can have")
			return
		}
		switch http.CanonicalHeaderKey(key) {
		case "Content-Type", "Content-Length", "Content-Encoding", "Accept", "Accept-Encoding", "Host", "User-Agent",
			"Transfer-Encoding", "Te", "Trailer", "Connection", "Keep-Alive", "Proxy-Connection", "Upgrade", "Expect", "Range":
			c.bad = fmt.Errorf("tourney: Header: %s is for the client to set", http.CanonicalHeaderKey(key))
			return
		case "Authorization", "Cookie", "Proxy-Authorization":
			c.secrets = append(c.secrets, headerSecrets(http.Header{http.CanonicalHeaderKey(key): {value}})...)
		}
		if c.header == nil {
			c.header = http.Header{}
		}
		c.header.Add(key, value)
	})
}

// validHeader reports whether net/http would send a header (RFC 9110, section 5).
func validHeader(key, value string) bool {
	inName := func(r rune) bool {
		return r > ' ' && r < 0x7f && !strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	}
	inValue := func(r rune) bool { return r == '\t' || r >= ' ' && r != 0x7f }
	not := func(f func(rune) bool) func(rune) bool { return func(r rune) bool { return !f(r) } }
	return key != "" && !strings.ContainsFunc(key, not(inName)) && !strings.ContainsFunc(value, not(inValue))
}

// Timeout bounds this call with all its attempts and waits, in place of WithTimeout; 0 leaves that to the context.
func Timeout(d time.Duration) CallOption { return callFunc(func(c *callConfig) { c.timeout = &d }) }

// NoRetry makes this call send its request at most once. A kept connection that took nothing of the request does not
// count: the request then goes into another one. A login that the call has to wait for is a call of its own.
func NoRetry() CallOption { return callFunc(func(c *callConfig) { c.noRetry = true }) }

// BodyInto keeps the bytes of the answer in b, also when they cannot be decoded.
func BodyInto(b *[]byte) CallOption { return callFunc(func(c *callConfig) { c.raw = b }) }

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

func configure(opts []CallOption) (*callConfig, error) {
	cfg := &callConfig{}
	for _, opt := range opts {
		if opt != nil {
			opt.applyTo(cfg)
		}
	}
	if cfg.meta != nil {
		*cfg.meta = Meta{} // which a call before may have filled
	}
	if cfg.raw != nil {
		*cfg.raw = nil
	}
	if cfg.bad == nil && cfg.prefetch != nil {
		return cfg, errNoListing
	}
	return cfg, cfg.bad
}

// request is a checked request before it becomes one of net/http.
type request struct {
	op          *contract.Operation
	path        string // escaped, with the version segment, without query
	query       string
	body        []byte // nil when there is none
	contentType string
	secrets     []secrets.Secret // that no message may repeat
	sent        *sending         // which carried more of them; nil before
	search      *secrets.Search  // for all of them; nil before there is anything to show
	opaque      bool             // the body is the caller's and may hold secrets
	foreign     bool             // the path is the caller's
	resultOpen  bool             // its answer may lack the operation's Result
}

// prepare checks the parameters against the contract and writes them down as a query or a body.
func (c *core) prepare(op *contract.Operation, alias string, in any, cfg *callConfig) (*request, error) {
	shown := op.Shown
	req := &request{op: op, path: contract.BasePath + op.Path}
	for _, a := range op.Aliases {
		if a.Service == alias {
			req.path, shown = contract.BasePath+a.Path, a.Shown
		}
	}
	if c.config.strict && !shown.Has(c.variant) {
		return nil, refuse(op, "", CodeUnavailable, fmt.Sprintf("the interface document does not show it for the %s variant", c.variant.Name))
	}
	if len(cfg.includes) > 0 && op.Param("includes") == nil {
		return nil, refuse(op, "includes", CodeInvalid, "includes is not a parameter of this operation")
	}
	if op.Method == http.MethodGet {
		return req, c.prepareQuery(req, in, cfg)
	}
	return req, c.prepareBody(req, in)
}

func (c *core) prepareQuery(req *request, in any, cfg *callConfig) error {
	values, err := query.Values(in)
	if err != nil {
		return refuse(req.op, "", CodeInvalid, err.Error())
	}
	if len(cfg.includes) > 0 {
		addIncludes(values, cfg.includes)
	}
	if err := c.check(req.op, node.FromQuery(values)); err != nil {
		return err
	}
	if len(values) > 0 {
		req.query = values.Encode()
	}
	return nil
}

// addIncludes appends to the includes that a list's options hold already.
func addIncludes(values url.Values, includes []Include) {
	var texts []string
	if had := values.Get("includes"); had != "" {
		texts = strings.Split(had, ",")
	}
	for _, i := range includes {
		if !slices.Contains(texts, string(i)) {
			texts = append(texts, string(i))
		}
	}
	values.Set("includes", strings.Join(texts, ","))
}

func (c *core) prepareBody(req *request, in any) error {
	node, err := record.NodeOf(in)
	if err != nil {
		return unwritable(req.op, err)
	}
	if err := c.check(req.op, node); err != nil {
		return err
	}
	if class := check.ClassOf(req.op, node); class != req.op.Class {
		op := *req.op
		op.Class = class
		req.op = &op
	}
	req.secrets = secretsOf(&node, nil)
	req.resultOpen = c.config.noTransactionID && check.ResultIsOpen(req.op, node)
	check.Spell(req.op, c.variant, &node)
	req.body, req.contentType = c.config.format.encode(node), c.config.format.media()
	return nil
}

// check reports all that the contract says against the request at once.
func (c *core) check(op *contract.Operation, node node.Node) error {
	if c.config.unchecked {
		return nil
	}
	var fields []FieldError
	if op.Partial && check.Empty(op, node) {
		fields = append(fields, FieldError{Code: CodeRequired, Message: "nothing is set: an update changes only what it names"})
	}
	for _, v := range check.Request(op, c.variant, node) {
		fields = append(fields, fieldError(v.Path, ErrorCode(v.Code), v.Message))
	}
	if len(fields) == 0 {
		return nil
	}
	return &ValidationError{Op: op.ID, Fields: fields}
}

// unwritable names the field of a value that has no form on the wire, such as a day that no calendar has.
func unwritable(op *contract.Operation, err error) error {
	var at *record.Error
	if !errors.As(err, &at) {
		return refuse(op, "", CodeInvalid, err.Error())
	}
	path := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(at.Path, "/"), "/", "."))
	reason := "cannot be written"
	if at.Err != nil {
		reason = at.Err.Error()
	}
	return refuse(op, path, CodeInvalid, path+": "+reason)
}

func refuse(op *contract.Operation, path string, code ErrorCode, message string) error {
	return &ValidationError{Op: op.ID, Fields: []FieldError{fieldError(path, code, message)}}
}

// fieldError returns a violated rule. A card's number in the wrong field is not repeated.
func fieldError(path string, code ErrorCode, message string) FieldError {
	return FieldError{Path: path, Code: code, Message: secrets.WithoutNumbers(message)}
}

// secretsOf collects the texts of a request that no message may repeat.
func secretsOf(n *node.Node, found []secrets.Secret) []secrets.Secret {
	if n.Secret && n.Text != "" {
		found = append(found, secrets.Secret{Text: n.Text, Chosen: true})
	}
	for i := range n.Items {
		found = secretsOf(&n.Items[i], found)
	}
	for i := range n.Members {
		found = secretsOf(&n.Members[i].Node, found)
	}
	return found
}

// answer is what came back, read to its end.
type answer struct {
	req         *request
	status      int
	header      http.Header
	contentType string
	body        []byte
	buffer      *bytes.Buffer // which body lies in
	memory      int64         // bytes that reading it may take
	attempts    int
}

// release gives the body's memory back. Whoever keeps bytes of the body has copied them.
func (a *answer) release() {
	if a != nil && a.buffer != nil && a.buffer.Cap() <= maxKept {
		bodies.Put(a.buffer)
		a.buffer, a.body = nil, nil
	}
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

// statusCode returns the answer's status, 0 when there is none.
func (a *answer) statusCode() int {
	if a == nil {
		return 0
	}
	return a.status
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

// allowed keeps secrets off unencrypted connections to other machines.
func (c *core) allowed(req *request) error {
	if c.base.Scheme == "https" || c.config.plainHTTP || isLoopback(c.base) {
		return nil
	}
	if len(req.secrets) > 0 || req.opaque || c.config.signer != nil && !req.op.Open {
		return refuse(req.op, "", CodeSecureConnection, "it would send secrets over plain http: use https, or say AllowPlainHTTP")
	}
	return nil
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

func (a *answer) meta(s *sending) Meta {
	if a == nil {
		return Meta{Attempts: s.attempts}
	}
	return Meta{Status: a.status, Header: a.header, Attempts: a.attempts, RequestID: requestID(a.header)}
}

func requestID(h http.Header) string {
	for _, name := range []string{"X-Request-Id", "Request-Id", "X-Correlation-Id"} {
		if id := h.Get(name); id != "" {
			return id
		}
	}
	return ""
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

// rejection tells an answer that says no: by its status, or by Errors in a body of any status.
func (a *answer) rejection() error {
	items, found := a.errorItems()
	if a.status/100 == 2 && !found {
		return nil
	}
	return a.refusal(items)
}

// refusal returns the error for an answer that says no, with these Errors.
func (a *answer) refusal(items []ErrorItem) error {
	e := &APIError{
		Op: a.req.op.ID, Method: a.req.op.Method, Path: a.req.shownPath(), Status: a.status,
		RequestID: a.req.cleanID(requestID(a.header)),
		Errors:    items, Attempts: a.attempts, ContentType: a.req.clean(a.contentType),
	}
	e.RetryAfter, _ = retryAfter(&http.Response{Header: a.header}, time.Now())
	if len(items) == 0 {
		e.excerpt = a.excerpt()
	}
	if a.req.op.Class < contract.Create {
		return e
	}
	unknown := &OutcomeUnknownError{Op: e.Op, Attempts: a.attempts, Err: e}
	if a.names(unknown) || !settles(a.status, items) {
		return unknown
	}
	return e
}

// settles reports whether a refusal that names no result proves that the host did nothing. A redirect proves nothing:
// the host took the request in, and may act elsewhere.
func settles(status int, items []ErrorItem) bool {
	return turnsAway(status) || status/100 != 3 && refusesAll(items)
}

// turnsAway reports whether a status alone says that nothing was done. One of 500 and above may come after the deed, as may
// a 408, whose host was still working.
func turnsAway(status int) bool {
	return status/100 == 4 && status != http.StatusRequestTimeout
}

// refusesAll reports whether Errors say that nothing was done: every one has a code that a host comes to before it acts,
// because it is about the request or the caller. Other and Unavailable say no more than that something went wrong, and
// codes that are not known say nothing.
func refusesAll(items []ErrorItem) bool {
	for _, item := range items {
		if row, known := contract.LookupCode(int(item.Code)); !known || !turnsAway(row.Status) {
			return false
		}
	}
	return len(items) > 0
}

// memberErrors is the member that makes an answer a no.
const memberErrors = "Errors"

// errorsBody is an answer of which only the Errors matter.
type errorsBody struct{ Errors json.RawMessage }

// maxErrors bounds what is read of Errors: no host has that much to complain about.
const maxErrors = 64 << 10

// itemPerNode is how many times the memory of its node an entry of Errors takes on its way to an ErrorItem without
// secrets.
const itemPerNode = 16

// errorItems returns the body's Errors, and whether it has any: they may be written in a form that is not known.
func (a *answer) errorItems() (items []ErrorItem, found bool) {
	format, err := a.format()
	if err != nil || len(a.body) == 0 {
		return nil, false
	}
	var body errorsBody
	if err := format.decode(a.body, &body, "", a.memory); err != nil || len(body.Errors) == 0 {
		return nil, beyondMemory(err, memberErrors)
	}
	if len(body.Errors) > maxErrors {
		return nil, true
	}
	list, err := jsoncodec.ParseNode(body.Errors, jsoncodec.Limits{MaxMemory: a.memory/itemPerNode + 1})
	if err != nil || list.Kind == node.Null {
		return nil, err != nil
	}
	nodes, known := entries(&list, format)
	for _, node := range nodes {
		items = append(items, a.errorItem(node))
	}
	return items, !known || len(items) > 0
}

// format returns the syntax of the body, or an error when it is in none that can be read.
func (a *answer) format() (Format, error) {
	switch coding := a.header.Get("Content-Encoding"); {
	case coding == "", strings.EqualFold(coding, "identity"), isGzip(coding) && len(a.body) == 0:
		return formatOf(a.contentType, a.body)
	default:
		return 0, fmt.Errorf("it is compressed with %q, which was not asked for", clip(coding))
	}
}

// entries returns the items of a list; in XML it looks like an object with a member for each, or like empty text.
func entries(list *node.Node, format Format) (nodes []node.Node, known bool) {
	switch {
	case list.Kind == node.List:
		return list.Items, true
	case format == XML && list.Kind == node.Object:
		for _, m := range list.Members {
			if m.Kind == node.List {
				nodes = append(nodes, m.Items...)
			} else {
				nodes = append(nodes, m.Node)
			}
		}
		return nodes, true
	}
	return nil, format == XML && list.Text == ""
}

// errorItem reads one entry of Errors, and keeps the text of one that is written in another form.
func (a *answer) errorItem(n node.Node) ErrorItem {
	var item ErrorItem
	if record.Bind(n, &item) != nil || n.Kind != node.Object {
		item = ErrorItem{Message: string(jsoncodec.AppendNode(nil, n))}
	}
	a.req.cleanItem(&item)
	return item
}

// excerpt returns the first part of the body as far as it may be shown; nothing of the answer to a login, which is made of
// secrets.
func (a *answer) excerpt() string {
	if a.req.op.Class == contract.Login {
		return ""
	}
	return a.req.excerptOf(a.body)
}

// take reads an answer that says yes into out, unless that is nil.
func (a *answer) take(out any) error {
	if a.status/100 != 2 || out == nil {
		return a.rejection()
	}
	return a.decode(out)
}

// decode reads the body into out. Whether it has Errors is found on the way.
func (a *answer) decode(out any) error {
	if _, none := out.(*emptyBody); none && len(bytes.TrimSpace(a.body)) == 0 {
		return nil
	}
	format, err := a.format()
	if err != nil {
		return a.unreadable(&DecodeError{Err: a.reworded(err), excerpt: a.excerpt()})
	}
	if err = a.unmarshal(format, out, memberErrors); err == nil {
		return nil
	}
	if items, found := a.errorItems(); found {
		return a.refusal(items)
	}
	if errors.Is(err, record.ErrStopped) { // at Errors that are null or none
		if err = a.unmarshal(format, out, ""); err == nil {
			return nil
		}
	}
	failed := &DecodeError{Err: a.reworded(err)}
	failed.locate(err)
	failed.Path = a.quoted(failed.Path, failed.Offset)
	return a.unreadable(failed)
}

// unreadable completes the error for an answer that cannot be decoded.
func (a *answer) unreadable(failed *DecodeError) error {
	failed.Op, failed.ContentType, failed.Status = a.req.op.ID, a.req.clean(a.contentType), a.status
	if a.req.op.Class < contract.Create {
		return failed
	}
	unknown := &OutcomeUnknownError{Op: failed.Op, Attempts: a.attempts, Err: failed}
	a.names(unknown)
	return unknown
}

// unmarshal reads the body into out, up to a member called stop. An update has no answer to be read: what section 4.5
// leaves open may be anything that is well-formed. What was read before an error is let go, so that nothing read
// after it adds to it.
func (a *answer) unmarshal(format Format, out any, stop string) error {
	err := format.decode(a.body, out, stop, a.memory)
	if err != nil {
		reflect.ValueOf(out).Elem().SetZero()
	}
	if _, none := out.(*emptyBody); none {
		if err != nil && !errors.Is(err, record.ErrStopped) { // it may be no object
			err = format.check(a.body, a.memory)
		}
		return err
	}
	if err == nil {
		err = a.lacks(out)
	}
	if body, ok := out.(interface{ missing() error }); ok && err == nil {
		err = body.missing()
	}
	return err
}

// locate takes over where the decoder stopped.
func (e *DecodeError) locate(err error) {
	var at *record.Error
	if errors.As(err, &at) {
		e.Path, e.Offset, e.Line = at.Path, at.Offset, at.Line
	}
}

// RawRequest is a request that the library has no method for.
type RawRequest struct {
	Method string // GET, POST or PUT
	Path   string // below the base URL, escaped, as in "/api/v1/events"
	Query  url.Values
	Body   []byte // in the client's format; nil when there is none
}

// RawResponse is the answer to a RawRequest.
type RawResponse struct {
	Status int
	Header http.Header
	Body   []byte
}

// Do sends a request that the library has no method for, signed and retried like any other: a GET as a read, a PUT
// as an update, a POST as a charge, which is sent again only when it certainly did not arrive. An answer that says
// no is an APIError and is returned beside it. A body goes over plain http to loopback addresses only, unless the client
// has AllowPlainHTTP: it may hold secrets. Errors do not repeat what the body and the query have under the names of the
// interface's secrets, such as password and creditCardNumber; they do not know other secrets in them.
func (c *Client) Do(ctx context.Context, r RawRequest, opts ...CallOption) (RawResponse, error) {
	if err := ready(ctx, c.shared()); err != nil {
		return RawResponse{}, err
	}
	cfg, err := configure(opts)
	if err != nil {
		return RawResponse{}, err
	}
	req, err := r.prepare(cfg, c.core.config.format)
	if err != nil {
		return RawResponse{}, err
	}
	a, err := c.core.call(ctx, req, cfg, nil)
	if a == nil {
		return RawResponse{}, err
	}
	defer a.release()
	return RawResponse{Status: a.status, Header: a.header, Body: bytes.Clone(a.body)}, err
}

// rawClass says when a request that no row describes may be sent again.
var rawClass = map[string]contract.Class{
	http.MethodGet: contract.Read, http.MethodPut: contract.Write, http.MethodPost: contract.Charge,
}

func (r RawRequest) prepare(cfg *callConfig, format Format) (*request, error) {
	op := &contract.Operation{ID: "Do", Method: r.Method, Path: r.Path}
	class, known := rawClass[r.Method]
	path, escaped := escapedPath(r.Path)
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
	req := &request{op: op, path: path, foreign: true, query: r.Query.Encode(), body: r.Body}
	if r.Body != nil {
		req.contentType, req.opaque = format.media(), true
	}
	return req, nil
}
