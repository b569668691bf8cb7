package requests

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
)

func TestSecretsStayOffPlainHTTP(t *testing.T) {
	const plainURL = "http://host.example.com"
	register := tourney.RegistrationInput{
		DivisionID: 1, Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}}, Payment: clienttest.CardPayment().Payment,
	}
	calls := map[string]struct {
		opts []tourney.Option
		call func(*tourney.Client) error
	}{
		"password": {nil, func(c *tourney.Client) error { return clienttest.Err(c.Authenticate(t.Context(), "u", "p")) }},
		"card": {nil, func(c *tourney.Client) error {
			return clienttest.Err(c.Payments.Pay(t.Context(), clienttest.CardPayment()))
		}},
		"card of register": {nil, func(c *tourney.Client) error { return clienttest.Err(c.Registration.Register(t.Context(), register)) }},
		"authorization": {nil, func(c *tourney.Client) error {
			return clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.WithHeader("authorization", "Bearer hush")))
		}},
		"raw body": {nil, func(c *tourney.Client) error {
			return clienttest.Err(c.Do(t.Context(), tourney.RawRequest{Method: "PUT", Path: "/x", Body: []byte(`{}`)}))
		}},
	}
	answer := `{"Id":1,"ApiKey":"aw==","ApiSecretKey":"cw==","TeamId":1,"TransactionId":"t","Venues":[]}`
	for name, row := range calls {
		for base, sends := range map[string]bool{
			plainURL: false, "http://localhost.example.com": false, "http://10.0.0.1": false,
			"https://host.example.com": true, "http://localhost:8080": true, "http://LocalHost": true,
			"http://127.0.0.1": true, "http://[::1]:80": true,
		} {
			c, h := clienttest.ServeAt(t, base, tourney.Soccer, clienttest.Always(200, answer), row.opts...)
			err := row.call(c)
			if sends {
				require.NoError(t, err, "%s to %s", name, base)
				require.Len(t, h.Requests(), 1)
				continue
			}
			require.ErrorIs(t, err, tourney.ErrInvalid, "%s to %s", name, base)
			require.ErrorContains(t, err, "plain http")
			require.Empty(t, h.Requests())
		}
		c, h := clienttest.ServeAt(t, plainURL, tourney.Soccer, clienttest.Always(200, answer),
			append([]tourney.Option{tourney.WithPlainHTTP()}, row.opts...)...)
		require.NoError(t, row.call(c), name)
		require.Len(t, h.Requests(), 1)
	}
	c, h := clienttest.ServeAt(t, plainURL, tourney.Soccer, clienttest.Always(200, `{}`))
	_, err := c.Games.List(t.Context(), tourney.GameListOptions{})
	require.NoError(t, err, "a read without keys holds no secret")
	require.Len(t, h.Requests(), 1)
}

// TestKeysStayOffPlainHTTP: New and With refuse options that would send secrets with every call, before any call.
func TestKeysStayOffPlainHTTP(t *testing.T) {
	options := map[string][]tourney.Option{
		"WithLogin":       {tourney.WithLogin("pat", "hidden-word"), tourney.WithSigner(clienttest.Signer)},
		"WithSigner":      {tourney.WithCredentials(clienttest.Keys), tourney.WithSigner(clienttest.Signer)},
		"WithSigner only": {tourney.WithSigner(clienttest.Signing(func(http.Header) {}))},
		"WithHeader":      {tourney.WithHeader("authorization", "Bearer hidden-word")},
	}
	for name, opts := range options {
		option, _, _ := strings.Cut(name, " ")
		for base, allowed := range map[string]bool{
			"http://host.example.com": false, "http://localhost.example.com": false, "http://10.0.0.1": false,
			"HTTP://host.example.com:443": false, "http://127.0.0.1.example.com": false, "http://[2001:db8::1]": false,
			"https://host.example.com": true, "http://localhost:8080": true, "http://LocalHost": true,
			"http://127.0.0.1": true, "http://[::1]:80": true,
		} {
			_, err := tourney.New(base, tourney.Soccer, opts...)
			bare, errBare := tourney.New(base, tourney.Soccer)
			require.NoError(t, errBare)
			_, errWith := bare.With(opts...)
			if allowed {
				require.NoError(t, errors.Join(err, errWith), "%s to %s", name, base)
				continue
			}
			require.EqualError(t, errWith, err.Error())
			for _, part := range []string{option, "plain http", "WithPlainHTTP"} {
				require.ErrorContains(t, err, part, "%s to %s", name, base)
			}
			clienttest.RequireNoTrace(t, fmt.Sprintf("%v %+v %#v", err, err, err), "hidden-word", clienttest.Keys.APIKey)
			_, err = tourney.New(base, tourney.Soccer, append(opts, tourney.WithPlainHTTP())...)
			require.NoError(t, err)
		}
	}
}
