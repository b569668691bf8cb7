package cassette_test

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/cassette"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/pseudonym"
	"github.com/tourney-go/tourney/internal/tempfile"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/secret"
)

// answers returns a host that gives one answer.
func answers(status int, contentType, body string) clienttest.Transport {
	return clienttest.Transport(clienttest.Reply(status, body, "Content-Type", contentType))
}

const seed = "a seed"

// record sends requests through a Recorder of a host, and returns the file and what the host answered.
func record(t *testing.T, to http.RoundTripper, requests ...*http.Request) (file string, bodies []string) {
	t.Helper()
	return recordKeeping(t, nil, to, requests...)
}

// recordKeeping does what record does, and keeps members.
func recordKeeping(
	t *testing.T, keep []string, to http.RoundTripper, requests ...*http.Request,
) (file string, bodies []string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "day.json")
	r, err := cassette.Record(file, to, cassette.Options{Seed: secret.New(seed), Keep: keep})
	require.NoError(t, err)
	for _, req := range requests {
		body, _ := send(t, r, req)
		bodies = append(bodies, body)
	}
	require.NoError(t, r.Close())
	return file, bodies
}

func send(t *testing.T, to http.RoundTripper, req *http.Request) (body string, err error) {
	t.Helper()
	res, err := to.RoundTrip(req)
	if err != nil {
		return "", err
	}
	data, err := io.ReadAll(res.Body)
	require.NoError(t, res.Body.Close())
	return string(data), err
}

func request(t *testing.T, method, target, body string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, "https://host.test"+target, strings.NewReader(body))
	require.NoError(t, err)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	return req
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(data)
}

func open(t *testing.T, file string) *cassette.Player {
	t.Helper()
	p, err := cassette.Open(file)
	require.NoError(t, err)
	return p
}

// TestAnswersComeBack: every answer of the interface document is replayed with the same values, in both formats, but for
// people and secrets.
func TestAnswersComeBack(t *testing.T) {
	files := clienttest.Glob(t, "testdata/wire/*/*.response.*")
	require.Greater(t, len(files), 150)
	for _, path := range files {
		body := read(t, path)
		form := envelope.Syntax{XML: filepath.Ext(path) == ".xml"}
		if strings.Contains(path, "authenticate") {
			continue
		}
		t.Run(filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path), func(t *testing.T) {
			file, sent := record(t, answers(200, form.Media(), body), request(t, "GET", "/api/v1/teams", ""))
			require.Equal(t, body, sent[0], "the client gets what the host sent")
			again, err := send(t, open(t, file), request(t, "GET", "/api/v1/teams", ""))
			require.NoError(t, err)
			want, err := form.Parse([]byte(body), 0)
			require.NoError(t, err)
			(&pseudonym.Replacer{Seed: []byte(seed)}).Replace(&want, contract.AnswerRows(), "")
			got, err := form.Parse([]byte(again), 0)
			require.NoError(t, err)
			withoutOffsets(&want)
			withoutOffsets(&got)
			require.Equal(t, want, got)
		})
	}
}

func withoutOffsets(n *node.Node) {
	n.Offset = 0
	for i := range n.Items {
		withoutOffsets(&n.Items[i])
	}
	for i := range n.Members {
		withoutOffsets(&n.Members[i].Node)
	}
}

// TestSecretsStayOut: no place of an exchange brings a secret into the file.
func TestSecretsStayOut(t *testing.T) {
	const login, key = `{"Id":1,"ApiKey":"VGhlQXBpS2V5T2ZKdW5l","ApiSecretKey":"VGhlU2VjcmV0T2ZKdW5l"}`, "TheApiKeyOfJune"
	card := `{"TeamId":7,"Payment":{"CreditCardNumber":"4111 1111 1111 1111","CreditCardCvv2":"737","CreditCardExpireYear":29,` +
		`"CardHolder":"x","CreditCardType":"Visa","Notes":"card 4111-1111-1111-1112"}}`
	for name, c := range map[string]struct {
		method, target, body, answer string
		header                       http.Header
		gone                         []string
	}{
		"login": {"POST", "/api/v1/authenticate", `{"UserName":"june@host.test","Password":"hunter2hunter"}`, login, nil,
			[]string{"june", "hunter2", "VGhl", "TheApi", "TheSecret"}},
		"login with an echo": {"POST", "/api/v1/authenticate", `{"Username":"june","Password":"p<ss wörd"}`,
			`{"Errors":[{"Code":5,"Message":"not p&lt;ss%20wörd"}]}`, nil, []string{"ss wörd", "ss%20"}},
		"key in the query": {"GET", "/api/v1/teams?eventid=1001&apikey=" + key + "&sig=abcdefghijklmnop&timestamp=1700000001", "", "{}", nil,
			[]string{key, "abcdefgh", "1700000001"}},
		"headers": {"GET", "/api/v1/teams", "", `{"Errors":[{"Message":"bad key ` + key + `"},` +
			`{"Message":"no hunter2"},{"Message":"session 0123456789abcdef"}]}`, http.Header{
			"Authentication": {key + ".c2lnbmF0dXJlMTIz"}, "Authorization": {"Bearer tokentokentoken", "Basic anVuZTpodW50ZXIy"},
			"Cookie": {"session=0123456789abcdef"}, "X-Custom": {"something"}, "Accept": {"application/json"},
		}, []string{key, "hunter2", "c2lnbmF0", "tokentoken", "0123456789abcdef", "something"}},
		"short key in a header": {"GET", "/api/v1/teams", "", `{"Errors":[{"Message":"bad key Kq7zSm"}]}`,
			http.Header{"Authentication": {"Kq7zSm.c2lnbmF0dXJlMTIz"}}, []string{"Kq7zSm"}},
		"name of a login": {"POST", "/api/v1/authenticate", `{"Username":"junebug","Password":"hunter2"}`,
			`{"Errors":[{"Message":"no account junebug"}],"Key":"VGhlQXBpS2V5"}`, nil, []string{"junebug", "VGhl"}},
		"code beside a card": {"PUT", "/api/v1/teams", `{"Id":1,"Notes":"4111 1111 1111 1111, cvv 987, until 11/31"}`, "{}", nil,
			[]string{"4111", "987", "11/31"}},
		"card": {"POST", "/api/v1/payments", card, `{"Errors":[{"Message":"card 4111111111111111 with 737 and 4111111111111112"}]}`, nil,
			[]string{"4111", "1111", "737", ":29", "29,", "Visa", `"x"`}},
		"card under wrong names": {"POST", "/api/v1/payments",
			`{"TeamId":7,"Payment":{"Digits":4111111111111112,"Code":"737","Sum":"4111 1111 1111 1112"}}`,
			`{"TransactionId":"123456789012"}`, nil, []string{"4111", "737"}},
		"card in XML": {"POST", "/api/v1/payments", `<Request><Payment><CreditCardNumber>378282246310005</CreditCardNumber>` +
			`<CreditCardCvv2>7316</CreditCardCvv2></Payment></Request>`, `{}`, http.Header{"Content-Type": {"application/xml"}},
			[]string{"378282", "7316"}},
		"card at a wrong path": {"POST", "/api/v1/payment", card, "{}", nil, []string{"4111", "737"}},
		"secret meta": {"POST", "/api/v1/register", `{"Meta":[{"Key":"Access token","Value":"s3same"}]}`, `{"Status":"s3same it is"}`, nil,
			[]string{"s3same"}},
		"secrets in a text": {"PUT", "/api/v1/teams", `{"Id":1,"Notes":"password=opensesame"}`, "{}", nil, []string{"opensesame"}},
		"secret path":       {"GET", "/password=opensesame", "", "{}", nil, []string{"opensesame"}},
		"body in a form": {"POST", "/api/v1/authenticate", "username=june&password=hunter2", `{"Errors":[{"Message":"not hunter2"}]}`,
			http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, []string{"june", "hunter2"}},
		"secret media type": {"PUT", "/api/v1/teams", `{"Id":1}`, "{}",
			http.Header{"Content-Type": {"application/json; token=opensesame"}}, []string{"opensesame"}},
		"short key": {"GET", "/api/v1/teams?eventid=1001&s=s3cr3t-9", "", `{"Teams":{"Results":[{"Id":1,"Name":"s3cr3t-9"}]}}`, nil,
			[]string{"s3cr3t", `"s=`, "&s="}},
		"code in an unknown member": {"POST", "/api/v1/payments", `{"TeamId":7,"Payment":{"Number":737,"Given":737,"CreditCardNumber":"4111"}}`,
			`{"TransactionId":"x-1","Given":737}`, nil, []string{"737", "4111", "Given"}},
		"name of an element": {"POST", "/api/v1/authenticate", `<hunter2><Password>x</Password><hunter2>1</hunter2></hunter2>`, `{}`,
			http.Header{"Content-Type": {"application/xml"}}, []string{"hunter2"}},
		"name of a member": {"POST", "/api/v1/authenticate", `{"hunter2":{"hunter2":1}}`, `{"hunter2":1}`, nil, []string{"hunter2"}},
		"type of a body that is left out": {"POST", "/api/v1/authenticate", "x", "{}",
			http.Header{"Content-Type": {"application/hunter2"}, "Accept": {"hunter2/json"}}, []string{"hunter2"}},
		"method and id in a path": {"HUNTER2", "/api/v1/events/4111111111111111", "", "{}", nil, []string{"HUNTER2", "4111"}},
		"half a body": {"POST", "/api/v1/authenticate", `{"Username":"june","Password":"hunter2"`, "{", nil,
			[]string{"june", "hunter2"}},
	} {
		t.Run(name, func(t *testing.T) {
			req := request(t, c.method, c.target, c.body)
			for header, values := range c.header {
				req.Header[header] = values
			}
			for _, keep := range [][]string{nil, {"Message", "Notes", "Status", "Meta", "Password", "ApiKey", "CreditCardCvv2"}} {
				file, sent := recordKeeping(t, keep, answers(200, "application/json", c.answer), req)
				require.Equal(t, c.answer, sent[0])
				text := read(t, file)
				for _, gone := range c.gone {
					require.NotContains(t, text, gone, keep)
				}
				_ = open(t, file)
				var err error
				req.Body, err = req.GetBody()
				require.NoError(t, err)
			}
		})
	}
}

// TestTextsStayOut: no place of an exchange brings a text that no row lists into the file, whatever it looks like.
func TestTextsStayOut(t *testing.T) {
	const plain = "Gundula"
	for name, c := range map[string]struct {
		method, target, body, answer string
		header                       http.Header
	}{
		"request": {"PUT", "/api/v1/teams", `{"Id":1,"Notes":"O’Brien %s","HeadCoach":"%s","Meta":[{"Id":739739,"Name":"%s"}]}`, `{}`, nil},
		"answer": {"GET", "/api/v1/teams?id=1", "",
			`{"Team":{"Id":1,"Organizer":{"Name":"O’Brien","Email":"%s"},"Tel":"739739","Born":"June 5, 2010"}}`, nil},
		"list": {"GET", "/api/v1/divisions", "",
			`{"Divisions":{"Results":[{"Id":1,"Description":"%s plays","Address":{"Line1":"%s"}}]}}`, nil},
		"document": {"PUT", "/api/v1/teams", `{"Id":1,"Notes":"{\"FirstName\":\"%s\"}"}`, `{"Data":"[\"%s\",739739,true]"}`, nil},
		"error":    {"GET", "/api/v1/teams", "", `{"Errors":[{"Code":1,"Message":"no %s","Field":"%s"}],"%s":1}`, nil},
		"query":    {"GET", "/api/v1/teams?eventid=1001&%s=1&search=%s&status=%s", "", `{}`, nil},
		"path":     {"GET", "/api/v1/%s/photo-of-%s.png?of=%s", "", `{}`, nil},
		"XML": {"PUT", "/api/v1/teams", `<Request %s="%s"><!--%s--><Id>1</Id><Notes a="%s">%s</Notes><%s>1</%s></Request>`, `{}`,
			http.Header{"Content-Type": {"application/xml"}}},
		"answer in XML": {"GET", "/api/v1/teams", "",
			`<%s><Teams><Results><Team><Id>1</Id><Tel>739739</Tel><%s>%s</%s></Team></Results></Teams></%s>`, nil},
		"unknown":     {"POST", "/api/v1/unknown", `{"Id":739739,"Name":"%s","FirstName":"%s"}`, `{"Results":["%s",{"%s":true}]}`, nil},
		"list at top": {"POST", "/api/v1/teams", `["%s",{"Name":"Comets","%s":1}]`, `["%s",739739]`, nil},
		"other form": {"GET", "/api/v1/games", "",
			`{"Games":{"Results":[{"Id":1,"AwayTeam":{"TeamId":"%s","Color":"%s","Score":"%s"}}]}}`, nil},
		"headers": {"GET", "/api/v1/teams", "", `{}`, http.Header{"Accept": {"%s/json"}}},
	} {
		t.Run(name, func(t *testing.T) {
			planted := func(text string) string { return strings.ReplaceAll(text, "%s", plain) }
			asking := func() *http.Request {
				req := request(t, c.method, planted(c.target), planted(c.body))
				for header, values := range c.header {
					req.Header.Set(header, planted(values[0]))
				}
				return req
			}
			media := "application/json"
			if strings.HasPrefix(c.answer, "<") {
				media = "text/xml"
			}
			to := clienttest.Transport(func(req *http.Request) (*http.Response, error) {
				res, err := answers(200, media, planted(c.answer))(req)
				for _, header := range []string{"Location", "Retry-After", "Allow"} {
					res.Header.Set(header, planted("%s"))
				}
				return res, err
			})
			file, _ := record(t, to, asking())
			text := read(t, file)
			require.NotRegexp(t, "(?i)gundula|brien|739739|june|omitted", text)
			body, err := send(t, open(t, file), asking())
			require.NoError(t, err)
			require.NotContains(t, body, "is not in the cassette")
			found, err := cassette.Compare(t.Context(), file, "https://host.test", to)
			require.NoError(t, err)
			require.Empty(t, found)
		})
	}
}

// TestKeysOfALoginStayOut: a host repeats a key later, in base64 or not, and a cookie that it sets.
func TestKeysOfALoginStayOut(t *testing.T) {
	bodies := []string{`{"Id":1,"ApiKey":"VGhlQXBpS2V5T2ZKdW5l"}`,
		`{"Errors":[{"Message":"TheApiKeyOfJune or VGhlQXBpS2V5T2ZKdW5l"}],"Sid":"s3ss10nOfJune"}`}
	to := clienttest.Transport(func(req *http.Request) (*http.Response, error) {
		body := bodies[0]
		bodies = bodies[1:]
		return clienttest.Reply(200, body, "Set-Cookie", "sid=s3ss10nOfJune; Path=/; HttpOnly")(req)
	})
	file, _ := recordKeeping(t, []string{"Message"}, to,
		request(t, "POST", "/api/v1/authenticate", "{}"), request(t, "GET", "/api/v1/teams", ""))
	for _, gone := range []string{"TheApiKey", "VGhl", "s3ss10n"} {
		require.NotContains(t, read(t, file), gone)
	}
	requireOwn(t, file)
}

// requireOwn requires that others cannot read a file, on systems whose files have rights.
func requireOwn(t *testing.T, file string) {
	t.Helper()
	info, err := os.Stat(file)
	require.NoError(t, err)
	if tempfile.IsUnix {
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}
}

// numbered answers each request with its number.
func numbered() clienttest.Transport {
	n := 0
	return func(req *http.Request) (*http.Response, error) {
		n++
		return answers(200, "application/json", fmt.Sprintf(`{"Id":%d}`, n))(req)
	}
}

func TestMatching(t *testing.T) {
	file, _ := record(t, numbered(),
		request(t, "GET", "/api/v1/teams?eventid=1001&page=1", ""), request(t, "GET", "/api/v1/teams?eventid=1001&page=2", ""),
		request(t, "GET", "/api/v1/teams?eventid=1001&page=1", ""), request(t, "GET", "/api/v1/teams?id=7", ""),
		request(t, "PUT", "/api/v1/teams", `{"Id":7,"Name":"Comets","Players":[{"Id":1,"FirstName":"Gus"}]}`),
		request(t, "GET", "/api/v1/unknown?a=b", ""), request(t, "GET", "/api/v1/events/1001", ""),
		request(t, "GET", "/api/v1/teams?teamids=8,9&includes=Players,Coaches", ""))
	p := open(t, file)
	for _, c := range []struct{ method, target, body, want string }{
		{"GET", "/api/v1/teams?page=1&EVENTID=1001", "", `"Id": 1`},
		{"GET", "/x/api/v1/teams?eventid=1001&page=1&timestamp=2012-09-27T20:33:55Z&sig=0123456789abcd", "", `"Id": 3`},
		{"GET", "/api/v1/teams?eventid=1001&page=1", "", `"Id": 3`}, // the last stays
		{"GET", "/api/v1/teams/?Id=7", "", `"Id": 4`},
		{"PUT", "/api/v1/teams", `{"players":[{"firstname":"Opal","id":"1"}],"name":"Comets","ID":7}`, `"Id": 5`},
		{"PUT", "/api/v1/teams", `{"players":[{"firstname":"Opal","id":"1"}],"name":"Comets","ID":7,"unknown":{"a":1}}`, `"Id": 5`},
		{"GET", "/api/v1/unknown?a=b", "", `"Id": 6`},
		{"GET", "/api/v1/another?c=d", "", `"Id": 6`}, // the names are made up
		{"GET", "/api/v1/events?id=1001", "", `"Id": 7`},
		{"GET", "/api/v1/teams?teamids=9,8&includes=coaches,players", "", `"Id": 8`},
		{"GET", "/api/v1/teams?eventid=1002&page=2", "", `"Teams.List is not in the cassette with these parameters. ` +
			`The nearest is exchange 2, where eventid is \"1001\" and not \"1002\""`},
		{"PUT", "/api/v1/teams", `{"Id":7,"Name":"Owls"}`, `The nearest is exchange 5, where name is \"Comets\" and not \"Owls\", ` +
			`players[0].firstname is \"\" and not absent, players[0].id is \"1\" and not absent`},
		{"GET", "/api/v1/games?eventid=1001&page=2", "", `The nearest is exchange 2, where Operation is Teams.List and not Games.List"`},
	} {
		body, err := send(t, p, request(t, c.method, c.target, c.body))
		require.NoError(t, err)
		require.Contains(t, body, c.want, c.target)
	}
}

// TestNumbersMatchByValue: a number has many texts. A text that only looks like a number has one.
func TestNumbersMatchByValue(t *testing.T) {
	const inXML = `<Request><Id>%s</Id><AwayScore>%s</AwayScore></Request>`
	players := func(number, external string) string {
		return fmt.Sprintf(`{"Id":7,"ExternalTeamId":%q,"Players":[{"Id":1,"Number":%s}]}`, external, number)
	}
	score := func(id, score string) string { return fmt.Sprintf(`{"Id":%s,"AwayScore":%s}`, id, score) }
	for name, c := range map[string]struct{ method, recorded, body, asked, with string }{
		"an id in a query":    {"GET", "/api/v1/teams?id=7", "", "/api/v1/teams?id=7.0", ""},
		"a filter":            {"GET", "/api/v1/teams?eventid=1001.0", "", "/api/v1/teams?eventid=1.001e3", ""},
		"ids":                 {"GET", "/api/v1/players?teamids=9,8.0", "", "/api/v1/players?teamids=8,+9.00", ""},
		"an id in a path":     {"GET", "/api/v1/events/1001", "", "/api/v1/events?id=1001.0", ""},
		"an enumeration":      {"GET", "/api/v1/games?eventid=1&type=1", "", "/api/v1/games?eventid=1&type=1.0", ""},
		"JSON":                {"PUT", "/api/v1/games", score("7.0", "3"), "/api/v1/games", score("7e0", "3.0")},
		"a score as text":     {"PUT", "/api/v1/games", score("7", `"3"`), "/api/v1/games", score(`"7"`, `"3.0"`)},
		"a large id":          {"PUT", "/api/v1/games", score("90071992547409930", "0"), "/api/v1/games", score("9007199254740993e1", "-0.0")},
		"inside a list":       {"PUT", "/api/v1/teams", players("12", "x"), "/api/v1/teams", players("1.2e1", "x")},
		"XML":                 {"PUT", "/api/v1/games", fmt.Sprintf(inXML, "7", "3"), "/api/v1/games", fmt.Sprintf(inXML, "7.0", " 3.00")},
		"not a page":          {"GET", "/api/v1/teams?eventid=1&page=1", "", "/api/v1/teams?eventid=1&page=1.5", ""},
		"not a near large id": {"PUT", "/api/v1/games", score("9007199254740993", "0"), "/api/v1/games", score("9007199254740992", "0")},
		"not a text":          {"PUT", "/api/v1/teams", players("1", "1.0"), "/api/v1/teams", players("1", "1")},
		"not a jersey":        {"PUT", "/api/v1/teams", players(`"00"`, "1"), "/api/v1/teams", players(`"0"`, "1")},
	} {
		t.Run(name, func(t *testing.T) {
			ask := func(target, body string) *http.Request {
				req := request(t, c.method, target, body)
				if strings.HasPrefix(body, "<") {
					req.Header.Set("Content-Type", "application/xml")
				}
				return req
			}
			file, _ := record(t, numbered(), ask(c.recorded, c.body))
			body, err := send(t, open(t, file), ask(c.asked, c.with))
			require.NoError(t, err)
			if strings.HasPrefix(name, "not ") {
				require.Contains(t, body, "is not in the cassette with these parameters")
			} else {
				require.Contains(t, body, `"Id": 1`)
			}
		})
	}
}

// TestEveryElementCounts guards against a comparison of the last element of a list in XML alone.
func TestEveryElementCounts(t *testing.T) {
	inXML := func(first int) *http.Request {
		req := request(t, "PUT", "/api/v1/teams", fmt.Sprintf(
			`<Request><Players><Player><Number>%d</Number></Player><Player><Number>2</Number></Player></Players></Request>`, first))
		req.Header.Set("Content-Type", "application/xml")
		return req
	}
	file, _ := record(t, numbered(), inXML(1))
	body, err := send(t, open(t, file), inXML(7))
	require.NoError(t, err)
	require.Contains(t, body, `players.player.number is \"1\" and not \"7\"`)
	body, err = send(t, open(t, file), inXML(1))
	require.NoError(t, err)
	require.Contains(t, body, `"Id": 1`)
}

// TestUnmatchedIsAnAPIError: the client shows the message at once, and does not send the request again.
func TestUnmatchedIsAnAPIError(t *testing.T) {
	file, _ := record(t, numbered())
	client, err := tourney.New("https://host.test", tourney.Soccer, tourney.WithHTTPClient(&http.Client{Transport: open(t, file)}))
	require.NoError(t, err)
	_, err = client.Teams.Get(t.Context(), 7)
	require.ErrorContains(t, err, "Teams.Get is not in the cassette, which has no exchanges")
	refused := clienttest.As[*tourney.APIError](t, err)
	require.Equal(t, http.StatusNotImplemented, refused.Status)
}

// day makes some calls, and returns what came of them, made-up values aside.
func day(t *testing.T, client *tourney.Client) (got, errs []string) {
	t.Helper()
	ctx := t.Context()
	note := func(object string, value any, err error) {
		if err != nil {
			errs = append(errs, fmt.Sprintf("%T", errors.Unwrap(err)))
		}
		if value == nil {
			return
		}
		row, err := tourney.MarshalRow(value)
		require.NoError(t, err)
		row, err = new(pseudonym.Replacer).JSON(row, object)
		require.NoError(t, err)
		got = append(got, string(row))
	}
	page, err := client.Teams.List(ctx, tourney.TeamListOptions{EventID: 1001})
	note("Teams", page, err)
	game, err := client.Games.Get(ctx, 7016)
	note("Game", game, err)
	note("", nil, client.Games.Update(ctx, tourney.GameUpdateInput{ID: 7016, HomeScore: tourney.Score(2)}))
	standings, err := client.Standings.Get(ctx, tourney.StandingsOptions{EventID: 1001})
	note("", standings, err)
	created, err := client.Teams.Create(ctx, tourney.TeamCreateInput{EventID: 1001, DivisionID: 2001, Name: new("Owls")})
	got = append(got, fmt.Sprint(created, err))
	_, err = client.Teams.Get(ctx, 1)
	note("", nil, err)
	return got, errs
}

// TestFormatsAndProtocols: what a client gets from the file is what it got from the host, in both formats, over HTTP/1.1
// and HTTP/2, compressed and not, when the host fails at first.
func TestFormatsAndProtocols(t *testing.T) {
	for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
		for _, http2 := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, HTTP/2 %t", format, http2), func(t *testing.T) {
				mock, err := mockserver.New(tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}))
				require.NoError(t, err)
				t.Cleanup(mock.Close)
				mock.Faults.Add(fault.On("Games.Get").Nth(1).Status(503))
				mock.Faults.Add(fault.On("Teams.List").Nth(1).Redirect(307, "/api/v1/teams?eventid=1001"))
				srv := httptest.NewUnstartedServer(compressed(mock))
				srv.EnableHTTP2 = http2
				srv.StartTLS()
				t.Cleanup(srv.Close)
				opts := []tourney.Option{tourney.WithFormat(format), tourney.WithSigner(auth.HMAC{}), tourney.WithRetry(tourney.Retry{Max: 2}),
					tourney.WithLogin(mockserver.DefaultUsername, mockserver.DefaultPassword)}
				file := filepath.Join(t.TempDir(), "day.json")
				r, err := cassette.Record(file, srv.Client().Transport, cassette.Options{Seed: secret.New(seed)})
				require.NoError(t, err)
				client, err := tourney.New(srv.URL, tourney.Soccer, append(opts, tourney.WithHTTPClient(&http.Client{Transport: r}))...)
				require.NoError(t, err)
				want, wantErrs := day(t, client)
				require.NoError(t, r.Close())
				require.Len(t, wantErrs, 1)
				require.Contains(t, read(t, file), `"status": 503`)

				again, err := tourney.New("https://host.test", tourney.Soccer,
					append(opts, tourney.WithHTTPClient(&http.Client{Transport: open(t, file)}))...)
				require.NoError(t, err)
				got, errs := day(t, again)
				require.Equal(t, want, got)
				require.Equal(t, wantErrs, errs)
			})
		}
	}
}

// compressed compresses answers.
func compressed(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := httptest.NewRecorder()
		h.ServeHTTP(got, r)
		for name, values := range got.Header() {
			w.Header()[name] = values
		}
		w.Header().Del("Content-Length")
		w.Header().Set("Content-Encoding", "gzip")
		w.WriteHeader(got.Code)
		zip := gzip.NewWriter(w)
		_, _ = zip.Write(got.Body.Bytes())
		_ = zip.Close()
	})
}

// TestOddAnswers: the client gets what the host sent, and again what it can know from the file.
func TestOddAnswers(t *testing.T) {
	page := "<html>Gus Pepperday</html>"
	cut := clienttest.Transport(clienttest.TornAfter(200, `{"FirstName":"Gus`))
	for name, c := range map[string]struct {
		to        clienttest.Transport
		replayed  string
		fails     error
		inTheFile []string
	}{
		"a page":     {to: answers(502, "text/html", page), replayed: `[26 bytes of the type "text/html"]`},
		"a picture":  {to: answers(200, "image/png", "\x89PNG\x00"), replayed: `[5 bytes of the type "image/png"]`},
		"nothing":    {to: answers(204, "", ""), replayed: ""},
		"a redirect": {to: answers(302, "", ""), replayed: ""},
		"no JSON":    {to: answers(200, "application/json", `{"Id":1} Gus`), replayed: `[12 bytes of the type "application/json"]`},
		"a text":     {to: answers(200, "application/json", `"Gus Pepperday"`), replayed: `[15 bytes of the type "application/json"]`},
		"an element": {to: answers(200, "text/xml", "<Name>Gus</Name>"), replayed: `[16 bytes of the type "text/xml"]`},
		"many values": {to: answers(200, "application/json", "["+strings.Repeat("0,", 2<<20)+"0]"),
			replayed: `[4194307 bytes of the type "application/json"]`},
		"a cut body":   {to: cut, fails: io.ErrUnexpectedEOF},
		"no answer":    {to: func(*http.Request) (*http.Response, error) { return nil, errors.New("Gus") }, fails: errors.New("no answer")},
		"odd encoding": {to: answers(200, "text/json; charset=utf-16", "G\x00u\x00s\x00"), replayed: `[6 bytes of the type "text/json"]`},
	} {
		t.Run(name, func(t *testing.T) {
			file, _ := record(t, c.to, request(t, "GET", "/api/v1/teams", ""))
			body, err := send(t, open(t, file), request(t, "GET", "/api/v1/teams", ""))
			require.Equal(t, c.replayed, body)
			if c.fails != nil {
				require.ErrorContains(t, err, c.fails.Error())
			}
			require.NotContains(t, read(t, file), "Gus")
		})
	}
}

// TestTheClientKeepsItsStream: a body that is too large for the file, and a change of the protocol, pass through.
func TestTheClientKeepsItsStream(t *testing.T) {
	large := strings.Repeat(" ", 33<<20)
	file, sent := record(t, answers(200, "application/json", large), request(t, "GET", "/api/v1/teams", ""))
	require.Len(t, sent[0], len(large))
	require.Less(t, len(read(t, file)), 1000)
	file, sent = record(t, answers(101, "", "frames"), request(t, "GET", "/api/v1/teams", ""))
	require.Equal(t, "frames", sent[0])
	require.NotContains(t, read(t, file), "operation")
}

// TestAtTheSameTime: exchanges of concurrent requests do not mix.
func TestAtTheSameTime(t *testing.T) {
	mock, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	t.Cleanup(mock.Close)
	file := filepath.Join(t.TempDir(), "day.json")
	r, err := cassette.Record(file, mock, cassette.Options{})
	require.NoError(t, err)
	get := func(to http.RoundTripper, id int) string {
		body, err := send(t, to, request(t, "GET", fmt.Sprintf("/api/v1/teams?id=%d", id), ""))
		if err != nil {
			t.Error(err)
		}
		return body
	}
	var all sync.WaitGroup
	const many = 20
	for i := range many {
		all.Go(func() { get(r, 4001+i) })
	}
	all.Wait()
	require.Equal(t, many, strings.Count(read(t, file), `"operation"`), "a program that is killed now has lost nothing")
	require.NoError(t, r.Close())
	p := open(t, file)
	for i := range many {
		all.Go(func() {
			if body := get(p, 4001+i); !strings.Contains(body, fmt.Sprintf(`"Id": %d,`, 4001+i)) {
				t.Error(body)
			}
		})
	}
	all.Wait()
}

// TestEveryBeginningOfAFile: a file that ends anywhere, as after a kill, has all whole exchanges, and can be continued.
func TestEveryBeginningOfAFile(t *testing.T) {
	file, _ := record(t, numbered(), request(t, "GET", "/api/v1/teams?id=1", ""), request(t, "GET", "/api/v1/teams?id=2", ""))
	whole := read(t, file)
	ends := []int{strings.Index(whole, "\n}\n") + 2, len(whole) - 1}
	for at := range len(whole) {
		require.NoError(t, os.WriteFile(file, []byte(whole[:at]), 0o644))
		r, err := cassette.Record(file, numbered(), cassette.Options{})
		require.NoError(t, err, whole[:at])
		_, err = send(t, r, request(t, "GET", "/api/v1/teams?id=3", ""))
		require.NoError(t, err)
		require.NoError(t, r.Close())
		text := read(t, file)
		for i, end := range ends {
			require.Equal(t, at >= end, strings.Contains(text, fmt.Sprintf(`"query": "id=%d"`, i+1)), "%d: %s", at, text)
		}
		require.Contains(t, text, `"query": "id=3"`)
		_ = open(t, file)
	}
	requireOwn(t, file) // which was open to others
}

func TestFilesThatAreNone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "notes.txt")
	for text, says := range map[string]string{
		"my notes": "this is no cassette of version 1", `{"version": 2}`: "this is no cassette of version 1",
		`{"version": 1}` + "\n" + `{"request": 5}`:              "exchange 1: json: cannot unmarshal",
		`{"version": 1}` + "\n" + `{"request": {"query": "%"}}`: "exchange 1: invalid URL escape",
	} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		_, err := cassette.Open(file)
		require.ErrorContains(t, err, "cassette: "+file+": "+says)
		_, err = cassette.Record(file, numbered(), cassette.Options{})
		require.ErrorContains(t, err, "cassette: "+file+": "+says)
		require.Equal(t, text, read(t, file), "nothing is lost")
	}
	_, err := cassette.Open(file + "x")
	require.ErrorIs(t, err, os.ErrNotExist)
}

// FuzzOpen: any bytes give a Player that answers, or an error.
func FuzzOpen(f *testing.F) {
	const begin = `{"version": 1}` + "\n"
	f.Add([]byte(begin + `{"operation":"Teams.List","request":{"method":"GET","path":"/api/v1/teams"},"answer":{"status":200,"json":{}}}`))
	f.Add([]byte(begin + `{"request":{"xml":["<a>","</a>"],"header":{"Content-Type":"text/xml"}},"answer":{"omitted":"x"},"cutOff":true}{}`))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := filepath.Join(t.TempDir(), "day.json")
		require.NoError(t, os.WriteFile(file, data, 0o600))
		p, err := cassette.Open(file)
		if err != nil {
			return
		}
		_, _ = send(t, p, request(t, "GET", "/api/v1/teams", ""))
		_, _ = cassette.Compare(t.Context(), file, "https://host.test", numbered())
	})
}

// FuzzRecord: whatever the bodies are, the password and the key of a login stay out, and the file can be opened.
func FuzzRecord(f *testing.F) {
	f.Add(`{"Username":"june","Password":"correct horse"}`, `{"ApiKey":"a2V5","Message":"correct horse"}`, "correct horse", true)
	f.Add(`<Request><Password>x</Password></Request>`, `<Response/>`, "hunter22", false)
	f.Fuzz(func(t *testing.T, sent, got, password string, xml bool) {
		if !regexp.MustCompile(`^[\w .,:;!?-]{8,}$`).MatchString(password) {
			t.Skip()
		}
		media := envelope.Syntax{XML: xml}.Media()
		n := node.Node{Kind: node.Object, Members: []node.Member{
			{Name: "Password", Node: node.Node{Kind: node.Text, Text: password}}, {Name: "More", Node: node.Node{Kind: node.Text, Text: sent}},
		}}
		req := request(t, "POST", "/api/v1/authenticate", string(envelope.Syntax{XML: xml}.Encode(n)))
		req.Header.Set("Content-Type", media)
		file, _ := record(t, answers(200, media, got), req)
		require.NotContains(t, read(t, file), `"`+password+`"`)
		require.NotContains(t, read(t, file), `>`+password+`<`)
		_ = open(t, file)
	})
}
