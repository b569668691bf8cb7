package tourney

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/secrets"
)

// secrets returns the texts that no error about the answer may repeat: the secrets among the parameters, the keys, the
// keys that a login replaced, the header values of the signer and the user's cookie jar, and the header values that the
// transport sends to a proxy. The host also knows the password of the login, and the keys that it issues.
func (a *answer) secrets() []secrets.Secret {
	found := slices.Clone(a.req.secrets)
	if a.req.callersPath {
		found = append(found, namedSecrets(a.req)...)
	}
	for _, keys := range a.Keys {
		if keys, ok := keys.(*Credentials); ok {
			found = append(found, keys.secrets()...)
		}
	}
	found = append(found, headerSecrets(a.Wire)...)
	found = append(found, a.core.proxySecrets()...)
	if login := a.core.config.login; login != nil && !a.req.op.Open {
		found = append(found, secrets.Secret{Text: login.Password.Reveal(), Chosen: true})
	}
	if a.req.op.Class == contract.Login {
		found = append(found, issuedIn(a.Body)...)
	}
	return found
}

// proxySecrets returns the secrets that a transport of net/http sends to its proxy.
func (c *core) proxySecrets() []secrets.Secret {
	t, ok := c.sender.(*http.Transport)
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

// namedSecrets returns the values of a RawRequest's query and body that have the name of a secret.
func namedSecrets(r *request) (found []secrets.Secret) {
	query, _ := url.ParseQuery(r.query)
	node := node.FromQuery(query)
	found = appendNamed(found, &node, false)
	if body, err := parseRequest(r.contentType, r.body); err == nil {
		found = appendNamed(found, &body, false)
	}
	return found
}
