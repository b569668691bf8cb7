package cassette

import (
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/pseudonym"
	"github.com/tourney-go/tourney/internal/redact"
)

const withheld = redact.Mark

var errLeftOut = errors.New("the body is left out")

// madeUpKey replaces the keys in the answer to a login. A client expects base64.
var madeUpKey = base64.StdEncoding.EncodeToString([]byte("made-up key"))

// redaction removes secrets from one exchange.
type redaction struct {
	op    *contract.Operation // nil for a request that is no operation
	sent  bool                // it looks at the request, in which a card can be anywhere
	found []string            // the secrets of the exchange
	long  *redact.Search
	codes *redact.Search // secrets of three or four digits, as ids can have too
}

// newRedaction returns the redaction of an exchange with a request header, whose values can be echoed. Keys are secrets
// of earlier exchanges.
func newRedaction(op *contract.Operation, h http.Header, keys []string) *redaction {
	r := &redaction{op: op, found: slices.Clone(keys)}
	for name, values := range h {
		if slices.Contains(keptHeaders, name) || name == "User-Agent" {
			continue
		}
		least := minKey
		if folded := node.FoldedName(name); strings.Contains(folded, "auth") || strings.Contains(folded, "key") {
			least = minKey / 2
		}
		for _, value := range values {
			if scheme, rest, found := strings.Cut(value, " "); found && len(scheme) < minKey {
				value = rest // of Bearer and the like, which texts can have
			}
			parts := strings.FieldsFunc(value, func(c rune) bool { return strings.ContainsRune(" .;,=", c) })
			for _, part := range append(parts, value) {
				if len(part) >= least {
					r.add(part)
				}
			}
		}
	}
	return r
}

// add notes a secret, what its base64 says, and the password in that (RFC 7617).
func (r *redaction) add(text string) {
	r.found = append(r.found, text)
	if plain, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "=")); err == nil && len(plain) > 0 {
		_, password, _ := strings.Cut(string(plain), ":")
		r.found = append(r.found, string(plain), password)
	}
}

// charges reports whether it looks at a request that can have a card.
func (r *redaction) charges() bool { return r.sent && (r.op == nil || r.op.Class == contract.Charge) }

// isSecret reports whether a member must not be recorded. A card also has a date, and its code can have a name that is
// no parameter. The name of an account is one, because the answer to a login repeats it.
func (r *redaction) isSecret(name string, n *node.Node) bool {
	folded := node.FoldedName(name)
	if r.op != nil && r.op.Class == contract.Login && (redact.NamesSecret(folded) || folded == "username") {
		return true
	}
	return redact.SecretName(name) || r.charges() && n.Kind != node.Bool &&
		(strings.Contains(folded, "card") || redact.IsCode(n.Text) && !r.hasParameter(folded))
}

// hasParameter reports whether the operation has a parameter with this name, or with this last part of its name.
func (r *redaction) hasParameter(name string) bool {
	return r.op != nil && slices.ContainsFunc(r.op.Params, func(p contract.Param) bool {
		return strings.HasSuffix("."+p.Name, "."+name) || strings.HasSuffix("."+p.Also, "."+name)
	})
}

// collect notes the secrets below n, and withholds them.
func (r *redaction) collect(n *node.Node, mark string) {
	named := slices.ContainsFunc(n.Members, func(m node.Member) bool {
		return (node.SameName(m.Name, "Name") || node.SameName(m.Name, "Key")) && redact.NamesSecret(m.Text)
	})
	for i := range n.Members {
		m := &n.Members[i]
		if !r.isSecret(m.Name, &m.Node) && (!named || !node.SameName(m.Name, "Value")) {
			r.collect(&m.Node, mark)
			continue
		}
		r.addTexts(&m.Node)
		if m.Kind != node.Null {
			m.Node = node.Node{Kind: node.Text, Text: mark}
		}
	}
	for i := range n.Items {
		r.collect(&n.Items[i], mark)
	}
}

// unknown withholds what can be keys or signatures in a query, or belong to them: long values that are no parameters of
// the operation, and times.
func (r *redaction) unknown(query *node.Node) {
	for i := range query.Members {
		m := &query.Members[i]
		name := node.FoldedName(m.Name)
		signs := redact.NamesSecret(name) || strings.Contains(name, "time") || name == "nonce"
		if !r.hasParameter(name) && (signs || len(m.Text) >= minKey) {
			r.found = append(r.found, m.Text)
			m.Text = withheld
		}
	}
}

// minKey is the least length of a part of a header, or of an unknown parameter, that can be a key.
const minKey = 12

func (r *redaction) addTexts(n *node.Node) {
	if n.Kind == node.Text || n.Kind == node.Number {
		r.add(n.Text)
	}
	for i := range n.Members {
		r.addTexts(&n.Members[i].Node)
	}
	for i := range n.Items {
		r.addTexts(&n.Items[i])
	}
}

// search prepares for clean, when all secrets are collected.
func (r *redaction) search() {
	codes := slices.DeleteFunc(slices.Clone(r.found), func(text string) bool { return !redact.IsCode(text) })
	r.long, r.codes = redact.SearchFor(slices.DeleteFunc(r.found, redact.IsCode)...), redact.SearchFor(codes...)
}

// clean withholds texts that repeat a secret.
func (r *redaction) clean(n *node.Node) {
	switch n.Kind {
	case node.Text:
		n.Text = r.text(n.Text)
	case node.Number:
		if redact.HasNumber(n.Text) || r.charges() && redact.HasDigits(n.Text) || r.long.In(n.Text) {
			n.Text = "0"
		}
	}
	for i := range n.Items {
		r.clean(&n.Items[i])
	}
	for i := range n.Members {
		n.Members[i].Name = r.text(n.Members[i].Name)
		r.clean(&n.Members[i].Node)
	}
}

func (r *redaction) text(text string) string {
	if r.charges() {
		text = redact.Masked(text) // a number with a mistake too
	}
	if redact.WithoutNumbers(text) != text || // which can have the code and the date of the card too
		r.long.In(text) || r.long.InID(text) || redact.Holds(text, redact.AssignsSecret) ||
		!redact.IsNumber(text) && r.codes.In(text) {
		return withheld
	}
	return text
}

// headers replaces the secrets and the people in headers. A Location with an address or unknown parameters is left out.
func (m *message) headers(r *redaction, people *pseudonym.People) {
	for name, value := range m.Header {
		m.Header[name] = r.text(people.Text(value))
	}
	to, err := url.Parse(m.Header["Location"])
	unknown := func(m node.Member) bool { return !r.hasParameter(node.FoldedName(m.Name)) }
	if err != nil || to.Host != "" || slices.ContainsFunc(node.FromQuery(to.Query()).Members, unknown) {
		delete(m.Header, "Location")
	}
}
