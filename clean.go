package tourney

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/secrets"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// look returns the search for the request's secrets. It is made for the first text that is to be shown, while the
// answer is at hand.
func (r *request) look() *secrets.Search {
	if r.search == nil {
		r.search = secrets.New(r.allSecrets())
	}
	return r.search
}

// allSecrets returns what the request carried and what the answer to a login holds.
func (r *request) allSecrets() []secrets.Secret {
	all := slices.Clone(r.secrets)
	if r.foreign {
		all = append(all, namedSecrets(r)...)
	}
	if r.sent != nil {
		all = append(all, r.sent.secrets()...)
	}
	return all
}

// clean returns what may be shown of a text that a host wrote.
func (r *request) clean(text string) string { return r.look().Shown(text) }

// cleanID is clean for the id of a request, which may look like the number of a card by chance.
func (r *request) cleanID(id string) string { return r.look().ShownID(id) }

// cleanResult is cleanID for the id of what a create or charge made, which is of no use without its digits.
func (r *request) cleanResult(id string) string { return r.look().ShownResult(id) }

// shownPath returns the path as errors show it. One that is the caller's may hold anything.
func (r *request) shownPath() string {
	if r.foreign {
		return r.clean(r.path)
	}
	return r.path
}

// cleanItem takes out of an entry of Errors what must not be shown. A code can hold the digits of a card as well.
func (r *request) cleanItem(item *ErrorItem) {
	item.Message = r.clean(item.Message)
	if _, known := contract.LookupCode(int(item.Code)); !known && !r.look().Clean(strconv.Itoa(int(item.Code))) {
		item.Code = CodeOther
	}
	maps.DeleteFunc(item.Extra, func(name string, value json.RawMessage) bool {
		return !r.look().Clean(name + " " + string(value))
	})
}

// reworded returns an error about the text of the answer that may be shown. One that quotes a secret keeps only where
// it is. Of the answer to a login nothing is quoted: it is made of secrets.
func (a *answer) reworded(err error) error {
	at := new(record.Error)
	choice := []error{err}
	if errors.As(err, &at) {
		choice = append(choice, withoutContent(at, at.Path), withoutContent(at, ""))
		if a.req.op.Class == contract.Login && !at.Secret { // which shows no content as it is
			choice = choice[1:]
		}
	}
	for _, e := range choice {
		if a.req.showable(e) && a.quoted(e.Error(), at.Offset) == e.Error() {
			return e
		}
	}
	return errors.New(a.quoted(err.Error(), at.Offset))
}

// withoutContent returns a decoder's error with the place in the answer and without the content there.
func withoutContent(at *record.Error, path string) error {
	return &record.Error{
		Path: path, Offset: at.Offset, Line: at.Line, Found: "content not shown", Expected: at.Expected, Secret: true,
	}
}

// ellipsis is where our own errors cut a text that they quote.
const ellipsis = "…"

// quoteWindow is how much of a body is looked at on either side of a place that is quoted.
const quoteWindow = 4 << 10

// quoted returns what may be shown of a text of ours that quotes the answer at some place. A quote that was cut may end
// in the middle of a secret, with too little of it to be told. The answer itself has the rest.
func (a *answer) quoted(text string, offset int64) string {
	shown := a.req.clean(text)
	if shown != text || !strings.Contains(text, ellipsis) {
		return shown
	}
	place := int(min(offset, int64(len(a.body))))
	around := string(a.body[max(0, place-quoteWindow):min(len(a.body), place+quoteWindow)])
	if a.req.look().Clean(around) && a.req.look().Clean(a.header.Get("Content-Encoding")) {
		return text
	}
	return secrets.Withheld
}

// excerptWindow is how much of a body is looked at for what an excerpt shows of it: enough for a secret that begins in
// the excerpt, in any form, to be found.
const excerptWindow = maxExcerpt + 4<<10

// excerptOf returns the first part of a body, when the body holds no secret thereabouts.
func (r *request) excerptOf(body []byte) string {
	text := r.clean(string(body[:min(len(body), excerptWindow)]))
	return strings.ToValidUTF8(text[:min(len(text), maxExcerpt)], "")
}

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

// proxySecrets returns what a transport of net/http tells its proxy.
func (c *core) proxySecrets() []secrets.Secret {
	ours, _ := c.http.Transport.(*attempts)
	t, ok := ours.next.(*http.Transport)
	if !ok || t.Proxy == nil {
		return nil
	}
	found := headerSecrets(t.ProxyConnectHeader)
	proxy, err := t.Proxy(&http.Request{Method: http.MethodGet, URL: c.base, Host: c.base.Host, Header: http.Header{}})
	if err != nil || proxy == nil {
		return found
	}
	password, _ := proxy.User.Password()
	return append(found, secrets.Secret{Text: password, Chosen: true})
}

// namedSecrets returns the secrets in the query and the body of a RawRequest, by their names.
func namedSecrets(r *request) (found []secrets.Secret) {
	query, _ := url.ParseQuery(r.query)
	node := node.FromQuery(query)
	found = appendNamed(found, &node, false)
	if body, err := parseRequest(r.contentType, r.body); err == nil {
		found = appendNamed(found, &body, false)
	}
	return found
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
