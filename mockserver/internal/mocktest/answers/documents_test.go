package answers

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/openapi"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// ledgerRow matches a row of a table in docs/assumptions.md.
var ledgerRow = regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` (\\| [^|]+ ){4}\\|$")

// ledgerRows returns the rows below a heading of docs/assumptions.md, and their ids.
func ledgerRows(t *testing.T, text, heading string) (lines, ids []string) {
	t.Helper()
	_, section, ok := strings.Cut(text, "\n"+heading)
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n## ")
	for _, row := range ledgerRow.FindAllStringSubmatch(section, -1) {
		lines, ids = append(lines, row[0]), append(ids, row[1])
	}
	require.Len(t, lines, strings.Count(section, "\n| `"), "rows have five cells")
	return lines, ids
}

// The headings of the tables of docs/assumptions.md.
const (
	mockHeading   = "## What the mock assumes\n"
	clientHeading = "## What the client assumes\n"
)

// assumedIDs adds the values of x-assumed in a part of an OpenAPI document to a set.
func assumedIDs(part any, to map[string]bool) {
	switch part := part.(type) {
	case map[string]any:
		for name, value := range part {
			ids, isList := value.([]any)
			if name != "x-assumed" || !isList {
				assumedIDs(value, to)
				continue
			}
			for _, id := range ids {
				to[id.(string)] = true
			}
		}
	case []any:
		for _, value := range part {
			assumedIDs(value, to)
		}
	}
}

// TestLedger compares the ids in X-Mock-Assumed with the table in docs/assumptions.md, in both directions, and the
// embedded rows with that table and with those of the client that a document names.
func TestLedger(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(clienttest.Root(), "docs", "assumptions.md"))
	require.NoError(t, err)
	text := string(data)
	lines, rows := ledgerRows(t, text, mockHeading)
	folder := filepath.Join("..", "..", "assumption")
	source, err := os.ReadFile(filepath.Join(folder, "assumption.go"))
	require.NoError(t, err)
	var ids []string
	for _, id := range regexp.MustCompile(`ID = "([a-z-]+)"`).FindAllSubmatch(source, -1) {
		ids = append(ids, string(id[1]))
	}
	require.NotEmpty(t, ids)
	slices.Sort(ids)
	slices.Sort(rows)
	require.NotContains(t, text, "| none |", "a row without a option says why")
	require.Equal(t, ids, rows, "constants of assumption.go and rows of docs/assumptions.md")
	require.Equal(t, slices.Compact(slices.Clone(rows)), rows, "each once")

	named := map[string]bool{}
	for _, v := range contract.Variants() {
		var document any
		require.NoError(t, json.Unmarshal(openapi.JSON(v), &document))
		assumedIDs(document, named)
	}
	client, clientIDs := ledgerRows(t, text, clientHeading)
	lines = append(lines, strings.TrimSpace(clientHeading))
	for i, id := range clientIDs {
		if named[id] {
			lines, ids = append(lines, client[i]), append(ids, id)
		}
	}
	want := strings.Join(lines, "\n") + "\n"
	if *mocktest.Update {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "ledger.txt"), []byte(want), 0o600))
		return
	}
	embedded, err := os.ReadFile(filepath.Join(folder, "ledger.txt"))
	require.NoError(t, err)
	require.Equal(t, want, string(embedded), "ledger.txt differs from docs/assumptions.md: run make tables")
	require.Len(t, assumption.Ledger(), len(ids))
	for i, a := range assumption.Ledger() {
		require.NotContains(t, []string{a.ID, a.Section, a.Does, a.Why, a.Option}, "", a.ID)
		require.Equal(t, i >= len(rows), a.Client, a.ID)
		delete(named, a.ID)
	}
	require.Empty(t, named, "ids of documents that the ledger lacks")
}

// TestAssumedIDs checks that the header of an answer names the assumptions that it relied on.
func TestAssumedIDs(t *testing.T) {
	duplicate := func(srv *mockserver.Server) {
		mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":102,"ExternalTeamId":"T-OTTERS"}`)
		mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Players":[{"Id":1002,"ExternalPlayerId":"P-ADA"}]}`)
	}
	for _, c := range []struct{ method, target, body, id string }{
		{"GET", "events?id=99", "", "events"},
		{"GET", "teams?eventid=9", "", "unknown-filters"}, {"GET", "teams?divisionid=9", "", "unknown-filters"},
		{"GET", "teams?eventid=1&teamids=101,9", "", "unknown-filters"}, {"GET", "players?teamids=9", "", "unknown-filters"},
		{"GET", "players?playerids=9", "", "unknown-filters"}, {"GET", "games?teamid=9", "", "unknown-filters"},
		{"GET", "divisions?eventid=9", "", "unknown-filters"}, {"GET", "venues?EventId=9", "", "unknown-filters"},
		{"GET", "standings?divisionid=9", "", "unknown-filters"}, {"GET", "statistics?EventId=9", "", "unknown-filters"},
		{"GET", "players?teamids=,", "", "empty-id-lists"}, {"POST", "divisions", `{"Name":"x"}`, "division-event"},
		{"PUT", "divisions", `{"Name":"x"}`, "addressed-updates"}, {"PUT", "games", `{"HomeScore":1}`, "addressed-updates"},
		{"PUT", "statistics", `{"Away":{"Id":101}}`, "addressed-updates"},
		{"PUT", "teams", `{"ExternalTeamId":"T-OTTERS","Name":"x"}`, "external-ids"},
		{"PUT", "statistics", `{"GameId":82,"Away":{"ExternalTeamId":"T-OTTERS"}}`, "external-ids"},
		{"PUT", "statistics", `{"GameId":81,"Away":{"Id":101,"Players":[{"ExternalPlayerId":"P-ADA"}]}}`, "external-ids"},
		{"PUT", "teams", `{"Id":101,"Players":[{"Id":1001,"Phone":"1"}]}`, "phone"},
		{"PUT", "teams", `{"Id":101,"Coaches":[{"Id":3001,"Phone":"1"}]}`, "phone"},
		{"PUT", "teams", `{"Id":101,"Players":[{"Id":1001,"Bats":1}]}`, "hands"},
		{"PUT", "games", `{"Id":82,"HomeWonBy":"Luck"}`, "won-by-names"},
	} {
		v := tourney.Baseball
		srv := mocktest.World(t, v)
		duplicate(srv)
		a := mocktest.Send(t, srv, c.method, "/api/v1/"+c.target, c.body)
		require.Contains(t, strings.Split(a.Header.Get("X-Mock-Assumed"), ", "), c.id, "%s %s %s: %s", c.method, c.target, c.body, a.Body)
	}
	srv := mocktest.World(t, tourney.Soccer)
	for _, target := range []string{
		"teams?eventid=1&teamids=101", "games?teamid=101&divisionid=11", "players", "venues?EventId=1", "standings?eventid=1",
	} {
		require.NotContains(t, mocktest.Send(t, srv, "GET", "/api/v1/"+target, "").Header.Get("X-Mock-Assumed"), "unknown-filters", target)
	}
	require.NotContains(t, mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"Name":"x"}`).Header.Get("X-Mock-Assumed"),
		"addressed-updates", "the document says it")
}

// first is the first server of the documents in the folder docs/openapi.
const first = `"url": "http://127.0.0.1:8080/api/v1"`

// committed returns the document of a variant in the folder docs/openapi, with the URL of a server as the first server.
func committed(t *testing.T, v tourney.Variant, url string) string {
	t.Helper()
	file := committedAs(t, v, ".json")
	require.Equal(t, 1, strings.Count(file, first))
	return strings.Replace(file, first, `"url": "`+url+`/api/v1"`, 1)
}

// committedAs returns the file of a variant with an ending in the folder docs/openapi.
func committedAs(t *testing.T, v tourney.Variant, ending string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(clienttest.Root(), "docs", "openapi", string(v)+ending))
	require.NoError(t, err)
	return string(data)
}

// TestOpenAPI: the server answers the committed document and the committed schema of its variant, a profile those of its
// variant. Nobody changes them for others.
func TestOpenAPI(t *testing.T) {
	hosts := []tourney.Host{tourney.Basketball()}
	for _, v := range tourney.Variants() {
		hosts = append(hosts, v)
	}
	for _, host := range hosts {
		srv := mocktest.Empty(t, host)
		v := srv.Profile().Variant
		mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
			door := open(srv)
			document, xsd := door.Schema(mockserver.SchemaOpenAPIJSON), door.Schema(mockserver.SchemaXSD)
			require.True(t, committed(t, v, door.URL()) == string(document), "%s: the document is not the committed one", v)
			require.True(t, committedAs(t, v, ".xsd") == string(xsd), "%s: the schema is not the committed one", v)
			clear(document)
			clear(xsd)
			if v == tourney.Soccer {
				yaml := door.Schema(mockserver.SchemaOpenAPIYAML)
				require.YAMLEq(t, committed(t, v, door.URL()), string(yaml))
				clear(yaml)
			}
		})
	}
}

// TestOpenAPIOfASession: its server is the session for a client with the prefix, and for one with the header the main
// world, which the header leads to the session.
func TestOpenAPIOfASession(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	want := committed(t, tourney.Soccer, srv.URL()+"/_mock/session/anna")
	session, err := srv.NewSession("anna")
	require.NoError(t, err)
	far, err := mockserver.Remote(session.URL(), mockserver.RemoteHTTPClient(&http.Client{Transport: srv}))
	require.NoError(t, err)
	for name, door := range map[string]*mockserver.World{"here": session, "remote": far} {
		require.True(t, want == string(door.Schema(mockserver.SchemaOpenAPIJSON)), name)
	}
	require.YAMLEq(t, want, string(session.Schema(mockserver.SchemaOpenAPIYAML)))
	require.Equal(t, string(session.Schema(mockserver.SchemaOpenAPIYAML)), string(far.Schema(mockserver.SchemaOpenAPIYAML)))
	require.True(t, committedAs(t, tourney.Soccer, ".xsd") == string(session.Schema(mockserver.SchemaXSD)))

	for _, file := range []string{"openapi.json", "openapi.yaml"} {
		main := mocktest.Send(t, srv, "GET", "/_mock/"+file, "")
		named := mocktest.Send(t, srv, "GET", "/_mock/"+file, "", mockserver.SessionHeader, "anna")
		prefixed := mocktest.Send(t, srv, "GET", "/_mock/session/anna/_mock/"+file, "")
		require.True(t, main.Body == named.Body, file)
		require.Equal(t, main.Header.Get("ETag"), named.Header.Get("ETag"))
		require.NotEqual(t, main.Header.Get("ETag"), prefixed.Header.Get("ETag"))
		require.True(t, strings.Replace(main.Body, "/api/v1", "/_mock/session/anna/api/v1", 1) == prefixed.Body, file)
		again := mocktest.Send(t, srv, "GET", "/_mock/session/anna/_mock/"+file, "", "If-None-Match", prefixed.Header.Get("ETag"))
		require.Equal(t, http.StatusNotModified, again.Status)
	}
}

// TestOpenAPIOnTheWire: the documents have types and tags, and a client with the current one gets no body.
func TestOpenAPIOnTheWire(t *testing.T) {
	srv, tags := mocktest.Empty(t, tourney.Soccer), map[string]bool{}
	for path, content := range map[string]string{
		"/_mock/openapi.json": "application/json", "/_mock/openapi.yaml": "application/yaml",
		"/_mock/openapi.xsd": "application/xml",
	} {
		a := mocktest.Send(t, srv, "GET", path, "")
		require.Equal(t, http.StatusOK, a.Status)
		require.Equal(t, content, a.Header.Get("Content-Type"))
		require.Equal(t, "no-cache", a.Header.Get("Cache-Control"))
		tag := a.Header.Get("ETag")
		require.Regexp(t, `^"[0-9a-f]{24}"$`, tag)
		tags[tag] = true
		again := mocktest.Send(t, srv, "GET", path, "", "If-None-Match", tag)
		require.Equal(t, http.StatusNotModified, again.Status)
		require.Empty(t, again.Body)
		require.Equal(t, a.Body, mocktest.Send(t, srv, "GET", path, "", "If-None-Match", `"old"`).Body)
		head := mocktest.Send(t, srv, "HEAD", path, "")
		require.Equal(t, tag, head.Header.Get("ETag"))
		require.Empty(t, head.Body)
		require.Equal(t, http.StatusMethodNotAllowed, mocktest.Send(t, srv, "POST", path, "{}").Status)
	}
	require.Len(t, tags, 3)
}

// TestOpenAPINamesItsServer: the first server is absolute, and is where the client of the request reached the mock.
func TestOpenAPINamesItsServer(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer, mockserver.AllowHosts("mock"))
	for _, c := range []struct{ from, want string }{
		{"http://mock:8080", "http://mock:8080"},
		{"https://mock", "https://mock"},
		{"http://127.0.0.1:4000/_mock/session/anna", "http://127.0.0.1:4000/_mock/session/anna"},
		{"http://", srv.URL()},
	} {
		if strings.HasSuffix(c.from, "anna") {
			_, err := srv.NewSession("anna")
			require.NoError(t, err)
		}
		for _, file := range []string{"openapi.json", "openapi.yaml"} {
			a := mocktest.Handle(srv, mocktest.GetRequest(t, c.from+"/_mock/"+file))
			require.Equal(t, http.StatusOK, a.Status)
			require.Contains(t, a.Body, `"url": "`+c.want+`/api/v1"`)
		}
	}
}

// TestOpenAPINamesKnownAssumptions: whoever reads an id of x-assumed finds it in the ledger, and can look for requests
// that relied on it. None relies on one about clients.
func TestOpenAPINamesKnownAssumptions(t *testing.T) {
	marks, quoted := regexp.MustCompile(`"x-assumed": \[([^\]]*)\]`), regexp.MustCompile(`"([^"]+)"`)
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		srv := mocktest.World(t, v)
		mocktest.Send(t, srv, "GET", "/api/v1/teams?eventid=1", "")
		known := map[string]bool{} // whether the row is about clients
		for _, a := range mocktest.RemoteOf(t, srv).Assumptions() {
			known[a.ID] = a.Client
		}
		named := map[string]bool{}
		for _, mark := range marks.FindAllStringSubmatch(string(srv.Schema(mockserver.SchemaOpenAPIJSON)), -1) {
			for _, id := range quoted.FindAllStringSubmatch(mark[1], -1) {
				named[id[1]] = true
			}
		}
		require.NotEmpty(t, named)
		for id := range named {
			require.Contains(t, known, id)
			relied := mocktest.At(t, mocktest.Get(t, srv, "/_mock/requests?assumed="+id), "requests")
			if known[id] {
				require.Empty(t, relied, id)
			}
		}
		require.True(t, named["comma-lists"] && known["comma-lists"], "an id about clients")
		require.Contains(t, known, "list-order")
		require.False(t, known["list-order"])
	})
}
