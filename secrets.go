package tourney

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/internal/withhold"
	"github.com/tourney-go/tourney/secret"
)

// redactor returns the Redactor, which decides which texts the errors of the call show.
func (o *outcome) redactor() *withhold.Redactor { return withhold.New(o.carried()) }

// carried returns which secrets the request carried. A host could repeat some secrets in a form that no search finds: a
// password, the number or the code of a card, what the signer put into the URL, and any of these in a request of
// Client.Do. So no error shows a text of the host about a request with such a secret. A login counts as such a request
// even without a password, because the answer to a login has keys.
func (o *outcome) carried() withhold.Carried {
	r, login := o.req, o.req.op.Class == contract.Login
	own := r.callers && (namesSecret(r.query) || namesSecret(string(r.body)))
	return withhold.Carried{
		Texts: o.secrets(), Base: r.core.base.EscapedPath(), Path: r.path,
		Secret: len(r.secrets) > 0 || login || own || o.InURL, Login: login, OwnError: isOwnError,
	}
}

// isOwnError reports whether this package made an error, so that every text of a host in the error is from an error
// that it wraps.
func isOwnError(err error) bool {
	switch err.(type) { //nolint:errorlint // withhold looks at each error of a chain separately
	case *APIError, *DecodeError, *TransportError, *ValidationError, *OutcomeUnknownError, *wrappedError:
		return true
	}
	return false
}

// namesSecret reports whether a query or a body has the name of a secret parameter.
func namesSecret(text string) bool {
	text = strings.ToLower(redact.Plain(text))
	return slices.ContainsFunc(secretNames(), func(name string) bool { return strings.Contains(text, name) })
}

// secretNames returns the names of secret parameters, and of the keys that a login issues, in lower case.
var secretNames = sync.OnceValue(func() []string {
	names := []string{"apikey", "apisecretkey"}
	for _, op := range contract.Operations() {
		for i := range op.Params {
			if p := &op.Params[i]; p.Secret {
				names = append(names, p.Name[strings.LastIndexByte(p.Name, '.')+1:])
			}
		}
	}
	return names
})

// secrets returns the texts that no error about the answer may repeat. These texts are the secret parameters, the keys
// of the last attempt, the keys that the host refused before, and the values of the headers in secretHeaders. A signer,
// an option, the user's cookie jar or the transport may have set such a header. The password of the login is among the
// texts, because the host knows it too.
func (o *outcome) secrets() []string {
	found := slices.Clone(o.req.secrets)
	for _, keys := range o.Keys {
		if keys, ok := keys.(*auth.Credentials); ok {
			found = append(found, keys.APIKey, keys.APISecret.Reveal())
		}
	}
	for _, sent := range o.Wires {
		found = append(found, headerSecrets(sent)...)
	}
	found = append(found, o.req.core.proxySecrets()...)
	if login := o.req.core.config.login; login != nil && !o.req.op.Open {
		found = append(found, login.Password.Reveal())
	}
	return found
}

// proxySecrets returns the secrets that a transport of net/http sends to its proxy.
func (c *core) proxySecrets() []string {
	t, ok := c.sender.(*http.Transport)
	if !ok || t.Proxy == nil {
		return nil
	}
	found := headerSecrets(t.ProxyConnectHeader)
	proxy, err := t.Proxy(&http.Request{Method: http.MethodGet, URL: c.base, Host: c.base.Host, Header: http.Header{}})
	if err != nil || proxy == nil || proxy.User == nil {
		return found
	}
	password, _ := proxy.User.Password()
	to := &http.Request{Header: http.Header{}}
	to.SetBasicAuth(proxy.User.Username(), password)
	return append(found, headerSecrets(to.Header)...)
}

// secretHeaders are the headers whose values are secrets.
var secretHeaders = []string{"Authorization", "Proxy-Authorization", "Cookie"}

// headerSecrets returns the secrets of a header: the values, and parts of the values that a host may repeat without the
// rest.
func headerSecrets(h http.Header) (found []string) {
	for _, name := range secretHeaders {
		for _, value := range h.Values(name) {
			found = append(found, value)
			if name == "Cookie" {
				found = append(found, cookieSecrets(value)...)
			} else {
				found = append(found, credentialsIn(value)...)
			}
		}
	}
	return found
}

// minCookie is the least length of a cookie value that counts as a secret. A shorter value counts as a setting, such as
// dark or 1.
const minCookie = 8

func cookieSecrets(header string) (found []string) {
	for pair := range strings.SplitSeq(header, ";") {
		if _, value, _ := strings.Cut(pair, "="); len(value) >= minCookie {
			found = append(found, value)
		}
	}
	return found
}

// credentialsIn returns the text after the scheme of an Authorization header, and the password of Basic (RFC 7617).
func credentialsIn(header string) []string {
	scheme, token, found := strings.Cut(header, " ")
	if !found {
		return nil
	}
	token = strings.TrimLeft(token, " ") // RFC 9110, section 11.4
	all := []string{token}
	if pair, err := base64.StdEncoding.DecodeString(token); err == nil && strings.EqualFold(scheme, "Basic") {
		_, password, _ := strings.Cut(string(pair), ":")
		all = append(all, string(pair), password)
	}
	return all
}

// shownItems removes secrets from the entries of Errors. If it changes a message, it also returns a function that
// returns the messages as the host wrote them.
func shownItems(show *withhold.Redactor, items []ErrorItem) (shown []ErrorItem, said func() []string) {
	shown = slices.Clone(items)
	for i := range shown {
		showItem(show, &shown[i])
	}
	messages := messagesOf(items)
	if slices.Equal(messages, messagesOf(shown)) {
		return shown, nil
	}
	return shown, func() []string { return messages }
}

// showItem removes secrets from an entry of Errors. A code can have the digits of a card, too.
func showItem(show *withhold.Redactor, item *ErrorItem) {
	item.Message, item.Field = show.Text(item.Message), show.Name(item.Field)
	digits := strconv.Itoa(int(item.Code))
	if _, known := contract.LookupCode(int(item.Code)); !known && show.Searched(digits) != digits {
		item.Code = CodeOther
	}
	maps.DeleteFunc(item.Extra, func(name string, value json.RawMessage) bool {
		return !show.IsClean(name + " " + string(value))
	})
}

// fieldError returns a broken rule. It does not repeat a card number in the wrong field.
func fieldError(path string, code ErrorCode, message string) FieldError {
	return FieldError{Path: path, Code: code, Message: redact.WithoutNumbers(message)}
}

// Account is an event director's account with its decoded keys (sections 4.1 and 5).
type Account struct {
	ID          int64            `json:"Id"`
	Email       string           `json:"Email"`
	Credentials auth.Credentials `json:"-"`
	Extra       Extra            `json:"-"`
}

// Login is the body of POST /authenticate (section 4.1). The user name and the password have at most 50 characters
// each.
type Login struct {
	Username string      `json:"Username,omitzero"`
	Password secret.Text `json:"Password,omitzero"`
}

func (Login) operation() string { return "Authentication.Authenticate" }

type accountBody struct {
	ID           int64    `json:"Id"`
	APIKey       loginKey `json:"ApiKey"`
	APISecretKey loginKey `json:"ApiSecretKey"`
	Email        string
	Extra        Extra `json:"-"`
}

// missing returns the error for an answer that lacks one of the keys.
func (b *accountBody) missing() error {
	for _, key := range []struct {
		path string
		loginKey
	}{{"/ApiKey", b.APIKey}, {"/ApiSecretKey", b.APISecretKey}} {
		if key.IsZero() {
			return &record.Error{Path: key.path, Found: "nothing", Expected: key.Expected(), Secret: true}
		}
	}
	return nil
}

// loginKey is a key in the answer to POST /authenticate. Its UnmarshalText decodes base64, so that the decoder names
// the place of a key that is not base64.
type loginKey struct{ secret.Text }

// UnmarshalText decodes an API key or a secret key.
func (k *loginKey) UnmarshalText(text []byte) error {
	keys, err := auth.Decode(string(text), string(text))
	k.Text = keys.APISecret
	return err
}

// Expected returns the form of a key, for an error that must not show the key.
func (loginKey) Expected() string { return "base64 text" }

// Authenticate exchanges an event director's user name and password for keys (sections 4.1 and 5). It returns the keys
// decoded from base64. For a wrong password the error is an [ErrUnauthorized]. For a missing key, and for a key that is
// not base64, the error is a [DecodeError] that names the member.
func (c *Client) Authenticate(ctx context.Context, username, password string, opts ...CallOption) (Account, error) {
	return authenticate(ctx, shared(c), Login{Username: username, Password: secret.New(password)}, opts)
}

func authenticate(ctx context.Context, c *core, login Login, opts []CallOption) (Account, error) {
	body, err := invoke[accountBody](ctx, c, login.operation(), login, opts)
	if err != nil {
		return Account{}, err
	}
	keys := auth.Credentials{APIKey: body.APIKey.Reveal(), APISecret: body.APISecretKey.Text}
	return Account{ID: body.ID, Email: body.Email, Credentials: keys, Extra: body.Extra}, nil
}
