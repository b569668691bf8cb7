package tourney

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"html"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// withoutSecrets removes secrets from what a host, a transport or a signer said: in every way of writing them that is to be
// expected, and what is left of one where the text was cut.
func withoutSecrets(text string, secrets []string) string {
	if len(secrets) == 0 {
		return text
	}
	written := writings(secrets)
	for _, form := range written {
		text = strings.ReplaceAll(text, form, redacted)
	}
	return withoutHalves(text, written)
}

// writings returns the secrets in each of their forms, the longest first: one may lie inside another.
func writings(secrets []string) []string {
	var forms []string
	for _, secret := range secrets {
		raw := []byte(secret)
		inHex := hex.EncodeToString(raw)
		forms = append(forms, secret,
			url.QueryEscape(secret), url.PathEscape(secret),
			html.EscapeString(secret), namedEntities.Replace(secret),
			unquoted(inJSON(secret, true)), unquoted(inJSON(secret, false)),
			unquoted(strconv.Quote(secret)), unquoted(strconv.QuoteToASCII(secret)),
			base64.RawStdEncoding.EncodeToString(raw), base64.RawURLEncoding.EncodeToString(raw),
			inHex, strings.ToUpper(inHex),
		)
	}
	slices.SortFunc(forms, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	return slices.Compact(forms)
}

// issuedKey finds the keys in the answer to a login, whether or not it can be read as a whole: after a name in any letter case a
// text or number of JSON, an attribute, or what follows a tag.
var issuedKey = regexp.MustCompile(`(?is)api(?:secret)?key"?(?:\s*[:=][\s\[]*(?:"((?:[^"\\]|\\.)*)|([0-9][^\s",}\]]*))` +
	`|(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[)?([^<\]]+))`)

// maxIssued bounds how many are looked for: a login issues two.
const maxIssued = 16

// issuedIn returns the keys that the answer to a login holds, as they are written there and in what they mean.
func issuedIn(body []byte) (found []string) {
	for _, groups := range issuedKey.FindAllSubmatch(body, maxIssued) {
		written := strings.TrimSpace(string(bytes.Join(groups[1:], nil)))
		for _, text := range []string{written, ofJSON(written), html.UnescapeString(written)} {
			decoded, _ := decodeKey("", text)
			found = append(found, text, decoded)
		}
	}
	slices.Sort(found)
	return slices.DeleteFunc(slices.Compact(found), func(text string) bool { return len(text) < leastHalf })
}

// ofJSON returns the text that a string of JSON stands for, "" when it is broken.
func ofJSON(written string) (text string) {
	_ = json.Unmarshal([]byte(`"`+written+`"`), &text)
	return text
}

// namedEntities is how XML may be written beside html.EscapeString, which prefers numbers.
var namedEntities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")

func inJSON(text string, escapeHTML bool) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(escapeHTML)
	_ = e.Encode(text) // a string can always be written
	return strings.TrimSuffix(b.String(), "\n")
}

func unquoted(text string) string { return text[1 : len(text)-1] }

// reworded returns an error about the text of an answer, or one without the request's secrets in its place, which keeps
// nothing of the first: it quotes the answer.
func (r *request) reworded(err error) error {
	if text := err.Error(); r.clean(text) != text {
		return errors.New(r.clean(text))
	}
	return err
}

// clean drops the members in which a host repeats secrets.
func (e Extra) clean(secrets []string) {
	maps.DeleteFunc(e, func(name string, value json.RawMessage) bool {
		text := name + " " + string(value)
		return withoutSecrets(text, secrets) != text
	})
}

// ellipsis is where our own errors cut a text that they quote.
const ellipsis = "…"

// withoutHalves removes the beginnings of secrets in front of every ellipsis.
func withoutHalves(text string, written []string) string {
	var b strings.Builder
	for {
		head, tail, cut := strings.Cut(text, ellipsis)
		if !cut {
			b.WriteString(head)
			return b.String()
		}
		b.WriteString(withoutHalf(head, written))
		b.WriteString(ellipsis)
		text = tail
	}
}

// leastHalf is how long the beginning of a secret must be to be taken for one: less could be anything.
const leastHalf = 3

func withoutHalf(head string, written []string) string {
	whole := strings.TrimRight(head, "\uFFFD") // of a character that was cut
	for _, form := range written {
		for n := min(len(form)-1, len(whole)); n >= leastHalf; n-- {
			if strings.HasSuffix(whole, form[:n]) {
				return whole[:len(whole)-n] + redacted
			}
		}
	}
	return head
}
