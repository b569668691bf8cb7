package cassette

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/pseudonym"
	"github.com/tourney-go/tourney/internal/redact"
)

// replace withholds the secrets of an exchange, replaces what no row lists, and encodes the exchange. Keys are secrets
// of earlier logins. It returns them with those that the answer to a login has.
func (e *exchange) replace(h http.Header, keys []string, by *pseudonym.Replacer) []string {
	op := contract.Lookup(e.Operation)
	rows, login := op.RequestRows(), op != nil && op.Class == contract.Login
	secrets := append(secretsOf(h, &e.Request.query, rows[""]), e.Request.withhold(by, login, redact.Mark)...)
	if e.Answer != nil {
		mark := redact.Mark
		if login {
			mark = pseudonym.Key
		}
		answered := e.Answer.withhold(by, login, mark)
		if secrets = append(secrets, answered...); login {
			keys = append(keys, decoded(answered)...)
			slices.Sort(keys)
			keys = slices.Compact(keys)
		}
	}
	by.Hide(append(decoded(secrets), keys...))
	e.Request.replace(rows, by)
	if e.Answer != nil {
		e.Answer.replace(contract.AnswerRows(), by)
	}
	return keys
}

// secretsOf returns what can be keys or signatures, or parts of them: in headers that a file does not have, and in
// parameters that the operation does not have.
func secretsOf(h http.Header, query *node.Node, known map[string]contract.Row) (secrets []string) {
	const least = 6
	add := func(text string) {
		parts := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" .;,=", c) })
		secrets = append(secrets, slices.DeleteFunc(append(parts, text), func(part string) bool {
			return len(part) < least || redact.IsNumber(part)
		})...)
	}
	for name, values := range h {
		if !slices.Contains(keptHeaders, name) && name != "User-Agent" {
			for _, value := range values {
				add(value)
			}
		}
	}
	for _, m := range query.Members {
		if _, is := known[node.FoldedName(m.Name)]; !is {
			add(m.Text)
		}
	}
	return secrets
}

// decoded returns secrets, what their base64 says, and the passwords in that (RFC 7617).
func decoded(secrets []string) []string {
	all := slices.Clone(secrets)
	for _, text := range secrets {
		plain, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
		if err == nil && len(plain) > 0 {
			_, password, _ := strings.Cut(string(plain), ":")
			all = append(all, string(plain), password)
		}
	}
	return all
}

func (m *message) withhold(by *pseudonym.Replacer, login bool, mark string) []string {
	return append(by.Withhold(&m.query, login, mark), by.Withhold(&m.body, login, mark)...)
}

// replace replaces what no row lists, and encodes the message.
func (m *message) replace(rows contract.Rows, by *pseudonym.Replacer) {
	by.Replace(&m.query, rows, "")
	by.Replace(&m.body, rows, "")
	if m.root != "" && m.root != "Request" && m.root != "Response" {
		m.root = by.Name(m.root)
	}
	if op, _ := contract.FindOperation(m.Method, m.Path, false); op == nil || redact.HasNumber(m.Path) {
		m.Path = pathWithout(m.Path, by)
	}
	if m.Method != "" && !slices.Contains(methods, m.Method) {
		m.Method = strings.ToUpper(by.Name(m.Method))
	}
	if to := m.Header["Location"]; to != "" {
		if m.Header["Location"] = locationWithout(to, by); m.Header["Location"] == "" {
			delete(m.Header, "Location")
		}
	}
	m.encode()
}

// pathWithout returns a path with its parts replaced.
func pathWithout(path string, by *pseudonym.Replacer) string {
	parts, base := strings.Split(path, "/"), strings.Split(contract.BasePath, "/")
	for i, part := range parts {
		if !slices.Contains(base, part) {
			parts[i] = by.Name(part)
		}
	}
	return strings.Join(parts, "/")
}

// locationWithout returns a Location with its parameters replaced; "" for one that is no operation of the host.
func locationWithout(location string, by *pseudonym.Replacer) string {
	to, err := url.Parse(location)
	if err != nil || to.Host != "" || redact.HasNumber(to.Path) {
		return ""
	}
	m := &message{Method: http.MethodGet, Path: to.Path, query: node.FromQuery(to.Query())}
	op, _ := contract.FindOperation(m.Method, m.Path, m.query.Find("id") != nil)
	if op == nil {
		return ""
	}
	m.withhold(by, false, redact.Mark)
	m.replace(op.RequestRows(), by)
	return (&url.URL{Path: m.Path, RawQuery: m.Query}).String()
}
