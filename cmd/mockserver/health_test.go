package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// health runs the command, and returns its exit code and both outputs.
func health(t *testing.T, args ...string) (code int, said string) {
	t.Helper()
	var out bytes.Buffer
	code = run(t.Context(), append([]string{"health"}, args...), &out, &out)
	return code, out.String()
}

// TestHealthInTheEnvironmentOfServe: in a container the command gets the variables of serve, and nothing else. PORT
// stands for the port that the mock took.
func TestHealthInTheEnvironmentOfServe(t *testing.T) {
	folder := t.TempDir()
	writeCertificate(t, filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem"))
	t.Chdir(folder)
	for _, c := range []struct{ listen, asks, variables string }{
		{"127.0.0.1:PORT", "http://127.0.0.1:PORT", ""},
		{"0.0.0.0:PORT", "http://127.0.0.1:PORT", "ADMIN_TOKEN=open-sesame VARIANT=soccer SEED=7"},
		{":PORT", "http://127.0.0.1:PORT", "ADMIN=false LOG=json"},
		{"rugby=localhost:PORT", "http://localhost:PORT", "REQUIRE_AUTH=hmac STRICT=1 REFUSE_UNKNOWN_NAMES=1"},
		{"[::]:PORT", "https://127.0.0.1:PORT", "TLS=true"},
		{"127.0.0.1:PORT", "https://127.0.0.1:PORT", "TLS_CERT=cert.pem TLS_KEY=key.pem"},
	} {
		t.Run(c.listen+" "+c.variables, func(t *testing.T) {
			for _, variable := range strings.Fields(c.variables) {
				name, value, _ := strings.Cut(variable, "=")
				t.Setenv("MOCKSERVER_"+name, value)
			}
			p := start(t, "--print-json", "--listen", strings.ReplaceAll(c.listen, "PORT", "0"))
			defer p.stop()
			var got printed
			require.NoError(t, json.Unmarshal([]byte(p.greeting[0]), &got))
			at, err := url.Parse(got.Servers[0].URL)
			require.NoError(t, err)

			t.Setenv("MOCKSERVER_LISTEN", strings.ReplaceAll(c.listen, "PORT", at.Port()))
			code, said := health(t)
			assert.Equal(t, "the mock answers at "+strings.ReplaceAll(c.asks, "PORT", at.Port())+"\n", said)
			assert.Equal(t, command.ExitOK, code)
			t.Setenv("MOCKSERVER_URL", "http://127.0.0.1:1")
			_, listening := health(t, "--listen", strings.ReplaceAll(c.listen, "PORT", at.Port()))
			assert.Equal(t, said, listening, "a flag outranks the variable")
		})
	}
}

// TestHealthAtAURL: at --url the command has the troubles of other clients.
func TestHealthAtAURL(t *testing.T) {
	p := start(t, "--tls", "--print-json", "--allow-host", "localhost")
	defer p.stop()
	var got printed
	require.NoError(t, json.Unmarshal([]byte(p.greeting[0]), &got))
	at, file := got.Servers[0].URL, filepath.Join(t.TempDir(), "mock.pem")
	require.NoError(t, os.WriteFile(file, []byte(got.Servers[0].Certificate), 0o600))
	plain := start(t, "--variant", "soccer")
	defer plain.stop()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.URL.Path == "/redirected/" {
			http.Redirect(w, req, plain.url(), http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, "another\nprogram "+strings.Repeat("!", 1000))
	}))
	defer other.Close()
	free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, free.Close())

	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"--url " + plain.url(), 0, "the mock answers at " + plain.url() + "\n"},
		{"--url " + plain.url() + "/", 0, "the mock answers at " + plain.url() + "\n"},
		{"--url " + at + " --tls-ca " + file, 0, "the mock answers at " + at + "\n"},
		{"--url " + at, 1, "no mock answers at " + at + ": tls: failed to verify certificate: x509: "},
		{"--url " + at, 1, ": --tls-ca names a file with the certificate of the mock"},
		{"--tls-ca " + file + " --listen " + strings.TrimPrefix(plain.url(), "http://") + " --tls", 1, "first record does not look like a TLS handshake"},
		{"--url http" + strings.TrimPrefix(at, "https"), 1, ": the answer is 400 Bad Request: Client sent an HTTP request to an HTTPS server."},
		{"--url " + other.URL, 1, "no mock answers at " + other.URL + ": the answer is 200 OK: another program !!!!"},
		{"--url " + other.URL + "/redirected", 1, ": the answer is 302 Found: <a href="},
		{"--url " + plain.url() + "/api/v1", 1, ": the answer is 404 Not Found: {\"Errors\":"},
		{"--url http://" + free.Addr().String(), 1, bySystem(": connect: connection refused\n", " refused")},
		{"--listen " + strings.TrimPrefix(plain.url(), "http://") + ",soccer=" + free.Addr().String(), 1, "no mock answers at http://" + free.Addr().String()},
		{"--listen 127.0.0.1:0", 2, "--listen 127.0.0.1:0 has no port to ask at: --url takes the address that the mock printed"},
		{"--listen 8080", 2, "--listen 8080 has no port to ask at"},
		{"--listen curling=127.0.0.1:8080", 2, `"curling"`},
		{"--url 127.0.0.1:8080", 2, "--url: expected a URL such as http://127.0.0.1:8080\n"},
		{"--url http://u:open-sesame@127.0.0.1:8080", 2, "--url: expected a URL such as http://127.0.0.1:8080\n"},
		{"--url http://127.0.0.1:8080/?token=open-sesame", 2, "--url: expected a URL such as http://127.0.0.1:8080\n"},
		{"--tls-ca " + os.DevNull, 2, "has no certificate: expected one in PEM"},
	} {
		code, said := health(t, strings.Fields(c.args)...)
		assert.Contains(t, said, c.says, c.args)
		assert.Equal(t, c.code, code, c.args)
		assert.NotContains(t, said, "sesame")
		assert.LessOrEqual(t, len(said), 400)
		if c.code < command.ExitUsage {
			assert.Equal(t, 1, strings.Count(said, "\n"), said)
		}
	}
}

// TestHealthUnderAForeignName: under a name that the mock does not know, the line says how to tell it.
func TestHealthUnderAForeignName(t *testing.T) {
	p := start(t)
	defer p.stop()
	dialing := &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, strings.TrimPrefix(p.url(), "http://"))
	}}
	err := checkHealth(t.Context(), dialing, "http://mock:8080")
	require.ErrorContains(t, err, "the answer is 403 Forbidden: ")
	require.ErrorContains(t, err, "--allow-host of the program")
}

// TestHealthWaitsForFiveSeconds: who takes the connection, and does not answer to the end, is not healthy.
func TestHealthWaitsForFiveSeconds(t *testing.T) {
	for name, begins := range map[string]string{
		"no answer": "", "headers without an end": "HTTP/1.1 200 OK\r\nX: ",
		"a body without an end": "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nMock for ",
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asking, asked := net.Pipe()
				defer asked.Close()
				go func() {
					_, _ = http.ReadRequest(bufio.NewReader(asked))
					_, _ = io.WriteString(asked, begins)
				}()
				began := time.Now()
				err := checkHealth(t.Context(), &http.Transport{
					DialContext: func(context.Context, string, string) (net.Conn, error) { return asking, nil },
				}, "http://127.0.0.1:8080")
				require.EqualError(t, err, "no answer within 5s")
				require.Equal(t, healthTime, time.Since(began))
			})
		})
	}
}
