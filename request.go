package tourney

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/go-querystring/query"

	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// request is a request that is ready to be sent.
type request struct {
	parameters
	core         *core
	url          *url.URL
	header       http.Header
	secretHeader bool         // an option added a header with a secret
	wants        reflect.Type // type of the decoded answer; nil when the answer is not decoded
	skipsBadRows bool         // rows that cannot be read are left out
}

// parameters are the parameters of a request, checked and encoded.
type parameters struct {
	op            *contract.Operation
	path          string // escaped, with the version segment, without query
	query         string
	body          []byte // nil when the request has none
	contentType   string
	secrets       []string // passwords, numbers and codes of cards
	callers       bool     // the caller wrote the path, query and body, which may hold secrets
	mayLackResult bool     // the answer may lack the operation's Result
	rowID         int64    // of the requested row; 0 when the request asks for no single row
	page          int      // number of the requested page; 0 for a list without pages
}

// Bodies and parameters that several services share.
type (
	byID struct {
		ID int64 `url:"id"`
	}
	idBody struct {
		ID int64 `json:"Id"`
	}
	emptyBody struct{}
)

// wantsNothing is the type for a call that needs nothing of the answer.
var wantsNothing = reflect.TypeFor[emptyBody]()

func (b byID) rowID() int64 { return b.ID }

// prepare makes a request of the parameters of a call, after it has checked them against the contract.
func (c *core) prepare(
	op *contract.Operation, alias string, in any, cfg *callConfig, wants reflect.Type,
) (*request, error) {
	path, err := c.pathOf(op, alias)
	if err != nil {
		return nil, err
	}
	if len(cfg.includes) > 0 && op.Param("includes") == nil {
		return nil, refuse(op, "includes", CodeInvalid, "includes is not a parameter of this operation")
	}
	encode := c.encodeBody
	if op.Method == http.MethodGet {
		encode = c.encodeQuery
	}
	p, err := encode(op, path, in, cfg)
	if err != nil {
		return nil, err
	}
	return c.newRequest(p, cfg, wants)
}

// pathOf returns the path of an operation, or the path of an alias of the operation, such as /bouts.
func (c *core) pathOf(op *contract.Operation, alias string) (string, error) {
	path, shown := op.Path, op.Shown
	for _, a := range op.Aliases {
		if a.Service == alias {
			path, shown = a.Path, a.Shown
		}
	}
	if c.config.profile.Strict && (op.Observed || !shown.Has(c.variant)) {
		message := fmt.Sprintf("the interface document does not show it for the %s variant", c.variant.Name)
		return "", refuse(op, "", CodeUnavailable, message)
	}
	return c.variant.Names.Path(contract.BasePath + path), nil
}

func (c *core) encodeQuery(op *contract.Operation, path string, in any, cfg *callConfig) (p parameters, err error) {
	values, err := query.Values(in)
	if err != nil {
		return p, refuse(op, "", CodeInvalid, err.Error())
	}
	if len(cfg.includes) > 0 {
		values.Set("includes", joined(cfg.includes))
	}
	if err := c.check(op, node.FromQuery(values)); err != nil {
		return p, err
	}
	p = parameters{op: op, path: path, page: pageIn(op, values), query: c.variant.Names.Rename(values).Encode()}
	if row, ok := in.(interface{ rowID() int64 }); ok {
		p.rowID = row.rowID()
	}
	return p, nil
}

// pageIn returns the number of the page that a query asks for; 0 for a list without pages.
func pageIn(op *contract.Operation, values url.Values) int {
	if !op.Paged {
		return 0
	}
	number, _ := strconv.Atoi(values.Get("page"))
	return max(number, contract.DefaultPage)
}

// joined returns the names for the parameter includes, with commas between them.
func joined(includes []Include) string {
	texts := make([]string, len(includes))
	for i, include := range includes {
		texts[i] = string(include)
	}
	return strings.Join(texts, ",")
}

func (c *core) encodeBody(op *contract.Operation, path string, in any, cfg *callConfig) (p parameters, err error) {
	if update, ok := in.(interface{ withWonBy(pairs []WonBy) any }); ok {
		in = update.withWonBy(c.config.profile.WonBy)
	}
	node, err := record.NodeOf(in)
	if err != nil {
		return p, unwritable(op, err)
	}
	if err := c.check(op, node); err != nil {
		return p, err
	}
	p = parameters{
		op: withClass(op, check.ClassOf(op, node)), path: path, secrets: secretsOf(&node, nil),
		mayLackResult: c.config.profile.NoTransactionID && check.MayLackResult(op, node),
	}
	check.Form(op, &node)
	check.Spell(op, c.variant, &node)
	p.body, p.contentType = cfg.format.syntax().Encode(node), cfg.format.syntax().Media()
	return p, nil
}

// withClass returns a copy of the operation with this class, because the class can depend on the parameters of a
// request.
func withClass(op *contract.Operation, class contract.Class) *contract.Operation {
	if op.Class == class {
		return op
	}
	other := *op
	other.Class = class
	return &other
}

// check returns an error that lists every rule of the contract that the request breaks, and every text that one of the
// formats cannot carry. With WithoutChecks it checks no rules, but still refuses such a text.
func (c *core) check(op *contract.Operation, in node.Node) error {
	var fields []FieldError
	check.Unwritable(&in, func(at *node.Node, v check.Violation) {
		if op.Method != http.MethodGet || !utf8.ValidString(at.Text) { // a query can carry every character
			fields = append(fields, fieldError(v.Path, ErrorCode(v.Code), v.Message))
		}
	})
	if !c.config.unchecked {
		fields = append(c.brokenRules(op, in), fields...)
	}
	if len(fields) == 0 {
		return nil
	}
	return &ValidationError{Op: op.ID, Fields: fields}
}

func (c *core) brokenRules(op *contract.Operation, node node.Node) (fields []FieldError) {
	if op.Partial && check.Empty(op, c.variant, node) {
		fields = append(fields, FieldError{
			Code: CodeRequired, Message: "nothing is set: an update changes only what it names",
		})
	}
	for _, v := range append(check.Request(op, c.variant, node), check.WrongIncludes(op, node)...) {
		fields = append(fields, fieldError(v.Path, ErrorCode(v.Code), v.Message))
	}
	return fields
}

// unwritable returns an error that names the field of a value that cannot be encoded, such as the 30th of February.
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

// secretsOf appends the secrets of a request.
func secretsOf(n *node.Node, found []string) []string {
	if n.Secret && n.Text != "" {
		found = append(found, n.Text)
	}
	for i := range n.Items {
		found = secretsOf(&n.Items[i], found)
	}
	for i := range n.Members {
		found = secretsOf(&n.Members[i].Node, found)
	}
	return found
}

// newRequest makes a request of its parameters. It returns an error for a request that must not go out.
func (c *core) newRequest(p parameters, cfg *callConfig, wants reflect.Type) (*request, error) {
	header, secretHeader := c.headerOf(&p, cfg), cfg.extra.secret || c.config.extra.secret
	for _, prepare := range c.config.prepare {
		extra, err := p.prepared(header, prepare)
		if err != nil {
			return nil, err
		}
		header, secretHeader = extra.values, secretHeader || extra.secret
	}
	if err := c.allowed(&p, secretHeader); err != nil {
		return nil, err
	}
	target, err := httptext.Join(c.base, p.path, p.query)
	if err != nil {
		return nil, err
	}
	return &request{
		parameters: p, core: c, url: target, header: header, secretHeader: secretHeader, wants: wants,
		skipsBadRows: cfg.skipBadRows,
	}, nil
}

// PreparedRequest is a request that is ready to be signed, for the function of [WithPrepare].
type PreparedRequest struct {
	Op     string // method of this library, such as Teams.List, or Do; a change has no effect
	Method string // of HTTP; a change has no effect
	Path   string // below the base URL, escaped, as in "/api/v1/teams"; errors show it, so no secret belongs there
	Query  url.Values
	Header http.Header // without what the signer adds
	Body   []byte      // nil when there is none
}

// WithPrepare has the client call prepare with each request before it signs the request. So prepare can change paths,
// parameters, headers and bodies for a host that has other ones, and the signature is that of the changed request. The
// client calls prepare once for each call, the login included, and then sends the result in every attempt. Several
// functions run in the order of their options.
//
// A request that prepare returns an error for is not sent: the call returns a [ValidationError] with the text of the
// error. The same rule holds for a Path that does not begin with / or has a query, and for headers that no program can
// set: see [WithHeader]. The host of a request does not change. As with [Client.Do], bodies go over plain http only to
// loopback addresses, or with [WithPlainHTTP], because they may hold secrets that the client does not know.
func WithPrepare(prepare func(*PreparedRequest) error) Option {
	return clientOption(func(c *config) error {
		if prepare == nil {
			return errors.New("tourney: WithPrepare: the function is nil")
		}
		c.prepare = append(slices.Clip(c.prepare), prepare)
		return nil
	})
}

// prepared has a function of WithPrepare change the parameters, and returns the header after it.
func (p *parameters) prepared(header http.Header, prepare func(*PreparedRequest) error) (extra extraHeader, err error) {
	query, err := url.ParseQuery(p.query)
	if err != nil {
		return extra, refuse(p.op, "Query", CodeInvalid, err.Error())
	}
	r := PreparedRequest{p.op.ID, p.op.Method, p.path, query, header, bytes.Clone(p.body)}
	if err := prepare(&r); err != nil {
		return extra, refuse(p.op, "", CodeInvalid, "WithPrepare: "+err.Error())
	}
	if p.path, err = callersPath(p.op, r.Path); err != nil {
		return extra, err
	}
	for key, values := range r.Header {
		for _, value := range values {
			if err := extra.add("WithPrepare", key, value, "Accept", "Content-Type", "User-Agent"); err != nil {
				return extra, refuse(p.op, "Header", CodeInvalid, strings.TrimPrefix(err.Error(), "tourney: "))
			}
		}
	}
	p.query, p.body, p.callers = r.Query.Encode(), r.Body, true
	return extra, nil
}

// mayHoldSecret reports whether the parameters, or the caller's own body, may hold a password or a card.
func (p *parameters) mayHoldSecret() bool { return len(p.secrets) > 0 || p.callers && p.body != nil }

// allowed returns an error when a request would carry secrets over an unencrypted connection to another machine.
func (c *core) allowed(p *parameters, secretHeader bool) error {
	if c.trusted {
		return nil
	}
	if p.mayHoldSecret() || secretHeader || c.config.signer != nil && !p.op.Open {
		const message = "it would send secrets over plain http: use https, or say WithPlainHTTP (at a prompt: --plain-http)"
		return refuse(p.op, "", CodeSecureConnection, message)
	}
	return nil
}

// headerOf returns the header of a request, without the headers of the signer.
func (c *core) headerOf(p *parameters, cfg *callConfig) http.Header {
	h := make(http.Header, 3+len(cfg.extra.values)+len(c.config.extra.values))
	maps.Copy(h, c.config.extra.values.Clone()) // other calls use the original
	maps.Copy(h, cfg.extra.values)
	own := [3]string{cfg.format.syntax().Media(), p.contentType, c.config.userAgent}
	for i, key := range []string{"Accept", "Content-Type", "User-Agent"} {
		if own[i] != "" {
			h[key] = own[i : i+1 : i+1]
		}
	}
	return h
}
