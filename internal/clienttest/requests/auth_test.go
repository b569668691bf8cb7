package requests

import (
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
)

func TestAuthenticateIsNotSigned(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, clienttest.Account("key", "secret")),
		tourney.WithCredentials(clienttest.Keys), tourney.WithSigner(clienttest.Signer))
	account, err := c.Authenticate(t.Context(), "director", "password")
	require.NoError(t, err)
	require.Equal(t, "key", account.Credentials.APIKey)
	require.Equal(t, "secret", account.Credentials.APISecret.Reveal())
	require.Equal(t, int64(5), account.ID)
	require.Equal(t, "d@example.com", account.Email)
	require.Len(t, h.Requests(), 1)
	require.Empty(t, h.Requests()[0].Header.Get("Authentication"))
	clienttest.SameTree(t, `{"Username":"director","Password":"password"}`, h.Requests()[0].Body)
}

// TestWrongOptions: New and With refuse them, and show no secret.
func TestWrongOptions(t *testing.T) {
	signer := tourney.WithSigner(clienttest.Signer)
	for want, opts := range map[string][]tourney.Option{
		"WithCredentials: ":              {tourney.WithCredentials(auth.Credentials{}), signer},
		"WithLogin: ":                    {tourney.WithLogin("", "hidden-word"), signer},
		"password":                       {tourney.WithLogin("u", ""), signer},
		"credentials without WithSigner": {tourney.WithCredentials(clienttest.Keys)},
		"without WithSigner":             {tourney.WithLogin("user", "hidden-word")},
		"WithKeyStore without WithLogin": {signer, tourney.WithCredentials(clienttest.Keys), tourney.WithKeyStore(&shelf{})},
		"WithKeyStore: the store is nil": {tourney.WithLogin("user", "hidden-word"), signer, tourney.WithKeyStore(nil)},
		"WithMaxConcurrent: ":            {tourney.WithMaxConcurrent(-1)},
		"WithMaxResponseBytes: ":         {tourney.WithMaxResponseBytes(0)},
		"WithTimeout: ":                  {tourney.WithTimeout(-1)},
		"WithAttemptTimeout: ":           {tourney.WithAttemptTimeout(-1)},
		"WithUserAgent: ":                {tourney.WithUserAgent("a\r\nX-Evil: 1")},
		"WithRetry: ":                    {tourney.WithRetry(tourney.Retry{Max: -1})},
		"nor MaxWait below MinWait":      {tourney.WithRetry(tourney.Retry{Max: 1, MinWait: 2, MaxWait: 1})},
	} {
		_, err := tourney.New(clienttest.BaseURL, tourney.Soccer, opts...)
		require.ErrorContains(t, err, want)
		clienttest.RequireNoTrace(t, err.Error(), "apisecretkeyforaccount", "hidden-word")
		bare, err := tourney.New(clienttest.BaseURL, tourney.Soccer)
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
		_, err := tourney.New(clienttest.BaseURL, tourney.Soccer, tourney.WithSigner(signer))
		require.EqualError(t, err, "tourney: WithSigner without keys: add WithCredentials or WithLogin")
		bare, err := tourney.New(clienttest.BaseURL, tourney.Soccer)
		require.NoError(t, err)
		_, err = bare.With(tourney.WithSigner(signer))
		require.ErrorContains(t, err, "WithSigner without keys")
		_, err = bare.With(tourney.WithSigner(signer), tourney.WithCredentials(clienttest.Keys))
		require.NoError(t, err)
	}
	_, err := tourney.New(clienttest.BaseURL, tourney.Soccer, tourney.WithSigner(clienttest.Signing(func(http.Header) {})))
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
		": the limiter is nil":                   tourney.WithRateLimit(clienttest.Limiter(nil)),
		"tourney: WithLogger: the logger is nil": tourney.WithLogger(nil),
	} {
		_, err := tourney.New(clienttest.BaseURL, tourney.Soccer, opt)
		require.ErrorContains(t, err, want)
		bare, err := tourney.New(clienttest.BaseURL, tourney.Soccer)
		require.NoError(t, err)
		_, err = bare.With(opt)
		require.ErrorContains(t, err, want)
	}
	for want, host := range map[string]tourney.Host{
		"the host is nil":          nil,
		"tourney: the host is nil": (*tourney.Profile)(nil),
		"Profile.Signer: it holds": tourney.Profile{Signer: (*auth.HMAC)(nil)},
	} {
		_, err := tourney.New(clienttest.BaseURL, host)
		require.ErrorContains(t, err, want)
	}
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{}`))
	for want, opt := range map[string]tourney.CallOption{
		"tourney: a call option is nil":            nil,
		"tourney: ResponseInto: the target is nil": tourney.ResponseInto(nil),
		"tourney: BodyInto: the target is nil":     tourney.BodyInto(nil),
	} {
		_, err := clienttest.Collect(t, c, tourney.GameListOptions{}, opt)
		for _, err := range []error{
			err, clienttest.Err(c.Games.List(t.Context(), tourney.GameListOptions{}, opt)), clienttest.Err(c.Teams.Get(t.Context(), 1, opt)),
			clienttest.Err(c.Teams.Create(t.Context(), tourney.TeamCreateInput{}, opt)), clienttest.Err(c.Authenticate(t.Context(), "u", "p", opt)),
			clienttest.Err(c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: "/x"}, opt)),
		} {
			require.EqualError(t, err, want)
		}
	}
	require.Empty(t, h.Requests())
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
		"": "is missing", "ftp://example.com": `"ftp"`, "user:hidden@example.com": "scheme", "http:localhost": "names no host",
		"http://": "names no host", "http//localhost:8080": "scheme", "localhost:hidden": "scheme", "https:8080": "names no host",
		"/api/v1":         "scheme",
		"pat@example.com": "scheme", "C:\\hidden": "scheme", "https://u:hidden@host.example.com": "user name",
		"https://h.example.com?key=hidden": "query", "https://h.example.com/#hidden": "fragment",
		"https://h.example.com/%zz-hidden": "cannot be parsed", "\x00hidden": "cannot be parsed",
	} {
		_, err := tourney.New(text, tourney.Soccer)
		require.ErrorContains(t, err, want, text)
		require.NotContains(t, err.Error(), "begin it", text)
		clienttest.RequireNoTrace(t, err.Error(), "hidden")
	}
}

func TestConcurrentCallersShareOneLogin(t *testing.T) {
	h := &clienttest.LoginHost{Login: clienttest.KeysOfRound, Accept: func(int) bool { return true }}
	c := clienttest.LoginClient(t, h, tourney.WithMaxConcurrent(2))
	for _, err := range clienttest.Many(t, c, 50) {
		require.NoError(t, err)
	}
	require.Equal(t, 1, h.Logins)
	derived, err := c.With(tourney.WithUserAgent("other"))
	require.NoError(t, err)
	for _, err := range clienttest.Many(t, derived, 5) {
		require.NoError(t, err)
	}
	require.Equal(t, 1, h.Logins, "With shares the keys")
}

// loginWith are the options of a client with a login that sends a request again once.
var loginWith = []tourney.Option{
	tourney.WithLogin("director", "hunter2"), tourney.WithSigner(auth.Header{Key: "X-Key"}), tourney.WithRetry(tourney.Retry{Max: 1}),
}

// TestTheSameKeysAgain: a host may issue equal keys at every login. Callers that were refused one after another must not drop the keys of
// the first caller's new login.
func TestTheSameKeysAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const callers = 20
		logins, refused := 0, 0
		var mu sync.Mutex
		c := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			if strings.HasSuffix(req.URL.Path, "/authenticate") {
				logins++
				return clienttest.KeysOfRound(1), nil
			}
			if refused < callers {
				refused++
				delay := time.Duration(refused) * time.Second
				mu.Unlock()
				<-time.After(delay) // of the bubble's own clock: the refusals come one after another
				mu.Lock()
				return clienttest.JSON(401, `{}`), nil
			}
			return clienttest.JSON(200, `{"Venues":[]}`), nil
		}, loginWith...)
		for _, err := range clienttest.Many(t, c, callers) {
			require.NoError(t, err)
		}
		require.Equal(t, 2, logins)
	})
}

// TestFailingReloginIsTheError: the keys expire after the password has changed, so the new login fails.
func TestFailingReloginIsTheError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &clienttest.LoginHost{Accept: func(int) bool { return false }}
		h.Login = func(round int) *http.Response {
			if round == 1 {
				return clienttest.KeysOfRound(1)
			}
			<-time.After(time.Second) // of the bubble's own clock
			return clienttest.JSON(401, `{"Errors":[{"Code":5,"Message":"wrong password hunter2"}]}`)
		}
		c := clienttest.LoginClient(t, h)
		for _, err := range clienttest.Many(t, c, 10) {
			_ = clienttest.As[*tourney.TransportError](t, err)
			require.ErrorIs(t, err, tourney.ErrUnauthorized)
			require.ErrorContains(t, err, "Authentication.Authenticate")
			require.ErrorContains(t, err, "Venues.List")
			require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
			clienttest.RequireNoTrace(t, err.Error(), "hunter2")
		}
		require.Equal(t, 2, h.Logins)
		require.Error(t, clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{})))
		require.Equal(t, 3, h.Logins, "a later caller tries again")
	})
}

// TestUnreachableLogin: the login is retried once for all callers that wait for it. A charge that waits certainly did not happen.
func TestUnreachableLogin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &clienttest.LoginHost{Login: func(int) *http.Response { return clienttest.JSON(503, ``) }}
		c := clienttest.LoginClient(t, h)
		err := clienttest.ClassCalls["charge"](t.Context(), c)
		require.ErrorIs(t, err, tourney.ErrUnavailable)
		require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
		require.Equal(t, 4, h.Logins)
	})
}

// TestRefusedKeysAreForgottenWithoutRetry: a client without retries must not keep refused keys for ever.
func TestRefusedKeysAreForgottenWithoutRetry(t *testing.T) {
	h := &clienttest.LoginHost{Login: clienttest.KeysOfRound, Accept: func(round int) bool { return round == 2 }}
	c := clienttest.LoginClient(t, h)
	_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.WithRetry(tourney.Retry{}))
	require.ErrorIs(t, err, tourney.ErrUnauthorized)
	require.Equal(t, 1, h.Refused)
	_, err = c.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.WithRetry(tourney.Retry{}))
	require.NoError(t, err)
	require.Equal(t, 2, h.Logins)
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
				h := &clienttest.LoginHost{
					Login: clienttest.KeysOfRound, Accept: func(round int) bool { return round == valid },
					Refusal: c.status, RefusalBody: c.body,
				}
				client := clienttest.LoginClient(t, h)
				for _, err := range clienttest.Many(t, client, 5) {
					require.NoError(t, err)
				}
				valid = 2
				for _, err := range clienttest.Many(t, client, 20) {
					require.NoError(t, err)
				}
				require.Equal(t, 2, h.Logins)
				valid = 3
				_, err := client.Payments.Pay(t.Context(), tourney.PaymentInput{
					TeamID: 7, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{PriceID: 1},
				})
				require.NoError(t, err)
				require.Equal(t, 3, h.Logins)
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
					return clienttest.Err(c.Payments.Pay(t.Context(), tourney.PaymentInput{
						TeamID: 7, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{PriceID: 1},
					}))
				},
				"Do": func(c *tourney.Client) error {
					body := []byte(`{"TeamId":7,"Payment":{"PriceId":1}}`)
					return clienttest.Err(c.Do(t.Context(), tourney.RawRequest{Method: "POST", Path: "/api/v1/payments", Body: body}))
				},
			} {
				h := &clienttest.LoginHost{
					Login: clienttest.KeysOfRound, Accept: func(int) bool { return false }, Refusal: c.status, RefusalBody: c.body,
				}
				require.Error(t, pay(clienttest.LoginClient(t, h)), what)
				require.Equal(t, []int{1, 1}, []int{h.Logins, h.Refused}, what)
			}
		})
	}
}

// TestWaitingForALoginEndsWithTheContext: the login goes on for the other callers.
func TestWaitingForALoginEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &clienttest.LoginHost{Accept: func(int) bool { return true }}
		h.Login = func(round int) *http.Response {
			<-time.After(10 * time.Second) // of the bubble's own clock
			return clienttest.KeysOfRound(round)
		}
		c := clienttest.LoginClient(t, h)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		left := make(chan error)
		go func() { left <- clienttest.Err(c.Venues.List(ctx, tourney.VenueListOptions{})) }()
		synctest.Wait() // it began the login
		other := make(chan error)
		go func() { other <- clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{})) }()
		require.ErrorIs(t, <-left, context.DeadlineExceeded)
		require.Equal(t, time.Second, time.Since(start))
		require.NoError(t, <-other)
		require.Equal(t, 10*time.Second, time.Since(start))
		require.Equal(t, 1, h.Logins)
	})
}

// TestLeavingALoopLeavesNoLogin: the loop cancels the requests that wait for the login, and the next call begins another login.
func TestLeavingALoopLeavesNoLogin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var logins, under atomic.Int64
		c := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
			switch {
			case strings.HasSuffix(req.URL.Path, "/authenticate"):
				if round := logins.Add(1); round != 2 {
					return clienttest.KeysOfRound(int(round)), nil
				}
				under.Add(1)
				defer under.Add(-1)
				<-req.Context().Done()
				return nil, req.Context().Err()
			case req.URL.Query().Get("page") != "" && req.URL.Query().Get("page") != "1":
				return clienttest.JSON(401, `{}`), nil
			}
			return clienttest.JSON(200, `{"Teams":{"Results":[{"Id":1}],"Total":100,"Page":1,"PageSize":1},"Venues":[]}`), nil
		}, loginWith...)
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
		require.NoError(t, clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{})))
		require.Equal(t, int64(3), logins.Load())
	})
}

// TestPanickingLogins: the caller that began the login gets the panic. The other callers get an error, and no caller waits for ever.
func TestPanickingLogins(t *testing.T) {
	for how, fail := range map[string]func(){"panic": func() { panic("secret of a transport") }, "goexit": runtime.Goexit} {
		synctest.Test(t, func(t *testing.T) {
			const callers = 10
			var n clienttest.Notes
			h := &clienttest.LoginHost{Accept: func(int) bool { return true }}
			h.Login = func(round int) *http.Response {
				if round == 1 {
					<-time.After(time.Second) // of the bubble's own clock: long enough for all to wait for it
					fail()
				}
				return clienttest.KeysOfRound(round)
			}
			c := clienttest.LoginClient(t, h, tourney.WithMaxConcurrent(1), tourney.WithObserver(n.Observer()))
			errs, panics := make([]error, callers), make([]any, callers)
			var wg sync.WaitGroup
			for i := range callers {
				wg.Go(func() {
					defer func() { panics[i] = recover() }()
					errs[i] = clienttest.ClassCalls["charge"](t.Context(), c)
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
				clienttest.RequireNoTrace(t, err.Error(), "secret of a transport")
			}
			require.Equal(t, map[string]int{"panic": 1, "goexit": 0}[how], panicked)
			begun, ended := 0, 0
			for _, line := range n.Taken() {
				if strings.Contains(line, "begins") || strings.Contains(line, "waits") {
					begun++
				}
				if strings.Contains(line, "ends") || strings.Contains(line, "waited") {
					ended++
				}
			}
			require.Equal(t, begun, ended, "what began has ended")
			require.NoError(t, clienttest.ClassCalls["read"](t.Context(), c), "a later caller tries again")
			require.Equal(t, 2, h.Logins)
		})
	}
}

// TestKeysThatNoCallGetsTaken: a host that never accepts a key causes at most one more login in 30 seconds, for any number of calls, one
// after another or at the same time.
func TestKeysThatNoCallGetsTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &clienttest.LoginHost{Login: clienttest.KeysOfRound, Accept: func(int) bool { return false }}
		c := clienttest.LoginClient(t, h)
		refusals := func() (sent int) {
			for class, call := range clienttest.ClassCalls {
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
		calls := len(clienttest.ClassCalls) - 1
		require.Equal(t, calls+1, refusals(), "the first is sent twice")
		for range 100 {
			require.Equal(t, calls, refusals())
		}
		for _, err := range clienttest.Many(t, c, 100) {
			require.ErrorIs(t, err, tourney.ErrUnauthorized)
		}
		require.Equal(t, 2, h.Logins)
		for pause := range 3 {
			<-time.After(30 * time.Second) // of the bubble's own clock
			require.Equal(t, calls+1, refusals())
			require.Equal(t, 3+pause, h.Logins, "one more is tried")
		}
	})
}
