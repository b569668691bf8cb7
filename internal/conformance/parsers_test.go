package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
)

// emitted keeps every body on the wire once, with its request.
type emitted struct {
	mu        sync.Mutex
	json, xml map[string]string
	requests  int // bodies of requests, in either format
	statuses  map[int]int
}

// wiretap is a transport that records bodies.
type wiretap struct {
	to   http.RoundTripper
	kept *emitted
}

// RoundTrip sends the request and records both bodies.
func (w wiretap) RoundTrip(req *http.Request) (*http.Response, error) {
	where := req.Method + " " + req.URL.Path
	if req.Body != nil && req.Body != http.NoBody {
		sent, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		if err := req.Body.Close(); err != nil {
			return nil, err
		}
		req = req.Clone(req.Context())
		req.Body = io.NopCloser(bytes.NewReader(sent))
		if err := w.kept.add("request of "+where, req.Header.Get("Content-Type"), sent, 0); err != nil {
			return nil, err
		}
	}
	res, err := w.to.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	got, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(got))
	return res, w.kept.add("answer to "+where, res.Header.Get("Content-Type"), got, res.StatusCode)
}

func (e *emitted) add(where, contentType string, body []byte, status int) error {
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("%s: content type %q: %w", where, contentType, err)
	}
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
		return fmt.Errorf("%s: content type %q", where, contentType)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	switch media {
	case "application/json":
		e.json[string(body)] = where
	case "application/xml":
		e.xml[string(body)] = where
	default:
		return fmt.Errorf("%s: content type %q", where, contentType)
	}
	if status == 0 {
		e.requests++
	} else {
		e.statuses[status]++
	}
	return nil
}

// odd has all characters that are special in a format and that every format can carry: markup, the line ends of
// JavaScript, the ends of the planes. White space is at both ends.
const odd = " \t<a b=\"c\">&amp;'</a>]]>--?>{}[]\\/\r\n" +
	"\x7f\u0080\u0085\u2028\u2029\ud7ff\ue000\ufeff\ufffd\U00010000\U0010ffff "

// oddIn is odd with the characters that the format can carry and others cannot: in JSON control characters and
// noncharacters.
func oddIn(format tourney.Format) string {
	if format == tourney.XML {
		return odd
	}
	return odd + "\x00\x01\x08\x0b\x0c\x1f\ufffe\uffff"
}

// notUTF8 are bytes that no text has. Clients refuse them. The side door of the mock takes them.
const notUTF8 = "\xff\xc0\xaf\xed\xa0\x80"

// TestOtherParsers reads all answers of the mock and all requests of the client with other parsers: those of the
// standard library and, where it is installed, xmllint.
func TestOtherParsers(t *testing.T) {
	kept := &emitted{json: map[string]string{}, xml: map[string]string{}, statuses: map[int]int{}}
	for _, v := range tourney.Variants() {
		for _, format := range []tourney.Format{tourney.JSON, tourney.XML} {
			t.Run(format.String()+"/"+string(v), func(t *testing.T) { emitAll(t, v, format, kept) })
		}
	}
	require.Greater(t, len(kept.json), 800)
	require.Greater(t, len(kept.xml), 800)
	require.Greater(t, kept.requests, 400)
	require.Subset(t, slices.Collect(maps.Keys(kept.statuses)), []int{200, 400, 401, 404, 405, 415})

	require.Positive(t, holding(kept.json, "request", `]]>--?>`))
	require.Positive(t, holding(kept.json, "answer", `]]>--?>`))
	require.Positive(t, holding(kept.xml, "request", `]]&gt;--?&gt;`))
	require.Positive(t, holding(kept.xml, "answer", `]]&gt;--?&gt;`))

	t.Run("encoding/json", func(t *testing.T) {
		for body, where := range kept.json {
			require.NoError(t, soundJSON(body), "%s: %q", where, body)
		}
	})
	t.Run("encoding/xml", func(t *testing.T) {
		for body, where := range kept.xml {
			require.NoError(t, soundXML(body), "%s: %q", where, body)
		}
	})
	t.Run("xmllint", func(t *testing.T) { xmllint(t, kept.xml) })
}

// holding counts the bodies of a kind that contain a text.
func holding(bodies map[string]string, kind, text string) (n int) {
	for body, where := range bodies {
		if strings.HasPrefix(where, kind) && strings.Contains(body, text) {
			n++
		}
	}
	return n
}

// emitAll makes a server and a client of a variant write bodies of every kind in a format.
func emitAll(t *testing.T, v tourney.Variant, format tourney.Format, kept *emitted) {
	t.Helper()
	srv := mockserver.Start(t, v, mockserver.RequireAuth(tourney.HMACSigner{}))
	through := tourney.WithHTTPClient(&http.Client{Transport: wiretap{srv, kept}})
	client := srv.Client(tourney.WithFormat(format), through)
	suite(t, target{client: client, eventID: srv.Events()[0].ID, writes: true})
	_, err := client.Authenticate(t.Context(), mockserver.DefaultUsername, mockserver.DefaultPassword)
	require.NoError(t, err)
	_, err = client.Authenticate(t.Context(), mockserver.DefaultUsername, "]]>&<wrong>")
	require.ErrorIs(t, err, tourney.ErrUnauthorized)

	for _, scenario := range []string{"not-started", "finished", "empty"} {
		open, err := mockserver.New(v, mockserver.Scenario(scenario))
		require.NoError(t, err)
		emitReads(t, open, wiretap{open, kept}, format)
	}

	unsafe, err := mockserver.New(v)
	require.NoError(t, err)
	emitOddities(t, unsafe, wiretap{unsafe, kept}, format)
	emitErrors(t, unsafe, wiretap{unsafe, kept}, format)
	strict, err := mockserver.New(v, mockserver.Strict())
	require.NoError(t, err)
	for _, op := range contract.Operations() {
		for _, to := range []*mockserver.Server{strict, srv} { // srv gets no signature
			exchange(t, wiretap{to, kept}, format, op.Method, contract.BasePath+op.Path, "")
		}
	}
}

// accepts are the media types by format.
var accepts = map[tourney.Format]string{tourney.JSON: "application/json", tourney.XML: "application/xml"}

// exchange sends a request that the client would not send.
func exchange(t *testing.T, to http.RoundTripper, format tourney.Format, method, path, body string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, "http://mock"+path, nil)
	require.NoError(t, err)
	if body != "" {
		req.Body = io.NopCloser(strings.NewReader(body))
		req.Header.Set("Content-Type", accepts[format])
	}
	req.Header.Set("Accept", accepts[format])
	res, err := to.RoundTrip(req)
	require.NoError(t, err)
	return res
}

// everything asks for all includes.
var everything = "&includes=" + strings.Join([]string{
	string(tourney.IncludePlayers), string(tourney.IncludeCoaches), string(tourney.IncludePools), string(tourney.IncludeSeason),
	string(tourney.IncludeAssets), string(tourney.IncludeBrackets), string(tourney.IncludePrices), string(tourney.IncludeReports),
	string(tourney.IncludeResults), string(tourney.IncludeSettings), string(tourney.IncludeTeams), string(tourney.IncludeProfile),
	string(tourney.IncludeStatistics),
}, ",")

// emitReads asks for every list, and for some rows of each, bare and with all includes.
func emitReads(t *testing.T, srv *mockserver.Server, to http.RoundTripper, format tourney.Format) {
	t.Helper()
	some := map[string][]int64{
		"Teams":     idsOf(srv.Teams(), func(r tourney.Team) int64 { return r.ID }),
		"Divisions": idsOf(srv.Divisions(), func(r tourney.Division) int64 { return r.ID }),
		"Games":     idsOf(srv.Games(), func(r tourney.Game) int64 { return r.ID }),
		"Players":   idsOf(srv.Players(), func(r tourney.Player) int64 { return r.ID }),
		"Venues":    idsOf(srv.Venues(), func(r tourney.Venue) int64 { return r.ID }),
	}
	events := append(idsOf(srv.Events(), func(r tourney.Event) int64 { return r.ID }), 1)
	for _, op := range contract.Operations() {
		if op.Class != contract.Read {
			continue
		}
		service, _, _ := strings.Cut(op.ID, ".")
		for _, query := range queries(op, some[service], events) {
			res := exchange(t, to, format, http.MethodGet, contract.BasePath+op.Path+"?"+query, "")
			require.Contains(t, []int{http.StatusOK, http.StatusNotFound}, res.StatusCode, query)
		}
		for _, alias := range op.Aliases {
			exchange(t, to, format, http.MethodGet, contract.BasePath+alias.Path+"?"+queries(op, some[service], events[:1])[0], "")
		}
	}
}

// idsOf returns the ids of the first row, one in the middle, and the last.
func idsOf[T any](rows []T, id func(T) int64) (ids []int64) {
	if len(rows) == 0 {
		return nil
	}
	return slices.Compact([]int64{id(rows[0]), id(rows[len(rows)/2]), id(rows[len(rows)-1])})
}

func queries(op *contract.Operation, ids, events []int64) (list []string) {
	add := func(query string) {
		list = append(list, query)
		if op.Param("includes") != nil {
			list = append(list, query+everything)
		}
	}
	switch {
	case op.ByID:
		for _, id := range append(ids, 1<<40) {
			add("id=" + itoa(id))
		}
	case op.ID == "Standings.Get":
		for _, event := range events {
			for _, display := range []tourney.Display{"", tourney.DisplayPool, tourney.DisplayDivision, tourney.DisplayEvent,
				tourney.DisplayBracket} {
				add("eventid=" + itoa(event) + strings.TrimSuffix("&display="+string(display), "&display="))
			}
		}
	default:
		for _, event := range events {
			add("eventid=" + itoa(event))
			if op.Paged {
				add("eventid=" + itoa(event) + "&page=2&pagesize=3")
				add("eventid=" + itoa(event) + "&page=9999")
			}
		}
	}
	return list
}

// emitOddities writes odd to every text member, with and without HTTP, and reads it back.
func emitOddities(t *testing.T, srv *mockserver.Server, to http.RoundTripper, format tourney.Format) {
	t.Helper()
	text, stored := oddIn(format), oddIn(format)
	if format == tourney.JSON {
		stored += notUTF8
	}
	event := srv.AddEvent(tourney.Event{Name: stored})
	division := srv.AddDivision(tourney.Division{Name: stored, Prices: []tourney.Price{{Name: stored}}})
	srv.AddVenue(tourney.Venue{Name: stored}, event)
	ctx := t.Context()
	client := srv.Client(tourney.WithFormat(format), tourney.WithoutChecks(), tourney.WithHTTPClient(&http.Client{Transport: to}))
	id, err := client.Teams.Create(ctx, tourney.TeamCreateInput{
		DivisionID: division, Name: new(text), ExternalTeamID: new(text), Notes: new(text), Abbreviation: new(text),
		Address: &tourney.TeamAddressInput{}, Coaches: []tourney.CoachInput{}, Players: []tourney.PlayerInput{{}},
	})
	answered(t, err)
	answered(t, client.Teams.Update(ctx, tourney.TeamUpdateInput{ID: max(id, srv.Teams()[0].ID), Notes: new(text), Name: new("")}))
	answered(t, client.Teams.Update(ctx, tourney.TeamUpdateInput{ExternalTeamID: new(text), Website: new(text)}))
	answered(t, client.Games.Update(ctx, tourney.GameUpdateInput{ID: srv.Games()[0].ID, ExternalID: new(text)}))
	answered(t, client.Divisions.Update(ctx, tourney.DivisionUpdateInput{ID: division, Name: new(text)}))
	_, err = client.Divisions.Create(ctx, tourney.DivisionCreateInput{EventID: event, Name: new(text)})
	answered(t, err)
	_, err = client.Authenticate(ctx, text, text)
	answered(t, err)
	_, err = client.Registration.Register(ctx, tourney.RegistrationInput{
		DivisionID: division, Name: new(text), Meta: []tourney.MetaInput{{}},
		Coaches: []tourney.RegistrationCoachInput{{FirstName: new(text), Email: new(text), PrimaryContact: new(true)}},
	})
	answered(t, err)
	_, err = client.Payments.Pay(ctx, tourney.PaymentInput{TeamID: srv.Teams()[0].ID, Payment: &tourney.PaymentDetailsInput{
		CreditCardType: new(tourney.CardVisa), CreditCardNumber: tourney.NewSecret(text), CreditCardCVV2: tourney.NewSecret(text),
	}})
	answered(t, err)
	answered(t, client.Standings.Update(ctx, tourney.StandingsUpdateInput{EventID: event, TeamID: 1}))
	srv.SetStatistic(srv.Games()[0].ID, 1, text, tourney.NewDecimal(5, -1))
	emitReads(t, srv, to, format)
}

// answered allows refusals of the mock, because the test is about their bodies.
func answered(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		require.ErrorAs(t, err, new(*tourney.APIError))
	}
}

// emitErrors makes all mistakes that a request can have.
func emitErrors(t *testing.T, srv *mockserver.Server, to http.RoundTripper, format tourney.Format) {
	t.Helper()
	event := "eventid=" + itoa(srv.Events()[0].ID)
	for _, path := range []string{"/api", "/api/v1", "/api/v1/", "/api/v1/nothing", "/api/v2/teams", "/%3Ca%3E%5D%5D%3E%00%FF",
		"/api/v1/" + url.PathEscape(oddIn(tourney.JSON)+notUTF8)} {
		exchange(t, to, format, http.MethodGet, path, "")
	}
	value := url.QueryEscape(oddIn(tourney.JSON) + notUTF8)
	asked := map[string]bool{}
	for _, op := range contract.Operations() {
		path := contract.BasePath + op.Path
		if op.Method != http.MethodGet {
			emitBadBodies(t, to, format, op.Method, path)
		}
		if asked[path] {
			continue
		}
		asked[path] = true
		for _, query := range []string{
			"", event, event + "&includes=" + value, event + "&page=" + value, event + "&pagesize=0", "id=" + value, "id=1&id=2", "id=0", "id=99999",
			"id=1&ID=2", value + "=" + value, "%zz", "a;b", event + "&date=" + value, event + "&display=" + value, event + "&categories=" + value,
		} {
			exchange(t, to, format, http.MethodGet, path+"?"+query, "")
		}
		exchange(t, to, format, http.MethodDelete, path, "")
		exchange(t, to, format, http.MethodPatch, path, "")
	}
}

func emitBadBodies(t *testing.T, to http.RoundTripper, format tourney.Format, method, path string) {
	t.Helper()
	// These bodies do not come from our codecs, so only the answers are recorded.
	tap := to.(wiretap)
	to = answers{tap}
	escaped, err := json.Marshal(odd)
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, xml.EscapeText(&text, []byte(odd)))
	bodies := map[tourney.Format][]string{
		tourney.JSON: {
			`{}`, `[]`, `null`, `{`, `{"Id":`, "{\"Id\":\"\x00\"}", `{"Id":"x"}`, `{"id":1,"ID":2}`, `{"Id":` + string(escaped) + `}`,
			`{` + string(escaped) + `:1}`, `{"Name":` + string(escaped) + `}`, `{"Players":1}`, `{"Id":1e999}`, "\xff\xfe", odd,
		},
		tourney.XML: {
			`<Request/>`, `<Request>`, `<Other/>`, `<Request><Id>x</Id></Request>`, `<Request><Id>1</Id><ID>2</ID></Request>`,
			`<!DOCTYPE Request><Request/>`,
			`<Request><Id>` + text.String() + `</Id></Request>`, `<Request><Name>` + text.String() + `</Name></Request>`,
			`<Request><Players>1</Players></Request>`,
			`<Request xmlns:a="b"><a:é>1</a:é></Request>`, `<Request>` + odd + `</Request>`, "\xff\xfe", odd,
		},
	}
	for _, body := range bodies[format] {
		exchange(t, to, format, method, path, body)
	}
	other := exchange(t, to, tourney.JSON, method, path, " ")
	require.NotEqual(t, http.StatusOK, other.StatusCode)
	req, err := http.NewRequestWithContext(t.Context(), method, "http://mock"+path, strings.NewReader("a=b"))
	require.NoError(t, err)
	req.Header.Set("Content-Type", `text/x-]]>; a="<&>`)
	req.Header.Set("Accept", accepts[format])
	_, err = to.RoundTrip(req)
	require.NoError(t, err)
}

// answers is a wiretap that records answers only.
type answers struct{ wiretap }

// RoundTrip records the body of the answer.
func (a answers) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := a.to.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	got, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	return res, a.kept.add("refusal of "+req.Method+" "+req.URL.Path, res.Header.Get("Content-Type"), got, res.StatusCode)
}

// soundJSON reads a body with encoding/json: valid UTF-8, one object, no name twice in any letter case.
func soundJSON(body string) error {
	if !utf8.ValidString(body) {
		return errors.New("not UTF-8")
	}
	if !json.Valid([]byte(body)) {
		return json.Unmarshal([]byte(body), new(any))
	}
	if body[0] != '{' {
		return errors.New("not an object")
	}
	d := json.NewDecoder(strings.NewReader(body))
	d.UseNumber()
	return namesOnce(d)
}

// namesOnce reads a value from the decoder.
func namesOnce(d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	open, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for d.More() {
		if open == '{' {
			name, err := d.Token()
			if err != nil {
				return err
			}
			lower := strings.ToLower(fmt.Sprint(name))
			if seen[lower] {
				return fmt.Errorf("%v is there twice", name)
			}
			seen[lower] = true
		}
		if err := namesOnce(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// soundXML reads a body with encoding/xml: valid UTF-8 and one root with the name of the interface.
func soundXML(body string) error {
	if !utf8.ValidString(body) {
		return errors.New("not UTF-8")
	}
	d := xml.NewDecoder(strings.NewReader(body))
	depth, roots := 0, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if roots != 1 {
				return fmt.Errorf("%d roots", roots)
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
				if token.Name.Local != "Request" && token.Name.Local != "Response" || token.Name.Space != "" {
					return fmt.Errorf("the root is %v", token.Name)
				}
			}
			depth++
		case xml.EndElement:
			depth--
		}
	}
}

// xmllint reads every body with libxml2, in one process.
func xmllint(t *testing.T, bodies map[string]string) {
	t.Helper()
	program, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is not installed (Debian: libxml2-utils): only parsers of the standard library have read what is sent in XML")
	}
	dir := t.TempDir()
	args := []string{"--noout", "--nonet"}
	var wheres []string
	for body, where := range bodies {
		name := fmt.Sprintf("%d.xml", len(wheres))
		wheres = append(wheres, name+": "+where)
		args = append(args, name)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600))
	}
	lint := func(args ...string) (string, error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out[:min(len(out), 4000)]), err
	}
	out, err := lint(args...)
	require.NoError(t, err, "%s\n%s", out, strings.Join(wheres, "\n"))
	require.Empty(t, out, "xmllint says nothing about a body that is sound")

	// Without any body the test would prove nothing.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bad.xml"), []byte("<a><b:c/>]]></a>"), 0o600))
	out, err = lint("--noout", "--nonet", "bad.xml")
	require.Error(t, err)
	require.Contains(t, out, "bad.xml")
}
