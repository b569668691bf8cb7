package conformance

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// bodies are the folders of bodies that our encoders did not write.
var bodies = []string{"../../../testdata/wire", "../../../testdata/observed"}

// fixture is one response body with the request that it answers.
type fixture struct {
	root    string // folder of folder
	folder  string
	name    string // file name without its ending
	variant tourney.Variant
	body    []byte
	request []byte // nil when the fixture is the answer to a GET
}

// fixtures returns every JSON response of bodies.
func fixtures(t *testing.T) []fixture {
	t.Helper()
	var files []string
	for _, root := range bodies {
		found, err := filepath.Glob(filepath.Join(root, "*", "*.response.json"))
		require.NoError(t, err)
		require.NotEmpty(t, found)
		files = append(files, found...)
	}
	sort.Strings(files)
	var list []fixture
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".response.json")
		variant := tourney.Variant(strings.Split(name, ".")[0])
		require.Contains(t, tourney.Variants(), variant)
		body, err := os.ReadFile(file)
		require.NoError(t, err)
		request, err := os.ReadFile(strings.Replace(file, ".response.", ".request.", 1))
		if err != nil {
			require.ErrorIs(t, err, os.ErrNotExist)
		}
		list = append(list, fixture{
			root: filepath.Dir(filepath.Dir(file)), folder: filepath.Base(filepath.Dir(file)), name: name,
			variant: variant, body: body, request: request,
		})
	}
	return list
}

// stage adds the fixture's data to an empty server without HTTP, and returns the request that reads it.
type stage func(t *testing.T, f fixture) (*mockserver.Server, *http.Request)

// stages is every folder of bodies. The error bodies belong to no operation, so the mock's own tests compare
// them.
var stages = map[string]stage{
	"authenticate":     stageLogin,
	"divisions-create": stageDivisionCreate,
	"divisions-get":    details("/divisions", "Division", addDivision),
	"divisions-list":   list("/divisions", "Divisions", addDivision),
	"divisions-update": updating("/divisions", func(srv *mockserver.Server, id int64) {
		srv.Divisions.Add(tourney.Division{ID: id, Name: "Before"})
	}),
	"errors":            nil,
	"events-get":        details("/events", "Event", addEvent),
	"events-list":       list("/events", "Events", addEvent),
	"games-get":         details("/games", "Game", addGame),
	"games-list":        list("/games", "Games", addGame),
	"games-update":      updating("/games", func(srv *mockserver.Server, id int64) { srv.Games.Add(tourney.Game{ID: id}) }),
	"payments":          stagePayment,
	"players-get":       details("/players", "Player", addPlayer),
	"players-list":      list("/players", "Players", addPlayer),
	"register":          stageRegistration,
	"standings-get":     stageStandings,
	"standings-update":  stageStandingsUpdate,
	"statistics-get":    stageLeaders,
	"statistics-update": stageStatistics,
	"teams-create":      stageTeamWrite,
	"teams-get":         details("/teams", "Team", addTeam),
	"teams-list":        stageTeams,
	"teams-update":      stageTeamWrite,
	"venues-get":        details("/venues", "Venue", addVenue),
	"venues-list":       stageVenues,
}

// TestMockAnswersWithFixtures guards against a mistake that client and mock share: neither of them wrote the expected
// bodies, which the parsers of the standard library read.
func TestMockAnswersWithFixtures(t *testing.T) {
	for _, f := range fixtures(t) {
		for _, format := range []string{"json", "xml"} {
			t.Run(f.folder+"/"+f.name+"/"+format, func(t *testing.T) {
				build, known := stages[f.folder]
				require.True(t, known, "no stage for the folder %s", f.folder)
				if build == nil {
					t.Skip("not the answer to an operation")
				}
				srv, req := build(t, f)
				req.Header.Set("Accept", "application/"+format)
				if f.request != nil {
					body := f.in(t, format, "request")
					req.Body, req.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
					req.Header.Set("Content-Type", "application/"+format)
				}
				res, err := srv.RoundTrip(req)
				require.NoError(t, err)
				body, err := io.ReadAll(res.Body)
				require.NoError(t, err)
				require.Equal(t, http.StatusOK, res.StatusCode, "%s", body)
				require.Equal(t, "application/"+format+"; charset=utf-8", res.Header.Get("Content-Type"))
				for name := range strings.FieldsSeq(res.Header.Get("X-Mock-Ignored")) { // the tests ask for every member
					require.True(t, strings.HasPrefix(name, "includes"), name)
				}
				if format == "xml" {
					want, got := element(t, f.in(t, format, "response")), element(t, string(body))
					got.dropUnstated(want)
					require.Empty(t, cmp.Diff(want, got))
					return
				}
				want, got := tree(t, f.body), tree(t, body)
				dropUnstated(want, got)
				require.Empty(t, cmp.Diff(want, got))
			})
		}
	}
}

// includedLists are the lists that a request asks for. The mock shows one without items as an empty list in every row
// (assumption includes). A fixture leaves some of them out.
var includedLists = []string{
	"Assets", "Brackets", "Coaches", "Players", "Pools", "Prices", "Reports", "Results", "Teams",
}

// dropUnstated removes the empty included lists from an answer that the fixture does not have.
func dropUnstated(want, got any) {
	switch got := got.(type) {
	case map[string]any:
		stated, _ := want.(map[string]any)
		for name, member := range got {
			list, isList := member.([]any)
			if _, has := stated[name]; !has && isList && len(list) == 0 && slices.Contains(includedLists, name) {
				delete(got, name)
				continue
			}
			dropUnstated(stated[name], member)
		}
	case []any:
		stated, _ := want.([]any)
		for i := range min(len(got), len(stated)) {
			dropUnstated(stated[i], got[i])
		}
	}
}

// in returns the request or the response of the fixture in a format.
func (f fixture) in(t *testing.T, format, kind string) string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(f.root, f.folder, f.name+"."+kind+"."+format))
	require.NoError(t, err)
	return string(body)
}

// xmlNode is an element for a comparison of content.
type xmlNode struct {
	XMLName  xml.Name
	Nil      string    `xml:"http://www.w3.org/2001/XMLSchema-instance nil,attr"`
	Text     string    `xml:",chardata"`
	Children []xmlNode `xml:",any"`
}

// dropUnstated is the same for XML.
func (n *xmlNode) dropUnstated(want xmlNode) {
	n.Children = slices.DeleteFunc(n.Children, func(c xmlNode) bool {
		stated := slices.ContainsFunc(want.Children, func(w xmlNode) bool { return w.XMLName == c.XMLName })
		isEmpty := c.Text == "" && c.Nil == "" && len(c.Children) == 0
		return isEmpty && !stated && slices.Contains(includedLists, c.XMLName.Local)
	})
	if len(n.Children) == 0 {
		n.Children = nil
	}
	for i := range min(len(n.Children), len(want.Children)) {
		n.Children[i].dropUnstated(want.Children[i])
	}
}

// element reads a body for a comparison: members in alphabetical order, text without the white space around it, numbers
// as JSON would have them, and nulls as absent members, except for the two nulls that the document states for XML.
func element(t *testing.T, body string) xmlNode {
	t.Helper()
	var n xmlNode
	require.NoError(t, xml.Unmarshal([]byte(body), &n), body)
	return n.plain()
}

func (n xmlNode) plain() xmlNode {
	n.Text = strings.TrimSpace(n.Text)
	if number, err := strconv.ParseFloat(n.Text, 64); err == nil {
		n.Text = strconv.FormatFloat(number, 'f', -1, 64)
	}
	n.Children = slices.DeleteFunc(n.Children, func(c xmlNode) bool {
		return c.Nil == "true" && c.XMLName.Local != "Totals" && c.XMLName.Local != "Url"
	})
	if len(n.Children) == 0 {
		n.Children = nil
	}
	for i := range n.Children {
		n.Children[i] = n.Children[i].plain()
	}
	slices.SortStableFunc(n.Children, func(a, b xmlNode) int { return strings.Compare(a.XMLName.Local, b.XMLName.Local) })
	return n
}

// tree decodes JSON for a comparison in which a null member equals an absent one, and numbers are compared by value.
func tree(t *testing.T, body []byte) any {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal(body, &v), "%s", body)
	return withoutNulls(v)
}

func withoutNulls(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			if member == nil {
				delete(v, key)
				continue
			}
			v[key] = withoutNulls(member)
		}
	case []any:
		for i := range v {
			v[i] = withoutNulls(v[i])
		}
	}
	return v
}

// empty returns a server without rows. A fixture shows one row, and not the rows that it refers to.
func empty(t *testing.T, f fixture, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	return emptyAt(t, f.variant, opts...)
}

// emptyAt returns the server of a host without rows.
func emptyAt(t *testing.T, h tourney.Host, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	own := []mockserver.Option{mockserver.Scenario("empty"), mockserver.AllowDanglingReferences()}
	srv, err := mockserver.New(h, append(own, opts...)...)
	require.NoError(t, err)
	return srv
}

func get(t *testing.T, path string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://mock/api/v1"+path, nil)
	require.NoError(t, err)
	return req
}

// send is the fixture's own request.
func (f fixture) send(t *testing.T, method, path string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, "http://mock/api/v1"+path, strings.NewReader(string(f.request)))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	return req
}

// decode reads the fixture's body, or a member of it, into a typed value.
func decode[T any](t *testing.T, body []byte) T {
	t.Helper()
	var v T
	require.NoError(t, json.Unmarshal(body, &v))
	return v
}

// ids are the ids in a request. Their rows must exist.
type ids struct {
	ID, EventID, DivisionID, TeamID, GameID, TeamPoolID int64
	ExternalTeamID                                      string
	Payment                                             struct{ PriceID int64 }
	Players                                             []struct{ ID int64 }
	Away, Home                                          struct {
		ID             int64
		ExternalTeamID string
		Players        []struct {
			TeamPlayerID     int64
			ExternalPlayerID string
		}
	}
}

// includesOf returns the includes for the nested data of a body.
func includesOf(body map[string]any) string {
	var names []string
	for name, member := range body {
		if member != nil {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return "&includes=" + strings.Join(names, ",")
}

func firstResult(t *testing.T, body []byte, list string) string {
	t.Helper()
	outer := decode[map[string]map[string]any](t, body)
	results := outer[list]["Results"].([]any)
	if len(results) == 0 {
		return ""
	}
	return includesOf(results[0].(map[string]any))
}

func stageLogin(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
	t.Helper()
	body := decode[struct {
		ID                          int64
		APIKey, APISecretKey, Email string
	}](t, f.body)
	keys, err := auth.Decode(body.APIKey, body.APISecretKey)
	require.NoError(t, err)
	login := struct{ Username, Password string }{"somebody", "something"}
	if f.request != nil {
		require.NoError(t, json.Unmarshal(f.request, &login))
	}
	f.request, err = json.Marshal(login)
	require.NoError(t, err)
	srv := empty(t, f, mockserver.Account(login.Username, login.Password,
		tourney.Account{ID: body.ID, Email: body.Email, Credentials: keys}))
	return srv, f.send(t, http.MethodPost, "/authenticate")
}

func stageTeams(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
	t.Helper()
	srv := empty(t, f)
	page := decode[struct{ Teams tourney.Page[tourney.Team] }](t, f.body).Teams
	event := srv.Events.Add(tourney.Event{ID: 8899, Name: "The event"})
	add := func(team tourney.Team) {
		id := srv.Teams.Add(team)
		if team.Division == nil && f.variant != tourney.Softball {
			require.NoError(t, srv.Client().Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: id, EventID: event}))
		}
	}
	before := (page.Page - 1) * page.PageSize
	for range before {
		add(tourney.Team{Name: "Before"})
	}
	for _, team := range page.Results {
		add(team)
	}
	for range page.Total - before - len(page.Results) {
		add(tourney.Team{Name: "After"})
	}
	query := "/teams?page=" + itoa(int64(page.Page)) + "&pagesize=" + itoa(int64(page.PageSize))
	if f.variant != tourney.Softball {
		query += "&eventid=" + itoa(event)
	}
	return srv, get(t, query+firstResult(t, f.body, "Teams"))
}

// details returns the stage of a row, which the fixture has as a member of that name.
func details[T any](path, member string, add func(*mockserver.Server, T) int64) stage {
	return func(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
		t.Helper()
		srv := empty(t, f)
		id := add(srv, decode[map[string]T](t, f.body)[member])
		return srv, get(t, path+"?id="+itoa(id)+includesOf(decode[map[string]map[string]any](t, f.body)[member]))
	}
}

// list returns the stage of a page, which the fixture has as a member of that name.
func list[T any](path, member string, add func(*mockserver.Server, T) int64) stage {
	return func(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
		t.Helper()
		srv := empty(t, f)
		page := decode[map[string]tourney.Page[T]](t, f.body)[member]
		for _, row := range page.Results {
			add(srv, row)
		}
		query := "?page=1"
		if page.PageSize > 0 {
			query += "&pagesize=" + itoa(int64(page.PageSize))
		}
		return srv, get(t, path+query+firstResult(t, f.body, member))
	}
}

func addTeam(srv *mockserver.Server, row tourney.Team) int64         { return srv.Teams.Add(row) }
func addDivision(srv *mockserver.Server, row tourney.Division) int64 { return srv.Divisions.Add(row) }
func addGame(srv *mockserver.Server, row tourney.Game) int64         { return srv.Games.Add(row) }
func addPlayer(srv *mockserver.Server, row tourney.Player) int64     { return srv.Players.Add(row) }
func addVenue(srv *mockserver.Server, row tourney.Venue) int64       { return srv.Venues.Add(row) }
func addEvent(srv *mockserver.Server, row tourney.Event) int64       { return srv.Events.Add(row) }

// updating returns the stage of an update of a row that has only an id.
func updating(path string, add func(*mockserver.Server, int64)) stage {
	return func(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
		t.Helper()
		srv := empty(t, f)
		add(srv, decode[ids](t, f.request).ID)
		return srv, f.send(t, http.MethodPut, path)
	}
}

func stageDivisionCreate(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
	t.Helper()
	srv := empty(t, f)
	srv.Events.Add(tourney.Event{ID: decode[ids](t, f.request).EventID, Name: "The event"})
	srv.SetNextID(decode[struct{ ID int64 }](t, f.body).ID)
	return srv, f.send(t, http.MethodPost, "/divisions")
}

// stageTeamWrite adds the rows that a create or an update of a team refers to.
func stageTeamWrite(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
	t.Helper()
	srv := empty(t, f)
	in := stageRefs(t, srv, f)
	if f.folder == "teams-create" {
		srv.SetNextID(decode[struct{ ID int64 }](t, f.body).ID)
		return srv, f.send(t, http.MethodPost, "/teams")
	}
	team := tourney.Team{ID: in.ID, Name: "Before", ExternalTeamID: in.ExternalTeamID}
	for _, p := range in.Players {
		team.Players = append(team.Players, tourney.TeamPlayer{ID: p.ID})
	}
	srv.Teams.Add(team)
	return srv, f.send(t, http.MethodPut, "/teams")
}

// stageRefs adds the event, the division and the price that a request names.
func stageRefs(t *testing.T, srv *mockserver.Server, f fixture) ids {
	t.Helper()
	in := decode[ids](t, f.request)
	if in.EventID != 0 {
		srv.Events.Add(tourney.Event{ID: in.EventID, Name: "The event"})
	}
	division := tourney.Division{ID: in.DivisionID, Name: "The division"}
	if in.Payment.PriceID != 0 {
		division.Prices = []tourney.Price{{ID: in.Payment.PriceID, Name: "Fee", Amount: tourney.NewDecimal(100, 0)}}
	}
	srv.Divisions.Add(division)
	return in
}

func stageVenues(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
	t.Helper()
	srv := empty(t, f)
	for _, v := range decode[struct{ Venues []tourney.Venue }](t, f.body).Venues {
		srv.Venues.EditDetails(srv.Venues.Add(v), func(d *stored.VenueDetails) { d.EventIDs = []int64{8801} })
	}
	return srv, get(t, "/venues?eventid=8801")
}

func stageStandings(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
	t.Helper()
	srv := empty(t, f)
	table := decode[tourney.Standings](t, f.body)
	srv.SetStandings(&table)
	return srv, get(t, "/standings")
}

func stageStandingsUpdate(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
	t.Helper()
	srv := empty(t, f)
	in := decode[ids](t, f.request)
	srv.Events.Add(tourney.Event{ID: in.EventID, Name: "The event"})
	team := &tourney.TeamDivision{ID: srv.Divisions.Add(tourney.Division{Name: "The division"})}
	srv.Pools.AddPositions(srv.Pools.Add(tourney.Pool{Name: "A", Division: team}), 1, in.TeamPoolID)
	srv.Teams.Add(tourney.Team{ID: in.TeamID, Name: "The team", Division: team})
	return srv, f.send(t, http.MethodPut, "/standings")
}

func stageLeaders(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
	t.Helper()
	srv := empty(t, f)
	srv.SetLeaders(decode[struct {
		Players struct{ Statistics []tourney.StatisticCategory }
	}](t, f.body).Players.Statistics)
	return srv, get(t, "/statistics")
}

func stageStatistics(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
	t.Helper()
	srv := empty(t, f)
	in := decode[ids](t, f.request)
	side := func(id int64, external string, players []struct {
		TeamPlayerID     int64
		ExternalPlayerID string
	}) *tourney.GameSide {
		team := tourney.Team{ID: id, Name: "A team", ExternalTeamID: external}
		for _, p := range players {
			team.Players = append(team.Players, tourney.TeamPlayer{ID: p.TeamPlayerID, ExternalPlayerID: p.ExternalPlayerID})
		}
		return &tourney.GameSide{TeamID: new(srv.Teams.Add(team))}
	}
	srv.Games.Add(tourney.Game{
		ID:       in.GameID,
		AwayTeam: side(in.Away.ID, in.Away.ExternalTeamID, in.Away.Players),
		HomeTeam: side(in.Home.ID, in.Home.ExternalTeamID, in.Home.Players),
	})
	return srv, f.send(t, http.MethodPut, "/statistics")
}

func stageRegistration(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
	t.Helper()
	result := decode[tourney.RegistrationResult](t, f.body)
	srv := emptyAt(t, mockserver.Profile{
		Profile: tourney.Profile{Variant: f.variant}, RegisteredStatus: &result.Status,
	})
	stageRefs(t, srv, f)
	srv.SetNextID(result.TeamID)
	return srv, f.send(t, http.MethodPost, "/register")
}

func stagePayment(t *testing.T, f fixture) (*mockserver.Server, *http.Request) {
	t.Helper()
	srv := empty(t, f)
	in := stageRefs(t, srv, f)
	if in.TeamID != 0 {
		srv.Teams.Add(tourney.Team{ID: in.TeamID, Name: "The team"})
	}
	srv.SetNextTransactionID(decode[tourney.PaymentResult](t, f.body).TransactionID)
	return srv, f.send(t, http.MethodPost, "/payments")
}
