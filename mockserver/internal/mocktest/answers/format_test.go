package answers

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/secret"
)

// TestAnswersInTheFormatAskedFor sends requests with a socket and without one.
func TestAnswersInTheFormatAskedFor(t *testing.T) {
	srv := mocktest.New(t, tourney.Soccer)
	listening := httptest.NewServer(srv)
	t.Cleanup(listening.Close)
	for _, test := range []struct{ accept, contentType, want string }{
		{"", "", "json"},
		{"application/json", "application/xml", "json"},
		{"application/xml", "", "xml"},
		{"text/xml, application/json", "", "xml"},
		{"application/json;q=0.5, application/xml", "", "xml"},
		{"application/xml;q=0.1, application/json", "", "json"},
		{"application/xml;q=0.000, application/json;q=0.001", "", "json"},
		{"application/xml;q=0", "", "json"},
		{"application/json;q=0, */*", "", "xml"},
		{"application/json;q=0, */*", "application/json", "xml"},
		{"application/xml;q=0, */*", "application/xml", "json"},
		{"application/json;q=0, application/xml;q=0", "", "json"},
		{"application/xml;q=often", "", "xml"},
		{"application/xml;q=often, application/json;q=7", "", "xml"},
		{"application/json;q=-1, application/xml;q=0.5", "", "json"},
		{`text/x; a=",application/json,", application/xml`, "", "xml"},
		{"", "application/xml; charset", "xml"},
		{"", "application/xml;;charset=utf-8", "xml"},
		{"", "application/xml; charset=utf-8,application/xml", "xml"},
		{"application/problem+xml", "", "xml"},
		{"text/html, */*", "application/xml", "xml"},
		{"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "", "json"}, // a browser
		{"text/html, application/xml", "", "json"},
		{"application/xml, text/html", "", "xml"},
		{"application/xml, text/xml, */*", "", "xml"},
		{"*/*, application/xml", "", "xml"},
		{"application/xml;q=0.5, */*;q=0.8", "", "json"},
		{"application/*", "application/xml", "xml"},
		{"", "application/xml", "xml"},
		{"", "text/xml; charset=UTF-8", "xml"},
	} {
		for _, path := range []string{"/api/v1/venues", "/api/v1/teams/9999999", "/nowhere"} {
			for name, send := range map[string]http.RoundTripper{"in process": srv, "socket": listening.Client().Transport} {
				req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, listening.URL+path, http.NoBody)
				require.NoError(t, err)
				for key, value := range map[string]string{"Accept": test.accept, "Content-Type": test.contentType} {
					if value != "" {
						req.Header.Set(key, value)
					}
				}
				res, err := send.RoundTrip(req)
				require.NoError(t, err)
				require.NoError(t, res.Body.Close())
				require.Contains(t, res.Header.Get("Content-Type"), test.want, "%+v %s %s", test, path, name)
				require.Equal(t, []string{"Accept", "Content-Type", mockserver.SessionHeader}, res.Header.Values("Vary"), path)
			}
		}
	}
}

// TestTypesOfRequests: JSON and XML in UTF-8 are read, under each of their names.
func TestTypesOfRequests(t *testing.T) {
	srv := mocktest.New(t, tourney.Soccer)
	for contentType, want := range map[string]int{
		"application/json": 200, "application/json; charset=utf-8": 200, "Application/JSON": 200, "text/json": 200,
		"application/vnd.example+json": 200, "": 200, "text/xml": 200, "application/vnd.example+xml": 200,
		"application/xml; charset=utf-16": 415, "application/json; charset=latin1": 415, "text/plain": 415, "xml": 415,
		"application/x-www-form-urlencoded": 415, "multipart/form-data; boundary=x": 415, "nonsense;;;": 415,
		"application/xml;": 400, "application/xml; charset": 400, "application/xml;;charset=utf8": 400,
		"application/xml; charset=utf-8,application/json": 400, "application/xml; charset=utf-8; charset=latin1": 400,
		"application/x+xml; charset=US-ASCII": 400,
	} {
		body := `{"Id":7001,"HomeScore":1}`
		if strings.Contains(contentType, "xml") && want == 200 {
			body = "<Request><Id>7001</Id><HomeScore>1</HomeScore></Request>"
		}
		a := mocktest.Send(t, srv, http.MethodPut, "/api/v1/games", body, "Content-Type", contentType)
		require.Equal(t, want, a.Status, "%s: %s", contentType, a.Body)
		require.Equal(t, want == 415, strings.Contains(a.Body, "application/json"), a.Body)
	}
}

// TestWantsPage: a page is for who prefers one.
func TestWantsPage(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
	for _, path := range []string{"/", "/_mock/rows/teams"} { // one is chosen by Accept, both by the session
		got := mocktest.Send(t, srv, http.MethodGet, path, "")
		require.Equal(t, []string{"Accept", "Content-Type", mockserver.SessionHeader}, got.Header.Values("Vary"), path)
	}
	for accept, page := range map[string]bool{
		"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8": true, "Text/HTML": true, "*/*": false, "": false,
		"text/html;q=0": false, "application/json, text/html;q=0.1": false, "text/htmlx": false, `a/b; c="text/html"`: false,
	} {
		got := mocktest.Send(t, srv, http.MethodGet, "/", "", "Accept", accept)
		require.Equal(t, page, strings.HasPrefix(got.Header.Get("Content-Type"), "text/html"), accept)
	}
}

// gzipped returns a text in as many layers of gzip.
func gzipped(t *testing.T, text string, layers int) string {
	t.Helper()
	for range layers {
		var b strings.Builder
		w := gzip.NewWriter(&b)
		_, err := io.WriteString(w, text)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		text = b.String()
	}
	return text
}

// TestRequestCodings: gzip is read within the limits of a body, and another coding is refused, by the interface and by
// the admin API.
func TestRequestCodings(t *testing.T) {
	for path, row := range map[string]string{
		"/api/v1/teams": `{"DivisionId":2001,"Name":"Zipped"}`, "/_mock/rows/teams": `{"Name":"Zipped"}`,
	} {
		testRequestCodings(t, path, row)
	}
}

func testRequestCodings(t *testing.T, path, row string) {
	t.Helper()
	type want struct {
		status int
		says   string
	}
	flipped := []byte(gzipped(t, row, 1))
	flipped[len(flipped)-6] ^= 1
	for name, test := range map[string]struct {
		coding []string
		body   string
		want
	}{
		"gzip":                 {[]string{"gzip"}, gzipped(t, row, 1), want{200, ""}},
		"x-gzip and identity":  {[]string{"X-GZip, , Identity"}, gzipped(t, row, 1), want{200, ""}},
		"gzip twice":           {[]string{"gzip", "gzip"}, gzipped(t, row, 2), want{200, ""}},
		"identity":             {[]string{"identity"}, row, want{200, ""}},
		"a byte order mark":    {nil, "\ufeff" + row, want{200, ""}},
		"a marked text in it":  {[]string{"gzip"}, gzipped(t, "\ufeff"+row, 1), want{200, ""}},
		"gzip too often":       {[]string{"gzip, gzip, gzip, gzip"}, gzipped(t, row, 4), want{415, `"gzip"`}},
		"br":                   {[]string{"br"}, row, want{415, `the coding "br"`}},
		"br under gzip":        {[]string{"br, gzip"}, gzipped(t, row, 1), want{415, `the coding "br"`}},
		"deflate":              {[]string{"deflate"}, row, want{415, `the coding "deflate"`}},
		"no gzip":              {[]string{"gzip"}, row, want{400, "invalid header"}},
		"cut gzip":             {[]string{"gzip"}, gzipped(t, row, 1)[:30], want{400, "unexpected EOF"}},
		"a wrong checksum":     {[]string{"gzip"}, string(flipped), want{400, "invalid checksum"}},
		"bytes behind":         {[]string{"gzip"}, gzipped(t, row, 1) + "x", want{400, "unexpected EOF"}},
		"a body that explodes": {[]string{"gzip"}, gzipped(t, strings.Repeat(" ", 9<<20), 1), want{413, "8388608 bytes"}},
		"a body that explodes twice": {
			[]string{"gzip, gzip"}, gzipped(t, strings.Repeat(" ", 9<<20), 2), want{413, "8388608 bytes"},
		},
	} {
		srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
		header := []string{"Content-Type", "application/json"}
		if test.coding != nil {
			header = append(header, "Content-Encoding", strings.Join(test.coding, ", "))
		}
		before := len(srv.Teams.All())
		got := mocktest.Send(t, srv, http.MethodPost, path, test.body, header...)
		status := got.Status
		if status == http.StatusCreated {
			status = http.StatusOK
		}
		require.Equal(t, test.status, status, "%s %s: %s", name, path, got.Body)
		require.Contains(t, got.Body, strings.ReplaceAll(test.says, `"`, `\"`), "%s %s", name, path)
		require.Len(t, srv.Teams.All(), before+map[bool]int{true: 1}[status == 200], "%s %s", name, path)
	}
}

// TestEncodingOfARequest: the header outranks what XML declares, and bytes that are read are in no wide encoding.
func TestEncodingOfARequest(t *testing.T) {
	for _, test := range []struct {
		contentType, declared string
		status                int
	}{
		{"application/xml", "utf-16", 200},
		{"application/xml", "ISO-8859-1", 400},
		{"application/xml; charset=utf-8", "ISO-8859-1", 200},
		{"text/xml; charset=\"UTF-8\"; charset", "windows-1252", 200},
	} {
		srv := mockserver.Start(t, tourney.Soccer)
		body := `<?xml version="1.0" encoding="` + test.declared + `"?><Request><DivisionId>2001</DivisionId><Name>Zoë</Name></Request>`
		got := mocktest.Send(t, srv, http.MethodPost, "/api/v1/teams", body, "Content-Type", test.contentType)
		require.Equal(t, test.status, got.Status, "%+v: %s", test, got.Body)
		if test.status == 200 {
			require.Equal(t, "Zoë", srv.Teams.All()[len(srv.Teams.All())-1].Name)
			require.NotContains(t, srv.Calls.All("")[0].Body, "withheld")
		}
	}
}

// reads are requests for every kind of answer, with and without includes.
func reads() []string {
	return []string{
		fmt.Sprintf("teams?id=%d", mocktest.Otters), fmt.Sprintf("teams?id=%d&includes=Players,Coaches,Pools,Season", mocktest.Otters),
		fmt.Sprintf("teams?eventid=%d", mocktest.Cup), fmt.Sprintf("teams?eventid=%d&includes=Players,Coaches,Pools,Season", mocktest.Cup),
		fmt.Sprintf("divisions?id=%d", mocktest.Gold),
		fmt.Sprintf("divisions?eventid=%d&includes=Teams,Settings,Prices,Assets,Reports,Brackets", mocktest.Cup),
		fmt.Sprintf("games?id=%d", mocktest.Played), fmt.Sprintf("games?eventid=%d", mocktest.Cup), fmt.Sprintf("players?id=%d", mocktest.Ada),
		fmt.Sprintf("players?eventid=%d&includes=Profile,Teams,Statistics", mocktest.Cup), "venues", fmt.Sprintf("venues?id=%d", mocktest.Park),
		fmt.Sprintf("standings?eventid=%d", mocktest.Cup), fmt.Sprintf("statistics?eventid=%d", mocktest.Cup),
		"events", fmt.Sprintf("events?id=%d", mocktest.Cup),
	}
}

// withoutNulls returns a JSON value without the members that are null.
func withoutNulls(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			if v[name] = withoutNulls(inner); inner == nil {
				delete(v, name)
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutNulls(v[i])
		}
	}
	return v
}

// memberNames returns the paths of all members of a JSON value, without indexes.
func memberNames(v any, path string, names map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			names[path+"."+name] = true
			memberNames(inner, path+"."+name, names)
		}
	case []any:
		for _, inner := range v {
			memberNames(inner, path, names)
		}
	}
}

// TestAbsentAsNull: every row has the same members, the nulls are all that is new, and no member comes that the variant
// does not have.
func TestAbsentAsNull(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		plain, nulls := mocktest.World(t, v), mocktest.World(t, mocktest.HostOf(v, mockserver.Profile{AbsentAsNull: true}))
		found := false
		for _, target := range reads() {
			var left, padded any
			require.NoError(t, json.Unmarshal([]byte(mocktest.Get(t, plain, "/api/v1/"+target)), &left))
			a := mocktest.Send(t, nulls, http.MethodGet, "/api/v1/"+target, "")
			require.Equal(t, 200, a.Status, a.Body)
			require.Contains(t, a.Header.Get("X-Mock-Assumed"), "absent-members")
			require.NoError(t, json.Unmarshal([]byte(a.Body), &padded))
			found = found || strings.Contains(a.Body, ":null")
			names := map[string]bool{}
			memberNames(padded, "", names)
			for name := range names {
				requireVariantHas(t, v, name)
			}
			require.Empty(t, cmp.Diff(withoutNulls(left), withoutNulls(padded)), target)
		}
		require.True(t, found)
	})
}

// requireVariantHas refuses the members that the document gives to some variants alone.
func requireVariantHas(t *testing.T, v tourney.Variant, path string) {
	t.Helper()
	for suffix, only := range map[string][]tourney.Variant{
		"Players.Bats": {tourney.Baseball, tourney.Softball}, "Teams.Results.Sport": {tourney.MultiSport, tourney.Baseball},
		"Settings.ShowStandings": {tourney.Rugby}, "Teams.Games.Statistic": {tourney.Baseball},
		"AwayTeam.Forfeited": {tourney.Football}, "Results.Players.Active": {tourney.Softball, tourney.MultiSport},
	} {
		if strings.HasSuffix(path, suffix) && v != tourney.MultiSport {
			require.True(t, slices.Contains(only, v), "%s has %s", v, path)
		}
	}
}

// TestClientReadsNulls: the client reads the same rows from answers with nulls, in both formats and every variant.
func TestClientReadsNulls(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		eachFormat(t, func(t *testing.T, f tourney.Format, accept string) {
			plain, nulls := mocktest.World(t, v), mocktest.World(t, mocktest.HostOf(v, mockserver.Profile{AbsentAsNull: true}))
			a := mocktest.Send(t, nulls, http.MethodGet, fmt.Sprintf("/api/v1/games?id=%d", mocktest.Final), "", "Accept", accept)
			want := `"Score":null`
			if f == tourney.FormatXML {
				want = `<Score i:nil="true"/>`
			}
			require.Contains(t, a.Body, want)
			opts := []cmp.Option{cmpopts.EquateEmpty(), cmp.Comparer(func(a, b secret.Text) bool { return a == b })}
			require.Empty(t, cmp.Diff(everyRead(t, plain.Client(tourney.WithFormat(f))), everyRead(t, nulls.Client(tourney.WithFormat(f))), opts...))
			client := nulls.Client(tourney.WithFormat(f))
			require.NoError(t, client.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: mocktest.Otters, Name: new("New")}))
			_, err := client.Teams.Get(t.Context(), 999)
			require.ErrorIs(t, err, tourney.CodeNotFound)
		})
	})
}

// everyRead returns what a client reads from each operation.
func everyRead(t *testing.T, c *tourney.Client) []any {
	t.Helper()
	ctx := t.Context()
	team, err1 := c.Teams.Get(ctx, mocktest.Otters, tourney.IncludePlayers, tourney.IncludeCoaches,
		tourney.IncludePools, tourney.IncludeSeason)
	teams, err2 := c.Teams.List(ctx, tourney.TeamListOptions{EventID: mocktest.Cup})
	division, err3 := c.Divisions.Get(ctx, mocktest.Gold, tourney.IncludeTeams, tourney.IncludeSettings, tourney.IncludeBrackets)
	divisions, err4 := c.Divisions.List(ctx, tourney.DivisionListOptions{EventID: mocktest.Cup})
	game, err5 := c.Games.Get(ctx, mocktest.Final)
	games, err6 := c.Games.List(ctx, tourney.GameListOptions{EventID: mocktest.Cup})
	player, err7 := c.Players.Get(ctx, mocktest.Ada, tourney.IncludeProfile, tourney.IncludeTeams)
	players, err8 := c.Players.List(ctx, tourney.PlayerListOptions{EventID: mocktest.Cup})
	venues, err9 := c.Venues.List(ctx, tourney.VenueListOptions{})
	table, err10 := c.Standings.Get(ctx, tourney.StandingsOptions{EventID: mocktest.Cup})
	leaders, err11 := c.Statistics.Leaders(ctx, tourney.LeadersOptions{EventID: mocktest.Cup})
	event, err12 := c.Events.Get(ctx, mocktest.Cup)
	require.NoError(t, errors.Join(err1, err2, err3, err4, err5, err6, err7, err8, err9, err10, err11, err12))
	return []any{team, teams, division, divisions, game, games, player, players, venues, table, leaders, event}
}

// TestUnknownPathStatus: the page has the status of the option, the client makes an error of it, and the journal
// names the paths.
func TestUnknownPathStatus(t *testing.T) {
	for _, status := range []int{404, 200, 503} {
		eachFormat(t, func(t *testing.T, f tourney.Format, accept string) {
			srv := mocktest.World(t, mocktest.HostOf(tourney.Soccer, mockserver.Profile{UnknownPathStatus: status}))
			a := mocktest.Send(t, srv, http.MethodGet, "/api/v1/pools", "", "Accept", accept)
			require.Equal(t, status, a.Status)
			require.Equal(t, "text/html; charset=utf-8", a.Header.Get("Content-Type"))
			require.True(t, strings.HasPrefix(a.Body, "<!DOCTYPE html>"), a.Body)
			require.Contains(t, a.Header.Get("X-Mock-Assumed"), "unknown-paths")
			require.Contains(t, srv.Calls.All("")[0].Errors[0], "none is like it; the paths are /api/v1/authenticate")
			raw := tourney.RawRequest{Method: http.MethodGet, Path: "/api/v1/pools"}
			client := srv.Client(tourney.WithFormat(f), tourney.WithRetry(tourney.Retry{}))
			answer, err := client.Do(t.Context(), raw)
			if status == 200 {
				require.NoError(t, err)
				require.Contains(t, answer.Header.Get("Content-Type"), "text/html")
			} else {
				var api *tourney.APIError
				require.ErrorAs(t, err, &api)
				require.Equal(t, status, api.Status)
			}
			require.Equal(t, 405, mocktest.Send(t, srv, http.MethodDelete, "/api/v1/teams", "").Status)
			require.Equal(t, 404, mocktest.Send(t, srv, http.MethodGet, "/api/v1/teams?id=999", "").Status)
		})
	}
}

// TestStrictLeavesObservedWaysOut: a strict server answers as the document has it, whether the profile or the option
// says so.
func TestStrictLeavesObservedWaysOut(t *testing.T) {
	ways := mocktest.HostOf(tourney.Soccer, mockserver.Profile{AbsentAsNull: true, UnknownPathStatus: 404, EmptyListsAsNull: true})
	strict := ways
	strict.Strict = true
	for _, srv := range []*mockserver.Server{mocktest.World(t, strict), mocktest.World(t, ways, mockserver.Strict())} {
		require.NotContains(t, mocktest.Get(t, srv, fmt.Sprintf("/api/v1/games?id=%d", mocktest.Final)), "null")
		require.NotContains(t, mocktest.Get(t, srv, "/api/v1/games?eventid=99"), "null")
		require.Contains(t, mocktest.Messages(t, mocktest.Send(t, srv, http.MethodGet, "/api/v1/pools", "")), "no operation at this path")
	}
}
