package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
)

// asProgram makes this test's binary run the program.
const asProgram = "TOURNEY_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" { // a test kills the program
		main()
	}
	goleak.VerifyTestMain(m)
}

// run runs the program until ctx is done, and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return newProgram().Run(ctx, args, command.Terminal{In: strings.NewReader(""), Out: stdout, Errs: stderr})
}

// program is a run of the program in this process.
type program struct {
	t      *testing.T
	lines  chan string // the output; closed when the program ends
	cancel context.CancelFunc
	code   chan int
	http   *http.Client

	greeting []string // the output up to the line about stopping
	errs     *printedErrors
}

// printedErrors is what the program prints to stderr.
type printedErrors struct {
	mu   sync.Mutex
	text strings.Builder
}

func (e *printedErrors) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.text.Write(p)
}

func (e *printedErrors) String() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.text.String()
}

// start runs the program on a free port, and returns after the greeting.
func start(t *testing.T, args ...string) *program {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	transport := &http.Transport{}
	p := &program{t: t, lines: make(chan string, 1000), cancel: cancel, code: make(chan int, 1), http: &http.Client{Transport: transport}}
	p.errs = &printedErrors{}
	if !slices.Contains(args, "--listen") {
		args = append(args, "--listen", "127.0.0.1:0")
	}
	go func() {
		defer close(p.lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			p.lines <- scanner.Text()
		}
	}()
	go func() {
		code := run(ctx, args, in, p.errs)
		_ = in.Close()
		p.code <- code
	}()
	t.Cleanup(func() {
		cancel()
		_ = out.Close()
		transport.CloseIdleConnections()
	})
	for line := range p.lines {
		p.greeting = append(p.greeting, line)
		if strings.HasPrefix(line, "Stop with") || strings.HasPrefix(line, "{") {
			return p
		}
	}
	require.Fail(t, "the program ended before it was ready", "it printed:\n%s", strings.Join(p.greeting, "\n"))
	return nil
}

// stop ends the program like a signal, and returns its exit code and the rest of its output.
func (p *program) stop() (code int, printed []string) {
	p.http.CloseIdleConnections()
	p.cancel()
	for line := range p.lines {
		printed = append(printed, line)
	}
	return <-p.code, printed
}

// about returns the lines of the greeting that begin with a word, without the word.
func (p *program) about(word string) []string {
	var found []string
	for _, line := range p.greeting {
		if rest, ok := strings.CutPrefix(line, word+" "); ok {
			found = append(found, strings.TrimSpace(rest))
		}
	}
	return found
}

func (p *program) url() string {
	p.t.Helper()
	require.Len(p.t, p.about("URL"), 1)
	return p.about("URL")[0]
}

// curls returns the curl commands of the greeting.
func (p *program) curls() []string {
	var found []string
	for _, line := range p.greeting {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "curl ") {
			found = append(found, line)
		}
	}
	return found
}

// send sends the request of a curl command, and returns the status and the body. URL is where the program serves.
func (p *program) send(command string) (int, string) {
	p.t.Helper()
	if strings.Contains(command, "'URL/") {
		command = strings.ReplaceAll(command, "'URL/", "'"+p.url()+"/")
	}
	method, url, body, header := http.MethodGet, "", "", http.Header{}
	words := shellWords(p.t, command)
	for i := 1; i < len(words); i++ {
		switch words[i] {
		case "-X":
			i++
			method = words[i]
		case "-d":
			i++
			body = words[i]
		case "-H":
			i++
			key, value, _ := strings.Cut(words[i], ": ")
			header.Set(key, value)
		default:
			require.Empty(p.t, url, "two URLs in %s", command)
			url = words[i]
		}
	}
	req, err := http.NewRequestWithContext(p.t.Context(), method, url, strings.NewReader(body))
	require.NoError(p.t, err)
	req.Header = header
	res, err := p.http.Do(req)
	require.NoError(p.t, err)
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	require.NoError(p.t, err)
	return res.StatusCode, string(answer)
}

// TestUntilEOF: the program ends with its input, and not before.
func TestUntilEOF(t *testing.T) {
	input, inputEnd := io.Pipe()
	output, outputEnd := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- newProgram().Run(t.Context(), []string{"--listen", "127.0.0.1:0", "--print-json", "--until-eof"},
			command.Terminal{In: input, Out: outputEnd, Errs: io.Discard})
	}()
	_, err := bufio.NewReader(output).ReadString('\n')
	require.NoError(t, err)
	_, err = io.WriteString(inputEnd, "ignored\n")
	require.NoError(t, err)
	require.Empty(t, code)
	require.NoError(t, inputEnd.Close())
	require.Zero(t, <-code)

	ended := command.Terminal{In: strings.NewReader(""), Out: io.Discard, Errs: io.Discard}
	require.Zero(t, newProgram().Run(t.Context(), []string{"--listen", "127.0.0.1:0", "--until-eof"}, ended))
}

// shellWords splits a command as a shell does.
func shellWords(t *testing.T, command string) []string {
	t.Helper()
	var words []string
	var word strings.Builder
	escaped, open := false, rune(0) // the quote that is open
	for _, r := range command {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == open:
			open = 0
		case open == 0 && (r == '\'' || r == '"'):
			open = r
		case r == '\\' && open != '\'':
			escaped = true
		case r == ' ' && open == 0:
			words = append(words, word.String())
			word.Reset()
		default:
			word.WriteRune(r)
		}
	}
	require.Zero(t, open, "open quote in %s", command)
	return append(words, word.String())
}

// bySystem returns what a message says on Unix, or what it says on Windows, where the system has other texts.
func bySystem(onUnix, onWindows string) string {
	if runtime.GOOS == "windows" {
		return onWindows
	}
	return onUnix
}

func TestQuote(t *testing.T) {
	for word, want := range map[string][2]string{
		`{"Name":"9U"}`: {`'{"Name":"9U"}'`, `"{\"Name\":\"9U\"}"`},
		`it's`:          {`'it'\''s'`, `"it's"`},
		`a\b\\"c\`:      {`'a\b\\"c\'`, `"a\b\\\\\"c\\"`},
	} {
		require.Equal(t, want, [2]string{quoteFor("linux", word), quoteFor("windows", word)})
	}
}

// runToEnd runs the program with flags that keep it from serving.
func runToEnd(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a wrong expectation then ends the test
	defer cancel()
	var out, errs bytes.Buffer
	code = run(ctx, args, &out, &errs)
	return code, out.String(), errs.String()
}

func TestGreeting(t *testing.T) {
	p := start(t, "--variant", "Water Polo", "--username", "ada", "--password", "it's a secret")
	assert.Regexp(t, `^http://127\.0\.0\.1:[1-9][0-9]*$`, p.url())
	assert.Equal(t, []string{"water-polo, scenario mid-tournament"}, p.about("Variant"))
	assert.Equal(t, []string{"user name ada, password it's a secret"}, p.about("Account"))
	assert.Equal(t, []string{"1001  Water polo Firefly Classic"}, p.about("Event"))
	assert.Equal(t, []string{"2001  12U Meadow", "2002  14U Harbor", "2003  18U Summit"}, p.about("Division"))

	assert.Equal(t, runtime.GOOS == "windows", strings.Contains(strings.Join(p.greeting, "\n"), "PowerShell"))

	client, err := tourney.New(p.url(), tourney.WaterPolo, tourney.WithHTTPClient(p.http))
	require.NoError(t, err)
	got, err := client.Authenticate(t.Context(), "ada", "it's a secret")
	require.NoError(t, err)
	assert.Equal(t, "mock-api-key", got.Credentials.APIKey)

	code, printed := p.stop()
	assert.Equal(t, command.ExitOK, code)
	assert.Equal(t, []string{"mockserver: stopped"}, printed)
	_, err = (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(p.url(), "http://"))
	assert.Error(t, err, "it still listens")
}

// TestGreetingOfAFile: the rows of a file that is there are not those of the scenario.
func TestGreetingOfAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows.jsonl")
	first := start(t, "--variant", "soccer", "--scenario", "empty", "--data", file)
	assert.Equal(t, []string{"soccer, scenario empty"}, first.about("Variant"))
	first.cancel()
	require.Equal(t, command.ExitOK, <-first.code)
	again := start(t, "--variant", "soccer", "--scenario", "finished", "--data", file)
	unused := " (--scenario, --scenario-size, --seed and --fixtures were not used)"
	assert.Equal(t, []string{"soccer, rows from " + file + unused}, again.about("Variant"))
	assert.Empty(t, again.about("Event"))
	again.cancel()
	require.Equal(t, command.ExitOK, <-again.code, "so that the file is free")
}

// TestCurlLinesWorkAsTheyAre: the third line posts a score, and the mock stores it in the spelling of each host.
func TestCurlLinesWorkAsTheyAre(t *testing.T) {
	for _, name := range hostNames() {
		for _, flags := range []string{
			"--require-auth hmac", "--strict", "--scenario not-started", "--scenario finished",
			"--scenario registration-open", "--scenario payments-mixed", "--scenario empty",
			"--scenario empty --strict --require-auth hmac --password it's",
		} {
			t.Run(name+" "+flags, func(t *testing.T) {
				p := start(t, append(strings.Fields(flags), "--variant", name)...)
				assert.Contains(t, p.about("Variant")[0], name)
				require.Len(t, p.curls(), curlCount)
				for _, command := range p.curls() {
					status, body := p.send(command)
					assert.Equal(t, http.StatusOK, status, "%s\n%s", command, body)
				}
				if flags == "--strict" {
					id := regexp.MustCompile(`Id\\?":(\d+)`).FindStringSubmatch(p.curls()[2])[1]
					_, game := p.send("curl 'URL/api/v1/games?id=" + id + "'")
					assert.Regexp(t, `"AwayTeam":{[^}]*"Score":"?3\b.*"HomeTeam":{[^}]*"Score":"?2\b`, game)
				}
				code, _ := p.stop()
				assert.Equal(t, command.ExitOK, code)
			})
		}
	}
}

// hostNames returns the names of the variants and of the profiles.
func hostNames() []string {
	names := strings.Split(variantNames()+", "+tourney.Basketball().Name, ", ")
	slices.Sort(names)
	return names
}

// TestProfile: the mock behaves as the file says, except where a flag says otherwise, and the greeting's requests succeed.
func TestProfile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "host.json")
	require.NoError(t, os.WriteFile(file, []byte(`{
		"Name": "Ice", "Variant": "hockey", "Format": "XML", "Strict": true, "MaxPageSize": 3, "RefuseLargePages": true,
		"Signer": {"Header": {"Key": "X-Key", "Secret": "X-Secret"}}, "RequireSignature": true, "KeyLifetime": "30m"
	}`), 0o600))
	p := start(t, "--profile", file, "--max-page-size", "7", "--key-lifetime", "1h")
	assert.Equal(t, []string{"required: by the Signer of " + file + ", with the keys of the account"}, p.about("Signing"))
	for _, line := range p.curls() {
		status, body := p.send(line)
		assert.Equal(t, http.StatusOK, status, "%s: %s", line, body)
	}
	status, _ := p.send("curl 'URL/api/v1/teams?eventid=1001'")
	assert.Equal(t, http.StatusUnauthorized, status, "RequireSignature")
	p.stop()
}

func TestSeed(t *testing.T) {
	teams := func(seed string) string {
		p := start(t, "--seed", seed)
		defer p.stop()
		_, body := p.send("curl 'URL/api/v1/teams?eventid=1001'")
		return body
	}
	once, again, other := teams("5"), teams("5"), teams("6")
	assert.Equal(t, once, again)
	assert.NotEqual(t, once, other)
}

// TestLog: a line says what was asked, and why it was refused, on one line and without secrets.
func TestLog(t *testing.T) {
	for _, form := range []string{"text", "json"} {
		p := start(t, "--log", form)
		p.send("curl 'URL/api/v1/teams?eventid=1001&nonsense=1&password=query-secret'")
		p.send(`curl -X POST 'URL/api/v1/authenticate' -d '{"Username":"director","Password":"body-secret"}'`)
		p.send("curl 'URL/api%0Aforged/line'")
		p.send("curl 'URL/_mock/info'") // no log has the requests of the admin API that are let in
		p.send("curl 'URL/_mock/session/gone/_mock/info'")
		code, printed := p.stop()
		assert.Equal(t, command.ExitOK, code)
		assert.Equal(t, []string{"mockserver: stopped"}, printed)
		lines := strings.Split(strings.TrimSpace(p.errs.String()), "\n")
		require.Len(t, lines, 4)
		for i, wants := range [][]string{
			{"200", "GET", "/api/v1/teams", "eventid=1001", "Teams.List", "nonsense"},
			{"401", "POST", "/api/v1/authenticate", "Authentication.Authenticate", "no account has this user name and password"},
			{"404", "GET", "forged", "no operation at this path"},
			{"403", "GET", "/_mock/session/gone/_mock/info", "there is no session"},
		} {
			for _, want := range wants {
				assert.Contains(t, lines[i], want)
			}
			assert.NotContains(t, lines[i], "secret")
			assert.Equal(t, form == "json", json.Valid([]byte(lines[i])))
			assert.Regexp(t, `took"?[=:]"?[\d.]+(ns|µs|ms|s)\b`, lines[i], "a duration has its unit")
		}
	}
}

// TestLogOfWhatIsNoRequest: with --log json each line is JSON, also about a connection that ended without a request.
func TestLogOfWhatIsNoRequest(t *testing.T) {
	for _, form := range []string{"text", "json"} {
		p := start(t, "--log", form, "--tls")
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(p.url(), "https://"))
		require.NoError(t, err)
		_, err = io.WriteString(conn, "this is no handshake\r\n\r\n")
		require.NoError(t, err)
		_, _ = io.Copy(io.Discard, conn) // the mock ends the connection
		require.NoError(t, conn.Close())
		p.stop()
		line := strings.TrimSpace(p.errs.String())
		require.Contains(t, line, "TLS handshake error")
		require.Equal(t, form == "json", json.Valid([]byte(line)), line)
	}
}

func TestPagesOfOtherOrigins(t *testing.T) {
	p := start(t, "--allow-origin", "http://localhost:5173", "--allow-origin", "http://localhost:3000")
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.url()+"/api/v1/venues", http.NoBody)
	require.NoError(t, err)
	req.Header.Set("Origin", "http://localhost:3000")
	res, err := p.http.Do(req)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	assert.Equal(t, "http://localhost:3000", res.Header.Get("Access-Control-Allow-Origin"))
}

// TestSeveralServers: one program serves several variants, and prints where, for people and for programs.
func TestSeveralServers(t *testing.T) {
	args := strings.Fields("--listen soccer=127.0.0.1:0 --listen basketball=127.0.0.1:0 --listen 127.0.0.1:0 --variant hockey")
	p := start(t, args...)
	assert.Len(t, p.about("URL"), 3)
	assert.Equal(t, []string{
		"soccer, scenario mid-tournament", "basketball, scenario mid-tournament", "hockey, scenario mid-tournament",
	}, p.about("Variant"))
	for i, url := range p.about("URL") {
		_, body := p.send("curl '" + url + "/api/v1/events'")
		assert.Contains(t, body, []string{"Soccer Firefly", "basketball Firefly", "Hockey Firefly"}[i])
	}
	code, stopped := p.stop()
	assert.Equal(t, command.ExitOK, code)
	assert.Equal(t, []string{"mockserver: stopped"}, stopped)

	p = start(t, append(args, "--print-json", "--username", "ada")...)
	require.Len(t, p.greeting, 1)
	var got printed
	require.NoError(t, json.Unmarshal([]byte(p.greeting[0]), &got))
	require.Len(t, got.Servers, 3)
	first := got.Servers[0]
	assert.Equal(t, []string{"soccer", "soccer", "ada", "let-me-in"}, []string{first.Variant, first.Profile, first.Username, first.Password})
	assert.Equal(t, []printedRow{{1001, "Soccer Firefly Classic"}}, first.Events)
	assert.Len(t, first.Divisions, 3)
	status, _ := p.send("curl '" + first.URL + "/api/v1/venues'")
	assert.Equal(t, http.StatusOK, status)
	code, stopped = p.stop()
	assert.Equal(t, command.ExitOK, code)
	assert.Empty(t, stopped, "a program reads one line")
}

// TestHTTPS: clients reach the program over https, with the certificate that it makes and with one from files.
func TestHTTPS(t *testing.T) {
	folder := t.TempDir()
	cert, key := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	writeCertificate(t, cert, key)
	for name, args := range map[string][]string{"made": {"--tls"}, "given": {"--tls-cert", cert, "--tls-key", key}} {
		t.Run(name, func(t *testing.T) {
			p := start(t, append(args, "--print-json")...)
			var got printed
			require.NoError(t, json.Unmarshal([]byte(p.greeting[0]), &got))
			trusted := x509.NewCertPool()
			require.True(t, trusted.AppendCertsFromPEM([]byte(got.Servers[0].Certificate)))
			transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: true}
			res, err := (&http.Client{Transport: transport}).Get(got.Servers[0].URL + "/api/v1/venues")
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
			assert.Equal(t, http.StatusOK, res.StatusCode)
			assert.Equal(t, 2, res.ProtoMajor)
			transport.CloseIdleConnections()
			code, _ := p.stop()
			assert.Equal(t, command.ExitOK, code)
		})
	}
	p := start(t, "--tls")
	assert.Regexp(t, "^https://", p.url())
	assert.Regexp(t, "^curl -k "+bySystem("'", `"`)+"https://", p.curls()[0])
	p.stop()
}

// writeCertificate writes a certificate and its key into files.
func writeCertificate(t *testing.T, cert, key string) {
	t.Helper()
	made, err := newCertificate(time.Now(), nil)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(cert, []byte(made.pem), 0o600))
	der, err := x509.MarshalPKCS8PrivateKey(made.PrivateKey)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600))
}

// TestCertificateOfOtherHosts: the certificate that the program makes is for the hosts of --allow-host and of --listen
// too.
func TestCertificateOfOtherHosts(t *testing.T) {
	f := &serveFlags{TLS: new(true), AllowHost: []string{"mock.internal", "10.0.0.7"}}
	var all []*host
	for _, address := range []string{"127.0.0.2:0", "127.0.0.1:80", "mock.test:443", "[fe80::1%eth0]:0", "0.0.0.0:0", "[::]:0", ":0", "x"} {
		all = append(all, &host{place: place{address: address}})
	}
	made, err := f.certificate(t.Context(), time.Now(), all)
	require.NoError(t, err)
	cert, err := x509.ParseCertificate(made.Certificate.Certificate[0])
	require.NoError(t, err)
	hosts := slices.Clone(cert.DNSNames)
	for _, ip := range cert.IPAddresses {
		hosts = append(hosts, ip.String())
	}
	require.Equal(t, []string{
		"localhost", "mock.internal", "mock.test", "127.0.0.1", "::1", "10.0.0.7", "127.0.0.2", "fe80::1",
	}, hosts)
	for _, host := range hosts {
		require.NoError(t, cert.VerifyHostname(host))
	}
	require.Error(t, cert.VerifyHostname("10.0.0.8"))
	require.Error(t, cert.VerifyHostname("0.0.0.0"))
}

// TestSeedFile: the mock has the rows of the file alone, on their days or on others.
func TestSeedFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "event.json")
	require.NoError(t, os.WriteFile(file, []byte(`{"games":[{"Id":7,"Date":"10/4/2025","Division":{"Id":5,"Name":"9U"}}],
		"events":[{"Id":77,"Name":"Lantern Cup","StartDate":"10/3/2025"}],"teams":[{"Id":1,"ParentId":9}]}`), 0o600))
	for day, want := range map[string][2]string{
		"": {"10/4/2025", "2025-10-03T08:00:00Z"}, "fixed": {"10/4/2025", "2025-10-03T08:00:00Z"},
		"3/1/2027": {"3/2/2027", "2027-03-01T08:00:00Z"}, "10/3/2025": {"10/4/2025", "2025-10-03T08:00:00Z"},
	} {
		args := []string{"--variant=soccer", "--seed-file", file}
		if day != "" {
			args = append(args, "--start-date", day)
		}
		p := start(t, args...)
		assert.Equal(t, []string{"soccer, rows from " + file}, p.about("Variant"))
		assert.Equal(t, []string{"77  Lantern Cup"}, p.about("Event"))
		assert.Equal(t, []string{want[1]}, p.about("Clock"))
		_, body := p.send("curl 'URL/api/v1/games?id=7'")
		assert.Contains(t, body, want[0])
		p.stop()
	}
}

// TestEnvironment: a variable of the environment stands for a flag, and a flag wins, also over a variable that says the
// same in another way.
func TestEnvironment(t *testing.T) {
	t.Setenv("MOCKSERVER_VARIANT", "rugby")
	t.Setenv("MOCKSERVER_ALLOW_ORIGIN", "http://localhost:1,http://localhost:2")
	t.Setenv("MOCKSERVER_USERNAME", "ada")
	p := start(t, "--username", "ben")
	assert.Equal(t, []string{"rugby, scenario mid-tournament"}, p.about("Variant"))
	assert.Equal(t, []string{"user name ben, password let-me-in"}, p.about("Account"))
	p.stop()
	file := filepath.Join(t.TempDir(), "host.json")
	require.NoError(t, os.WriteFile(file, []byte("{}"), 0o600))
	t.Setenv("MOCKSERVER_SCENARIO", "none of them")
	p = start(t, "--profile", file, "--seed-file", file) // which say the same as the variables, in another way
	assert.Equal(t, []string{"multi-sport, rows from " + file}, p.about("Variant"))
	p.stop()
	_, _, errs := runToEnd(t, "--listen", "rugby=127.0.0.1:0")
	assert.Contains(t, errs, "--variant serves nothing, because every --listen names a variant of its own: ")
	t.Setenv("MOCKSERVER_SEED", "many")
	code, _, errs := runToEnd(t)
	assert.Equal(t, command.ExitUsage, code)
	assert.Contains(t, errs, "MOCKSERVER_SEED")
}

// TestEnvironmentOfOthers: the variables of the client commands, of the tests of others, and those that Kubernetes and
// Docker make for a service named mockserver are no mistakes.
func TestEnvironmentOfOthers(t *testing.T) {
	for name, value := range map[string]string{
		"MOCKSERVER": "/usr/bin/mockserver", "MOCKSERVER_URL": "http://127.0.0.1:1", "MOCKSERVER_SESSION": "anna",
		"MOCKSERVER_SERVICE_HOST": "10.0.0.7", "MOCKSERVER_SERVICE_PORT": "8080", "MOCKSERVER_SERVICE_PORT_HTTP": "8080",
		"MOCKSERVER_PORT": "tcp://10.0.0.7:8080", "MOCKSERVER_PORT_8080_TCP": "tcp://10.0.0.7:8080",
		"MOCKSERVER_PORT_8080_TCP_ADDR": "10.0.0.7", "MOCKSERVER_PORT_8080_TCP_PROTO": "tcp",
		"MOCKSERVER_NAME": "/web/mockserver", "MOCKSERVER_ENV_PATH": "/bin",
		"MOCKSERVER_ADMIN_SERVICE_HOST": "10.0.0.1", "MOCKSERVER_ADMIN_SERVICE_PORT": "80", "MOCKSERVER_ADMIN_PORT": "tcp://10.0.0.1:80",
		"MOCKSERVER_ADMIN_SERVICE_PORT_HTTP": "80", "MOCKSERVER_CONSOLE_V2_PORT_443_TCP": "tcp://10.0.0.2:443",
		"MOCKSERVER_CONSOLE_V2_PORT_443_TCP_ADDR": "10.0.0.2", "MOCKSERVER_CONSOLE_V2_PORT_443_TCP_PORT": "443",
		"MOCKSERVER_LOG_PORT_53_UDP_PROTO": "udp", "MOCKSERVER_TLS_PORT": "tcp://[fd00::1]:443",
	} {
		t.Setenv(name, value)
	}
	code, _, errs := runToEnd(t, "version")
	require.Equal(t, command.ExitOK, code, errs)
	require.Empty(t, errs)
	t.Setenv("MOCKSERVER_NO_TLS", "8080") // which turns nothing off
	_, _, errs = runToEnd(t, "version")
	require.Contains(t, errs, "mockserver: the variable MOCKSERVER_NO_TLS is ignored: each stands for a flag, such as MOCKSERVER_LISTEN")
}

// TestOtherMachines: the program listens where it is told to, and warns where other machines reach it.
func TestOtherMachines(t *testing.T) {
	p := start(t, "--listen", "0.0.0.0:0")
	_, port, err := net.SplitHostPort(strings.TrimPrefix(p.url(), "http://"))
	require.NoError(t, err)
	p.stop()
	assert.Contains(t, p.errs.String(), "warning: other machines reach 0.0.0.0:"+port+", and")
	p = start(t)
	p.send("curl 'URL/api/v1/venues'")
	p.stop()
	assert.Empty(t, p.errs.String(), "no log unless asked for")
}

// TestWarningsInTheLog: a warning has the form and the level of the log of JSON, so that a program can read every line.
func TestWarningsInTheLog(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows.jsonl")
	p := start(t, "--data", file, "--scenario", "empty")
	p.stop()
	rows, err := os.ReadFile(file)
	require.NoError(t, err)
	for form, wants := range map[string][]string{
		"json": {`^{"time":"[^"]+","level":"WARN","msg":".*rows.jsonl: `, `^{"time":"[^"]+","level":"WARN","msg":"other machines reach 0.0.0.0:`},
		"text": {`^mockserver: warning: .*rows.jsonl: `, `^mockserver: warning: other machines reach 0.0.0.0:`},
	} {
		require.NoError(t, os.WriteFile(file, append(rows, `{"torn`...), 0o600))
		p := start(t, "--log", form, "--data", file, "--listen", "0.0.0.0:0")
		p.stop()
		lines := strings.Split(strings.TrimSpace(p.errs.String()), "\n")
		require.Len(t, lines, len(wants))
		for i, want := range wants {
			require.Regexp(t, want, lines[i])
		}
	}
}

// TestStartDate: the rows of the program begin today, unless a flag says another day.
func TestStartDate(t *testing.T) {
	for _, c := range []struct{ flag, first string }{
		{"today", tourney.DateOf(time.Now()).String()}, {"fixed", "6/12/2026"}, {"2/28/2027", "2/28/2027"},
	} {
		p := start(t, "--variant", "soccer", "--start-date="+c.flag)
		client, err := tourney.New(p.url(), tourney.Soccer, tourney.WithHTTPClient(p.http))
		require.NoError(t, err)
		event, err := client.Events.Get(t.Context(), 1001)
		require.NoError(t, err)
		assert.Equal(t, c.first, event.StartDate.String())
		assert.Equal(t, []string{event.StartDate.ISO() + "T23:00:00Z"}, p.about("Clock"))
		p.stop()
	}
}

func TestLists(t *testing.T) {
	code, out, errs := runToEnd(t, "variants")
	assert.Equal(t, command.ExitOK, code)
	assert.Empty(t, errs)
	assert.Equal(t, "Variants: "+variantNames()+"\nProfiles of other sports: basketball\n", out)
	_, out, _ = runToEnd(t, "scenarios")
	for _, s := range mockserver.Scenarios() {
		assert.Regexp(t, "(?m)^"+s.Name+" +"+s.About+"$", out)
	}
	for _, arg := range []string{"version", "--version"} {
		code, out, errs = runToEnd(t, arg)
		assert.Equal(t, command.ExitOK, code, arg)
		assert.Empty(t, errs, arg)
		assert.Regexp(t, `^mockserver .*, go1\.[0-9.]+ `+runtime.GOOS+"/"+runtime.GOARCH+"\n$", out, arg)
	}
}

// TestWrongFlags: a wrong flag is named, with the name of the program alone in front, and makes no file. No error
// repeats a secret.
func TestWrongFlags(t *testing.T) {
	folder, variants := t.TempDir(), variantNames()
	file, plain := filepath.Join(folder, "rows.jsonl"), filepath.Join(folder, "plain.jsonl")
	content := func(name, text string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	picture, host := content("rows.png", "\x89PNG\r\n"), content("host.json", "{\n\"MaxPageSise\": 3}")
	unsigned, rows := content("unsigned.json", `{"RequireSignature": true}`), content("rows.json", `{"teams":[{"Nme":1}]}`)
	orphans := content("orphans.json", `{"divisions":[{"ref":"d","event":"$cup","Name":"9U"}]}`)
	multi, err := mockserver.New(tourney.MultiSport, mockserver.Scenario("empty"), mockserver.DataFile(plain))
	require.NoError(t, err)
	multi.Close()
	const two = " --listen rugby=127.0.0.1:0 --listen soccer=127.0.0.1:0"
	for args, says := range map[string]string{
		"--wariant soccer":                      `unknown flag --wariant, did you mean "--variant"?`,
		"-variant soccer":                       "Flags have two dashes: --variant. See mockserver serve --help.",
		"-password=open-sesame":                 "unknown flag -password\nFlags have two dashes: --password. See mockserver serve --help.\n",
		"--strict soccer":                       "unknown command soccer",
		"--variant quidditch":                   `"quidditch"…` + variants,
		"--scenario rain":                       `"rain"…mid-tournament, not-started, registration-open, payments-mixed, finished, empty, huge`,
		"--scenario-size 9":                     "the scenario mid-tournament has no size",
		"--seed -1":                             `--seed: expected a whole number from 0 to 2^64 - 1, found "-1"`,
		"--start-date=1/1/1815":                 `--start-date: "1/1/1815" is no start: expected a day`,
		"--max-page-size -1":                    "--max-page-size is -1: choose a positive",
		"--username=":                           "--username",
		"--password=":                           "--password",
		"--no-admin --console":                  "--console is a client of the admin API",
		"--allow-host a/b":                      `--allow-host "a/b": expected a host name`,
		"--allow-origin lo":                     `--allow-origin "lo": expected an origin, such as http://`,
		"--admin-token=":                        "--admin-token is empty, which would let everybody in: choose a text",
		"--scenario huge --scenario-size=-9":    "--scenario-size is -9: give a number",
		"--password " + strings.Repeat("x", 51): "--password…50",
		"serve --no-admin --admin-token sesame": "--admin-token is the token of the admin API, which --no-admin turns off",

		"--require-auth basic":                     `"basic"…"none","hmac"`,
		"--account-events=one --require-auth=hmac": `the id of an event, found "one"`,
		"--account-events=1001":                    "--account-events needs --require-auth hmac",
		"--key-lifetime 5m":                        "--key-lifetime needs --require-auth hmac",
		"--key-lifetime -5m --require-auth hmac":   "--key-lifetime is -5m0s: choose a duration above 0",

		"--data " + folder + "/lost/rows.jsonl":             "/lost/rows.jsonl: the folder " + filepath.Join(folder, "lost") + " does not exist",
		"--data " + file + "/x/y --data-sync":               "--data " + file,
		"--data " + folder:                                  "--data " + folder + ": ",
		"--data=":                                           "--data is empty: choose a file",
		"--data-sync":                                       "--data-sync needs --data",
		"--data-compact=-1 --data " + file:                  "--data-compact is -1: choose a positive number",
		"--data-compact 9223372036854775808 --data " + file: `--data-compact…"9223372036854775808"`,
		"--data " + picture + " --data-compact 5000":        "--data " + picture + ": this is no saved file",
		"--variant basketball --data " + plain: "--data " + plain +
			`: line 1: header: the rows are of no Profile, and the server has the Profile "basketball"`,
		"--data " + file + two: "--data keeps the rows of one server",

		"--variant hockey --profile " + host: "--profile names the variant too…leave --variant out",
		"--profile " + host:                  "--profile " + host + ": Profile.MaxPageSise (line 2): unknown member: the nearest is Max",
		"--profile " + unsigned:              "--profile: RequireSignature: it needs a Signer",
		"--profile " + file:                  "--profile…" + file,
		"--profile /dev/zero":                "--profile: /dev/zero: expected at most 16777216 bytes",

		"--fixtures " + folder:                    "--fixtures: …" + folder + ": expected a file, found a directory",
		"--fixtures " + file:                      "--fixtures: …" + file,
		"--fixtures /dev/zero":                    "--fixtures: /dev/zero: expected at most 16777216 bytes",
		"--scenario empty --fixtures " + orphans:  "--fixtures: …" + orphans + ":1",
		"--seed-file " + rows:                     "--seed-file: " + rows + ":1: teams[0].Nme: unknown",
		"--seed-file " + file:                     "--seed-file: open " + file,
		"--scenario finished --seed-file " + rows: "--seed-file has all rows: leave --scenario",

		"--listen quidditch=127.0.0.1:0":                  `"quidditch"…` + variants,
		"--listen 127.0.0.1:1 --listen rugby=127.0.0.1:1": "--listen names 127.0.0.1:1 twice",
		"--listen soccer=":                                "--listen has no address: expected one such as",
		"--listen 8080":                                   `"8080"…host:port`,
		"--variant soccer" + two:                          "--variant serves nothing, because every --listen names a variant of its own: ",
		"--profile " + content("empty.json", "{}") + two:  "--profile serves nothing, because every --listen names a variant of its own: ",

		"--tls-cert " + plain:                                     "--tls-cert and --tls-key belong together",
		"--tls-cert " + plain + " --tls-key " + plain:             "--tls-cert " + plain,
		"--tls=false --tls-cert " + plain + " --tls-key " + plain: "--tls-cert is a certificate for https, which --tls=false turns off",

		"--webhook localhost:9000/sesame":             "--webhook: expected something like https://example.com/hook",
		"--webhook http://a/ --webhook-secret sesame": "--webhook-secret: expected whsec_ and 24 to 64 bytes in base64",
		"--webhook-secret " + webhookKey:              "--webhook-secret needs --webhook, the receiver",
		"--webhook http://a/" + two:                   "--webhook sends the changes of one server: give one --listen with it",
	} {
		t.Run(args, func(t *testing.T) {
			words := strings.Fields(args)
			if !strings.Contains(args, "--listen ") {
				words = append(words, "--listen=127.0.0.1:0")
			}
			code, out, errs := runToEnd(t, words...)
			assert.Equal(t, command.ExitUsage, code)
			assert.Empty(t, out)
			for part := range strings.SplitSeq(says, "…") {
				assert.Contains(t, errs, part)
			}
			for _, secret := range []string{strings.Repeat("x", 51), "sesame", webhookKey[6:]} {
				assert.NotContains(t, errs, secret)
			}
			first, _, _ := strings.Cut(errs, "\n")
			assert.Regexp(t, "^mockserver: ", first)
			assert.Equal(t, 1, strings.Count(first, "mockserver:"), first)
			assert.NotContains(t, first, "tourney:")
		})
	}
	assert.NoFileExists(t, file)
}

func TestPortInUse(t *testing.T) {
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = taken.Close() }()
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"--listen", taken.Addr().String()}, &out, &errs)
	assert.Equal(t, command.ExitFailed, code)
	assert.Empty(t, out.String())
	assert.Contains(t, errs.String(), taken.Addr().String()+" is in use")
	assert.Contains(t, errs.String(), "--listen")
}

// TestFlagsOfTheMock: each flag changes the answer to a request.
func TestFlagsOfTheMock(t *testing.T) {
	folder := t.TempDir()
	events, profile := filepath.Join(folder, "events.json"), filepath.Join(folder, "host.json")
	require.NoError(t, os.WriteFile(events, []byte(`{"events":[{"ref":"cup","Name":"Lantern Cup"}]}`), 0o600))
	require.NoError(t, os.WriteFile(profile, []byte(`{"Variant": "hockey", "MaxPageSize": 3, "Strict": true}`), 0o600))
	const create = `-X POST 'URL/api/v1/divisions' -d '{"Name":"9U"}'`
	const misspelled = `-X PUT 'URL/api/v1/games' -d '{"Id":7002,"HomeScor":4}'`
	for _, c := range []struct {
		flags, request string
		status         int
		says           string
	}{
		{"--require-auth hmac", "'URL/api/v1/venues'", http.StatusUnauthorized, ""},
		{"--variant soccer", create, http.StatusOK, ""},
		{"--variant soccer --strict", create, http.StatusMethodNotAllowed, ""},
		{"--variant soccer --refuse-unknown-names", misspelled, http.StatusBadRequest, "homescore"},
		{"--max-page-size 7", "'URL/api/v1/teams?eventid=1001&pagesize=20'", http.StatusOK, `"PageSize":7`},
		{"--profile " + profile, "'URL/api/v1/teams?eventid=1001&pagesize=20'", http.StatusOK, `"PageSize":3`},
		{"--scenario empty --fixtures " + events, "'URL/api/v1/events'", http.StatusOK, "Lantern Cup"},
	} {
		p := start(t, strings.Fields(c.flags)...)
		status, body := p.send("curl " + c.request)
		assert.Equal(t, c.status, status, c.flags)
		assert.Contains(t, body, c.says, c.flags)
		if strings.Contains(c.flags, "hmac") {
			assert.Equal(t, []string{"required: hmac with the keys of the account"}, p.about("Signing"))
		}
		p.stop()
	}
}
