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

// issuedKey finds the keys in the answer to a login, whether or not it can be read as a whole: after a name in any
// letter case a text or number of JSON, an attribute, what follows a tag, or a word that is too long for one of a
// message.
var issuedKey = regexp.MustCompile(`(?is)api(?:secret)?key"?` +
	`(?:['\s]*[:=][\s\['{]*(?:"((?:[^"\\]|\\.)*)|([0-9][^\s",}\]]*)|([^\s"'<>,;&}\]]{12,}))` +
	`|(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[)?([^<\]]+))`)

// The bounds of the search for keys. A login issues two, in a body of some hundred bytes.
const (
	maxIssued     = 16
	maxIssuedBody = secrets.MaxText
	leastIssued   = 3
)

// issuedIn returns the keys that the answer to a login holds, as they are written there and in what they mean. An
// answer that is too large, or has too many of them, is a secret as a whole, and then so is all that is said of it.
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

// issuedTexts returns a key as it is written and as it is used.
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

// headerSecrets returns the secrets of a header: its values, and their parts that hosts know by themselves.
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

// leastCookie is how long the value of a cookie must be to be a secret. Shorter ones are settings, such as dark or 1.
const leastCookie = 8

func cookieSecrets(header string) (found []secrets.Secret) {
	for pair := range strings.SplitSeq(header, ";") {
		if _, value, _ := strings.Cut(pair, "="); len(value) >= leastCookie {
			found = append(found, secrets.Secret{Text: value})
		}
	}
	return found
}

// credentialsIn returns what follows the scheme of an Authorization, and the password of Basic (RFC 7617).
func credentialsIn(header string) []secrets.Secret {
	scheme, token, found := strings.Cut(header, " ")
	if !found {
		return nil
	}
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
	if err != nil || format == JSON {
		n, _ := jsoncodec.ParseNode(body, jsoncodec.Limits{})
		return n, err
	}
	_, n, err := xmlwire.ParseNode(body, xmlwire.Limits{Root: rootRequest})
	return n, err
}

// appendNamed appends the texts under names of secrets.
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

// secretNames are the names of parameters that are secrets, and of the keys that a login issues.
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

// lastName returns what follows the last point of a dotted name, in lower case.
func lastName(name string) string { return strings.ToLower(name[strings.LastIndexByte(name, '.')+1:]) }
