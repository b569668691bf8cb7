package webhook_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/secret"
	"github.com/tourney-go/tourney/watch/webhook"
)

const hiddenURL = "https://clerk:pass-word@hooks.example.com/T00/xoxb-0123456789abcdef?token=q%2Fsecret"

var event = webhook.Event{
	ID: "msg_1", Type: "game.score", Time: time.Date(2026, 6, 12, 9, 0, 0, 0, time.UTC), Data: []byte(`{"after":{"Id":7001}}`),
}

// transport is a transport from a function.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// attempt is a request that a receiver got.
type attempt struct {
	at     time.Time
	header http.Header
	body   []byte
}

// script is a receiver that gives one answer after another, and repeats the last one: a status, and after a space a
// header or a body.
type script struct {
	t        *testing.T
	answers  []string
	attempts []attempt
}

func (s *script) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	require.NoError(s.t, err)
	answer := s.answers[min(len(s.attempts), len(s.answers)-1)]
	s.attempts = append(s.attempts, attempt{time.Now(), req.Header.Clone(), body})
	_, err = webhook.Verify(req.Header, body, secret.New(testKey), time.Now())
	require.NoError(s.t, err)
	status, rest, _ := strings.Cut(answer, " ")
	code, err := strconv.Atoi(status)
	if err != nil {
		return nil, errors.New(answer)
	}
	res := &http.Response{StatusCode: code, Header: http.Header{}, Request: req}
	if name, value, isHeader := strings.Cut(rest, ": "); isHeader {
		res.Header.Set(name, value)
		rest = ""
	}
	res.Body = io.NopCloser(strings.NewReader(rest))
	return res, nil
}

// TestOldKey: a receiver that knows either key accepts a request.
func TestOldKey(t *testing.T) {
	for _, keys := range [][2]secret.Text{{webhook.NewKey(), secret.New(testKey)}, {secret.New(testKey), webhook.NewKey()}} {
		receiver := &script{t: t, answers: []string{"200"}}
		options := webhook.Options{Client: &http.Client{Transport: receiver}, OldKey: keys[1]}
		sender, err := webhook.New("https://example.com/hook", keys[0], options)
		require.NoError(t, err)
		require.NoError(t, sender.Send(t.Context(), event))
		for _, key := range keys {
			_, err = webhook.Verify(receiver.attempts[0].header, receiver.attempts[0].body, key, time.Now())
			require.NoError(t, err)
		}
	}
	_, err := webhook.New("https://example.com/hook", secret.New(testKey), webhook.Options{OldKey: secret.New("short")})
	require.ErrorContains(t, err, "the key: expected whsec_")
}

// TestPublicOnly: no connection goes to an address of this machine or of a private network, however it is spelled.
func TestPublicOnly(t *testing.T) {
	asked := 0
	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer receiver.Close()
	_, port, _ := net.SplitHostPort(receiver.Listener.Addr().String())
	proxy := http.ProxyURL(&url.URL{Scheme: "http", Host: receiver.Listener.Addr().String()})
	for _, host := range []string{"127.0.0.1", "localhost", "0.0.0.0", "10.1.2.3", "169.254.169.254", "100.64.0.1"} {
		for _, client := range []*http.Client{nil, {Transport: &http.Transport{Proxy: proxy}}} {
			options := webhook.Options{PublicOnly: true, Client: client}
			sender, err := webhook.New("http://"+net.JoinHostPort(host, port)+"/hook", secret.New(testKey), options)
			require.NoError(t, err)
			require.ErrorIs(t, sender.Send(t.Context(), event), webhook.ErrNotPublic, host)
		}
	}
	require.Zero(t, asked)
	for address, public := range map[string]bool{
		"8.8.8.8": true, "2606:4700::1111": true, "::ffff:8.8.8.8": true, "9.255.255.255": true, "11.0.0.0": true,
		"172.31.255.255": false, "192.168.0.1": false, "224.0.0.1": false, "255.255.255.255": false, "198.18.0.1": false,
		"::1": false, "::": false, "fe80::1%eth0": false, "fd00::1": false, "::ffff:10.0.0.1": false, "::7f00:1": false,
		"64:ff9b::a00:1": false, "64:ff9b:1::a00:1": false, "2002:7f00:1::": false, "fec0::1": false, "100::1": false,
		"::ffff:0:127.0.0.1": false, "1fff::1": false, "4000::1": false, "2001:db8::1": false, "3fff::1": false, "": false,
	} {
		at, _ := netip.ParseAddr(address)
		require.Equal(t, public, webhook.IsPublic(at), address)
	}
	_, err := webhook.New(receiver.URL, secret.New(testKey), webhook.Options{
		PublicOnly: true, Client: &http.Client{Transport: &script{}},
	})
	require.ErrorContains(t, err, "PublicOnly: expected a Client with an *http.Transport")
}

// TestSend: the waits between attempts, in seconds, until the receiver accepts.
func TestSend(t *testing.T) {
	for name, c := range map[string]struct {
		answers []string
		waits   []int
	}{
		"accepted":                {[]string{"204"}, nil},
		"accepted in its own way": {[]string{"299 thanks"}, nil},
		"down for a while":        {[]string{"dial tcp: connection refused", "EOF", "500", "502", "503", "200"}, []int{1, 2, 4, 8, 16}},
		"never longer than that":  {[]string{"500", "500", "500", "500", "500", "500", "500", "500", "200"}, []int{1, 2, 4, 8, 16, 32, 60, 60}},
		"late and early":          {[]string{"408", "425", "200"}, []int{1, 2}},
		"it says when":            {[]string{"429 Retry-After: 30", "503 Retry-After: 1", "200"}, []int{30, 2}},
		"it says too late":        {[]string{"429 Retry-After: 86400", "503 Retry-After: 61", "200"}, []int{60, 60}},
		"it says nonsense": {
			[]string{"429 Retry-After: -5", "503 Retry-After: soon", "429 Retry-After: 9223372036854775807", "200"}, []int{1, 2, 4},
		},
		"it says a date": {
			[]string{"429 Retry-After: Sat, 01 Jan 2000 00:00:40 GMT", "429 Retry-After: Sat, 01 Jan 2000 00:00:00 GMT", "200"}, []int{40, 2},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				receiver := &script{t: t, answers: c.answers}
				var reports []time.Duration
				sender, err := webhook.New("https://example.com/hook", secret.New(testKey), webhook.Options{
					Client: &http.Client{Transport: receiver}, MaxWait: time.Minute, Report: func(err error) {
						var failed *webhook.Error
						require.ErrorAs(t, err, &failed)
						require.NotErrorIs(t, err, webhook.ErrRefused)
						reports = append(reports, failed.Wait)
					},
				})
				require.NoError(t, err)
				require.NoError(t, sender.Send(t.Context(), event))
				require.Len(t, receiver.attempts, len(c.waits)+1)
				require.Len(t, reports, len(c.waits))
				for i, wait := range c.waits {
					got, least := receiver.attempts[i+1].at.Sub(receiver.attempts[i].at), time.Duration(wait)*time.Second
					require.Equal(t, reports[i], got)
					require.GreaterOrEqual(t, got, least, i)
					require.LessOrEqual(t, got, least+least/10, i)
				}
				for _, try := range receiver.attempts {
					require.Equal(t, "msg_1", try.header.Get("webhook-id"))
					require.Equal(t, strconv.FormatInt(try.at.Unix(), 10), try.header.Get("webhook-timestamp"))
					require.Equal(t, "application/json", try.header.Get("Content-Type"))
					require.Equal(t, `{"type":"game.score","timestamp":"2026-06-12T09:00:00Z","data":{"after":{"Id":7001}}}`, string(try.body))
				}
			})
		})
	}
}

func TestSendIsRefused(t *testing.T) {
	for answer, says := range map[string]string{
		"400 bad\r\n\tthing\x1b[2J":        "refused: status 400: bad   thing [2J",
		"401":                              "refused: status 401",
		"404 " + strings.Repeat("x", 5000): "refused: status 404: " + strings.Repeat("x", 200) + "…",
		"410 gone":                         "refused: status 410: gone",
		"302 Location: https://other.example.com/": "refused: status 302",
		"307 Location: https://other.example.com/": "refused: status 307",
		"304":                               "refused: status 304",
		"403 no xoxb-0123456789ABCDEF here": "refused: status 403: [a text with a secret]",
		"403 <p>/hook?token=q%2Fsecret</p>": "refused: status 403: [a text with a secret]",
		"403 Authorization Basic Y2xlcms6cGFzcy13b3Jk":               "refused: status 403: [a text with a secret]",
		"403 key MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, " + testKey:       "refused: status 403: [a text with a secret]",
		"422 {\"error\":\"" + strings.Repeat("é", 3000) + "secret\"": "refused: status 422: {\"error\":\"" + strings.Repeat("é", 190) + "…",
	} {
		receiver := &script{t: t, answers: []string{answer}}
		sender, err := webhook.New(hiddenURL, secret.New(testKey), webhook.Options{Client: &http.Client{Transport: receiver}})
		require.NoError(t, err)
		err = sender.Send(t.Context(), event)
		require.ErrorIs(t, err, webhook.ErrRefused, answer)
		require.EqualError(t, err, "tourney: webhook: hooks.example.com did not accept the event msg_1: "+says)
		require.Len(t, receiver.attempts, 1, answer)
	}
}

// TestSendEnds: the end of the context ends a wait and an attempt, however long the receiver was down.
func TestSendEnds(t *testing.T) {
	for name, answer := range map[string]string{"no answer": "EOF", "an answer": "503 closed"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				receiver := &script{t: t, answers: []string{answer}}
				sender, err := webhook.New("https://example.com", secret.New(testKey), webhook.Options{Client: &http.Client{Transport: receiver}})
				require.NoError(t, err)
				ctx, cancel := context.WithTimeout(t.Context(), 24*time.Hour)
				defer cancel()
				err = sender.Send(ctx, event)
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.NotErrorIs(t, err, webhook.ErrRefused)
				require.Greater(t, len(receiver.attempts), 24*5)
				require.Less(t, len(receiver.attempts), 24*6+12)
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		var tries atomic.Int64
		silent := transport(func(req *http.Request) (*http.Response, error) {
			tries.Add(1)
			<-req.Context().Done()
			return nil, req.Context().Err()
		})
		sender, err := webhook.New("https://example.com", secret.New(testKey), webhook.Options{Client: &http.Client{Transport: silent}})
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(20*time.Second, cancel) // in the second attempt: each has 15 seconds
		require.ErrorIs(t, sender.Send(ctx, event), context.Canceled)
		require.EqualValues(t, 2, tries.Load())
	})
}

// TestReceivers: what receivers do over real connections, before they accept an event.
func TestReceivers(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a redirect was followed") }))
	defer elsewhere.Close()
	for name, first := range map[string]http.HandlerFunc{
		"never answers": func(_ http.ResponseWriter, req *http.Request) {
			_, _ = io.Copy(io.Discard, req.Body)
			<-req.Context().Done()
		},
		"never ends its answer": func(w http.ResponseWriter, req *http.Request) {
			w.WriteHeader(http.StatusServiceUnavailable)
			for line := bytes.Repeat([]byte("x"), 1<<10); req.Context().Err() == nil; {
				_, _ = w.Write(line)
			}
		},
		"stops in its answer": func(w http.ResponseWriter, req *http.Request) {
			_, _ = io.Copy(io.Discard, req.Body)
			w.WriteHeader(http.StatusInternalServerError)
			_ = http.NewResponseController(w).Flush()
			<-req.Context().Done()
		},
		"cuts the connection": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"answers what is not HTTP": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_, _ = conn.Write([]byte("SSH-2.0-OpenSSH\r\n\r\n"))
				_ = conn.Close()
			}
		},
		"answers with a bomb": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = w.Write([]byte("not gzip"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex
			requests, accepted := 0, 0
			receiver := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				mu.Lock()
				requests++
				isFirst := requests == 1
				mu.Unlock()
				if isFirst {
					first(w, req)
					return
				}
				body, err := io.ReadAll(req.Body)
				if _, wrong := webhook.Verify(req.Header, body, secret.New(testKey), time.Now()); err == nil && wrong == nil {
					mu.Lock()
					accepted++
					mu.Unlock()
				}
				_, _ = w.Write(bytes.Repeat([]byte("ok"), 1<<20)) // more than a sender reads
			}))
			receiver.Start()
			defer receiver.Close()
			client := &http.Client{Timeout: 100 * time.Millisecond, Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			sender, err := webhook.New(receiver.URL, secret.New(testKey), webhook.Options{Client: client, MaxWait: time.Millisecond})
			require.NoError(t, err)
			require.NoError(t, sender.Send(t.Context(), event))
			mu.Lock()
			defer mu.Unlock()
			require.Positive(t, accepted) // more than one on a machine that is too busy to answer in time
		})
	}
	redirects := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer redirects.Close()
	sender, err := webhook.New(redirects.URL, secret.New(testKey), webhook.Options{})
	require.NoError(t, err)
	require.ErrorIs(t, sender.Send(t.Context(), event), webhook.ErrRefused)
	require.ErrorContains(t, sender.Send(t.Context(), event), "status 307")
}

// TestConnectionsAreKept: a receiver that answers shortly gets all events over one connection, and the URL's user.
func TestConnectionsAreKept(t *testing.T) {
	var connections atomic.Int64
	receiver := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if user, password, _ := req.BasicAuth(); user != "clerk" || password != "pass" || req.URL.RawQuery != "a=b" {
			w.WriteHeader(http.StatusUnauthorized)
		}
		_, _ = io.Copy(w, req.Body)
	}))
	receiver.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	receiver.Start()
	defer receiver.Close()
	sender, err := webhook.New(strings.Replace(receiver.URL, "//", "//clerk:pass@", 1)+"/hook?a=b", secret.New(testKey), webhook.Options{})
	require.NoError(t, err)
	for range 10 {
		require.NoError(t, sender.Send(t.Context(), event))
	}
	require.EqualValues(t, 1, connections.Load())
}

func TestNewRefuses(t *testing.T) {
	for target, says := range map[string]string{
		"":                            "the URL: expected something like https://example.com/hook",
		"example.com/hook":            "the URL: expected something",
		"ftp://example.com/q%2Fhush":  "the URL: expected something",
		"https://":                    "the URL: expected something",
		"https://hush:hush@exa mple/": "the URL: expected something",
	} {
		_, err := webhook.New(target, secret.New(testKey), webhook.Options{})
		require.ErrorContains(t, err, says)
		require.NotContains(t, err.Error(), "hush")
	}
	_, err := webhook.New("https://example.com", secret.New("whsec_short"), webhook.Options{})
	require.EqualError(t, err, "tourney: webhook: the key: expected whsec_ and 24 to 64 bytes in base64")
	_, err = webhook.New("https://example.com", secret.New(testKey), webhook.Options{MaxWait: -time.Second})
	require.ErrorContains(t, err, "MaxWait -1s must not be negative")

	sender, err := webhook.New("https://example.com", secret.New(testKey), webhook.Options{})
	require.NoError(t, err)
	for _, wrong := range []webhook.Event{{}, {ID: "a.b"}, {ID: "a b"}, {ID: "é"}, {ID: "a", Data: []byte("{")}} {
		require.ErrorContains(t, sender.Send(t.Context(), wrong), "tourney: webhook: the event")
	}
	require.ErrorContains(t, sender.Send(nil, event), "the context is nil") //nolint:staticcheck // a mistake of a program
}

// TestNothingIsShown: neither a printed sender nor an error has the key, or more of the URL than its host.
func TestNothingIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown strings.Builder
		failing := transport(func(req *http.Request) (*http.Response, error) {
			return nil, fmt.Errorf("proxy: cannot reach %s", req.URL)
		})
		sender, err := webhook.New(hiddenURL, secret.New(testKey), webhook.Options{
			Client: &http.Client{Transport: failing}, Report: func(err error) { fmt.Fprintf(&shown, "%v %+v %q\n", err, err, err) },
		})
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		err = sender.Send(ctx, event)
		fmt.Fprintf(&shown, "%v %+v %#v %v %+v %#v\n", err, err, err, sender, sender, sender)
		for _, hidden := range []string{"clerk", "pass-word", "xoxb", "secret\"", "q%2F", "q/s", testKey[6:]} {
			require.NotContains(t, shown.String(), hidden)
		}
		require.Contains(t, shown.String(), "hooks.example.com did not accept the event msg_1, the next attempt is in 1")
		require.Greater(t, strings.Count(shown.String(), "[a text with a secret]"), 3)
	})
}

// TestTokensInURLs: an error shows no part of a URL that may be a token, also when the receiver repeats it alone.
func TestTokensInURLs(t *testing.T) {
	const token = "s3cr3t-9"
	for _, target := range []string{
		"https://hooks/x?" + token, "https://hooks/x?" + token + "=", "https://hooks/x?a&" + token + "&b=1", "https://hooks/x?k=" + token,
		"https://hooks/x?a;" + token, "https://hooks/x?%73" + token[1:], "https://hooks/x#" + token, "https://" + token + "@hooks/x",
		"https://hooks/" + token, "https://hooks/x?k=" + token + "%20",
	} {
		receiver := &script{t: t, answers: []string{"400 no such token: " + token}}
		sender, err := webhook.New(target, secret.New(testKey), webhook.Options{Client: &http.Client{Transport: receiver}})
		require.NoError(t, err)
		err = sender.Send(t.Context(), event)
		require.ErrorIs(t, err, webhook.ErrRefused, target)
		require.NotContains(t, fmt.Sprintf("%v %#v", err, err), token, target)
	}
}

// TestSendFromManyGoroutines: a sender is safe for concurrent use, also while the receiver fails.
func TestSendFromManyGoroutines(t *testing.T) {
	var mu sync.Mutex
	came := map[string]int{}
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		id := req.Header.Get("webhook-id")
		if came[id]++; came[id] < 3 {
			w.WriteHeader(http.StatusBadGateway)
		}
	}))
	defer receiver.Close()
	sender, err := webhook.New(receiver.URL, secret.New(testKey), webhook.Options{MaxWait: time.Millisecond})
	require.NoError(t, err)
	var all sync.WaitGroup
	errs := make([]error, 20)
	for i := range errs {
		all.Go(func() { errs[i] = sender.Send(t.Context(), webhook.Event{ID: fmt.Sprint("msg_", i)}) })
	}
	all.Wait()
	require.NoError(t, errors.Join(errs...))
	require.Len(t, came, 20)
	for _, times := range came {
		require.Equal(t, 3, times)
	}
}
