package cassette_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cassette"
)

// proxied starts a host, and a recording proxy in front of it.
func proxied(t *testing.T, host http.HandlerFunc) (proxy *httptest.Server, file string) {
	t.Helper()
	srv := httptest.NewServer(host)
	t.Cleanup(srv.Close)
	at, err := url.Parse(srv.URL + "/soccer")
	require.NoError(t, err)
	file = filepath.Join(t.TempDir(), "day.json")
	through := &http.Transport{DisableCompression: true}
	t.Cleanup(through.CloseIdleConnections)
	r, err := cassette.Record(file, through, cassette.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	proxy = httptest.NewServer(cassette.Proxy(at, r))
	t.Cleanup(proxy.Close)
	return proxy, file
}

// raw sends a request as text, and returns what came.
func raw(t *testing.T, proxy *httptest.Server, text string) string {
	t.Helper()
	conn, err := net.Dial("tcp", proxy.Listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, strings.ReplaceAll(text, "\n", "\r\n")+"\r\n\r\n")
	require.NoError(t, err)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return "nothing"
	}
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return fmt.Sprintf("%d %s", res.StatusCode, strings.TrimSpace(string(body)))
}

// TestThisMachine: the mock, a proxy and a player judge the Host of a request alike.
func TestThisMachine(t *testing.T) {
	file, _ := record(t, newMock(t), request(t, "GET", "/api/v1/teams?id=4001", ""))
	at, err := url.Parse("https://mock.invalid")
	require.NoError(t, err)
	const get = "GET /api/v1/teams?id=4001 "
	for user, handler := range map[string]http.Handler{
		"mock": newMock(t), "proxy": cassette.Proxy(at, newMock(t)), "player": open(t, file),
	} {
		srv := httptest.NewUnstartedServer(handler)
		srv.Config.Protocols = new(http.Protocols)
		srv.Config.Protocols.SetHTTP1(true)
		srv.Config.Protocols.SetUnencryptedHTTP2(true)
		srv.Start()
		t.Cleanup(srv.Close)
		second := &http.Transport{Protocols: new(http.Protocols)}
		second.Protocols.SetUnencryptedHTTP2(true)
		t.Cleanup(second.CloseIdleConnections)
		for host, want := range map[string]int{
			srv.Listener.Addr().String(): 200, "localhost": 200, "LocalHost.:1": 200, "cup.localhost:8080": 200, "127.0.0.1": 200,
			"[::1]:80": 200, "[0:0::1]": 200, "[fe80::1%25en0]:80": 200, "10.0.0.1:80": 200, "0.0.0.0": 200,
			"evil.example": 403, "EVIL.example.:80": 403, "localhost.evil.example": 403, "127.0.0.1.evil.example": 403,
			"0x7f.1": 403, "2130706433": 403, "0127.0.0.1": 403, "example.com": 403, "mock.invalid": 403,
		} {
			require.Contains(t, raw(t, srv, get+"HTTP/1.1\nHost: "+host), fmt.Sprint(want, " "), "%s: %s", user, host)
			require.Contains(t, raw(t, srv, get+"HTTP/1.1\nX-Forwarded-Host: localhost\nHost: "+host), fmt.Sprint(want, " "))
			require.Contains(t, raw(t, srv, get+"HTTP/1.0\nHost: "+host), fmt.Sprint(want, " "))
			req, err := http.NewRequestWithContext(t.Context(), "GET", srv.URL+"/api/v1/teams?id=4001", nil)
			require.NoError(t, err)
			req.Host = host
			res, err := second.RoundTrip(req)
			require.NoError(t, err, host)
			require.NoError(t, res.Body.Close())
			require.Equal(t, want, res.StatusCode, "%s: %s over HTTP/2", user, host)
		}
		require.Contains(t, raw(t, srv, get+"HTTP/1.0"), "200 ", user)
		require.Contains(t, raw(t, srv, "GET http://evil.example/api/v1/teams?id=4001 HTTP/1.1\nHost: localhost"),
			map[string]string{"mock": "403 ", "proxy": "400 ", "player": "403 "}[user])
		require.Contains(t, raw(t, srv, "PUT /api/v1/teams HTTP/1.1\nContent-Length: 0\nOrigin: https://page.test\nHost: localhost"),
			"403 ", user)
	}
}

// TestTheProxyIsForOneHost: it is no open proxy, and no web page can use it.
func TestTheProxyIsForOneHost(t *testing.T) {
	proxy, file := proxied(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "host got "+r.Method+" "+r.URL.RequestURI())
	})
	const (
		notHere   = "403 this proxy is for programs on this machine"
		pathAlone = "400 this proxy is for one host: send it the path alone"
	)
	port := proxy.Listener.Addr().(*net.TCPAddr).Port
	local := fmt.Sprintf("Host: 127.0.0.1:%d", port)
	for request, want := range map[string]string{
		"GET /api/v1/teams?id=1 HTTP/1.1\n" + local:                                            "200 host got GET /soccer/api/v1/teams?id=1",
		fmt.Sprintf("PUT /api/v1/teams HTTP/1.1\nContent-Length: 0\nHost: localhost:%d", port): "200 host got PUT /soccer/api/v1/teams",
		"GET //other.test/api HTTP/1.1\n" + local:                                              "200 host got GET /soccer//other.test/api",
		"GET /api/v1/teams HTTP/1.1\nHost: rebound.test":                                       notHere,
		"GET /api/v1/teams HTTP/1.1\nHost: 127.0.0.1.rebound.test":                             notHere,
		"PUT /api/v1/teams HTTP/1.1\nContent-Length: 0\nOrigin: https://page.test\n" + local:   notHere,
		"GET /api/v1/teams HTTP/1.1\nSec-Fetch-Site: cross-site\n" + local:                     notHere,
		"PUT /api/v1/teams HTTP/1.1\nContent-Length: 0\nOrigin: null\n" + local:                notHere,
		"GET http://other.test/api HTTP/1.1\nHost: other.test":                                 pathAlone,
		"CONNECT other.test:443 HTTP/1.1\nHost: other.test:443":                                pathAlone,
		"OPTIONS * HTTP/1.1\n" + local:                                                         "200 ",
	} {
		require.Equal(t, want, raw(t, proxy, request), request)
	}
	require.NotContains(t, read(t, file), "rebound")
	require.NotContains(t, read(t, file), "page.test")
}

// TestTheProxyChangesNothing: redirects, failures and upgrades reach the client as the host sent them.
func TestTheProxyChangesNothing(t *testing.T) {
	proxy, file := proxied(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Query().Get("id") {
		case "1":
			http.Redirect(w, r, "https://elsewhere.test/api/v1/teams?id=1", http.StatusFound)
		case "2":
			panic(http.ErrAbortHandler)
		case "3":
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "{")
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		case "4":
			fmt.Fprintf(w, "%v %s %s", r.Header["Upgrade"], r.Host, r.Header.Get("Authentication"))
		}
	})
	get := func(id string, h http.Header) (*http.Response, string, error) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, proxy.URL+"/api/v1/teams?id="+id, nil)
		require.NoError(t, err)
		req.Header = h
		res, err := proxy.Client().Transport.RoundTrip(req)
		if err != nil {
			return nil, "", err
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		return res, string(body), err
	}
	res, _, err := get("1", http.Header{})
	require.NoError(t, err)
	require.Equal(t, "302 https://elsewhere.test/api/v1/teams?id=1", fmt.Sprint(res.StatusCode, " ", res.Header.Get("Location")))
	_, _, err = get("2", http.Header{})
	require.ErrorIs(t, err, io.EOF, "no answer of the proxy's own")
	_, body, err := get("3", http.Header{})
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, "{", body)
	_, body, err = get("4", http.Header{
		"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Authentication": {"key.signature"},
	})
	require.NoError(t, err)
	require.Contains(t, body, "[] 127.0.0.1:")
	require.NotContains(t, body, proxy.URL[len("http://"):])
	require.Contains(t, body, " key.signature")
	require.Contains(t, read(t, file), `"cutOff": true`)
	require.NotContains(t, read(t, file), "elsewhere")
	require.NotContains(t, read(t, file), "Location", "it is of another host")
}
