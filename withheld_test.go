package tourney_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/forms"
)

const withheld = "[withheld: it repeats a secret of the request]"

// TestAWithheldMessageKeepsTheRest: code, status, field and the other messages stay.
func TestAWithheldMessageKeepsTheRest(t *testing.T) {
	c, _ := serve(t, tourney.Soccer, one(reply(400, `{"Errors":[
		{"Code":2,"Message":"card 3782 822463 10005 was declined","Field":"Payment.CreditCardNumber",
			"Value":"3782-822463-10005"},
		{"Code":3,"Message":"the city is required","Field":"Payment.Address.City"}]}`,
		"X-Request-Id", "r-378282246310005")))
	_, err := c.Payments.Pay(t.Context(), tourney.PaymentInput{EventID: 1001, Payment: plantedPayment()})
	var answered *tourney.APIError
	require.ErrorAs(t, err, &answered)
	require.ErrorIs(t, err, tourney.ErrInvalid)
	require.Equal(t, 400, answered.Status)
	require.Equal(t, withheld, answered.RequestID)
	require.Equal(t, []tourney.ErrorItem{
		{Code: tourney.CodeInvalid, Message: withheld, Field: "Payment.CreditCardNumber", Extra: tourney.Extra{}},
		{Code: tourney.CodeRequired, Message: "the city is required", Field: "Payment.Address.City"},
	}, answered.Errors)
}

// TestNumbersOfCardsAreNeverShown: this includes card numbers that the request did not carry, and requests without secrets.
func TestNumbersOfCardsAreNeverShown(t *testing.T) {
	const visa = "4111\u00a01111 1111-1111"
	var out paper
	for _, body := range []string{
		`{"Errors":[{"Code":2,"Message":"card ` + visa + ` was declined","Card":"` + visa + `"}]}`,
		`{"Errors":["` + visa + `"]}`, visa, `{"Team":{"Id":"` + visa + `"}}`, `{"Team":{"` + visa + `":x}}`,
	} {
		for _, status := range []int{200, 400} {
			c, _ := serve(t, tourney.Soccer, one(reply(status, body, "Content-Type", "application/json; a="+visa)))
			_, err := c.Teams.Get(t.Context(), 4001)
			require.Error(t, err, body)
			out.failure(err)
			_, err = c.Do(t.Context(), tourney.RawRequest{Method: http.MethodGet, Path: "/api/v1/cards/" + visa})
			out.failure(err)
		}
	}
	c, _ := serve(t, tourney.Soccer, one(broken(errors.New("GET /"+visa))), tourney.WithRetry(tourney.Retry{}))
	_, err := c.Teams.Get(t.Context(), 4001)
	out.failure(err)
	_, err = c.Teams.Create(t.Context(), tourney.TeamCreateInput{Website: new(visa), Name: new(strings.Repeat("x", 200))})
	out.failure(err)
	c, _ = serve(t, tourney.Soccer, one(reply(400, `{"Errors":[{"Code":4111111111111111,"Message":"no"}]}`)))
	_, err = c.Teams.Get(t.Context(), 4001)
	out.failure(err)
	require.Contains(t, out.String(), "card [number withheld] was declined")
	require.NotContains(t, out.String(), "1111-1111")
}

// TestIdsMayLookLikeNumbersOfCards: one id of ten does by chance.
func TestIdsMayLookLikeNumbersOfCards(t *testing.T) {
	c, _ := serve(t, tourney.Soccer, one(reply(404, `{}`, "X-Request-Id", "4111111111111111")))
	_, err := c.Teams.Get(t.Context(), 4001)
	require.ErrorContains(t, err, "(request 4111111111111111)")
}

// TestOrdinaryMessagesAreShown: hosts write about passwords and leagues, and people put such words into passwords and keys.
func TestOrdinaryMessagesAreShown(t *testing.T) {
	for _, secret := range []string{
		"Password1", "spring-league-26", "Summer2026!", "Football7", "MyTournament1", "letmein99", "the-api-key",
		"mypassword", "welcome2026", "registration-key-1",
	} {
		for i, message := range forms.Messages() {
			said := quoted(message)
			answer := one(reply(400, `{"Errors":[{"Code":2,"Message":`+said+`,"Detail":`+said+`}]}`))
			if i%3 == 0 {
				answer = one(reply(403, message, "Content-Type", "text/html", "X-Request-Id", message))
			}
			c, _ := serve(t, tourney.Soccer, answer, tourney.WithSigner(tourney.HMACSigner{}), tourney.WithCredentials(
				tourney.Credentials{APIKey: secret, APISecret: tourney.NewSecret(secret)}))
			_, login := c.Authenticate(t.Context(), "pat", secret)
			_, read := c.Teams.Get(t.Context(), 4001)
			for _, err := range []error{login, read} {
				var answered *tourney.APIError
				require.ErrorAs(t, err, &answered)
				if i%3 != 0 {
					require.Equal(t, message, answered.Errors[0].Message, secret)
					require.Equal(t, quoted(message), string(answered.Errors[0].Extra["Detail"]), secret)
				} else {
					require.Equal(t, message, answered.RequestID, secret)
				}
			}
			if i%3 == 0 {
				var answered *tourney.APIError
				require.ErrorAs(t, read, &answered)
				require.Equal(t, message, answered.Excerpt(), secret)
			}
		}
	}
}

var errOfTheTransport = errors.New("of the transport")

// TestChainsOfHiddenErrors: errors.Is finds every error of the chain. errors.As and Unwrap find only errors without a secret.
func TestChainsOfHiddenErrors(t *testing.T) {
	hidden := &net.OpError{Op: "read", Err: fmt.Errorf("%w: said %s", io.ErrUnexpectedEOF, plantedSecret)}
	seen := &net.AddrError{Err: "no address", Addr: "x"}
	err := fmt.Errorf("%w, %w, %w, %w", hidden, seen, errOfTheTransport, context.Canceled)
	c, _ := serve(t, tourney.Soccer, one(broken(err)), append(plantedSigned, tourney.WithRetry(tourney.Retry{}))...)
	_, got := c.Teams.Get(t.Context(), 4001)
	for _, target := range []error{io.ErrUnexpectedEOF, errOfTheTransport, context.Canceled, hidden, seen} {
		require.ErrorIs(t, got, target)
	}
	require.NotErrorIs(t, got, io.EOF)
	var op *net.OpError
	require.NotErrorAs(t, got, &op, "its text is a secret")
	var address *net.AddrError
	require.ErrorAs(t, got, &address)
	require.Same(t, seen, address)
	var failed *tourney.TransportError
	require.ErrorAs(t, got, &failed)
	require.Equal(t, "tourney: Teams.Get: GET /api/v1/teams: "+withheld+" (canceled)", failed.Error())
}

// TestErrorsWithURLs: errors.Is still finds an error whose text around a URL is lost.
func TestErrorsWithURLs(t *testing.T) {
	for _, err := range []error{
		fmt.Errorf("%w: %w", io.ErrUnexpectedEOF, &url.Error{Op: "Get", URL: "http://x/?s=1", Err: errOfTheTransport}),
		&url.Error{Op: "Get", URL: "http://x/?s=1", Err: fmt.Errorf("%w: %w", errOfTheTransport, io.ErrUnexpectedEOF)},
		errors.Join(io.ErrUnexpectedEOF, errOfTheTransport, &url.Error{Op: "Get", URL: "http://x/?s=1"}),
	} {
		c, _ := serve(t, tourney.Soccer, one(broken(err)), tourney.WithRetry(tourney.Retry{}))
		_, got := c.Teams.Get(t.Context(), 4001)
		require.ErrorIs(t, got, errOfTheTransport)
		require.ErrorIs(t, got, io.ErrUnexpectedEOF)
		require.NotContains(t, got.Error(), "http://")
		var u *url.Error
		require.NotErrorAs(t, got, &u)
	}
}

// TestMembersBehindPointers: encoding/json prints these members, but the client does not search them.
func TestMembersBehindPointers(t *testing.T) {
	detail := "said " + plantedSecret
	err := fmt.Errorf("x: %w", &pointing{Detail: &detail})
	c, _ := serve(t, tourney.Soccer, one(broken(err)), append(plantedSigned, tourney.WithRetry(tourney.Retry{}))...)
	_, got := c.Teams.Get(t.Context(), 4001)
	require.EqualError(t, got, "tourney: Teams.Get: GET /api/v1/teams: x: something went wrong")
	for _, write := range []func(any) ([]byte, error){json.Marshal, xml.Marshal} {
		data, err := write(got)
		require.NoError(t, err)
		require.NotContains(t, string(data), "0123456789")
	}
	var inside *pointing
	require.ErrorAs(t, got, &inside)
}

type pointing struct{ Detail *string }

func (*pointing) Error() string { return "something went wrong" }

// TestErrorsThatMayBeShownAreKept as they are.
func TestErrorsThatMayBeShownAreKept(t *testing.T) {
	err := fmt.Errorf("x: %w", &net.OpError{Op: "read", Err: io.ErrUnexpectedEOF})
	c, _ := serve(t, tourney.Soccer, one(broken(err)), append(plantedSigned, tourney.WithRetry(tourney.Retry{}))...)
	_, got := c.Teams.Get(t.Context(), 4001)
	var failed *tourney.TransportError
	require.ErrorAs(t, got, &failed)
	require.Same(t, err, failed.Err)
}

// TestCarriedSecrets: a request carries more secrets than its parameters and the keys of its last attempt.
func TestCarriedSecrets(t *testing.T) {
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	base, err := url.Parse(baseURL)
	require.NoError(t, err)
	jar.SetCookies(base, []*http.Cookie{{Name: "session", Value: plantedCookie}})
	says := func(text string) transport {
		return func(req *http.Request) (*http.Response, error) {
			if strings.HasSuffix(req.URL.Path, "/authenticate") {
				return keysOfRound(1), nil
			}
			return jsonResponse(403, `{"Errors":[{"Code":6,"Message":`+quoted(text)+`}]}`), nil
		}
	}
	get := func(c *tourney.Client) error { return gets(caller{ctx: t.Context(), c: c, paper: &paper{}}) }
	do := func(r tourney.RawRequest) func(c *tourney.Client) error {
		return func(c *tourney.Client) error { return second(c.Do(t.Context(), r)) }
	}
	for name, c := range map[string]struct {
		secret  string
		options []tourney.Option
		call    func(c *tourney.Client) error
	}{
		"a cookie of the jar": {secret: plantedCookie, options: []tourney.Option{
			tourney.WithHTTPClient(&http.Client{Jar: jar, Transport: says("it was " + plantedCookie)}),
		}, call: get},
		"a header of the signer": {secret: plantedBearer, options: []tourney.Option{
			tourney.WithSigner(signing(func(h http.Header) {
				h.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("pat:"+plantedBearer)))
			})),
			tourney.WithCredentials(plantedKeys),
		}, call: get},
		"the password of the keys": {secret: "hunter2!", options: []tourney.Option{
			tourney.WithSigner(tourney.HMACSigner{}), tourney.WithLogin("pat", "hunter2!"),
		}, call: get},
		"a raw body": {secret: plantedCard, call: do(tourney.RawRequest{
			Method: http.MethodPost, Path: "/api/v1/payments",
			Body: []byte(`{"Payment":{"creditCardNumber":"3782 8224 6310 005"}}`),
		})},
		"a raw body in XML": {secret: "hunter2!", options: []tourney.Option{tourney.WithFormat(tourney.XML)}, call: do(
			tourney.RawRequest{
				Method: http.MethodPost, Path: "/api/v1/authenticate2",
				Body: []byte(`<Request><Password>hunter2!</Password></Request>`),
			})},
		"a raw query": {secret: "hunter2!", call: do(tourney.RawRequest{
			Method: http.MethodGet, Path: "/api/v1/x", Query: url.Values{"ApiKey": {"hunter2!"}},
		})},
	} {
		over := tourney.WithHTTPClient(&http.Client{Transport: says("it was " + c.secret)})
		client, err := tourney.New(baseURL, tourney.Soccer, append([]tourney.Option{over}, c.options...)...)
		require.NoError(t, err)
		var answered *tourney.APIError
		require.ErrorAs(t, c.call(client), &answered, name)
		require.Equal(t, withheld, answered.Errors[0].Message, name)
	}
}

// signing is a signer that changes the header.
type signing func(h http.Header)

func (f signing) Sign(req *http.Request, _ tourney.Credentials) error {
	f(req.Header)
	return nil
}

// TestKeysThatWereReplaced: replaced keys are still secrets, because the host got them in the same call.
func TestKeysThatWereReplaced(t *testing.T) {
	logins := 0
	c := loginClientOver(t, func(req *http.Request) (*http.Response, error) {
		if strings.HasSuffix(req.URL.Path, "/authenticate") {
			logins++
			key := base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "keys-%d-of-pat", logins))
			return jsonResponse(200, fmt.Sprintf(`{"ApiKey":%q,"ApiSecretKey":%[1]q}`, key)), nil
		}
		if logins == 1 {
			return jsonResponse(401, `{}`), nil
		}
		return jsonResponse(403, `{"Errors":[{"Code":6,"Message":"not keys-1-of-pat"}]}`), nil
	})
	_, err := c.Teams.Get(t.Context(), 4001)
	require.ErrorIs(t, err, tourney.ErrForbidden)
	require.ErrorContains(t, err, withheld)
}

func loginClientOver(t *testing.T, over transport) *tourney.Client {
	t.Helper()
	c, err := tourney.New(baseURL, tourney.Soccer, tourney.WithHTTPClient(&http.Client{Transport: over}),
		tourney.WithLogin("pat", "hunter2!"), tourney.WithSigner(tourney.HMACSigner{}),
		tourney.WithRetry(tourney.Retry{Max: 1}))
	require.NoError(t, err)
	return c
}

// TestTheKeyOfALoginMayBeLong: an answer of megabytes costs little more than reading it, and no text shows it.
func TestTheKeyOfALoginMayBeLong(t *testing.T) {
	long := strings.Repeat(`<&"'é0123456789`, 1<<18)
	part, encoded := quoted(long[:2000]), base64.StdEncoding.EncodeToString([]byte(long))
	for _, body := range []string{
		`{"ApiKey":` + quoted(long) + `,"ApiSecretKey":"x","Errors":[{"Code":0,"Message":` + part + `}]}`,
		`{"ApiKey":` + quoted(encoded) + `,"ApiSecretKey":"YQ==","Id":` + part + `}`,
		`{"ApiKey":` + quoted(long),
		strings.Repeat(`{"ApiKey":"abc"}`, 1000),
	} {
		c, _ := serve(t, tourney.Soccer, one(reply(200, body)))
		_, err := c.Authenticate(t.Context(), "pat", "hunter2!")
		require.Error(t, err)
		var out paper
		out.failure(err)
		require.NotContains(t, out.String(), "0123456789")
	}
}

// TestManyErrorItems: the search through ten thousand items with a secret of a megabyte stays within its bound, and withholds the rest.
func TestManyErrorItems(t *testing.T) {
	long := strings.Repeat(`k<e>y&i"s's/u+e=d é `, 1<<15)
	update := tourney.TeamUpdateInput{ID: 1, Name: new("x")}
	for _, items := range []string{
		strings.Repeat(`{},`, 10_000), strings.Repeat(`{"Message":"no"},`, 3_000),
		strings.Repeat(`"k<e>y&i\"s's/u",`, 2_000),
	} {
		c, _ := serve(t, tourney.Soccer, one(reply(400, `{"Errors":[`+items+`{"Message":"no"}]}`)))
		err := c.Teams.Update(t.Context(), update, tourney.Header("Cookie", "a="+long[:60_000]))
		var answered *tourney.APIError
		require.ErrorAs(t, err, &answered)
		require.NotContains(t, answered.Error(), `k<e>y`)
		err = c.Teams.Update(t.Context(), update, tourney.Header("Cookie", "a="+long))
		require.ErrorAs(t, err, &answered)
		last := answered.Errors[len(answered.Errors)-1]
		require.Contains(t, last.Message, "too much to be searched")
	}
}

// TestProxiesAreHostsToo: a proxy that refuses a connection may repeat its password.
func TestProxiesAreHostsToo(t *testing.T) {
	const password = "hunter2!of-the-proxy"
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = listener.Close() }()
	done := make(chan struct{})
	go func() {
		defer close(done)
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		_, _ = http.ReadRequest(bufio.NewReader(conn))
		pair := base64.StdEncoding.EncodeToString([]byte("pat:" + password))
		_, _ = io.WriteString(conn, "HTTP/1.1 407 not "+pair+"\r\nContent-Length: 0\r\n\r\n")
	}()
	proxy := &url.URL{Scheme: "http", User: url.UserPassword("pat", password), Host: listener.Addr().String()}
	over := &http.Transport{Proxy: http.ProxyURL(proxy)}
	defer over.CloseIdleConnections()
	user := &http.Client{Transport: over}
	c, err := tourney.New("https://soccer.example.com", tourney.Soccer,
		tourney.WithHTTPClient(user), tourney.WithRetry(tourney.Retry{}))
	require.NoError(t, err)
	user.Transport = nil // the client keeps the transport that it was made with
	_, err = c.Teams.Get(t.Context(), 4001)
	require.ErrorContains(t, err, withheld)
	<-done
}
