package sending

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/observe"
	"github.com/tourney-go/tourney/secret"
)

// answerTwice answers every request of a connection twice: a create and a POST with the number in it, an update with a refusal when the
// number is odd. protocol is what its status lines say.
func answerTwice(conn net.Conn, protocol string, pause time.Duration) {
	for r := bufio.NewReader(conn); ; {
		req, err := http.ReadRequest(r)
		if err != nil {
			return
		}
		body, _ := io.ReadAll(req.Body)
		var in struct {
			Name string
			ID   int `json:"Id"`
		}
		_ = json.Unmarshal(body, &in)
		number, _ := strconv.Atoi(in.Name)
		out := fmt.Sprintf(`{"Id":%d}`, number)
		switch {
		case req.Method == http.MethodGet:
			out = fmt.Sprintf(`{"Team":{"Id":%s}}`, req.URL.Query().Get("id"))
		case req.Method == http.MethodPut && in.ID%2 == 1:
			out = `{"Errors":[{"Code":2,"Message":"odd"}]}`
		}
		out = fmt.Sprintf("%s 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", protocol, len(out), out)
		if pause == 0 {
			utter(conn, out+out)
			continue
		}
		utter(conn, out)
		time.AfterFunc(pause, func() { utter(conn, out) })
	}
}

// TestNoCallGetsTheAnswerOfAnother: a host answers every request twice. No call is told what the host said to another call.
func TestNoCallGetsTheAnswerOfAnother(t *testing.T) {
	log.SetOutput(io.Discard) // net/http logs the second answers to reads
	t.Cleanup(func() { log.SetOutput(os.Stderr) })
	calls := 400
	if clienttest.Thorough {
		calls = 2_000
	}
	for _, pause := range []time.Duration{0, time.Millisecond} {
		for _, workers := range []int{1, 8} {
			protocol := "HTTP/1.1"
			if (pause == 0) == (workers == 1) {
				protocol = "HTTP/2.0" // a lie
			}
			address := listen(t, func(conn net.Conn) { answerTwice(conn, protocol, pause) })
			for _, way := range []func(http.RoundTripper) http.RoundTripper{
				func(next http.RoundTripper) http.RoundTripper { return next },
				func(next http.RoundTripper) http.RoundTripper { return clienttest.Transport(next.RoundTrip) },
			} {
				transport := ownTransport(&http.Transport{DialContext: new(net.Dialer).DialContext})
				t.Cleanup(transport.CloseIdleConnections)
				c := clientOf(t, "http://"+address, tourney.WithMaxConcurrent(workers),
					tourney.WithRetryBudget(tourney.RetryBudget{}), tourney.WithHTTPClient(&http.Client{Transport: way(transport)}))
				var wg sync.WaitGroup
				var next atomic.Int64
				for range workers {
					wg.Go(func() {
						for i := next.Add(1); i <= int64(calls); i = next.Add(1) {
							if wrong := wrongAnswer(t, c, i); wrong != "" {
								t.Errorf("pause %s, %d workers: call %d: %s", pause, workers, i, wrong)
							}
						}
					})
				}
				wg.Wait()
			}
		}
	}
}

// wrongAnswer makes call number i, and says what it was told wrongly.
func wrongAnswer(t *testing.T, c *tourney.Client, i int64) string {
	t.Helper()
	name := strconv.FormatInt(i, 10)
	switch i / 2 % 4 {
	case 0:
		if id, err := c.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: &name}); err != nil || id != i {
			return fmt.Sprintf("the create got id %d and error %v", id, err)
		}
	case 1:
		err := c.Games.Update(t.Context(), tourney.GameUpdateInput{ID: i, ExternalID: &name})
		if errors.Is(err, tourney.ErrInvalid) != (i%2 == 1) || err == nil != (i%2 == 0) {
			return fmt.Sprintf("the update got error %v", err)
		}
	case 2:
		res, err := c.Do(t.Context(), tourney.RawRequest{Method: "POST", Path: "/x", Body: []byte(`{"Name":"` + name + `"}`)})
		if err != nil || string(res.Body) != `{"Id":`+name+`}` {
			return fmt.Sprintf("the POST got %q and error %v", res.Body, err)
		}
	default:
		// A second answer that comes late is told from the right one by its id.
		if team, err := c.Teams.Get(t.Context(), i); err == nil && team.ID != i {
			return fmt.Sprintf("the read got team %d", team.ID)
		}
	}
	return ""
}

// TestIdleConnectionsSayNothing: net/http logs bytes on an idle connection to the standard logger. No request with a secret leaves one.
func TestIdleConnectionsSayNothing(t *testing.T) {
	var logged strings.Builder
	log.SetOutput(&logged)
	t.Cleanup(func() { log.SetOutput(os.Stderr) })
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	keys := tourney.WithCredentials(auth.Credentials{APIKey: "k", APISecret: secret.New("planted")})
	type sends struct {
		class string
		opts  []tourney.Option
		call  []tourney.CallOption
	}
	all := map[string]sends{
		"a header's signer": {"read", []tourney.Option{keys, tourney.WithSigner(auth.Header{Secret: "X-Secret"})}, nil},
		"a query's signer":  {"raw read", []tourney.Option{keys, tourney.WithSigner(auth.Query{Secret: "secret"})}, nil},
		"a header of all":   {"read", []tourney.Option{tourney.WithHeader("Authorization", "Bearer planted")}, nil},
		"a header of one":   {"raw read", nil, []tourney.CallOption{tourney.WithHeader("X-Api-Key", "planted")}},
		"a cookie jar":      {"read", nil, nil},
		"an observer's header": {"read", []tourney.Option{tourney.WithObserver(observe.Observer{
			AttemptStart: func(ctx context.Context, a observe.Attempt) context.Context {
				a.Header.Set("X-Key", "planted")
				return ctx
			},
		})}, nil},
	}
	for class := range clienttest.ClassCalls {
		if !strings.HasSuffix(class, "read") {
			all[class] = sends{class, nil, nil}
		}
	}
	for name, s := range all {
		for _, wrapped := range []bool{false, true} {
			over := make(chan bool, 1)
			address := listen(t, func(conn net.Conn) {
				r := bufio.NewReader(conn)
				req, ok := taken(r)
				if !ok {
					return
				}
				utter(conn, fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(wholeBody), wholeBody))
				utter(conn, fmt.Sprintf("planted %s %v", req.URL, req.Header))
				_, _ = r.ReadByte() // until the client hangs up
				over <- req.Close
			})
			jar.SetCookies(&url.URL{Scheme: "http", Host: address}, []*http.Cookie{{Name: "session", Value: "planted"}})
			own := &http.Transport{}
			t.Cleanup(own.CloseIdleConnections)
			user := &http.Client{Transport: own}
			if wrapped {
				user.Transport = clienttest.Transport(own.RoundTrip)
			}
			if name == "a cookie jar" {
				user.Jar = jar
			}
			c := clientOf(t, "http://"+address, append(s.opts, tourney.WithHTTPClient(user))...)
			require.NoError(t, clienttest.ClassCalls[s.class](t.Context(), c, s.call...), name)
			require.True(t, <-over, name)
		}
	}
	require.Empty(t, logged.String())
}

// TestHTTP2ConnectionsAreShared: requests of all classes share a connection of HTTP/2, also those of a client that With made. When the host
// goes back to HTTP/1.1, each request is sent once, and alone.
func TestHTTP2ConnectionsAreShared(t *testing.T) {
	for _, wrapped := range []bool{false, true} {
		var connections, requests, alone atomic.Int64
		var http1 atomic.Bool
		srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			requests.Add(1)
			if r.ProtoMajor == 1 && r.Close {
				alone.Add(1)
			}
			w.Header().Set("Content-Type", "application/json")
			utter(w, wholeBody)
		}))
		srv.EnableHTTP2 = true
		srv.Config.ConnState = func(_ net.Conn, s http.ConnState) {
			if s == http.StateNew {
				connections.Add(1)
			}
		}
		srv.TLS = &tls.Config{GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
			if !http1.Load() {
				return nil, nil
			}
			return &tls.Config{Certificates: srv.TLS.Certificates, NextProtos: []string{"http/1.1"}}, nil
		}}
		srv.StartTLS()
		t.Cleanup(srv.Close)
		own, _ := srv.Client().Transport.(*http.Transport)
		user := srv.Client()
		if wrapped {
			user.Transport = clienttest.Transport(own.RoundTrip)
		}
		c := clientOf(t, srv.URL, tourney.WithHTTPClient(user))
		for class, call := range clienttest.ClassCalls {
			require.NoError(t, call(t.Context(), c), class)
		}
		require.LessOrEqual(t, connections.Load(), int64(2), "one until the protocol is known")
		if !wrapped {
			derived, err := c.With(tourney.WithUserAgent("other"))
			require.NoError(t, err)
			require.NoError(t, clienttest.ClassCalls["create"](t.Context(), derived))
			require.LessOrEqual(t, connections.Load(), int64(2))
		}
		for class, call := range clienttest.ClassCalls {
			require.NoError(t, call(t.Context(), c), class) // over HTTP/2 again, so that the client expects it
			http1.Store(true)
			own.CloseIdleConnections()
			requests.Store(0)
			alone.Store(0)
			var response tourney.Response
			require.NoError(t, call(t.Context(), c, tourney.WithRetry(tourney.Retry{}), tourney.ResponseInto(&response)), class)
			require.Equal(t, int64(1), requests.Load(), class)
			require.Equal(t, 1, response.Attempts, class)
			if wrapped || !strings.HasSuffix(class, "read") {
				require.Equal(t, int64(1), alone.Load(), class)
			}
			http1.Store(false)
			require.NoError(t, call(t.Context(), c), class)
			own.CloseIdleConnections()
		}
	}
}
