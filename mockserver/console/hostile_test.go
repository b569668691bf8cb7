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

// addBookings adds a payment and a registration with hostile texts.
func (f *filler) addBookings(srv *mockserver.Server) {
	p, r, team := stored.Payment{}, stored.Registration{}, srv.Teams.All()[0].ID
	f.fill(reflect.ValueOf(&p).Elem())
	f.fill(reflect.ValueOf(&r).Elem())
	p.TeamID, r.TeamID, r.TransactionID = team, team, p.TransactionID
	srv.Payments.Add(p)
	srv.Registrations.Add(r)
}

// only returns the characters of a text from one character to another.
func only(text string, from, to rune) string {
	return strings.Map(func(r rune) rune {
		if r < from || r > to {
			return -1
		}
		return r
	}, text)
}

// askAll sends requests with hostile texts in every place, in both formats.
func askAll(b *browser) {
	for _, text := range hostile {
		query := url.Values{text: {text}, "eventid": {text}, "name": {text}}.Encode()
		b.api(http.MethodGet, "/api/v1/teams?"+query, "")
		b.api(http.MethodGet, "/api/v1/"+url.PathEscape(text), "")
		b.api(http.MethodGet, "/api/v1/teams?"+only(text, '!', '~'), "")
		b.api(http.MethodGet, "/api/v1/venues", "", "User-Agent", only(text, ' ', unicode.MaxRune))
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
	f := &filler{}
	f.fillRows(t, srv)
	f.addBookings(srv)
	added := srv.Writes.Newest()
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
	for _, path := range []string{fmt.Sprint("timeline/", added-1), fmt.Sprint("timeline/", added)} {
		look(path, b.get(path))
	}
	require.Equal(t, 2, found, "the pages of bookings show the texts")
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
	asked(b, srv)
	blank := func(r rune) bool { return unicode.IsSpace(r) || r == '\u3164' || r == '\u2800' }
	b.crawl(console.Pages(), func(path string, page shown) {
		require.Equal(t, http.StatusOK, page.status, path)
		for _, n := range parsed(t, page.body) {
			if slices.Contains([]string{"a", "option", "h1", "h2", "h3", "th"}, n.Data) {
				require.NotEmpty(t, strings.TrimFunc(textOf(n), blank), "%s: a <%s> shows nothing", path, n.Data)
			}
		}
	})
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
