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
	places  *places // of the operation; for a request that is no operation, of the nearest one
	guarded bool    // the request can hold a password or a card
	known   *needles
	signer  []string // names of query parameters with keys
	changed bool
	found   []string // the secrets that the redaction has found in the request
}

// The bounds of the secrets that the redaction looks for in the other parts of the request.
const (
	maxFound      = 64 // a registration with a card has two
	minFoundBytes = 3  // as many as the code of a card has
	maxFoundBytes = 32 // of a long text, because messages shorten texts
)

// newRedaction returns the redaction of a request. A request that is no operation is guarded, because it can be a
// payment with a typing error in its path.
func newRedaction(
	op, nearest *contract.Operation, accounts []model.Account, known *KnownSecrets, signer []string,
) redaction {
	r := redaction{places: placesOf()[nearest], known: known.of(accounts), signer: signer}
	r.guarded = op == nil || r.places.secret
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

func (r *redaction) pair(pair string) string {
	name, value, valued := strings.Cut(pair, "=")
	plainName, err := url.QueryUnescape(name)
	plainValue, failed := url.QueryUnescape(value)
	if err != nil || failed != nil {
		return redact.Mark
	}
	m := node.Member{Name: plainName, Node: node.Node{Kind: node.Text, Text: plainValue}}
	if r.member(&m, "", false); m.Name == redact.Mark {
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
	return slices.Contains(r.signer, name) || len(value) >= minKey && r.places.rows[""][name].Param == nil
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
	r.repeated(&n)
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

func (r *redaction) object(n *node.Node, name string) {
	hides := redact.Shown.HidesValue(n)
	for i := range n.Members {
		m := &n.Members[i]
		r.member(m, name, hides && node.SameName(m.Name, "Value"))
	}
}

// member redacts a member of an object of this name. The argument named is true for a value with the name of a secret
// in another member.
func (r *redaction) member(m *node.Member, object string, named bool) {
	row, known := r.places.rows[object][strings.ToLower(m.Name)]
	switch {
	case named || redact.SecretName(m.Name) || known && row.Param.Secret:
		r.note(&m.Node)
		r.withhold(&m.Node)
	case !known && r.guarded:
		r.value(&m.Node, row) // notes what has the name of a secret
		r.withhold(&m.Node)
	default:
		r.value(&m.Node, row)
	}
	isCode := redact.IsCode(m.Name)
	if isCode {
		r.found = append(r.found, m.Name) // messages contain ignored names
	}
	if isCode || !r.clean(m.Name) {
		m.Name, r.changed = redact.Mark, true
	}
}

// value redacts the value of a row, which is empty for an unknown member.
func (r *redaction) value(n *node.Node, row contract.Row) {
	switch {
	case n.Kind == node.Null:
	case n.Kind == node.Object && (row.Part != "" || !r.guarded):
		r.object(n, row.Part)
	case n.Kind == node.List:
		for i := range n.Items {
			r.value(&n.Items[i], row)
		}
	case n.Kind == node.Object || !r.clean(n.Text) || r.guarded && !fits(row.Param, n.Text):
		r.object(n, "?") // of unknown members: it notes those with the name of a secret
		r.misplaced(strings.TrimSpace(n.Text))
		r.withhold(n)
	}
}

// note notes the texts in a value, because other parts of the request may repeat them.
func (r *redaction) note(n *node.Node) {
	if text := strings.TrimSpace(n.Text); len(text) >= minFoundBytes {
		r.found = append(r.found, text)
	}
	for i := range n.Items {
		r.note(&n.Items[i])
	}
	for i := range n.Members {
		r.note(&n.Members[i].Node)
	}
}

// misplaced notes a number that is no value of its row. The number can be the code of a card, and a message may repeat
// the number. A message may also repeat the beginning of a text with a secret.
func (r *redaction) misplaced(text string) {
	if redact.AssignsSecret(text) || r.guarded && len(text) >= minFoundBytes && redact.IsNumber(text) {
		r.found = append(r.found, text[:min(len(text), maxFoundBytes)])
	}
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

// repeated withholds names and values that hold a secret from another place of the request. In a guarded request a code
// that is left is a valid number of its row, such as the id of a team, and equals the code of a card by chance.
func (r *redaction) repeated(n *node.Node) {
	if (!r.guarded || !redact.IsCode(n.Text)) && r.repeats(n.Text) {
		r.withhold(n)
	}
	for i := range n.Items {
		r.repeated(&n.Items[i])
	}
	for i := range n.Members {
		m := &n.Members[i]
		r.repeated(&m.Node)
		if r.repeats(m.Name) {
			m.Name, r.changed = redact.Mark, true
		}
	}
}

// repeats reports whether a text holds a secret that was found in the request. The code of a card counts only when it
// is no part of a longer number, because ids and postal codes have the same digits by chance.
func (r *redaction) repeats(text string) bool {
	return len(r.found) > 0 && redact.Holds(text, func(text string) bool {
		numbers := strings.FieldsFunc(text, func(c rune) bool { return c < '0' || c > '9' })
		return slices.ContainsFunc(r.found, func(secret string) bool {
			if strings.Trim(secret, "0123456789") == "" && redact.IsCode(secret) {
				return slices.Contains(numbers, secret)
			}
			return strings.Contains(text, secret)
		})
	})
}

// Shown redacts a text that is neither query nor body, such as a path or a message.
func (r *redaction) Shown(text string) string {
	if r.repeats(text) || r.known.in(text) {
		return redact.Mark
	}
	return text
}

// Path redacts the path of a request that is no operation. A number in the path can be the code of a card.
func (r *redaction) Path(path string) string {
	parts := strings.Split(path, "/")
	behind := false // the name of a secret
	for i, part := range parts {
		if r.places.secret && redact.IsCode(part) || behind || !r.clean(part) {
			parts[i] = redact.Mark
		}
		behind = redact.SecretName(part)
	}
	return r.Shown(redact.Safe(strings.Join(parts, "/")))
}
