// Package recording contains the journal, which stores the last calls of a server within bounds of count and bytes, and
// the feeds, which tell what happens in a world. The package removes secrets from requests before it stores them, and
// writes the report for the log of a failed test.
//
// It knows the rows of operations, which are the parameters in the contract, and the secrets of accounts. To make the
// journal store another header, add the header in this package. If the text of a value, or the name of its member or
// parameter, shows that the value is a secret, add the new kind of secret to package redact. If its header or its place
// in a request shows that, add the kind to this package. A feeder regularly compares counters of a world with those
// that it read before. A new kind of news needs a number in Mark, and a constant in mockserver/feed.
package recording

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// The bounds of the parts of a request that the journal keeps.
const (
	maxKeptQuery = 4 << 10
	maxSearched  = 64 << 10 // bytes of a body that are searched for secrets
)

// redaction removes secrets from one request before the journal keeps it. It withholds values that it cannot check.
type redaction struct {
	op      *contract.Operation // whose rows describe the members: for a request that is no operation, the nearest one
	guarded bool                // the request can hold a password or a card
	known   *needles
	signer  []string // names of query parameters with keys
	changed bool
	found   foundSecrets // the values that have names of secrets
}

// newRedaction returns the redaction of a request. A request that is no operation is guarded, because it can be a
// payment with a typing error in its path.
func newRedaction(
	op, nearest *contract.Operation, accounts []model.Account, known *KnownSecrets, signer []string,
) redaction {
	r := redaction{op: op, known: known.of(accounts), signer: signer}
	if op == nil {
		r.op, r.guarded = nearest, true
		return r
	}
	r.guarded = hasSecrets(op)
	return r
}

// Query returns a query without secrets, in the form in which the journal keeps it.
func (r *redaction) Query(q *wire.Query) string {
	raw, left := q.Raw, ""
	if raw == "" {
		return ""
	}
	if len(raw) > maxKeptQuery {
		short := wire.ParseQuery(raw[:max(0, strings.LastIndexByte(raw[:maxKeptQuery], '&'))])
		q, raw, left = &short, short.Raw, "…"
	}
	if !r.guarded && len(r.signer) == 0 && !strings.ContainsAny(raw, `\%_;`) && r.ordinary(raw) && !r.mayHoldKeys(q) {
		return strings.Clone(raw) + left
	}
	pairs := strings.Split(raw, "&")
	for i := range pairs {
		pairs[i] = r.pair(pairs[i])
	}
	return strings.Join(pairs, "&") + left
}

// pair returns a parameter of a query.
func (r *redaction) pair(pair string) string {
	name, value, valued := strings.Cut(pair, "=")
	plainName, err := url.QueryUnescape(name)
	plainValue, failed := url.QueryUnescape(value)
	if err != nil || failed != nil {
		return redact.Mark
	}
	m := node.Member{Name: plainName, Node: node.Node{Kind: node.Text, Text: plainValue}}
	if r.member(&m, strings.ToLower(plainName)); m.Name == redact.Mark {
		name = redact.Mark
	}
	if valued && (m.Text == redact.Mark || r.mayBeKey(plainName, plainValue)) {
		value = redact.Mark
	}
	if !valued {
		return name
	}
	return name + "=" + value
}

// minKey is the shortest value of a parameter with an unknown name that counts as a key.
const minKey = 12

// mayBeKey reports whether a parameter of a query can be the key of a signer: because of its name, or because it is
// long and no row has its name.
func (r *redaction) mayBeKey(name, value string) bool {
	name = strings.ToLower(name)
	return slices.Contains(r.signer, name) || len(value) >= minKey && rowNamed(r.op, name) == nil
}

// mayHoldKeys reports whether a query without escapes has a parameter for which mayBeKey returns true.
func (r *redaction) mayHoldKeys(q *wire.Query) bool {
	return slices.ContainsFunc(q.Pairs, func(p wire.Pair) bool { return r.mayBeKey(p.Name, p.Value) })
}

// ordinary reports whether a text without escapes holds no secret and no name of a secret.
func (r *redaction) ordinary(text string) bool {
	return len(r.known.alone) == 0 && !redact.HasDigits(text) && !r.known.inPlain(text) && !redact.MayNameSecrets(text)
}

// Body returns a body in the form in which the journal keeps it; "" for a body that is withheld. If a body has no
// secrets, Body returns it unchanged. Otherwise Body decodes the body and encodes it again without the secrets.
func (r *redaction) Body(f *wire.Format, body []byte) string {
	long := len(body) > maxSearched
	if long {
		body = body[:check.MaxBody+maxKeptQuery] // a secret that the cut divides is found in the longer part
	}
	raw := string(body)
	inText := long || utf8.Valid(body)
	if inText && !r.guarded && !redact.MayHaveEscapes(raw) && !mayDivideTexts(raw) && r.ordinary(raw) {
		return kept(raw)
	}
	if f == nil || long {
		return ""
	}
	n, concealed, err := check.ReadBody(body, f == wire.XML)
	if err != nil || n.Kind != node.Object {
		return ""
	}
	r.object(&n, "")
	if len(r.found) > maxFound {
		return ""
	}
	r.repeated(&n, "")
	if r.changed || concealed && !r.unsuspicious(raw) {
		raw = string(check.WriteBody(n, f == wire.XML))
	}
	if redact.Masked(raw) != raw || r.known.in(raw) {
		return ""
	}
	return kept(raw)
}

// mayDivideTexts reports whether a body may have a section of CDATA, a comment or an instruction of XML, which can
// divide a text.
func mayDivideTexts(body string) bool {
	return strings.Contains(body, "<!") || strings.Contains(body, "<?")
}

// unsuspicious reports whether the journal can keep a body unchanged. The check needs the raw text, because parts that
// the decoded body does not have, such as comments in XML, can contain a secret.
func (r *redaction) unsuspicious(raw string) bool {
	return !r.guarded && len(r.known.alone) == 0 && r.clean(raw) && !redact.Holds(raw, redact.HoldsSecretWord)
}

// kept returns the part of a body that the journal keeps.
func kept(text string) string {
	if len(text) > check.MaxBody { // a part of a text keeps the whole text in memory
		return strings.Clone(strings.ToValidUTF8(text[:check.MaxBody], ""))
	}
	return text
}

// object redacts the members of an object with this dotted name.
func (r *redaction) object(n *node.Node, scope string) {
	hides := redact.Shown.HidesValue(n)
	for i := range n.Members {
		m := &n.Members[i]
		if hides && node.SameName(m.Name, "Value") {
			r.found = appendTexts(r.found, &m.Node)
			r.withhold(&m.Node)
		}
		name := strings.ToLower(m.Name)
		if scope != "" {
			name = scope + "." + name
		}
		r.member(m, name)
	}
}

// member redacts a member with this dotted name.
func (r *redaction) member(m *node.Member, name string) {
	row := rowNamed(r.op, name)
	switch {
	case redact.SecretName(m.Name) || row != nil && row.Secret:
		r.found = appendTexts(r.found, &m.Node)
		r.withhold(&m.Node)
	case row == nil && r.guarded:
		r.withhold(&m.Node)
	default:
		r.value(&m.Node, row, name)
	}
	r.name(m)
}

// name redacts a name that can be a secret in a wrong place.
func (r *redaction) name(m *node.Member) {
	if redact.IsCode(m.Name) {
		r.found = append(r.found, m.Name) // messages contain ignored names
	}
	if redact.IsCode(m.Name) || !r.clean(m.Name) {
		m.Name, r.changed = redact.Mark, true
	}
}

// value redacts the value of a row, which is nil for an unknown member.
func (r *redaction) value(n *node.Node, row *contract.Param, name string) {
	switch n.Kind {
	case node.Null:
	case node.Object:
		if row != nil && (row.Type == contract.List || row.Type == contract.Integers || row.Type == contract.Names) {
			r.items(n, row, name)
			return
		}
		r.object(n, name)
	case node.List:
		for i := range n.Items {
			r.item(&n.Items[i], row, name)
		}
	default:
		if !r.clean(n.Text) || r.guarded && !fits(row, n.Text) {
			r.misplaced(n.Text)
			r.withhold(n)
		}
	}
}

// misplaced notes a number that is no value of its row. The number can be the code of a card, and a message may repeat
// the number. A message may also repeat the beginning of a text with a secret.
func (r *redaction) misplaced(text string) {
	if redact.AssignsSecret(text) {
		r.found = append(r.found, text[:min(len(text), maxRepeated)])
	}
	if text = strings.TrimSpace(text); r.guarded && len(text) >= minRepeated && redact.IsNumber(text) {
		r.found = append(r.found, text)
	}
}

// items redacts a list in its form in XML: an object with a member for each item.
func (r *redaction) items(n *node.Node, row *contract.Param, name string) {
	for i := range n.Members {
		m := &n.Members[i]
		r.item(&m.Node, row, name)
		r.name(m)
	}
}

// item redacts an item of a list.
func (r *redaction) item(n *node.Node, row *contract.Param, name string) {
	if n.Kind == node.Object {
		r.object(n, name)
		return
	}
	r.value(n, row, name)
}

// clean reports whether a text holds no number of a card, no secret of an account and no value with the name of a
// secret.
func (r *redaction) clean(text string) bool {
	return redact.Masked(text) == text && !r.known.in(text) && !redact.Holds(text, redact.AssignsSecret)
}

func (r *redaction) withhold(n *node.Node) {
	if n.Kind != node.Null {
		*n, r.changed = node.Node{Kind: node.Text, Text: redact.Mark}, true
	}
}

// repeated withholds values below a dotted name that contain a secret from another place of the request.
func (r *redaction) repeated(n *node.Node, name string) {
	row := rowNamed(r.op, name)
	switch n.Kind {
	case node.Object, node.List, node.Null:
	default:
		known := row != nil && !row.Secret && fits(row, n.Text)
		if known && r.found.inValue(n.Text, row.Type != contract.String) || !known && r.found.in(n.Text) {
			r.withhold(n)
		}
	}
	for i := range n.Items {
		r.repeated(&n.Items[i], name)
	}
	for i := range n.Members {
		m := &n.Members[i]
		r.repeated(&m.Node, below(row, name, m.Name))
		if r.found.in(m.Name) {
			m.Name, r.changed = redact.Mark, true
		}
	}
}

// below returns the dotted name of a member. An item of a list is a member in XML, and gets the name of its list.
func below(row *contract.Param, scope, name string) string {
	switch {
	case scope == "":
		return strings.ToLower(name)
	case row != nil && (row.Type == contract.List || row.Type == contract.Integers || row.Type == contract.Names):
		return scope
	}
	return scope + "." + strings.ToLower(name)
}

// Shown redacts a text that is neither query nor body, such as a path or a message.
func (r *redaction) Shown(text string) string {
	if r.found.in(text) {
		return redact.Mark
	}
	return r.known.hidden(text)
}

// Path redacts the path of a request that is no operation. A number in the path can be the code of a card.
func (r *redaction) Path(path string) string {
	parts := strings.Split(path, "/")
	behind := false // the name of a secret
	for i, part := range parts {
		if r.op != nil && hasSecrets(r.op) && redact.IsCode(part) || behind || !r.clean(part) {
			parts[i] = redact.Mark
		}
		behind = redact.SecretName(part)
	}
	return r.Shown(redact.Safe(strings.Join(parts, "/")))
}
