package tourney

import (
	"encoding/base64"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/secrets"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// issuedKey finds the keys in the answer to a login, even if the answer is malformed. It matches the name of a key in
// any letter case and then a JSON text or number, an attribute, the text after a tag, or a word that is too long for an
// ordinary message.
var issuedKey = regexp.MustCompile(`(?is)api(?:secret)?key"?` +
	`(?:['\s]*[:=][\s\['{]*(?:"((?:[^"\\]|\\.)*)|([0-9][^\s",}\]]*)|([^\s"'<>,;&}\]]{12,}))` +
	`|(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[)?([^<\]]+))`)

// The bounds of the search for keys. A login issues two keys, in a body of some hundred bytes.
const (
	maxIssued     = 16
	maxIssuedBody = secrets.MaxText
	leastIssued   = 3
)

// issuedIn returns the keys in the answer to a login, both as the body writes them and decoded. If the answer is too
// large or has too many keys, the whole body is the secret.
func issuedIn(body []byte) (found []secrets.Secret) {
	if len(body) > maxIssuedBody {
		return []secrets.Secret{{Text: string(body)}}
	}
	for _, stage := range secrets.Stages(string(body)) {
		keys := issuedKey.FindAllStringSubmatch(stage, maxIssued+1)
		if len(keys) > maxIssued {
			return []secrets.Secret{{Text: string(body)}}
		}
		for _, groups := range keys {
			found = append(found, issuedTexts(strings.TrimSpace(strings.Join(groups[1:], "")))...)
		}
	}
	return found
}

// issuedTexts returns a key as the body writes it, and decoded.
func issuedTexts(written string) (found []secrets.Secret) {
	if len(written) < leastIssued {
		return nil
	}
	for _, stage := range secrets.Stages(written) {
		found = append(found, secrets.Secret{Text: stage})
		if decoded, err := decodeKey("", stage); err == nil && len(decoded) >= leastIssued {
			found = append(found, secrets.Secret{Text: decoded})
		}
	}
	return found
}

// secretHeaders are the headers whose values are secrets.
var secretHeaders = []string{"Authorization", "Proxy-Authorization", "Cookie"}

// headerSecrets returns the secrets of a header: its values, and the parts of them that a host may repeat alone.
func headerSecrets(h http.Header) (found []secrets.Secret) {
	for _, name := range secretHeaders {
		for _, value := range h.Values(name) {
			found = append(found, secrets.Secret{Text: value})
			if name == "Cookie" {
				found = append(found, cookieSecrets(value)...)
			} else {
				found = append(found, credentialsIn(value)...)
			}
		}
	}
	return found
}

// leastCookie is the least length of a cookie value that is a secret. Shorter values are settings, such as dark or 1.
const leastCookie = 8

func cookieSecrets(header string) (found []secrets.Secret) {
	for pair := range strings.SplitSeq(header, ";") {
		if _, value, _ := strings.Cut(pair, "="); len(value) >= leastCookie {
			found = append(found, secrets.Secret{Text: value})
		}
	}
	return found
}

// credentialsIn returns the text after the scheme of an Authorization header, and the password of Basic (RFC 7617).
func credentialsIn(header string) []secrets.Secret {
	scheme, token, found := strings.Cut(header, " ")
	if !found {
		return nil
	}
	token = strings.TrimLeft(token, " ") // RFC 9110, section 11.4
	all := []secrets.Secret{{Text: token}}
	if pair, err := base64.StdEncoding.DecodeString(token); err == nil && strings.EqualFold(scheme, "Basic") {
		_, password, _ := strings.Cut(string(pair), ":")
		all = append(all, secrets.Secret{Text: string(pair)}, secrets.Secret{Text: password, Chosen: true})
	}
	return all
}

// parseRequest reads the body of a RawRequest as names and values.
func parseRequest(contentType string, body []byte) (node.Node, error) {
	format, err := formatOf(contentType, body)
	if err != nil || format.Format == JSON {
		n, _ := jsoncodec.ParseNode(body, jsoncodec.Limits{})
		return n, err
	}
	_, n, err := xmlwire.ParseNode(body, xmlwire.Limits{Root: rootRequest})
	return n, err
}

// appendNamed appends the texts whose names are those of secrets.
func appendNamed(found []secrets.Secret, n *node.Node, secret bool) []secrets.Secret {
	if secret && n.Text != "" {
		found = append(found, secrets.Secret{Text: n.Text, Chosen: true})
	}
	for i := range n.Items {
		found = appendNamed(found, &n.Items[i], secret)
	}
	for i := range n.Members {
		found = appendNamed(found, &n.Members[i].Node, secret || secretNames()[lastName(n.Members[i].Name)])
	}
	return found
}

// secretNames are the names of secret parameters, and of the keys that a login issues.
var secretNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{"apikey": true, "apisecretkey": true}
	for _, op := range contract.Operations() {
		for i := range op.Params {
			if op.Params[i].Secret {
				names[lastName(op.Params[i].Name)] = true
			}
		}
	}
	return names
})

// lastName returns the part of a dotted name after the last dot, in lower case.
func lastName(name string) string { return strings.ToLower(name[strings.LastIndexByte(name, '.')+1:]) }
