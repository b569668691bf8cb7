package mockserver_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// thorough says whether tests over a product of cases try all cases, and random tests make all checks. `.ci/run
// thorough` sets it.
var thorough = os.Getenv("TOURNEY_THOROUGH") != ""

func TestMain(m *testing.M) {
	fewChecks()
	goleak.VerifyTestMain(m)
}

// fewChecks makes a test of a random property try 25 cases, unless the run is thorough or the command line sets another
// number.
func fewChecks() {
	if !thorough {
		_ = flag.Set("rapid.checks", "25")
	}
}

// sample returns a function that says of each case in turn whether the test tries it: one of so many, chosen by a seed
// that the log tells and TOURNEY_SEED repeats, or each in a thorough run.
func sample(t testing.TB, of int) func() bool {
	t.Helper()
	if thorough {
		return func() bool { return true }
	}
	seed, err := strconv.ParseUint(os.Getenv("TOURNEY_SEED"), 10, 64)
	if err != nil {
		seed = rand.Uint64()
	}
	t.Logf("one case of %d: repeat with TOURNEY_SEED=%d", of, seed)
	chosen := rand.New(rand.NewPCG(seed, 0))
	return func() bool { return chosen.IntN(of) == 0 }
}

// hostOf returns a profile for a variant.
func hostOf(v tourney.Variant, p mockserver.Profile) mockserver.Profile {
	p.Variant = v
	return p
}

// empty returns a server without rows.
func empty(t testing.TB, h tourney.Host, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	srv, err := mockserver.New(h, append([]mockserver.Option{mockserver.Scenario("empty"), admin.Serve()}, opts...)...)
	require.NoError(t, err)
	return srv
}

// smallScenario returns the options that choose a scenario, with few teams where their number is a choice.
func smallScenario(info mockserver.ScenarioInfo) []mockserver.Option {
	opts := []mockserver.Option{mockserver.Scenario(info.Name)}
	if info.Teams > 0 {
		opts = append(opts, mockserver.ScenarioSize(300))
	}
	return opts
}

// keysOf returns the keys with which clients of a world sign.
func keysOf(w *mockserver.World) auth.Credentials {
	keys, _ := w.Accounts.Keys("")
	return keys
}

// detailsOf returns the details of a row, zero ones without the row.
func detailsOf[T, D any](rows mockserver.DetailedRows[T, D], id int64) D {
	details, _ := rows.Details(id)
	return details
}

// addPool adds a pool with positions.
func addPool(w *mockserver.World, p tourney.Pool, positions int, ids ...int64) (id int64, teamPoolIDs []int64) {
	id = w.Pools.Add(p)
	return id, w.Pools.AddPositions(id, positions, ids...)
}

// addVenue adds a venue to events.
func addVenue(w *mockserver.World, v tourney.Venue, eventIDs ...int64) int64 {
	id := w.Venues.Add(v)
	w.Venues.EditDetails(id, func(d *stored.VenueDetails) { d.EventIDs = eventIDs })
	return id
}

// addFault adds a rule that may be wrong.
func addFault(w *mockserver.World, rule fault.Rule) (f *fault.Armed, err error) {
	err = mockserver.Try(func() { f = w.Faults.Add(rule) })
	return f, err
}

// eachVariant runs a test for every variant.
func eachVariant(t *testing.T, test func(t *testing.T, v tourney.Variant)) {
	t.Helper()
	for _, v := range tourney.Variants() {
		t.Run(string(v), func(t *testing.T) { test(t, v) })
	}
}

// answer is a response on the wire.
type answer struct {
	status int
	header http.Header
	body   string
}

// send sends a request without a socket. Headers are names and values in turn.
func send(t testing.TB, srv http.RoundTripper, method, target, body string, header ...string) answer {
	t.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, "http://host.example.com"+target, reader)
	require.NoError(t, err)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	a, err := answerOf(srv.RoundTrip(req))
	require.NoError(t, err)
	return a
}

// answerOf reads a response to its end.
func answerOf(res *http.Response, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	data, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, res.Header, string(data)}, errors.Join(err, res.Body.Close())
}

// get sends a GET that must succeed, and returns the body.
func get(t testing.TB, srv http.RoundTripper, target string) string {
	t.Helper()
	a := send(t, srv, http.MethodGet, target, "")
	require.Equal(t, http.StatusOK, a.status, "%s: %s", target, a.body)
	return a.body
}

// accept sends a write that must succeed, and returns the body.
func accept(t testing.TB, srv http.RoundTripper, method, target, body string) string {
	t.Helper()
	a := send(t, srv, method, target, body)
	require.Equal(t, http.StatusOK, a.status, "%s %s: %s", method, target, a.body)
	return a.body
}

// at returns a value in a JSON body. The path has names and indexes with points between them.
func at(t testing.TB, body, path string) any {
	t.Helper()
	v, ok := find(t, body, path)
	require.True(t, ok, "%s is not in %s", path, body)
	return v
}

// requireAbsent requires that a JSON body does not have a member.
func requireAbsent(t testing.TB, body, path string) {
	t.Helper()
	_, ok := find(t, body, path)
	require.False(t, ok, "%s is in %s", path, body)
}

func find(t testing.TB, body, path string) (any, bool) {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal([]byte(body), &v), body)
	for step := range strings.SplitSeq(path, ".") {
		switch inner := v.(type) {
		case map[string]any:
			next, ok := inner[step]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(inner) {
				return nil, false
			}
			v = inner[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// listed returns the ids of a list's rows.
func listed(t testing.TB, srv http.RoundTripper, target, wrapper string) []int64 {
	t.Helper()
	var body map[string]struct{ Results []struct{ ID int64 } }
	require.NoError(t, json.Unmarshal([]byte(get(t, srv, target)), &body))
	ids := []int64{}
	for _, row := range body[wrapper].Results {
		ids = append(ids, row.ID)
	}
	return ids
}

// messages returns the messages of an error body.
func messages(t testing.TB, a answer) string {
	t.Helper()
	var body struct {
		Errors []struct {
			Code    *int
			Message string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(a.body), &body), a.body)
	require.NotEmpty(t, body.Errors, a.body)
	var texts []string
	for _, e := range body.Errors {
		require.NotNil(t, e.Code)
		require.NotEmpty(t, e.Message)
		texts = append(texts, e.Message)
	}
	return strings.Join(texts, "\n")
}

// everything holds all rows that a World shows.
type everything struct {
	Events        []tourney.Event
	Divisions     []tourney.Division
	Teams         []tourney.Team
	Players       []tourney.Player
	Venues        []tourney.Venue
	Games         []tourney.Game
	Payments      []stored.Payment
	Registrations []stored.Registration
	Pools         []tourney.Pool
	TeamPools     []stored.Position
	Owners        map[int64]stored.EventDetails
	Within        map[int64][]int64 // the events of teams and venues
	Details       map[int64]stored.TeamDetails
	ExternalIDs   map[int64]string // of divisions and games
	Statistics    map[string]string
}

func dump(srv *mockserver.World) everything {
	all := everything{
		Events: srv.Events.All(), Divisions: srv.Divisions.All(), Teams: srv.Teams.All(), Players: srv.Players.All(), Venues: srv.Venues.All(),
		Games: srv.Games.All(), Payments: srv.Payments.All(), Registrations: srv.Registrations.All(),
		Details: map[int64]stored.TeamDetails{}, ExternalIDs: map[int64]string{}, Statistics: map[string]string{},
		Owners: map[int64]stored.EventDetails{}, Within: map[int64][]int64{},
	}
	for _, e := range all.Events {
		all.Owners[e.ID], _ = srv.Events.Details(e.ID)
	}
	for _, v := range all.Venues {
		all.Within[v.ID] = detailsOf(srv.Venues, v.ID).EventIDs
	}
	all.Pools = srv.Pools.All()
	for _, d := range all.Divisions {
		all.ExternalIDs[d.ID] = detailsOf(srv.Divisions, d.ID).ExternalID
	}
	for _, p := range all.Pools {
		all.TeamPools = append(all.TeamPools, srv.Pools.Positions(p.ID)...)
	}
	for _, g := range all.Games {
		all.ExternalIDs[g.ID] = detailsOf(srv.Games, g.ID).ExternalID
		for _, s := range srv.Statistics.OfGame(g.ID) {
			all.Statistics[fmt.Sprint(g.ID, "/", s.TeamPlayerID, "/", s.Name)] = s.Value.String()
		}
	}
	for _, team := range all.Teams {
		details, _ := srv.Teams.Details(team.ID)
		all.Within[team.ID], details.EventID = []int64{details.EventID}, 0
		all.Details[team.ID] = details
	}
	return all
}

// unchanged requires that a server has the same rows as before.
func unchanged(t testing.TB, before everything, srv *mockserver.World) {
	t.Helper()
	require.Empty(t, cmp.Diff(before, dump(srv)))
}

// saver is a World, or the Server of one.
type saver interface {
	Save(w io.Writer, opts ...mockserver.SaveOption) error
}

// saved returns what Save writes.
func saved(t require.TestingT, srv saver, opts ...mockserver.SaveOption) string {
	var b bytes.Buffer
	require.NoError(t, srv.Save(&b, opts...))
	return b.String()
}

// text returns a value as JSON.
func text(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	return string(data)
}

// sorted returns a list in ascending order.
func sorted[T interface{ ~string | ~int64 }](list []T) []T { return slices.Sorted(slices.Values(list)) }
