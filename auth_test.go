package tourney_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/secret"
)

var testKeys = auth.Credentials{APIKey: "apikeyforaccount", APISecret: secret.New("apisecretkeyforaccount")}

// testSigner signs at the instant of the public example.
var testSigner = auth.HMAC{Now: func() time.Time { return time.Date(2012, 9, 27, 20, 33, 55, 356445300, time.UTC) }}

func TestSignerSeesEveryAttemptAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, h := serve(t, tourney.Soccer, []httpmock.Responder{reply(503, ``), reply(200, `{"Venues":[]}`)},
			tourney.WithCredentials(testKeys), tourney.WithSigner(auth.HMAC{}),
			tourney.WithRetry(tourney.Retry{Max: 1, MinWait: time.Second, MaxWait: time.Second, MaxRetryAfter: time.Second}))
		_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{EventID: 7})
		require.NoError(t, err)
		requests := h.sent()
		require.Len(t, requests, 2)
		for _, r := range requests {
			require.Len(t, r.Header.Values("Timestamp"), 1)
			require.NoError(t, auth.HMAC{}.Verify(r.Request, testKeys))
		}
		require.NotEqual(t, requests[0].Header.Get("Timestamp"), requests[1].Header.Get("Timestamp"))
	})
}

func TestAuthenticateIsNotSigned(t *testing.T) {
	c, h := serve(t, tourney.Soccer, one(reply(200, accountBody("key", "secret"))),
		tourney.WithCredentials(testKeys), tourney.WithSigner(testSigner))
	account, err := c.Authenticate(t.Context(), "director", "password")
	require.NoError(t, err)
	require.Equal(t, "key", account.Credentials.APIKey)
	require.Equal(t, "secret", account.Credentials.APISecret.Reveal())
	require.Equal(t, int64(5), account.ID)
	require.Equal(t, "d@example.com", account.Email)
	require.Len(t, h.sent(), 1)
	require.Empty(t, h.sent()[0].Header.Get("Authentication"))
	sameTree(t, `{"Username":"director","Password":"password"}`, h.sent()[0].Body)
}

// accountBody is the answer to a login with these keys.
func accountBody(key, secret string) string {
	encode := base64.StdEncoding.EncodeToString
	return fmt.Sprintf(`{"Id":5,"ApiKey":%q,"ApiSecretKey":%q,"Email":"d@example.com"}`, encode([]byte(key)), encode([]byte(secret)))
}

func second[T any](_ T, err error) error { return err }

// requireNoTrace requires that a text does not hold a secret plainly, in hexadecimal or in base64.
func requireNoTrace(t *testing.T, written string, secrets ...string) {
	t.Helper()
	lower := strings.ToLower(written)
	for _, secret := range secrets {
		require.NotContains(t, written, secret)
		require.NotContains(t, lower, fmt.Sprintf("%x", secret))
		require.NotContains(t, written, base64.RawStdEncoding.EncodeToString([]byte(secret)))
	}
}

// TestWrongOptions: New and With refuse them, and show no secret.
func TestWrongOptions(t *testing.T) {
	signer := tourney.WithSigner(testSigner)
	for want, opts := range map[string][]tourney.Option{
		"WithCredentials: ":              {tourney.WithCredentials(auth.Credentials{}), signer},
		"WithLogin: ":                    {tourney.WithLogin("", "hidden-word"), signer},
		"password":                       {tourney.WithLogin("u", ""), signer},
		"credentials without WithSigner": {tourney.WithCredentials(testKeys)},
		"without WithSigner":             {tourney.WithLogin("user", "hidden-word")},
		"WithMaxConcurrent: ":            {tourney.WithMaxConcurrent(-1)},
		"WithMaxResponseBytes: ":         {tourney.WithMaxResponseBytes(0)},
		"WithTimeout: ":                  {tourney.WithTimeout(-1)},
		"WithAttemptTimeout: ":           {tourney.WithAttemptTimeout(-1)},
		"WithUserAgent: ":                {tourney.WithUserAgent("a\r\nX-Evil: 1")},
		"WithRetry: ":                    {tourney.WithRetry(tourney.Retry{Max: -1})},
		"nor MaxWait below MinWait":      {tourney.WithRetry(tourney.Retry{Max: 1, MinWait: 2, MaxWait: 1})},
	} {
		_, err := tourney.New(baseURL, tourney.Soccer, opts...)
		require.ErrorContains(t, err, want)
		requireNoTrace(t, err.Error(), "apisecretkeyforaccount", "hidden-word")
		bare, err := tourney.New(baseURL, tourney.Soccer)
		require.NoError(t, err)
		_, err = bare.With(opts...)
		require.ErrorContains(t, err, want)
	}
}

// TestSignersNeedKeys: a signer of the library signs nothing without keys, so New says it. One of the user's own may
// have keys of its own.
func TestSignersNeedKeys(t *testing.T) {
	for _, signer := range []auth.Signer{
		auth.HMAC{}, &auth.HMAC{}, auth.Header{Key: "X-Key"}, auth.Query{Key: "key"},
	} {
		_, err := tourney.New(baseURL, tourney.Soccer, tourney.WithSigner(signer))
		require.EqualError(t, err, "tourney: WithSigner without keys: add WithCredentials or WithLogin")
		bare, err := tourney.New(baseURL, tourney.Soccer)
		require.NoError(t, err)
		_, err = bare.With(tourney.WithSigner(signer))
		require.ErrorContains(t, err, "WithSigner without keys")
		_, err = bare.With(tourney.WithSigner(signer), tourney.WithCredentials(testKeys))
		require.NoError(t, err)
	}
	_, err := tourney.New(baseURL, tourney.Soccer, tourney.WithSigner(signing(func(http.Header) {})))
	require.NoError(t, err)
}

// TestNilIsRefused wherever a program gives options: by New, by With and by calls, also inside an interface.
func TestNilIsRefused(t *testing.T) {
	for want, opt := range map[string]tourney.Option{
		"an option is nil":                       nil,
		"WithHTTPClient: the client is nil":      tourney.WithHTTPClient(nil),
		"WithHTTPClient: the transport or the":   tourney.WithHTTPClient(&http.Client{Transport: (*http.Transport)(nil)}),
		"or the cookie jar of the client holds":  tourney.WithHTTPClient(&http.Client{Jar: (*cookiejar.Jar)(nil)}),
		"WithSigner: the signer is nil":          tourney.WithSigner(nil),
		": the signer is nil":                    tourney.WithSigner((*auth.HMAC)(nil)),
		"WithRateLimit: the limiter is nil":      tourney.WithRateLimit(nil),
		": the limiter is nil":                   tourney.WithRateLimit(limiterFunc(nil)),
		"tourney: WithLogger: the logger is nil": tourney.WithLogger(nil),
	} {
		_, err := tourney.New(baseURL, tourney.Soccer, opt)
		require.ErrorContains(t, err, want)
		bare, err := tourney.New(baseURL, tourney.Soccer)
		require.NoError(t, err)
		_, err = bare.With(opt)
		require.ErrorContains(t, err, want)
	}
	for want, host := range map[string]tourney.Host{
		"the host is nil":          nil,
		"tourney: the host is nil": (*tourney.Profile)(nil),
		"Profile.Signer: it holds": tourney.Profile{Signer: (*auth.HMAC)(nil)},
	} {
		_, err := tourney.New(baseURL, host)
		require.ErrorContains(t, err, want)
	}
	c, h := serve(t, tourney.Soccer, one(reply(200, `{}`)))
	for want, opt := range map[string]tourney.CallOption{
		"tourney: a call option is nil":            nil,
		"tourney: ResponseInto: the target is nil": tourney.ResponseInto(nil),
		"tourney: BodyInto: the target is nil":     tourney.BodyInto(nil),
	} {
		_, err := collect(t, c, tourney.GameListOptions{}, opt)
		for _, err := range []error{
			err, second(c.Games.List(t.Context(), tourney.GameListOptions{}, opt)), second(c.Teams.Get(t.Context(), 1, opt)),
			second(c.Teams.Create(t.Context(), tourney.TeamCreateInput{}, opt)), second(c.Authenticate(t.Context(), "u", "p", opt)),
			second(c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: "/x"}, opt)),
		} {
			require.EqualError(t, err, want)
		}
	}
	require.Empty(t, h.sent())
}

// TestBaseURLWithoutAScheme: the error offers what was meant, and shows nothing that could be a secret.
func TestBaseURLWithoutAScheme(t *testing.T) {
	for text, want := range map[string]string{
		"localhost:8080": "http://localhost:8080", "localhost": "http://localhost", "127.0.0.1:8080": "http://127.0.0.1:8080",
		"[::1]:8080": "http://[::1]:8080", "LOCALHOST:1/api/v1": "http://LOCALHOST:1", "//localhost": "http://localhost",
		"example.com": "https://example.com", "example.com/hidden": "https://example.com", "10.0.0.1:80?key=hidden": "https://10.0.0.1:80",
		"soccer.tournaments-of-a-long-name.example.com:8443": "https://soccer.tournaments-of-a-long-name.example.com:8443",
	} {
		_, err := tourney.New(text, tourney.Soccer)
		require.EqualError(t, err, fmt.Sprintf("tourney: the base URL has no scheme: begin it with %q", want), text)
	}
	for text, want := range map[string]string{
		"": "scheme", "ftp://example.com": `"ftp"`, "user:hidden@example.com": "scheme", "http:localhost": "names no host",
		"http://": "names no host", "http//localhost:8080": "scheme", "localhost:hidden": "scheme", "https:8080": "names no host", "/api/v1": "scheme",
		"pat@example.com": "scheme", "C:\\hidden": "scheme",
	} {
		_, err := tourney.New(text, tourney.Soccer)
		require.ErrorContains(t, err, want, text)
		require.NotContains(t, err.Error(), "begin it", text)
		requireNoTrace(t, err.Error(), "hidden")
	}
}

// loginHost answers logins with the keys of the round. accept answers all other requests, by the round of the keys that signed them.
type loginHost struct {
	mu      sync.Mutex
	logins  int
	login   func(round int) *http.Response
	accept  func(round int) bool
	refused int

	refusal     int    // status of the answer to refused keys; 0 for 401
	refusalBody string // its body; "" for one with code 5
}

func (h *loginHost) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		_, _ = io.Copy(io.Discard, req.Body)
		_ = req.Body.Close()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if strings.HasSuffix(req.URL.Path, "/authenticate") {
		h.logins++
		round := h.logins
		h.mu.Unlock() // it may take its time, and who waits for a lock holds up the bubble's clock
		defer h.mu.Lock()
		return h.login(round), req.Context().Err()
	}
	var round int
	_, _ = fmt.Sscanf(req.Header.Get("X-Key"), "round-%d", &round)
	if !h.accept(round) {
		h.refused++
		res := jsonResponse(cmp.Or(h.refusal, 401), cmp.Or(h.refusalBody, `{"Errors":[{"Code":5,"Message":"bad keys"}]}`))
		if strings.HasPrefix(h.refusalBody, "<") {
			res.Header.Set("Content-Type", "application/xml")
		}
		return res, nil
	}
	return jsonResponse(200, `{"Venues":[],"TransactionId":"T1"}`), nil
}

func jsonResponse(status int, body string) *http.Response {
	res := httpmock.NewStringResponse(status, body)
	res.Header.Set("Content-Type", "application/json")
	return res
}

func keysOfRound(round int) *http.Response {
	return jsonResponse(200, accountBody(fmt.Sprintf("round-%d", round), "s"))
}

// many makes n callers list venues at once and returns their errors.
func many(t *testing.T, c *tourney.Client, n int, opts ...tourney.ListOption) []error {
	t.Helper()
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { _, errs[i] = c.Venues.List(t.Context(), tourney.VenueListOptions{}, opts...) })
	}
	wg.Wait()
	return errs
}

func loginClient(t *testing.T, h *loginHost, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	c, err := tourney.New(baseURL, tourney.Soccer, append([]tourney.Option{
		tourney.WithHTTPClient(&http.Client{Transport: h}), tourney.WithLogin("director", "hunter2"),
		tourney.WithSigner(auth.Header{Key: "X-Key"}),
	}, opts...)...)
	require.NoError(t, err)
	return c
}

func TestConcurrentCallersShareOneLogin(t *testing.T) {
	h := &loginHost{login: keysOfRound, accept: func(int) bool { return true }}
	c := loginClient(t, h, tourney.WithMaxConcurrent(2))
	for _, err := range many(t, c, 50) {
		require.NoError(t, err)
	}
	require.Equal(t, 1, h.logins)
	derived, err := c.With(tourney.WithUserAgent("other"))
	require.NoError(t, err)
	for _, err := range many(t, derived, 5) {
		require.NoError(t, err)
	}
	require.Equal(t, 1, h.logins, "With shares the keys")
}

// TestTheSameKeysAgain: a host may issue equal keys at every login. Callers that were refused one after another must not drop the keys of
// the first caller's new login.
func TestTheSameKeysAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const callers = 20
		logins, refused := 0, 0
		var mu sync.Mutex
		c, err := tourney.New(baseURL, tourney.Soccer, tourney.WithLogin("director", "hunter2"),
			tourney.WithSigner(auth.Header{Key: "X-Key"}),
			tourney.WithRetry(tourney.Retry{Max: 1}),
			tourney.WithHTTPClient(&http.Client{Transport: transport(func(req *http.Request) (*http.Response, error) {
				mu.Lock()
				defer mu.Unlock()
				if strings.HasSuffix(req.URL.Path, "/authenticate") {
					logins++
					return keysOfRound(1), nil
				}
				if refused < callers {
					refused++
					delay := time.Duration(refused) * time.Second
					mu.Unlock()
					<-time.After(delay) // of the bubble's own clock: the refusals come one after another
					mu.Lock()
					return jsonResponse(401, `{}`), nil
				}
				return jsonResponse(200, `{"Venues":[]}`), nil
			})}))
		require.NoError(t, err)
		for _, err := range many(t, c, callers) {
			require.NoError(t, err)
		}
		require.Equal(t, 2, logins)
	})
}

// TestLateRefusalsLeaveNewKeysAlone: the refusal of an old request must not drop the keys of a later login.
func TestLateRefusalsLeaveNewKeysAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &loginHost{login: keysOfRound, accept: func(round int) bool { return round == 2 }}
		first := make(chan bool, 1)
		first <- true
		slow := transport(func(req *http.Request) (*http.Response, error) {
			res, err := h.RoundTrip(req)
			if !strings.HasSuffix(req.URL.Path, "/authenticate") {
				select {
				case <-first:
					<-time.After(10 * time.Second) // of the bubble's own clock
				default:
				}
			}
			return res, err
		})
		c := loginClient(t, h, tourney.WithHTTPClient(&http.Client{Transport: slow}))
		late := make(chan error)
		go func() { late <- second(c.Venues.List(t.Context(), tourney.VenueListOptions{})) }()
		<-time.After(time.Second)
		require.NoError(t, second(c.Venues.List(t.Context(), tourney.VenueListOptions{})))
		require.NoError(t, <-late)
		require.Equal(t, 2, h.logins)
	})
}

// TestFailingReloginIsTheError: the keys expire after the password has changed, so the new login fails.
func TestFailingReloginIsTheError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &loginHost{accept: func(int) bool { return false }}
		h.login = func(round int) *http.Response {
			if round == 1 {
				return keysOfRound(1)
			}
			<-time.After(time.Second) // of the bubble's own clock
			return jsonResponse(401, `{"Errors":[{"Code":5,"Message":"wrong password"}]}`)
		}
		c := loginClient(t, h)
		for _, err := range many(t, c, 10) {
			var failed *tourney.TransportError
			require.ErrorAs(t, err, &failed)
			require.ErrorIs(t, err, tourney.ErrUnauthorized)
			require.ErrorContains(t, err, "Authentication.Authenticate")
			require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
		}
		require.Equal(t, 2, h.logins)
	})
}

// TestUnreachableLogin: the login is retried once for all callers that wait for it. A charge that waits certainly did not happen.
func TestUnreachableLogin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &loginHost{login: func(int) *http.Response { return jsonResponse(503, ``) }}
		c := loginClient(t, h)
		err := classCalls["charge"](t.Context(), c)
		require.ErrorIs(t, err, tourney.ErrUnavailable)
		require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
		require.Equal(t, 4, h.logins)
	})
}

// TestRefusedKeysAreForgottenWithoutRetry: a client without retries must not keep refused keys for ever.
func TestRefusedKeysAreForgottenWithoutRetry(t *testing.T) {
	h := &loginHost{login: keysOfRound, accept: func(round int) bool { return round == 2 }}
	c := loginClient(t, h)
	_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.WithRetry(tourney.Retry{}))
	require.ErrorIs(t, err, tourney.ErrUnauthorized)
	require.Equal(t, 1, h.refused)
	_, err = c.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.WithRetry(tourney.Retry{}))
	require.NoError(t, err)
	require.Equal(t, 2, h.logins)
}

// TestRotatedKeysCauseOneLogin: a host that replaces its keys in the middle refuses all callers, and they share one login. The host may
// refuse keys by the code alone.
func TestRotatedKeysCauseOneLogin(t *testing.T) {
	const code5 = `{"Code":5,"Message":"bad keys"}`
	for name, c := range map[string]struct {
		status int
		body   string
	}{
		"401":                {401, `{"Errors":[` + code5 + `]}`},
		"401 without body":   {401, `{}`},
		"200":                {200, `{"Errors":[` + code5 + `]}`},
		"400, in lower case": {400, `{"errors":[{"code":5}]}`},
		"403, twice":         {403, `{"Errors":[` + code5 + `,` + code5 + `]}`},
		"XML":                {400, `<Response><Errors><Error><Code>5</Code></Error></Errors></Response>`},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				valid := 1
				h := &loginHost{
					login: keysOfRound, accept: func(round int) bool { return round == valid },
					refusal: c.status, refusalBody: c.body,
				}
				client := loginClient(t, h)
				for _, err := range many(t, client, 5) {
					require.NoError(t, err)
				}
				valid = 2
				for _, err := range many(t, client, 20) {
					require.NoError(t, err)
				}
				require.Equal(t, 2, h.logins)
				valid = 3
				_, err := client.Payments.Pay(t.Context(), tourney.PaymentInput{
					TeamID: 7, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{PriceID: 1},
				})
				require.NoError(t, err)
				require.Equal(t, 3, h.logins)
			})
		})
	}
}

// TestErrorsThatRefuseNoKeys: errors about something else cause no login.
func TestErrorsThatRefuseNoKeys(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
	}{
		"another code":              {400, `{"Errors":[{"Code":2}]}`},
		"another code too":          {400, `{"Errors":[{"Code":5},{"Code":2}]}`},
		"permission":                {403, `{"Errors":[{"Code":6}]}`},
		"no errors":                 {400, `{"Errors":[]}`},
		"a result":                  {200, `{"TransactionId":"T1","Errors":[{"Code":5}]}`},
		"a text with the word":      {400, `{"Message":"Errors"}`},
		"a result in lower case":    {200, `{"transactionid":"T1","errors":[{"code":5}]}`},
		"a redirect":                {302, `{"Errors":[{"Code":5}]}`},
		"a redirect that is kept":   {307, `{"Errors":[{"Code":5}]}`},
		"more errors than are read": {400, `{"Errors":[{"Code":5,"Message":"` + strings.Repeat("x", 64<<10) + `"}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			for what, pay := range map[string]func(*tourney.Client) error{
				"Pay": func(c *tourney.Client) error {
					return second(c.Payments.Pay(t.Context(), tourney.PaymentInput{
						TeamID: 7, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{PriceID: 1},
					}))
				},
				"Do": func(c *tourney.Client) error {
					body := []byte(`{"TeamId":7,"Payment":{"PriceId":1}}`)
					return second(c.Do(t.Context(), tourney.RawRequest{Method: "POST", Path: "/api/v1/payments", Body: body}))
				},
			} {
				h := &loginHost{
					login: keysOfRound, accept: func(int) bool { return false }, refusal: c.status, refusalBody: c.body,
				}
				require.Error(t, pay(loginClient(t, h)), what)
				require.Equal(t, []int{1, 1}, []int{h.logins, h.refused}, what)
			}
		})
	}
}

func TestFailingLoginGivesOneClearErrorToAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &loginHost{accept: func(int) bool { return true }}
		h.login = func(int) *http.Response {
			<-time.After(time.Second) // of the bubble's own clock: long enough for all to wait for it
			return jsonResponse(401, `{"Errors":[{"Code":5,"Message":"wrong password hunter2"}]}`)
		}
		c := loginClient(t, h)
		for _, err := range many(t, c, 10) {
			require.ErrorIs(t, err, tourney.ErrUnauthorized)
			require.ErrorContains(t, err, "Authentication.Authenticate")
			require.ErrorContains(t, err, "Venues.List")
			requireNoTrace(t, err.Error(), "hunter2")
		}
		require.Equal(t, 1, h.logins)
		require.Error(t, second(c.Venues.List(t.Context(), tourney.VenueListOptions{})))
		require.Equal(t, 2, h.logins, "a later caller tries again")
	})
}

// TestWaitingForALoginEndsWithTheContext: the login goes on for the other callers.
func TestWaitingForALoginEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &loginHost{accept: func(int) bool { return true }}
		h.login = func(round int) *http.Response {
			<-time.After(10 * time.Second) // of the bubble's own clock
			return keysOfRound(round)
		}
		c := loginClient(t, h)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		left := make(chan error)
		go func() { left <- second(c.Venues.List(ctx, tourney.VenueListOptions{})) }()
		synctest.Wait() // it began the login
		other := make(chan error)
		go func() { other <- second(c.Venues.List(t.Context(), tourney.VenueListOptions{})) }()
		require.ErrorIs(t, <-left, context.DeadlineExceeded)
		require.Equal(t, time.Second, time.Since(start))
		require.NoError(t, <-other)
		require.Equal(t, 10*time.Second, time.Since(start))
		require.Equal(t, 1, h.logins)
	})
}

// TestLeavingALoopLeavesNoLogin: the loop cancels the requests that wait for the login, and the next call begins another login.
func TestLeavingALoopLeavesNoLogin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var logins, under atomic.Int64
		c, err := tourney.New(baseURL, tourney.Soccer, tourney.WithLogin("director", "hunter2"),
			tourney.WithSigner(auth.Header{Key: "X-Key"}),
			tourney.WithRetry(tourney.Retry{Max: 1}),
			tourney.WithHTTPClient(&http.Client{Transport: transport(func(req *http.Request) (*http.Response, error) {
				switch {
				case strings.HasSuffix(req.URL.Path, "/authenticate"):
					if round := logins.Add(1); round != 2 {
						return keysOfRound(int(round)), nil
					}
					under.Add(1)
					defer under.Add(-1)
					<-req.Context().Done()
					return nil, req.Context().Err()
				case req.URL.Query().Get("page") != "" && req.URL.Query().Get("page") != "1":
					return jsonResponse(401, `{}`), nil
				}
				return jsonResponse(200, `{"Teams":{"Results":[{"Id":1}],"Total":100,"Page":1,"PageSize":1},"Venues":[]}`), nil
			})}))
		require.NoError(t, err)
		begun := time.Now()
		for _, err := range c.Teams.All(t.Context(), tourney.TeamListOptions{EventID: 1001}, tourney.Prefetch(8)) {
			require.NoError(t, err)
			synctest.Wait()
			break
		}
		require.Equal(t, int64(2), logins.Load())
		synctest.Wait()
		require.Zero(t, under.Load(), "nobody waits for the login")
		require.Zero(t, time.Since(begun))
		require.NoError(t, second(c.Venues.List(t.Context(), tourney.VenueListOptions{})))
		require.Equal(t, int64(3), logins.Load())
	})
}

func TestLoginWithUnreadableKeysFails(t *testing.T) {
	var out bytes.Buffer
	h := &loginHost{
		login: func(int) *http.Response {
			return jsonResponse(200, `{"Id":1,"ApiKey":"not base64!","ApiSecretKey":"aGVsbG8="}`)
		},
		accept: func(int) bool { return true },
	}
	c := loginClient(t, h, tourney.WithLogger(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))))
	_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
	require.ErrorContains(t, err, "ApiKey")
	requireNoTrace(t, err.Error()+out.String(), "not base64!", "hello", "aGVsbG8=")
}

// TestPanickingLogins: the caller that began the login gets the panic. The other callers get an error, and no caller waits for ever.
func TestPanickingLogins(t *testing.T) {
	for how, fail := range map[string]func(){"panic": func() { panic("secret of a transport") }, "goexit": runtime.Goexit} {
		synctest.Test(t, func(t *testing.T) {
			const callers = 10
			var n notes
			h := &loginHost{accept: func(int) bool { return true }}
			h.login = func(round int) *http.Response {
				if round == 1 {
					<-time.After(time.Second) // of the bubble's own clock: long enough for all to wait for it
					fail()
				}
				return keysOfRound(round)
			}
			c := loginClient(t, h, tourney.WithMaxConcurrent(1), tourney.WithObserver(n.observer()))
			errs, panics := make([]error, callers), make([]any, callers)
			var wg sync.WaitGroup
			for i := range callers {
				wg.Go(func() {
					defer func() { panics[i] = recover() }()
					errs[i] = classCalls["charge"](t.Context(), c)
				})
			}
			wg.Wait()
			panicked := 0
			for i, err := range errs {
				if panics[i] != nil {
					require.Equal(t, "secret of a transport", panics[i])
					panicked++
					continue
				}
				require.ErrorContains(t, err, "panicked")
				require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
				requireNoTrace(t, err.Error(), "secret of a transport")
			}
			require.Equal(t, map[string]int{"panic": 1, "goexit": 0}[how], panicked)
			begun, ended := 0, 0
			for _, line := range n.taken() {
				if strings.Contains(line, "begins") || strings.Contains(line, "waits") {
					begun++
				}
				if strings.Contains(line, "ends") || strings.Contains(line, "waited") {
					ended++
				}
			}
			require.Equal(t, begun, ended, "what began has ended")
			require.NoError(t, classCalls["read"](t.Context(), c), "a later caller tries again")
			require.Equal(t, 2, h.logins)
		})
	}
}

// TestPanickingLoginWithoutItsCaller: when the caller that began the login has left, the other callers get an error.
func TestPanickingLoginWithoutItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &loginHost{login: func(int) *http.Response {
			<-time.After(10 * time.Second) // of the bubble's own clock
			panic("out of order")
		}}
		c := loginClient(t, h)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		left := make(chan error)
		go func() { left <- classCalls["read"](ctx, c) }()
		synctest.Wait() // it began the login
		other := make(chan error)
		go func() { other <- classCalls["read"](t.Context(), c) }()
		require.ErrorIs(t, <-left, context.DeadlineExceeded)
		require.ErrorContains(t, <-other, "panicked")
		require.Equal(t, 1, h.logins)
	})
}

// TestKeysThatNoCallGetsTaken: a host that never accepts a key causes at most one more login in 30 seconds, for any number of calls, one
// after another or at the same time.
func TestKeysThatNoCallGetsTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &loginHost{login: keysOfRound, accept: func(int) bool { return false }}
		c := loginClient(t, h)
		refusals := func() (sent int) {
			for class, call := range classCalls {
				if class == "login" {
					continue // needs no keys
				}
				var response tourney.Response
				err := call(t.Context(), c, tourney.ResponseInto(&response))
				require.ErrorIs(t, err, tourney.ErrUnauthorized, class)
				require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, class)
				sent += response.Attempts
			}
			return sent
		}
		calls := len(classCalls) - 1
		require.Equal(t, calls+1, refusals(), "the first is sent twice")
		for range 100 {
			require.Equal(t, calls, refusals())
		}
		for _, err := range many(t, c, 100) {
			require.ErrorIs(t, err, tourney.ErrUnauthorized)
		}
		require.Equal(t, 2, h.logins)
		for pause := range 3 {
			<-time.After(30 * time.Second) // of the bubble's own clock
			require.Equal(t, calls+1, refusals())
			require.Equal(t, 3+pause, h.logins, "one more is tried")
		}
	})
}

// TestManyCallsWhoseKeysAreRefused: callers that begin shortly after one another share the two logins.
func TestManyCallsWhoseKeysAreRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &loginHost{login: keysOfRound, accept: func(int) bool { return false }}
		slow := transport(func(req *http.Request) (*http.Response, error) {
			<-time.After(50 * time.Millisecond) // of the bubble's own clock
			return h.RoundTrip(req)
		})
		c := loginClient(t, h, tourney.WithHTTPClient(&http.Client{Transport: slow}))
		errs := make(chan error, 100)
		for range cap(errs) {
			go func() { errs <- second(c.Venues.List(t.Context(), tourney.VenueListOptions{})) }()
			<-time.After(10 * time.Millisecond)
		}
		for range cap(errs) {
			require.ErrorIs(t, <-errs, tourney.ErrUnauthorized)
		}
		require.Equal(t, 2, h.logins)
		require.Less(t, h.refused, 200)
	})
}

// TestKeysThatWereTakenOnceAreReplacedAtOnce: keys that the host once accepted have expired, so the client logs in without a pause.
func TestKeysThatWereTakenOnceAreReplacedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var good atomic.Int64
		h := &loginHost{login: keysOfRound, accept: func(round int) bool { return int64(round) == good.Load() }}
		c := loginClient(t, h)
		for round := range 5 {
			good.Store(int64(round + 1))
			require.NoError(t, second(c.Venues.List(t.Context(), tourney.VenueListOptions{})))
			require.Equal(t, round+1, h.logins)
		}
	})
}
