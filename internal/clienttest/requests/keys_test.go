package requests

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/observe"
	"github.com/tourney-go/tourney/secret"
)

// TestKeysThatCannotBeRead: the error describes the answer, names the member, and gives its place if the answer has the member. No text
// shows a key.
func TestKeysThatCannotBeRead(t *testing.T) {
	const (
		good   = "Z29vZC1rZXk=" // of good-key
		isNull = ` xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"`
	)
	for name, c := range map[string]struct {
		status            int
		contentType, body string
		path              string
		at                string // what of the body begins at the position; "" when there is none
	}{
		"no base64": {
			200, "application/json", "{\n\"Id\":1,\n\"ApiKey\": \"hidden-key!\",\"ApiSecretKey\":\"" + good + `"}`,
			"/ApiKey", `"hidden-key!"`,
		},
		"no base64, the secret, another status and type": {
			201, "application/problem+json; charset=utf-8",
			"{\"ApiKey\":\"" + good + "\",\n\n\"apisecretkey\":\"hidden-key!\"}", "/ApiSecretKey", `"hidden-key!"`,
		},
		"a number":        {200, "text/json", `{"ApiKey":1234567890123}`, "/ApiKey", "1234567890123"},
		"an object":       {200, "application/json", `{"ApiKey":{"hidden-key":1}}`, "/ApiKey", `{"hidden-key":1}`},
		"a list":          {200, "application/json", `{"ApiKey":["` + good + `"]}`, "/ApiKey", `["` + good},
		"padding only":    {200, "application/json", `{"ApiKey":"===="}`, "/ApiKey", `"===="`},
		"broken off":      {200, "application/json", `{"ApiKey":"hidden-k`, "/ApiKey", ""},
		"null":            {200, "application/json", `{"ApiKey":null,"ApiSecretKey":"` + good + `"}`, "/ApiKey", ""},
		"empty":           {203, "text/json", `{"ApiKey":"` + good + `","ApiSecretKey":""}`, "/ApiSecretKey", ""},
		"blank":           {200, "text/json", `{"ApiKey":" \r\n","ApiSecretKey":"` + good + `"}`, "/ApiKey", ""},
		"missing":         {200, "application/json", `{"Id":1,"ApiKey":"` + good + `"}`, "/ApiSecretKey", ""},
		"nothing at all":  {200, "application/json", `{}`, "/ApiKey", ""},
		"no content type": {200, "", `{"ApiKey":"hidden-key!"}`, "/ApiKey", `"hidden-key!"`},
		"XML, no base64": {
			202, "text/xml; charset=utf-8", "<Response>\n<Id>1</Id>\n<ApiKey>hidden-key!</ApiKey>" +
				"<ApiSecretKey>" + good + "</ApiSecretKey></Response>", "/ApiKey", "hidden-key!<",
		},
		"XML, the secret, escaped": {
			200, "application/xml", "<Response><ApiKey>" + good + "</ApiKey>" +
				"<ApiSecretKey>hidden&amp;key</ApiSecretKey></Response>", "/ApiSecretKey", "hidden&amp;key",
		},
		"XML, an element": {
			200, "application/xml", "<Response><ApiKey><hidden-key/></ApiKey></Response>", "/ApiKey", "<hidden-key/>",
		},
		"XML, null":    {200, "application/xml", "<Response><ApiKey" + isNull + "/></Response>", "/ApiKey", ""},
		"XML, missing": {200, "application/xml", "<Response/>", "/ApiKey", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var ends []observe.OperationEnd
			for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
				answer := clienttest.Always(c.status, c.body, "Content-Type", c.contentType)
				client, h := clienttest.Serve(t, tourney.Soccer, answer, tourney.WithFormat(format), clienttest.Ends(&ends))
				var response tourney.Response
				account, err := client.Authenticate(t.Context(), "director", "hunter22", tourney.ResponseInto(&response))
				require.Zero(t, account)
				requireUnreadableKey(t, err, c.status, c.contentType, c.path, c.body, c.at)
				require.Equal(t, c.status, response.Status)
				require.Len(t, h.Requests(), 1)

				shared, _ := clienttest.Serve(t, tourney.Soccer, answer, tourney.WithFormat(format),
					tourney.WithLogin("director", "hunter22"), tourney.WithSigner(clienttest.Signer))
				_, err = shared.Teams.Get(t.Context(), 7)
				requireUnreadableKey(t, err, c.status, c.contentType, c.path, c.body, c.at)
			}
			require.Equal(t, []observe.ErrorType{observe.ErrorDecode, observe.ErrorDecode}, []observe.ErrorType{ends[0].Error, ends[1].Error})
		})
	}
}

func requireUnreadableKey(t *testing.T, err error, status int, contentType, path, body, at string) {
	t.Helper()
	failed := clienttest.As[*tourney.DecodeError](t, err)
	require.Equal(t, "Authentication.Authenticate", failed.Op)
	require.Equal(t, []any{status, contentType, path}, []any{failed.Status, failed.ContentType, failed.Path})
	if at != "" {
		require.True(t, strings.HasPrefix(body[failed.Offset:], at), "offset %d", failed.Offset)
		require.Equal(t, 1+strings.Count(body[:failed.Offset], "\n"), failed.Line)
	}
	require.Empty(t, failed.Excerpt())
	require.ErrorContains(t, err, path)
	shown := fmt.Sprintf("%v %+v %#v %#v %#v", err, err, err, failed, failed.Err)
	clienttest.RequireNoTrace(t, shown, "hidden", "Z29vZC1rZXk", "good-key", "1234567890")
}

// keeping is a KeyStore made of a function.
type keeping func(context.Context, auth.Credentials, func(context.Context) (auth.Credentials, error)) (auth.Credentials, error)

func (f keeping) Keys(
	ctx context.Context, refused auth.Credentials, login func(context.Context) (auth.Credentials, error),
) (auth.Credentials, error) {
	return f(ctx, refused, login)
}

// shelf is a KeyStore that gives what it has to whoever was not refused just that.
type shelf struct {
	keys    auth.Credentials
	refused []string
}

func (s *shelf) Keys(
	ctx context.Context, refused auth.Credentials, login func(context.Context) (auth.Credentials, error),
) (keys auth.Credentials, err error) {
	s.refused = append(s.refused, refused.APIKey)
	if s.keys == refused {
		s.keys, err = login(ctx)
	}
	return s.keys, err
}

// TestKeyStore: clients with one store log in once, and once more when the host refuses the keys.
func TestKeyStore(t *testing.T) {
	valid := 1
	h := &clienttest.LoginHost{Login: clienttest.KeysOfRound, Accept: func(round int) bool { return round == valid }}
	var kept shelf
	first, second := clienttest.LoginClient(t, h, tourney.WithKeyStore(&kept)), clienttest.LoginClient(t, h, tourney.WithKeyStore(&kept))
	list := func(c *tourney.Client) {
		require.NoError(t, clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{})))
	}
	list(first)
	list(second)
	require.Equal(t, 1, h.Logins)
	valid = 2
	list(first)
	list(second)
	require.Equal(t, 2, h.Logins)
	require.Equal(t, []string{"", "", "round-1", "round-1"}, kept.refused)

	other, err := first.With(tourney.WithKeyStore(&shelf{}))
	require.NoError(t, err)
	valid = 3
	list(other)
	require.Equal(t, 3, h.Logins, "another store has other keys")
	_, err = first.With(tourney.WithCredentials(clienttest.Keys))
	require.NoError(t, err, "keys replace the login and its store")
}

// TestKeyStoreKeepsThePromisesOfALogin: a store may fail, hang and panic.
func TestKeyStoreKeepsThePromisesOfALogin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			store keeping
			want  string
			after time.Duration
		}{
			"an error": {func(context.Context, auth.Credentials, func(context.Context) (auth.Credentials, error)) (auth.Credentials, error) {
				return auth.Credentials{}, errors.New("no paper left")
			}, "no paper left", 0},
			"no keys": {func(context.Context, auth.Credentials, func(context.Context) (auth.Credentials, error)) (auth.Credentials, error) {
				return auth.Credentials{}, nil
			}, "the KeyStore returned no API key", 0},
			"too slow": {func(ctx context.Context, _ auth.Credentials, _ func(context.Context) (auth.Credentials, error)) (auth.Credentials, error) {
				<-ctx.Done()
				return auth.Credentials{}, ctx.Err()
			}, "context deadline exceeded", 30 * time.Second},
		} {
			begun := time.Now()
			h := &clienttest.LoginHost{Login: clienttest.KeysOfRound, Accept: func(int) bool { return true }}
			client := clienttest.LoginClient(t, h, tourney.WithKeyStore(c.store))
			require.ErrorContains(t, clienttest.Err(client.Venues.List(t.Context(), tourney.VenueListOptions{})), c.want, name)
			require.Equal(t, c.after, time.Since(begun), name)
			err := clienttest.ClassCalls["charge"](t.Context(), client)
			require.Error(t, err, name)
			require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, name)
		}

		asked := 0
		h := &clienttest.LoginHost{Login: clienttest.KeysOfRound, Accept: func(int) bool { return false }}
		c := clienttest.LoginClient(t, h, tourney.WithKeyStore(keeping(
			func(ctx context.Context, _ auth.Credentials, login func(context.Context) (auth.Credentials, error)) (auth.Credentials, error) {
				asked++
				return login(ctx)
			})))
		for range 5 {
			require.ErrorIs(t, clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{})), tourney.ErrUnauthorized)
		}
		require.Equal(t, 2, asked, "the client does not ask again within 30 seconds after keys that the host never accepted")

		panicking := clienttest.LoginClient(t, h, tourney.WithKeyStore(keeping(
			func(context.Context, auth.Credentials, func(context.Context) (auth.Credentials, error)) (auth.Credentials, error) {
				panic("in the store")
			})))
		require.PanicsWithValue(t, "in the store", func() {
			_, _ = panicking.Venues.List(t.Context(), tourney.VenueListOptions{})
		})
	})
}

// TestHeadersThatCannotBeSentAreNotSent guards against an unknown outcome for a request that never went out.
func TestHeadersThatCannotBeSentAreNotSent(t *testing.T) {
	sent := 0
	count := func(*http.Request) (*http.Response, error) {
		sent++
		return nil, errors.New("not reached")
	}
	_, err := clienttest.Over(t, count).Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("A")}, tourney.WithHeader("X-A", "a\nb"))
	require.ErrorContains(t, err, "Header")
	signed := clienttest.Over(t, count, tourney.WithSigner(auth.Header{Key: "X-Key"}),
		tourney.WithCredentials(auth.Credentials{APIKey: "k\r\n", APISecret: secret.New("s")}))
	_, err = signed.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("A")})
	require.Error(t, err)
	require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
	require.Zero(t, sent)
}

func TestWithHeader(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Venues":[],"ApiKey":"aw==","ApiSecretKey":"cw=="}`),
		tourney.WithHeader("x-tenant", "north"), tourney.WithHeader("X-Trace", "a"), tourney.WithHeader("X-Trace", "b"))
	list := func(c *tourney.Client, opts ...tourney.ListOption) http.Header {
		require.NoError(t, clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{}, opts...)))
		sent := h.Requests()
		return sent[len(sent)-1].Header
	}
	want := http.Header{"X-Tenant": {"north"}, "X-Trace": {"a", "b"}}
	own := func(h http.Header) http.Header {
		maps.DeleteFunc(h, func(name string, _ []string) bool { return !strings.HasPrefix(name, "X-") })
		return h
	}
	require.Equal(t, want, own(list(c)))
	require.Equal(t, http.Header{"X-Tenant": {"south", "east"}, "X-Trace": {"a", "b"}},
		own(list(c, tourney.WithHeader("X-TENANT", "south"), tourney.WithHeader("X-Tenant", "east"))), "a call replaces the values")
	require.Equal(t, want, own(list(c)), "and changes no other call")

	more, err := c.With(tourney.WithHeader("X-Trace", "c"))
	require.NoError(t, err)
	require.Equal(t, http.Header{"X-Tenant": {"north"}, "X-Trace": {"a", "b", "c"}}, own(list(more)))
	require.Equal(t, want, own(list(c)), "With changes no other client")

	require.NoError(t, clienttest.Err(c.Authenticate(t.Context(), "u", "p")))
	require.NoError(t, clienttest.Err(c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: "/x"})))
	for _, sent := range h.Requests()[len(h.Requests())-2:] {
		require.Equal(t, "north", sent.Header.Get("X-Tenant"), sent.Path)
	}
}

// TestWithHeaderRefuses: the option refuses headers that the client sets, and what is no header, of a client and of a call.
func TestWithHeaderRefuses(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Venues":[]}`))
	for want, option := range map[string]tourney.CommonOption{
		"Accept": tourney.WithHeader("ACCEPT", "text/html"), "Accept-Encoding": tourney.WithHeader("Accept-Encoding", "x"),
		"Content-Type": tourney.WithHeader("content-type", "x"), "Content-Length": tourney.WithHeader("Content-Length", "x"),
		"Host": tourney.WithHeader("host", "x"), "Transfer-Encoding": tourney.WithHeader("Transfer-Encoding", "x"),
		"User-Agent": tourney.WithHeader("User-Agent", "x"), "name": tourney.WithHeader("", "x"), "the name": tourney.WithHeader("X Y", "x"),
		"the value": tourney.WithHeader("X-Y", "a\r\nX-Z: b"),
	} {
		_, err := tourney.New(clienttest.BaseURL, tourney.Soccer, option)
		require.ErrorContains(t, err, "WithHeader: ")
		require.ErrorContains(t, err, want)
		require.EqualError(t, clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{}, option)), err.Error())
	}
	require.Empty(t, h.Requests())
}

// TestWithHeaderSharesNothing: calls at the same time add to their own headers. The race detector watches.
func TestWithHeaderSharesNothing(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Venues":[]}`), tourney.WithHeader("X-A", "1"),
		tourney.WithHeader("X-A", "2"),
		tourney.WithHeader("X-A", "3"), tourney.WithSigner(clienttest.Signing(func(h http.Header) { h.Add("X-A", "signed") })))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { _, _ = c.Venues.List(context.WithoutCancel(t.Context()), tourney.VenueListOptions{}) })
	}
	all.Wait()
}

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
