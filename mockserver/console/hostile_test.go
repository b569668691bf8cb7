package console_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/console"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// hostile are texts that would do harm if a page took them for markup, an address or a script.
var hostile = []string{
	`<script>zq9()</script>`, `"><img src=x onerror=zq9()>`, `' onmouseover='zq9()`, `javascript:zq9()`,
	`</textarea></select></title><zq9 a=b>`, `{{.zq9}}`, "&lt;zq9&gt;<!-- zq9", "\u202ezq9\u2066", "zq9\u0085<b>zq9", "<svg/onload=zq9()>",
	`data:text/html,<script>zq9()</script>`, "`zq9`\\\"'", "zq9 " + strings.Repeat("W", 5000), "]]><zq9/>",
}

// filler puts hostile texts into the texts of values, another one each time.
type filler struct{ next int }

func (f *filler) text() string {
	f.next++
	return hostile[f.next%len(hostile)]
}

// fill sets every text of a value. Ids and numbers that are texts, such as those of XML, are no string.
func (f *filler) fill(v reflect.Value) {
	switch {
	case !v.CanSet():
	case v.Type() == reflect.TypeFor[string]():
		v.SetString(f.text())
	case v.Kind() == reflect.Pointer && !v.IsNil():
		f.fill(v.Elem())
	case v.Type() == reflect.TypeFor[*string]():
		v.Set(reflect.ValueOf(new(f.text())))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i))
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			f.fill(v.Index(i))
		}
	}
}

// edited fills the members of a row, each with an edit of its own: those that belong to another row are refused.
func edited[T any](t *testing.T, f *filler, edit func(func(*T))) {
	t.Helper()
	taken := 0
	for i := range reflect.TypeFor[T]().NumField() {
		refused := mockserver.Try(func() {
			edit(func(row *T) { f.fill(reflect.ValueOf(row).Elem().Field(i)) })
			taken++
		})
		if refused != nil {
			require.ErrorContains(t, refused, ".Edit")
		}
	}
	require.Positive(t, taken)
}

// fillRows puts hostile texts into all rows.
func (f *filler) fillRows(t *testing.T, srv *mockserver.Server) {
	t.Helper()
	for _, r := range srv.Events.All() {
		edited(t, f, func(g func(*tourney.Event)) { srv.Events.Edit(r.ID, g) })
	}
	for _, r := range srv.Divisions.All() {
		edited(t, f, func(g func(*tourney.Division)) { srv.Divisions.Edit(r.ID, g) })
		for _, p := range srv.Pools.Page(stored.Query{DivisionID: r.ID}).Rows {
			edited(t, f, func(g func(*tourney.Pool)) { srv.Pools.Edit(p.ID, g) })
		}
	}
	for _, r := range srv.Teams.All() {
		edited(t, f, func(g func(*tourney.Team)) { srv.Teams.Edit(r.ID, g) })
		edited(t, f, func(g func(*stored.TeamDetails)) { srv.Teams.EditDetails(r.ID, g) })
	}
	for _, r := range srv.Players.All() {
		edited(t, f, func(g func(*tourney.Player)) { srv.Players.Edit(r.ID, g) })
	}
	for _, r := range srv.Venues.All() {
		edited(t, f, func(g func(*tourney.Venue)) { srv.Venues.Edit(r.ID, g) })
	}
	for _, r := range srv.Games.All() {
		edited(t, f, func(g func(*tourney.Game)) { srv.Games.Edit(r.ID, g) })
	}
}

// editBookings puts hostile texts into the newest payment and the newest registration, with an edit for each member.
func (f *filler) editBookings(t *testing.T, srv *mockserver.Server) {
	t.Helper()
	payments, registrations := srv.Payments.All(), srv.Registrations.All()
	paid, registered := payments[len(payments)-1], registrations[len(registrations)-1]
	edited(t, f, func(g func(*stored.Payment)) { srv.Payments.Edit(paid.TransactionID, g) })
	edited(t, f, func(g func(*stored.Registration)) { srv.Registrations.Edit(registered.TeamID, g) })
}

// grow gives a value its members that are not there, so that fill finds every text.
func grow(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() && v.CanSet() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		grow(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				grow(v.Field(i))
			}
		}
	case reflect.Slice:
		if v.Len() == 0 && v.CanSet() && v.Type().Elem().Kind() == reflect.Struct {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
		for i := range v.Len() {
			grow(v.Index(i))
		}
	}
}

// addBookings adds payments and registrations with hostile texts in every field.
func (f *filler) addBookings(t *testing.T, srv *mockserver.Server) {
	t.Helper()
	teams := srv.Teams.All()
	require.Greater(t, len(teams), len(hostile))
	for i, team := range teams[:len(hostile)] {
		p := stored.Payment{}
		grow(reflect.ValueOf(&p).Elem())
		f.fill(reflect.ValueOf(&p).Elem())
		p.TransactionID, p.TeamID = fmt.Sprint("zq9-", i, hostile[i]), team.ID
		srv.Payments.Add(p)
		r := stored.Registration{}
		grow(reflect.ValueOf(&r).Elem())
		f.fill(reflect.ValueOf(&r).Elem())
		r.TransactionID, r.TeamID = p.TransactionID, team.ID
		srv.Registrations.Add(r)
	}
}

// book sends payments and registrations with hostile texts, in both formats.
func book(b *browser, team, division int64) {
	texts := func(text string) string {
		var escaped strings.Builder
		require.NoError(b.t, xml.EscapeText(&escaped, []byte(text)))
		return escaped.String()
	}
	for _, text := range hostile {
		short := string([]rune(text)[:min(len([]rune(text)), 100)])
		payer := map[string]any{
			"Amount": 5, "Title": short, "Description": text, "FirstName": short, "LastName": short, "Organization": text,
			"Phone": short, "Email": "a@b.example",
		}
		body, err := json.Marshal(map[string]any{"TeamId": team, "EnableCreditCard": false, "Payment": payer})
		require.NoError(b.t, err)
		b.api(http.MethodPost, "/api/v1/payments", string(body))
		coach := map[string]any{"PrimaryContact": true, "FirstName": short, "LastName": short, "Email": "a@b.example", "Notes": text}
		body, err = json.Marshal(map[string]any{
			"DivisionId": division, "Name": short, "Notes": text, "Coaches": []any{coach},
			"Meta": []any{map[string]any{"Key": short, "Name": short, "Value": short}},
		})
		require.NoError(b.t, err)
		b.api(http.MethodPost, "/api/v1/register", string(body))
		b.api(http.MethodPost, "/api/v1/payments", fmt.Sprintf("<Request><TeamId>%d</TeamId><EnableCreditCard>false"+
			"</EnableCreditCard><Payment><Amount>5</Amount><Title>%[2]s</Title><Description>%[2]s</Description>"+
			"<FirstName>%[2]s</FirstName><Email>a@b.example</Email></Payment></Request>", team, texts(short)),
			"Content-Type", "application/xml")
		b.api(http.MethodPost, "/api/v1/register", fmt.Sprintf("<Request><DivisionId>%d</DivisionId><Name>%[2]s</Name>"+
			"<Notes>%[2]s</Notes><Coaches><Coach><PrimaryContact>true</PrimaryContact><FirstName>%[2]s</FirstName>"+
			"<LastName>%[2]s</LastName><Email>a@b.example</Email></Coach></Coaches></Request>", division, texts(short)),
			"Content-Type", "application/xml")
	}
}

// TestHostileBookings: the texts of payments and registrations are text on the pages of the writes that made and changed
// them, and on those of the requests.
func TestHostileBookings(t *testing.T) {
	srv, b := open(t, mockserver.AllowDanglingReferences())
	f := &filler{}
	f.addBookings(t, srv)
	teams, divisions := srv.Teams.All(), srv.Divisions.All()
	book(b, teams[0].ID, divisions[0].ID)
	require.Len(t, srv.Payments.All(), 3*len(hostile), "the mock takes payments that clients send")
	require.Len(t, srv.Registrations.All(), 3*len(hostile))
	f.editBookings(t, srv)
	for _, rows := range []any{srv.Payments.All(), srv.Registrations.All()} {
		require.Contains(t, fmt.Sprint(rows), "zq9")
	}
	found := 0
	look := func(path string) {
		page := b.get(path)
		require.Equal(t, http.StatusOK, page.status, path)
		if strings.Contains(page.body, "zq9") {
			found++
		}
		isHarmless(t, path, page.body)
	}
	for n := range srv.Writes.Newest() {
		look(fmt.Sprint("timeline/", n+1))
	}
	for _, c := range srv.Calls.All("") {
		look(fmt.Sprint("requests/", c.Number))
	}
	for _, path := range []string{"overview", "timeline", "requests", "tournament/teams", fmt.Sprint("tournament/teams/", teams[0].ID)} {
		look(path)
	}
	require.Greater(t, found, len(hostile)*6, "the pages show the texts")
}

// askAll sends requests with hostile texts in every place, in both formats.
func askAll(b *browser) {
	for _, text := range hostile {
		query := url.Values{text: {text}, "eventid": {text}, "name": {text}}.Encode()
		b.api(http.MethodGet, "/api/v1/teams?"+query, "")
		b.api(http.MethodGet, "/api/v1/"+url.PathEscape(text), "")
		b.api(http.MethodGet, "/api/v1/teams?"+strings.Map(func(r rune) rune {
			if r <= ' ' || r > '~' {
				return -1
			}
			return r
		}, text), "")
		b.api(http.MethodGet, "/api/v1/venues", "", "User-Agent", strings.Map(func(r rune) rune {
			if r < ' ' {
				return -1
			}
			return r
		}, text))
		inJSON, err := json.Marshal(map[string]any{text: text, "Name": text, "DivisionId": text, "Coaches": []any{map[string]any{"Email": text}}})
		require.NoError(b.t, err)
		b.api(http.MethodPost, "/api/v1/teams", string(inJSON))
		b.api(http.MethodPost, "/api/v1/teams", `{"Name": `+text)
		var inXML strings.Builder
		require.NoError(b.t, xml.EscapeText(&inXML, []byte(text)))
		b.api(http.MethodPost, "/api/v1/teams", "<Team><Name>"+inXML.String()+"</Name><DivisionId>"+inXML.String()+"</DivisionId></Team>",
			"Content-Type", "application/xml")
		b.api(http.MethodPost, "/api/v1/teams", "<Team>"+text+"</Team>", "Content-Type", "application/xml")
	}
}

// TestHostileValues: a text of a row or of a request is text on every page: it makes no element, no attribute and no
// address, also in the fields of forms that were refused.
func TestHostileValues(t *testing.T) {
	srv, b := open(t)
	(&filler{}).fillRows(t, srv)
	require.Contains(t, fmt.Sprint(srv.Teams.All()), "zq9", "the rows have the texts")
	askAll(b)
	found := 0
	look := func(path string, page shown) {
		require.Less(t, page.status, 500, path)
		require.NotContains(t, page.body, "\x00", path)
		if strings.Contains(page.body, "zq9") {
			found++
		}
		isHarmless(t, path, page.body)
	}
	b.crawl(console.Pages(), look)
	require.Greater(t, found, 20, "the pages show the texts")
	turn := rand.IntN(4)
	t.Logf("each page has a quarter of the texts in its address, the turn %d", turn)
	for i, text := range hostile {
		for k, p := range console.Pages() {
			if (i+k)%4 != turn {
				continue
			}
			path := strings.NewReplacer("{", "", "}", "").Replace(p)
			query := url.Values{"q": {text}, "op": {text}, "answer": {text}, "before": {text}, "note": {text}, "id": {text}}.Encode()
			look(path, b.get(path+"?"+query))
			if before, _, ok := strings.Cut(p, "{"); ok {
				look(path, b.get(before+url.PathEscape(text)))
			}
		}
		look("clock", b.post("clock", text, "advance", text))
		look("sessions", b.post("sessions", text, "name", text))
	}
}

// TestBlankNames: rows with names that show nothing have links, headings, options and heads of rows with something to
// read on every page.
func TestBlankNames(t *testing.T) {
	srv, b := open(t)
	for _, r := range srv.Events.All() {
		srv.Events.Edit(r.ID, func(row *tourney.Event) { row.Name = "   " })
	}
	for _, r := range srv.Divisions.All() {
		srv.Divisions.Edit(r.ID, func(row *tourney.Division) { row.Name = "\u3164" })
	}
	for _, r := range srv.Teams.All() {
		srv.Teams.Edit(r.ID, func(row *tourney.Team) { row.Name = "\u2800\u00a0" })
	}
	for _, r := range srv.Players.All() {
		srv.Players.Edit(r.ID, func(row *tourney.Player) { row.FirstName, row.LastName = "\u2003", "\u3164" })
	}
	for _, r := range srv.Venues.All() {
		srv.Venues.Edit(r.ID, func(row *tourney.Venue) { row.Name = "\u2028" })
	}
	blank := func(r rune) bool { return unicode.IsSpace(r) || r == '\u3164' || r == '\u2800' }
	for _, path := range []string{
		"tournament", "tournament/events", "tournament/divisions", "tournament/teams", "tournament/players",
		"tournament/games", "tournament/venues", "tournament/events/1001", "tournament/divisions/2001",
		"tournament/teams/4005", "tournament/players/60101", "tournament/games/7016", "tournament/venues/9001",
		"schedule", "bracket", "leaders", "timeline", "timeline/1",
		"standings", "standings?display=Pool", "standings?display=Event", "standings?display=Division",
	} {
		page := b.get(path)
		require.Equal(t, http.StatusOK, page.status, path)
		for _, n := range parsed(t, page.body) {
			if slices.Contains([]string{"a", "option", "h1", "h2", "h3", "th"}, n.Data) {
				require.NotEmpty(t, strings.TrimFunc(textOf(n), blank), "%s: a <%s> shows nothing", path, n.Data)
			}
		}
	}
}

// isHarmless checks that every element and attribute of a page comes from a template.
func isHarmless(t *testing.T, path, page string) {
	t.Helper()
	for _, n := range parsed(t, page) {
		if n.Data == "body" {
			require.NotContains(t, textOf(n), "\u202e", path)
		}
		require.NotContains(t, n.Data, "zq9", path)
		require.NotContains(t, []string{"img", "iframe", "object", "embed", "base", "style"}, n.Data, path)
		if n.Data == "script" {
			_, ok := attribute(n, "src")
			require.True(t, ok && n.FirstChild == nil, "%s: a script in the page", path)
		}
		for _, a := range n.Attr {
			require.NotContains(t, a.Key, "zq9", path)
			require.False(t, strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "srcdoc", "%s: the attribute %s", path, a.Key)
			switch a.Key {
			case "href", "src", "action", "formaction", "data-events":
				require.Regexp(t, `^(\./|\.\./|#)`, a.Val, "%s: an address that is not of the console", path)
			}
		}
	}
}
