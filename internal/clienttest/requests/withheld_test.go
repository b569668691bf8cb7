package requests

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/secret"
)

// The notices in place of texts.
const (
	withheld       = "[withheld: the request held a secret]"
	withheldRepeat = "[withheld: it repeats a secret of the request]"
)

// TestAWithheldMessageKeepsTheRest: code, status, request id and names of the interface stay.
func TestAWithheldMessageKeepsTheRest(t *testing.T) {
	const body = `{"Errors":[
		{"Code":2,"Message":"the card was declined","Field":"Payment.CreditCardNumber","Value":"x"},
		{"Code":3,"Field":"payment[address].postal_code"},
		{"Code":7316,"Message":"no","Field":"the host's own"}]}`
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(400, body, "X-Request-Id", "r-7"))
	_, err := c.Payments.Pay(t.Context(), tourney.PaymentInput{EventID: 1001, Payment: plantedPayment()})
	answered := clienttest.As[*tourney.APIError](t, err)
	require.ErrorIs(t, err, tourney.ErrInvalid)
	require.Equal(t, "tourney: Payments.Pay: POST /api/v1/payments: 400 Bad Request: Invalid (2) in Payment.CreditCardNumber: "+
		withheld+"; Required (3) in payment[address].postal_code; Other (0) in "+withheld+": "+withheld+" (request r-7)", err.Error())
	require.Equal(t, []tourney.ErrorItem{
		{Code: tourney.CodeInvalid, Message: withheld, Field: "Payment.CreditCardNumber", Extra: tourney.Extra{}},
		{Code: tourney.CodeRequired, Field: "payment[address].postal_code"},
		{Code: tourney.CodeOther, Message: withheld, Field: withheld},
	}, answered.Errors)
	require.Equal(t, []string{"the card was declined", "", "no"}, answered.HostMessages())
	require.Empty(t, answered.Excerpt())
	encoded := func(e interface{ EncodeToString(src []byte) string }) string {
		return "r-1." + e.EncodeToString([]byte("id "+plantedCard))
	}
	for _, id := range []string{
		"r-" + plantedCard, "a sentence", plantedCVV, encoded(base64.StdEncoding), encoded(base64.RawURLEncoding),
		hex.EncodeToString([]byte(plantedCard)), base64.StdEncoding.EncodeToString([]byte(plantedCVV)),
		base64.StdEncoding.EncodeToString([]byte("4111111111111111")), // of another request
	} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(400, body, "X-Request-Id", id))
		_, err := c.Payments.Pay(t.Context(), tourney.PaymentInput{EventID: 1001, Payment: plantedPayment()})
		require.ErrorAs(t, err, &answered)
		require.Contains(t, answered.RequestID, "[withheld: ")
	}
}

// TestWhichRequestsCarryASecret: a message is withheld in the answer to those alone, and HostMessages has it in any case.
func TestWhichRequestsCarryASecret(t *testing.T) {
	const said = "no such thing"
	call := func(name string) func(w caller) error { return plantedCalls[name] }
	do := func(r tourney.RawRequest) func(w caller) error {
		return func(w caller) error { return clienttest.Err(w.c.Do(w.ctx, r)) }
	}
	keys := tourney.WithCredentials(plantedKeys)
	for name, c := range map[string]struct {
		carries bool
		options []tourney.Option
		call    func(w caller) error
	}{
		"a login":                    {true, nil, logsIn},
		"a card":                     {true, nil, pays},
		"a registration with a card": {true, nil, call("Registration.Register")},
		"a registration without": {false, nil, func(w caller) error {
			return clienttest.Err(w.c.Registration.Register(w.ctx, tourney.RegistrationInput{EventID: 1, Name: new("A")}))
		}},
		"keys in the URL":    {true, []tourney.Option{keys, tourney.WithSigner(auth.Query{Key: "k", Secret: "s"})}, gets},
		"keys in the header": {false, []tourney.Option{keys, tourney.WithSigner(auth.Header{Key: "K", Secret: "S"})}, gets},
		"a signature":        {false, plantedSigned, gets},
		"no keys":            {false, nil, gets},
		"a header":           {false, nil, withHeader("Authorization", "Bearer "+plantedBearer)},
		"a card of one's own": {true, nil, do(tourney.RawRequest{
			Method: "POST", Path: "/api/v1/x", Body: []byte(`{"Payment":{"creditCardNumber":"3782 8224 6310 005"}}`),
		})},
		"a password of one's own": {true, nil, do(tourney.RawRequest{
			Method: "PUT", Path: "/api/v1/x", Body: []byte(`<Request><Password>hunter2!</Password></Request>`),
		})},
		"a key of one's own": {true, nil, do(tourney.RawRequest{
			Method: "GET", Path: "/api/v1/x", Query: url.Values{"ApiKey": {"hunter2!"}},
		})},
		"a body of one's own": {false, nil, do(tourney.RawRequest{Method: "PUT", Path: "/api/v1/x", Body: []byte(`{"a":1}`)})},
	} {
		client, _ := clienttest.Serve(t, tourney.Soccer,
			clienttest.Always(400, `{"Errors":[{"Code":2,"Message":"`+said+`"}]}`, "X-Request-Id", "r-7"),
			append([]tourney.Option{tourney.WithoutChecks()}, c.options...)...)
		answered := clienttest.As[*tourney.APIError](t, c.call(caller{ctx: t.Context(), c: client, paper: &paper{}}), name)
		require.Equal(t, map[bool]string{true: withheld, false: said}[c.carries], answered.Errors[0].Message, name)
		require.Equal(t, []string{said}, answered.HostMessages(), name)
		require.Equal(t, name == "a login", answered.RequestID != "r-7", "the id may repeat one of the new keys")
	}
}

// TestTransportsOfRequestsWithASecret: the type of an error tells whether it can hold what a host said.
func TestTransportsOfRequestsWithASecret(t *testing.T) {
	refused := &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	for text, err := range map[string]error{
		"dial tcp: connect: connection refused": refused,
		"lookup host: no such host":             &net.DNSError{Err: "no such host", Name: "host", IsNotFound: true},
		"context canceled":                      &url.Error{Op: "Get", URL: "http://x/?s=1", Err: context.Canceled},
		withheld + " (other)":                   errors.New("HTTP status 400 was said"),
		withheld + " (broken)":                  &net.OpError{Op: "read", Err: errors.New("something was said")},
		withheld + " (dial)":                    fmt.Errorf("it said: %w", refused),
		"unexpected EOF":                        io.ErrUnexpectedEOF,
	} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(clienttest.Broken(err)), tourney.WithRetry(tourney.Retry{}))
		_, got := c.Authenticate(t.Context(), "pat", plantedPassword)
		require.EqualError(t, got, "tourney: Authentication.Authenticate: POST /api/v1/authenticate: "+text)
		require.Equal(t, errors.Is(err, syscall.ECONNREFUSED), errors.Is(got, syscall.ECONNREFUSED))
	}
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
			c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(status, body, "Content-Type", "application/json; a="+visa),
				clienttest.SentOnce)
			_, err := c.Teams.Get(t.Context(), 4001)
			require.Error(t, err, body)
			out.failure(err)
			_, err = c.Do(t.Context(), tourney.RawRequest{Method: http.MethodGet, Path: "/api/v1/cards/" + visa})
			out.failure(err)
		}
	}
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(clienttest.Broken(errors.New("GET /"+visa))),
		tourney.WithRetry(tourney.Retry{}))
	_, err := c.Teams.Get(t.Context(), 4001)
	out.failure(err)
	_, err = c.Teams.Create(t.Context(), tourney.TeamCreateInput{Website: new(visa), Name: new(strings.Repeat("x", 200))})
	out.failure(err)
	c, _ = clienttest.Serve(t, tourney.Soccer, clienttest.Always(400, `{"Errors":[{"Code":4111111111111111,"Message":"no"}]}`))
	_, err = c.Teams.Get(t.Context(), 4001)
	out.failure(err)
	require.Contains(t, out.String(), "card [number withheld] was declined")
	require.NotContains(t, out.String(), "1111-1111")
}

// TestIdsMayLookLikeNumbersOfCards: one id of ten does by chance.
func TestIdsMayLookLikeNumbersOfCards(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(404, `{}`, "X-Request-Id", "4111111111111111"))
	_, err := c.Teams.Get(t.Context(), 4001)
	require.ErrorContains(t, err, "(request 4111111111111111)")
}

// TestOrdinaryMessagesAreShown: hosts write about passwords and leagues, and people put such words into passwords, keys
// and settings.
func TestOrdinaryMessagesAreShown(t *testing.T) {
	for _, word := range []string{
		"Password1", "spring-league-26", "Summer2026!", "Football7", "MyTournament1", "letmein99", "the-api-key",
		"mypassword", "welcome2026", "registration-key-1",
	} {
		for i, message := range []string{
			"The password is wrong.", "Registration for Spring League 26 is closed.", "Team 4001 was not found in event 1001.",
			"The summer tournament has no such team.", "<html><h1>403 Forbidden</h1></html>", "register again in 2026",
		} {
			said := quoted(message)
			answer := clienttest.Always(400, `{"Errors":[{"Code":2,"Message":`+said+`,"Detail":`+said+`}]}`)
			if i%3 == 0 {
				answer = clienttest.Always(403, message, "Content-Type", "text/html", "X-Request-Id", message)
			}
			c, _ := clienttest.Serve(t, tourney.Soccer, answer, tourney.WithSigner(auth.HMAC{}), tourney.WithCredentials(
				auth.Credentials{APIKey: word, APISecret: secret.New(word)}), tourney.WithHeader("Cookie", "year=2026"))
			answered := clienttest.As[*tourney.APIError](t, clienttest.Err(c.Teams.Get(t.Context(), 4001)))
			if i%3 != 0 {
				require.Equal(t, message, answered.Errors[0].Message, word)
				require.Equal(t, quoted(message), string(answered.Errors[0].Extra["Detail"]), word)
			} else {
				require.Equal(t, message, answered.RequestID, word)
				require.Equal(t, message, answered.Excerpt(), word)
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
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(clienttest.Broken(err)),
		append(plantedSigned, tourney.WithRetry(tourney.Retry{}))...)
	_, got := c.Teams.Get(t.Context(), 4001)
	for _, target := range []error{io.ErrUnexpectedEOF, errOfTheTransport, context.Canceled, hidden, seen} {
		require.ErrorIs(t, got, target)
	}
	require.NotErrorIs(t, got, io.EOF)
	var op *net.OpError
	require.NotErrorAs(t, got, &op, "its text is a secret")
	address := clienttest.As[*net.AddrError](t, got)
	require.Same(t, seen, address)
	failed := clienttest.As[*tourney.TransportError](t, got)
	require.Equal(t, "tourney: Teams.Get: GET /api/v1/teams: "+withheldRepeat+" (canceled)", failed.Error())
}

// TestErrorsWithURLs: errors.Is still finds an error whose text around a URL is lost.
func TestErrorsWithURLs(t *testing.T) {
	for _, err := range []error{
		fmt.Errorf("%w: %w", io.ErrUnexpectedEOF, &url.Error{Op: "Get", URL: "http://x/?s=1", Err: errOfTheTransport}),
		&url.Error{Op: "Get", URL: "http://x/?s=1", Err: fmt.Errorf("%w: %w", errOfTheTransport, io.ErrUnexpectedEOF)},
		errors.Join(io.ErrUnexpectedEOF, errOfTheTransport, &url.Error{Op: "Get", URL: "http://x/?s=1"}),
	} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(clienttest.Broken(err)), tourney.WithRetry(tourney.Retry{}))
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
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(clienttest.Broken(err)),
		append(plantedSigned, tourney.WithRetry(tourney.Retry{}))...)
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
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(clienttest.Broken(err)),
		append(plantedSigned, tourney.WithRetry(tourney.Retry{}))...)
	_, got := c.Teams.Get(t.Context(), 4001)
	failed := clienttest.As[*tourney.TransportError](t, got)
	require.Same(t, err, failed.Err)
}

// TestCarriedSecrets: a request carries more secrets than its parameters and the keys of its last attempt.
func TestCarriedSecrets(t *testing.T) {
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	base, err := url.Parse(clienttest.BaseURL)
	require.NoError(t, err)
	jar.SetCookies(base, []*http.Cookie{{Name: "session", Value: plantedCookie}})
	says := func(text string) clienttest.Transport {
		return func(req *http.Request) (*http.Response, error) {
			if strings.HasSuffix(req.URL.Path, "/authenticate") {
				return clienttest.KeysOfRound(1), nil
			}
			return clienttest.JSON(403, `{"Errors":[{"Code":6,"Message":`+quoted(text)+`}]}`), nil
		}
	}
	get := func(c *tourney.Client) error { return gets(caller{ctx: t.Context(), c: c, paper: &paper{}}) }
	for name, c := range map[string]struct {
		secret  string
		options []tourney.Option
		call    func(c *tourney.Client) error
	}{
		"a cookie of the jar": {secret: plantedCookie, options: []tourney.Option{
			tourney.WithHTTPClient(&http.Client{Jar: jar, Transport: says("it was " + plantedCookie)}),
		}, call: get},
		"a header of the client": {secret: plantedBearer, options: []tourney.Option{
			tourney.WithHeader("Authorization", "Bearer "+plantedBearer),
		}, call: get},
		"a header of the signer": {secret: plantedBearer, options: []tourney.Option{
			tourney.WithSigner(clienttest.Signing(func(h http.Header) {
				h.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("pat:"+plantedBearer)))
			})),
			tourney.WithCredentials(plantedKeys),
		}, call: get},
		"the password of the keys": {secret: "hunter2!", options: []tourney.Option{
			tourney.WithSigner(auth.HMAC{}), tourney.WithLogin("pat", "hunter2!"),
		}, call: get},
	} {
		over := tourney.WithHTTPClient(&http.Client{Transport: says("it was " + c.secret)})
		client, err := tourney.New(clienttest.BaseURL, tourney.Soccer, append([]tourney.Option{over}, c.options...)...)
		require.NoError(t, err)
		answered := clienttest.As[*tourney.APIError](t, c.call(client), name)
		require.Equal(t, withheldRepeat, answered.Errors[0].Message, name)
		require.Equal(t, []string{"it was " + c.secret}, answered.HostMessages(), name)
	}
}

// TestKeysThatWereReplaced: replaced keys are still secrets, because the host got them in the same call.
func TestKeysThatWereReplaced(t *testing.T) {
	logins := 0
	c := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
		if strings.HasSuffix(req.URL.Path, "/authenticate") {
			logins++
			key := base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "keys-%d-of-pat", logins))
			return clienttest.JSON(200, fmt.Sprintf(`{"ApiKey":%q,"ApiSecretKey":%[1]q}`, key)), nil
		}
		if logins == 1 {
			return clienttest.JSON(401, `{}`), nil
		}
		return clienttest.JSON(403, `{"Errors":[{"Code":6,"Message":"not keys-1-of-pat"}]}`), nil
	}, loginWith...)
	_, err := c.Teams.Get(t.Context(), 4001)
	require.ErrorIs(t, err, tourney.ErrForbidden)
	require.ErrorContains(t, err, withheldRepeat)
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
	require.ErrorContains(t, err, withheldRepeat)
	<-done
}

// TestOddPlacesOfSecrets: each host repeats what the request carried where a look for it is hard.
func TestOddPlacesOfSecrets(t *testing.T) {
	long := strings.Repeat("aB3", 22)
	far := strings.Repeat("x", 6000)
	signed := []tourney.Option{
		tourney.WithCredentials(auth.Credentials{APIKey: "41abKEYvalue-777", APISecret: secret.New(long)}),
		tourney.WithSigner(auth.Header{Key: "K", Secret: "S"}), tourney.WithRetry(tourney.Retry{}),
	}
	percent := func(text string) (written string) {
		for i := range len(text) {
			written += fmt.Sprintf("%%%02X", text[i])
		}
		return written
	}
	for name, c := range map[string]struct {
		body   string
		call   func(w caller) error
		opts   []tourney.Option
		hidden string
	}{
		"the id of a result":          {`{"TeamId":378282246310005,"Errors":[{"Code":12}]}`, pays, nil, plantedCard},
		"a result in words":           {`{"TransactionId":"declined: 7316","Errors":[{"Code":12}]}`, pays, nil, "7316"},
		"a name far from the mistake": {`{"Team":{"` + long + `":{"a":"` + far + `","x":BROKEN}}}`, gets, signed, long[:12]},
		"parts of a text in XML": {
			`<Response><Team><Id>` + long[:15] + `<![CDATA[` + long[15:] + `]]></Id></Team></Response>`, gets,
			append([]tourney.Option{tourney.WithFormat(tourney.FormatXML)}, signed...), long[:12],
		},
		"an escape by chance": {
			`{"Errors":[{"Code":2,"Message":"100%` + percent("41abKEYvalue-777") + `"}]}`, gets, signed, percent("KEYvalue"),
		},
	} {
		contentType := map[bool]string{true: "application/xml", false: "application/json"}[c.body[0] == '<']
		client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, c.body, "Content-Type", contentType),
			append([]tourney.Option{tourney.WithoutChecks()}, c.opts...)...)
		err := c.call(caller{ctx: t.Context(), c: client, paper: &paper{}})
		require.Error(t, err, name)
		written, failed := json.Marshal(err)
		require.NoError(t, failed)
		for _, text := range []string{err.Error(), fmt.Sprintf("%+v", err), string(written)} {
			require.NotContains(t, text, c.hidden, name)
		}
	}
}

// TestKeysOfEarlierAttempts: a host may repeat what an attempt before the last one carried.
func TestKeysOfEarlierAttempts(t *testing.T) {
	tokens := []string{"Bearer the-first-token", "Bearer the-second-token"}
	attempts := 0
	signer := clienttest.Signing(func(h http.Header) {
		h.Set("Authorization", tokens[min(attempts, 1)])
		attempts++
	})
	answers := append(clienttest.Always(503, `{}`), clienttest.Always(400, `{"Errors":[{"Code":2,"Message":"bad the-first-token"}]}`)...)
	client, _ := clienttest.Serve(t, tourney.Soccer, answers, tourney.WithSigner(signer),
		tourney.WithCredentials(plantedKeys), tourney.WithRetry(tourney.Retry{Max: 1, MinWait: 1, MaxWait: 1}))
	err := gets(caller{ctx: t.Context(), c: client, paper: &paper{}})
	require.NotContains(t, err.Error(), "the-first-token")
	require.ErrorContains(t, err, withheldRepeat)
}
