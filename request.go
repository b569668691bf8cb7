package tourney

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/go-querystring/query"

	"github.com/tourney-go/tourney/internal/baseurl"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// request is a checked request that is ready to be sent.
type request struct {
	op            *contract.Operation
	path          string // escaped, with the version segment, without query
	query         string
	body          []byte // nil when there is none
	contentType   string
	url           *url.URL
	header        http.Header
	secrets       []string         // among the parameters: passwords, numbers and codes of cards
	secretHeader  bool             // an option added a header with a secret
	callersBody   bool             // the body is the caller's and may hold secrets
	callersPath   bool             // the path and the query are the caller's and may hold secrets
	mayLackResult bool             // its answer may lack the operation's Result
	rowID         int64            // of the requested row; 0 when the request asks for no single row
	page          int              // number of the requested page; set with bad, 0 for a list without pages
	bad           *record.BadItems // collects rows that cannot be read; nil when such a row is an error
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

func (b byID) rowID() int64 { return b.ID }

// prepare checks the parameters against the contract, and encodes them as a query or a body.
func (c *core) prepare(op *contract.Operation, alias string, in any, cfg *callConfig) (*request, error) {
	shown := op.Shown
	req := &request{op: op, path: contract.BasePath + op.Path}
	for _, a := range op.Aliases {
		if a.Service == alias {
			req.path, shown = contract.BasePath+a.Path, a.Shown
		}
	}
	if c.config.profile.Strict && (op.Observed || !shown.Has(c.variant)) {
		message := fmt.Sprintf("the interface document does not show it for the %s variant", c.variant.Name)
		return nil, refuse(op, "", CodeUnavailable, message)
	}
	if len(cfg.includes) > 0 && op.Param("includes") == nil {
		return nil, refuse(op, "includes", CodeInvalid, "includes is not a parameter of this operation")
	}
	prepare := c.prepareBody
	if op.Method == http.MethodGet {
		prepare = c.prepareQuery
	}
	if err := prepare(req, in, cfg); err != nil {
		return nil, err
	}
	return req, c.complete(req, cfg)
}

func (c *core) prepareQuery(req *request, in any, cfg *callConfig) error {
	values, err := query.Values(in)
	if err != nil {
		return refuse(req.op, "", CodeInvalid, err.Error())
	}
	if row, ok := in.(interface{ rowID() int64 }); ok {
		req.rowID = row.rowID()
	}
	if len(cfg.includes) > 0 {
		values.Set("includes", joined(cfg.includes))
	}
	if err := c.check(req.op, node.FromQuery(values)); err != nil {
		return err
	}
	if cfg.skipBadRows {
		req.bad, req.page = &record.BadItems{Most: maxBadRows}, pageIn(req.op, values)
	}
	if len(values) > 0 {
		req.query = values.Encode()
	}
	return nil
}

// pageIn returns the number of the page that a query asks for; 0 for a list without pages.
func pageIn(op *contract.Operation, values url.Values) int {
	if !op.Paged {
		return 0
	}
	number, _ := strconv.Atoi(values.Get("page"))
	return max(number, contract.DefaultPage)
}

// joined returns the names as the parameter includes has them.
func joined(includes []Include) string {
	texts := make([]string, len(includes))
	for i, include := range includes {
		texts[i] = string(include)
	}
	return strings.Join(texts, ",")
}

func (c *core) prepareBody(req *request, in any, cfg *callConfig) error {
	if update, ok := in.(interface{ withWonBy(pairs []WonBy) any }); ok {
		in = update.withWonBy(c.config.profile.WonBy)
	}
	node, err := record.NodeOf(in)
	if err != nil {
		return withoutForm(req.op, err)
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
	req.mayLackResult = c.config.profile.NoTransactionID && check.ResultIsOpen(req.op, node)
	check.Form(req.op, &node)
	check.Spell(req.op, c.variant, &node)
	req.body, req.contentType = cfg.format.encode(node), cfg.format.media()
	return nil
}

// check returns an error that lists every rule of the contract that the request breaks, and every text that one of the
// formats cannot carry. WithoutChecks leaves the rules to the host, but such a text never gets there.
func (c *core) check(op *contract.Operation, in node.Node) error {
	var fields []FieldError
	check.Unwritable(&in, func(at *node.Node, v check.Violation) {
		if op.Method != http.MethodGet || !utf8.ValidString(at.Text) { // a query carries every character, and is no row
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
	for _, v := range check.Request(op, c.variant, node) {
		fields = append(fields, fieldError(v.Path, ErrorCode(v.Code), v.Message))
	}
	return fields
}

// withoutForm returns an error that names the field of a value without a form on the wire, such as a day that no
// calendar has.
func withoutForm(op *contract.Operation, err error) error {
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

// complete sets the URL and the header of a request, after it has checked that the request may go out.
func (c *core) complete(req *request, cfg *callConfig) (err error) {
	req.secretHeader = cfg.extra.secret || c.config.extra.secret
	if err := c.allowed(req); err != nil {
		return err
	}
	req.url, err = c.urlOf(req)
	req.header = c.headerOf(req, cfg)
	return err
}

// mayHoldSecret reports whether the parameters, or the caller's own body, may hold a password or a card.
func (r *request) mayHoldSecret() bool { return len(r.secrets) > 0 || r.callersBody }

// allowed returns an error when a request would carry secrets over an unencrypted connection to another machine.
func (c *core) allowed(req *request) error {
	if c.config.mayCarrySecrets(c.base) {
		return nil
	}
	if req.mayHoldSecret() || req.secretHeader || c.config.signer != nil && !req.op.Open {
		const message = "it would send secrets over plain http: use https, or say WithPlainHTTP"
		return refuse(req.op, "", CodeSecureConnection, message)
	}
	return nil
}

func (c *core) urlOf(req *request) (*url.URL, error) {
	target := *c.base
	target.RawQuery = req.query
	return &target, baseurl.SetPath(&target, target.EscapedPath()+req.path)
}

// headerOf returns the header of a request, without the headers of the signer.
func (c *core) headerOf(req *request, cfg *callConfig) http.Header {
	h := make(http.Header, 3+len(cfg.extra.values)+len(c.config.extra.values))
	maps.Copy(h, c.config.extra.values.Clone()) // other calls have the same values
	maps.Copy(h, cfg.extra.values)
	own := [3]string{cfg.format.media(), req.contentType, c.config.userAgent}
	for i, key := range []string{"Accept", "Content-Type", "User-Agent"} {
		if own[i] != "" {
			h[key] = own[i : i+1 : i+1]
		}
	}
	return h
}
