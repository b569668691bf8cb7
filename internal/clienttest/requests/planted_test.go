package requests

import (
	"bufio"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/secret"
)

// TestPlantedRows plants a secret in rows that are left out and in the names of unexpected members, and
// searches all printed texts.
func TestPlantedRows(t *testing.T) {
	secret := carriers["API key"]
	secret.call = func(w caller) error {
		for _, err := range w.c.Games.All(w.ctx, tourney.GameListOptions{}, tourney.SkipBadRows()) {
			var bad *tourney.BadRowsError
			if errors.As(err, &bad) {
				for _, row := range bad.Rows {
					w.paper.everything("row", row)
					w.paper.everything("excerpt", row.Excerpt())
					w.paper.failure(row.Err)
				}
			}
			if err != nil {
				return errors.Join(err, errors.New(w.paper.String()))
			}
		}
		return nil
	}
	synctest.Test(t, func(t *testing.T) {
		for where, at := range map[string]place{
			"a value": answering(200, "application/json", fill(`{"Games":{"Results":[{"Id":1,"Time":%}]}}`, quoted)),
			"a name":  answering(200, "application/json", fill(`{"Games":{"Results":[{"AwayTeam":{%:1,"Score":"x"}}]}}`, quoted)),
			"a row":   answering(200, "application/json", fill(`{"Games":{"Results":[{"Id":1,"Name":%,"Time":"TBD"}]}}`, quoted)),
			"no row":  answering(200, "application/json", fill(`{"Games":{"Results":[%,{"Id":1}]}}`, quoted)),
			"in XML": answering(200, "application/xml", fill(clienttest.XML(`<Games><Results><G><Time>%</Time></G></Results></Games>`),
				escapedXML)),
			"other list": answering(200, "application/json", fill(`{%:1}`, quoted)),
			"wrapper":    answering(200, "application/json", fill(`{"Games":{%:1}}`, quoted)),
		} {
			require.Contains(t, printed(t, secret, at(marker)), marker, "%s is shown without a secret", where)
			text := printed(t, secret, at(marker+" "+secret.secret+" "+marker))
			for _, m := range markers {
				require.NotContains(t, text, m, where)
			}
		}
	})
}

// marker stands on both sides of a planted secret. A text that shows the marker was not withheld.
const marker = "QmarkerQ"

// markers are the forms in which formats print the marker.
var markers = []string{
	marker, hex.EncodeToString([]byte(marker)), strings.ToUpper(hex.EncodeToString([]byte(marker))),
	strings.Trim(fmt.Sprintf("%d", []byte(marker)), "[]"), strings.ReplaceAll(fmt.Sprintf("%# x", marker), " ", ", "),
}

// carrying is a secret with a call that carries it.
type carrying struct {
	secret  string
	options []tourney.Option
	call    func(w caller) error
	issues  bool // the host issues it in the answer to a login
}

func pays(w caller) error { return plantedCalls["Payments.Pay"](w) }

func gets(w caller) error { return plantedCalls["Teams.Get"](w) }

func logsIn(w caller) error { return plantedCalls["Authentication.Authenticate"](w) }

func withHeader(name, value string) func(w caller) error {
	return func(w caller) error {
		w.opts = append(w.opts, tourney.WithHeader(name, value))
		return plantedCalls["Teams.Update"](w)
	}
}

const (
	plantedKey    = "key-of-pat-4001-27b"
	plantedBearer = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwYXQifQ.c2lnbmF0dXJl"
	plantedCookie = "8f14e45fceea167a5a36dedd4bea2543"
)

var plantedSigned = []tourney.Option{
	tourney.WithSigner(auth.HMAC{}),
	tourney.WithCredentials(auth.Credentials{APIKey: plantedKey, APISecret: secret.New(plantedSecret)}),
}

// carriers are secrets, each with a call.
var carriers = map[string]carrying{
	"API key":       {secret: plantedKey, options: plantedSigned, call: gets},
	"API secret":    {secret: plantedSecret, options: plantedSigned, call: plantedCalls["Teams.Create"]},
	"password":      {secret: plantedPassword, call: logsIn},
	"card":          {secret: plantedCard, call: pays},
	"security code": {secret: plantedCVV, call: plantedCalls["Registration.Register"]},
	"issued key":    {secret: issuedKey, call: logsIn, issues: true},
	"issued secret": {secret: issuedSecret, call: logsIn, issues: true},
	"bearer":        {secret: plantedBearer, call: withHeader("Authorization", "Bearer "+plantedBearer)},
	"signer's":      {secret: plantedSecret, options: plantedSigners["in what the signer says"], call: gets},
	"key store's":   {secret: plantedSecret, options: plantedSigners["in the key store"], call: gets},
	"cookie":        {secret: plantedCookie, call: withHeader("Cookie", "theme=dark; session="+plantedCookie)},
}

// place is where a host, a transport or a signer can write a text.
type place func(said string) clienttest.Transport

// answering is a place in the body of an answer, or in its header.
func answering(status int, contentType string, body func(said string) string, header ...string) place {
	return func(said string) clienttest.Transport {
		return func(req *http.Request) (*http.Response, error) {
			h := http.Header{"Content-Type": {contentType}}
			for _, name := range header {
				h[name] = []string{said}
			}
			text := io.NopCloser(strings.NewReader(body(said)))
			return &http.Response{StatusCode: status, Header: h, Body: text, Request: req}, nil
		}
	}
}

// fails is a place in an error of the transport.
func fails(err func(said string) error) place {
	return func(said string) clienttest.Transport {
		return func(*http.Request) (*http.Response, error) { return nil, err(said) }
	}
}

// everyMember sets a value under every member name of answers.
func everyMember(value string) string {
	names := []string{
		"Id", "TeamId", "TransactionId", "Team", "Teams", "Division", "Game", "Player", "Venues", "Columns", "Status",
		"Paid",
	}
	return `{"` + strings.Join(names, `":`+value+`,"`) + `":` + value + `}`
}

// talkative is an error whose members hold more than its text.
type talkative struct {
	Answer []byte
	detail string
}

func (*talkative) Error() string { return "something went wrong" }

// formatting is an error that prints more with %+v.
type formatting struct{ detail string }

func (formatting) Error() string { return "something went wrong" }

func (e formatting) Format(f fmt.State, verb rune) { _, _ = io.WriteString(f, e.detail) }

// breaksOff is a body that breaks off with an error.
func breaksOff(status int) place {
	return func(said string) clienttest.Transport {
		return func(req *http.Request) (*http.Response, error) {
			body := io.NopCloser(io.MultiReader(strings.NewReader(`{"a":`), failingWith{errors.New(said)}))
			h := http.Header{"Content-Type": {"application/json"}}
			return &http.Response{StatusCode: status, Header: h, Body: body, Request: req}, nil
		}
	}
}

func fill(format string, how ...func(string) string) func(said string) string {
	return func(said string) string {
		for _, f := range how {
			said = f(said)
		}
		return strings.ReplaceAll(format, "%", said)
	}
}

// places is every place.
var places = map[string]place{
	"a refusal of keys": answering(401, "application/json", fill(`{"Errors":[{"Code":5,"Message":%}]}`, quoted)),
	"a message":         answering(400, "application/json", fill(`{"Errors":[{"Code":2,"Message":%}]}`, quoted)),
	"a message in XML": answering(404, "application/xml",
		fill(`<Response><Errors><Error><Code>2</Code><Message>%</Message></Error></Errors></Response>`, escapedXML)),
	"a message, raw":         answering(409, "application/json", fill(`{"Errors":[{"Code":2,"Message":"%"}]}`)),
	"a message of a success": answering(200, "application/json", fill(`{"Errors":[{"Code":2,"Message":%}]}`, quoted)),
	"a field": answering(400, "application/json",
		fill(`{"Errors":[{"Code":2,"Message":"no","field":%}]}`, quoted)),
	"a field in XML": answering(400, "application/xml",
		fill(`<Response><Errors><Error><Code>2</Code><Field>%</Field></Error></Errors></Response>`, escapedXML)),
	"a field that is no text": answering(400, "application/json",
		fill(`{"Errors":[{"Code":2,"Message":"no","Field":[%]}]}`, quoted)),
	"a member": answering(400, "application/json",
		fill(`{"Errors":[{"Code":2,"Message":"no","Value":%}]}`, quoted)),
	"a member below": answering(400, "application/json",
		fill(`{"Errors":[{"Code":2,"Message":"no","Value":{"a":[%]}}]}`, quoted)),
	"the name of a member": answering(400, "application/json",
		fill(`{"Errors":[{"Code":2,"Message":"no",%:1}]}`, quoted)),
	"a member in XML": answering(400, "application/xml",
		fill(`<Response><Errors><Error><Value a="%">%</Value></Error></Errors></Response>`, escapedXML)),
	"a list of texts": answering(500, "application/json", fill(`{"Errors":["no",%]}`, quoted)),
	"no list":         answering(200, "application/json", fill(`{"Errors":%}`, quoted)),
	"a page":          answering(503, "text/html", fill(`<html><h1>%</h1></html>`)),
	"a page, escaped": answering(403, "text/html", fill(`<html><h1>%</h1></html>`, html.EscapeString)),
	"the end of an excerpt": answering(502, "text/plain",
		func(said string) string { return strings.Repeat("x ", 248) + said }),
	"a page of success":    answering(200, "text/html", fill(`<html>%</html>`)),
	"JSON of another kind": answering(400, "application/json", quoted),
	"a type of content":    answering(400, "application/json", fill(""), "Content-Type"),
	"a type, of success":   answering(200, "application/json", fill("{}"), "Content-Type"),
	"an id of the request": answering(429, "application/json", fill("{}"), "X-Request-Id"),
	"other headers": answering(403, "application/json",
		fill("{}"), "Request-Id", "X-Correlation-Id", "Retry-After", "Location", "Warning"),
	"a coding":               answering(200, "application/json", fill("{}"), "Content-Encoding"),
	"the id of a result":     answering(409, "application/json", fill(`{"TransactionId":%,"Errors":[{}]}`, quoted)),
	"a redirect":             answering(302, "text/plain", fill(""), "Location"),
	"a redirect of a method": answering(307, "text/plain", fill(""), "Location"),
	"a wrong type": answering(200, "application/json",
		func(said string) string { return everyMember(quoted(said)) }),
	"a wrong list": answering(200, "application/json",
		func(said string) string { return everyMember(`[` + quoted(said) + `]`) }),
	"a path": answering(200, "application/json",
		func(said string) string { return everyMember(`{"Results":[{` + quoted(said) + `:{]`) }),
	"no JSON":        answering(200, "application/json", fill(`{"Team":{"Name":"%"x`)),
	"no JSON at all": answering(200, "application/json", fill(`%`)),
	"a wrong type in XML": answering(200, "application/xml",
		fill(`<Response><Id>%</Id><TeamId>%</TeamId><TransactionId><a>%</a></TransactionId><Team><Id>%</Id></Team>`+
			`</Response>`, escapedXML)),
	"tags of XML":            answering(200, "application/xml", fill(`<Response><%></x></Response>`)),
	"attributes of XML":      answering(200, "application/xml", fill(`<Response %="%" %="%"></Response>`)),
	"no XML":                 answering(200, "application/xml", fill(`<Response>%`)),
	"a body that breaks off": breaksOff(200),
	"the transport":          fails(errors.New),
	"the transport, below": fails(func(said string) error {
		return fmt.Errorf("cannot: %w", &net.OpError{Op: "read", Err: errors.New(said)})
	}),
	"a URL": fails(func(said string) error { return &url.Error{Op: "Get", URL: said, Err: errors.New(said)} }),
	"several errors": fails(func(said string) error {
		return errors.Join(io.ErrUnexpectedEOF, fmt.Errorf("x: %w", errors.New(said)))
	}),
	"members of an error":  fails(func(said string) error { return &talkative{Answer: []byte(said), detail: said} }),
	"a format of an error": fails(func(said string) error { return fmt.Errorf("x: %w", formatting{said}) }),
	"a value as an error":  fails(func(said string) error { return fmt.Errorf("%w", url.EscapeError(said)) }),
}

// issuing adds keys to the answer to a login.
func issuing(over clienttest.Transport, secret string) clienttest.Transport {
	return func(req *http.Request) (*http.Response, error) {
		res, err := over(req)
		if err != nil {
			return res, err
		}
		body, _ := io.ReadAll(res.Body)
		key := base64.StdEncoding.EncodeToString([]byte(secret))
		head, tail, object := strings.Cut(string(body), "{")
		switch {
		case object:
			head += `{"ApiKey":` + quoted(key) + `,`
		case strings.Contains(head, "<Response>"):
			head = strings.Replace(head, "<Response>", "<Response><ApiSecretKey>"+key+"</ApiSecretKey>", 1)
		default:
			head += ` apisecretkey="` + key + `"`
		}
		res.Body = io.NopCloser(strings.NewReader(head + tail))
		return res, nil
	}
}

// TestPlantedSecrets plants the secrets at every place, and searches all printed texts.
func TestPlantedSecrets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, c := range carriers {
			for where, at := range places {
				host := at(marker + " " + c.secret + " " + marker)
				if c.issues {
					if res, _ := host(&http.Request{}); res == nil {
						continue // there is no answer that could issue keys
					}
					host = issuing(host, c.secret)
				}
				text := printed(t, c, host)
				for _, m := range markers {
					if i := strings.Index(text, m); i >= 0 {
						near := text[max(0, i-100):min(len(text), i+300)]
						require.Fail(t, "shown", "%s, at %s: %s", name, where, near)
					}
				}
				if c.secret != plantedCVV { // whose digits a pointer may hold
					require.NotContains(t, text, c.secret, "%s, at %s", name, where)
				}
			}
		}
	})
}

// printed makes a call and returns all texts that a program can print about it.
func printed(t *testing.T, c carrying, host clienttest.Transport) string {
	t.Helper()
	var out, request paper
	options := slices.Concat(c.options, []tourney.Option{
		tourney.WithHTTPClient(&http.Client{Transport: host}), tourney.WithRetry(tourney.Retry{Max: 1}),
		tourney.WithLogger(out.logger()),
	})
	client, err := tourney.New("https://soccer.example.com", tourney.Soccer, options...)
	require.NoError(t, err)
	out.failure(c.call(caller{ctx: t.Context(), c: client, paper: &request}))
	return out.String()
}

// TestPlantedPlacesAreSeen: a search at places that show nothing would prove nothing. Each place shows a text without a
// secret, except places that no error quotes and places that show a single character.
func TestPlantedPlacesAreSeen(t *testing.T) {
	silent := []string{"the id of a result", "a redirect", "a wrong list", "a redirect of a method", "no JSON at all", "no XML", "no JSON"}
	synctest.Test(t, func(t *testing.T) {
		for where, at := range places {
			text := printed(t, carriers["API key"], at(marker))
			require.Equal(t, !slices.Contains(silent, where), strings.Contains(text, marker), where)
		}
	})
}

// onTheWire are places that net/http itself reads.
var onTheWire = map[string]string{
	"the protocol":        "% 200 OK\r\n\r\n",
	"the status":          "HTTP/1.1 % OK\r\n\r\n",
	"the reason":          "HTTP/1.1 403 %\r\nContent-Length: 0\r\n\r\n",
	"a line of a header":  "HTTP/1.1 200 OK\r\n%\r\n\r\n",
	"a name in a header":  "HTTP/1.1 200 OK\r\n%: x\r\n\r\n",
	"a value in a header": "HTTP/1.1 200 OK\r\nX: \x00%\r\n\r\n",
	"a length":            "HTTP/1.1 200 OK\r\nContent-Length: %\r\n\r\n",
	"an encoding":         "HTTP/1.1 200 OK\r\nTransfer-Encoding: %\r\n\r\n",
	"a chunk":             "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%\r\n",
	"a trailer":           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: %\r\n\r\n0\r\n%\r\n\r\n",
	"a location":          "HTTP/1.1 302 Found\r\nLocation: http://%\r\nContent-Length: 0\r\n\r\n",
	"a location's scheme": "HTTP/1.1 302 Found\r\nLocation: %\r\nContent-Length: 0\r\n\r\n",
}

// TestPlantedOnTheWire plants secrets where net/http quotes an answer that it cannot read.
func TestPlantedOnTheWire(t *testing.T) {
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var answer atomic.Value
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = http.ReadRequest(bufio.NewReader(conn))
			_, _ = io.WriteString(conn, answer.Load().(string))
			_ = conn.Close()
		}
	}()
	defer func() { _ = listener.Close(); <-done }()
	over := &http.Transport{DisableKeepAlives: true}
	c := carriers["API secret"]
	for where, written := range onTheWire {
		for _, secret := range []string{plantedSecret, url.QueryEscape(plantedSecret)} {
			said := marker + secret + marker
			if strings.Contains(said, " ") && (where == "the protocol" || where == "the status") {
				continue // net/http would take it for several texts
			}
			answer.Store(strings.ReplaceAll(written, "%", said))
			var out paper
			options := append(slices.Clone(c.options), tourney.WithHTTPClient(&http.Client{Transport: over}),
				tourney.WithRetry(tourney.Retry{}))
			client, err := tourney.New("http://"+listener.Addr().String(), tourney.Soccer, options...)
			require.NoError(t, err)
			out.failure(clienttest.Err(client.Teams.Get(t.Context(), 4001)))
			for _, m := range markers {
				require.NotContains(t, out.String(), m, "at %s", where)
			}
		}
	}
}
