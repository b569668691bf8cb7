package bulk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/bulk"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/reconcile"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start starts a mock with one event, two empty divisions, and teams for them.
func start(t *testing.T, teams int) (*mockserver.Server, []tourney.TeamCreateInput) {
	t.Helper()
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"))
	require.NoError(t, err)
	event := &tourney.Event{ID: srv.Events.Add(tourney.Event{Name: "Pond Cup"})}
	divisions := []int64{
		srv.Divisions.Add(tourney.Division{Name: "Gold", Event: event}),
		srv.Divisions.Add(tourney.Division{Name: "Silver", Event: event}),
	}
	in := make([]tourney.TeamCreateInput, teams)
	for i := range in {
		in[i] = tourney.TeamCreateInput{
			DivisionID: divisions[i%2], Name: new("Otters " + strconv.Itoa(i/4)), ExternalTeamID: new("T-" + strconv.Itoa(i)),
		}
	}
	return srv, in
}

// TestEnsureTeams: each team is there once, whatever is lost, and a division is read once however many teams it gets.
func TestEnsureTeams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const teams = 60
		srv, in := start(t, teams)
		srv.Faults.Add(fault.On("Teams.Create").Every(7).AfterCommit().Drop())
		srv.Faults.Add(fault.On("Teams.Create").Every(11).Before().Status(http.StatusBadGateway))
		options := bulk.TeamOptions{File: filepath.Join(t.TempDir(), "notes"), Settle: time.Minute}
		for _, created := range []bool{true, false} {
			var ids []int64
			for team, err := range bulk.EnsureTeams(t.Context(), srv.Client(), slices.Values(in), options) {
				require.NoError(t, err)
				require.Equal(t, in[len(ids)], team.Input)
				require.Equal(t, created, team.Created)
				there, ok := srv.Teams.Get(team.ID)
				require.True(t, ok)
				require.Equal(t, *team.Input.ExternalTeamID, there.ExternalTeamID)
				ids = append(ids, team.ID)
			}
			require.Len(t, ids, teams)
			require.Len(t, srv.Teams.All(), teams)
			require.NoFileExists(t, options.File)
		}
		srv.Faults.Clear()
		srv.Calls.Clear()
		again := slices.Concat(in, []tourney.TeamCreateInput{
			{DivisionID: in[0].DivisionID, ExternalTeamID: new("T-60")}, {DivisionID: in[0].DivisionID, ExternalTeamID: new("T-61")},
		})
		for _, err := range bulk.EnsureTeams(t.Context(), srv.Client(), slices.Values(again), options) {
			require.NoError(t, err)
		}
		require.Len(t, srv.Calls.All("Divisions.Get"), 2, "the note of a division has read it")
		require.Less(t, len(srv.Calls.All("")), 20, "one note for each division")
	})
}

// TestEnsureTeamsRefuses: an error is about one row, and the others are written.
func TestEnsureTeamsRefuses(t *testing.T) {
	srv, in := start(t, 6)
	srv.Teams.Add(tourney.Team{Name: "otters  0", Division: &tourney.TeamDivision{ID: in[1].DivisionID}})
	in[2].ExternalTeamID, in[3].DivisionID, in[4].Website = new(" "), 0, new("ftp://x")
	in = append(in, in[0])
	var got []string
	for team, err := range bulk.EnsureTeams(t.Context(), srv.Client(), slices.Values(in), bulk.TeamOptions{}) {
		var refused *tourney.ValidationError
		if errors.As(err, &refused) {
			got = append(got, refused.Fields[0].Path)
			continue
		}
		require.NoError(t, err)
		got = append(got, strconv.FormatBool(team.Created))
	}
	for _, err := range bulk.EnsureTeams(t.Context(), nil, slices.Values(in), bulk.TeamOptions{}) {
		require.ErrorContains(t, err, "EnsureTeams needs a Client of tourney.New and teams")
	}
	for _, err := range bulk.UpdateGames(t.Context(), srv.Client().Games, nil, 1) {
		require.ErrorContains(t, err, "UpdateGames: the updates are nil")
	}
	require.Equal(t, []string{"true", "name", "externalteamid", "divisionid", "website", "true", "false"}, got)
	require.Len(t, srv.Teams.All(), 3)
}

// TestEnsureTeamsOfTwoEvents: a team is there once when its rows name the event of the division, and when they do not.
func TestEnsureTeamsOfTwoEvents(t *testing.T) {
	srv, in := start(t, 1)
	in = append(in, in[0], in[0], in[0])
	in[1].ExternalTeamID, in[2].ExternalTeamID = new("T-1"), new("T-2")
	in[1].EventID, in[3].EventID = srv.Events.All()[0].ID, srv.Events.All()[0].ID
	in[3].ExternalTeamID = in[2].ExternalTeamID
	var created []bool
	for team, err := range bulk.EnsureTeams(t.Context(), srv.Client(), slices.Values(in), bulk.TeamOptions{}) {
		require.NoError(t, err)
		created = append(created, team.Created)
	}
	require.Equal(t, []bool{true, true, true, false}, created)
}

// edited is a host whose answers are changed on their way.
type edited struct {
	to     http.RoundTripper
	change func(path string, body map[string]any)
}

func (e edited) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := e.to.RoundTrip(req)
	if err != nil || req.Method != http.MethodGet {
		return res, err
	}
	defer func() { _ = res.Body.Close() }()
	var body map[string]any
	if err := json.NewDecoder(res.Body).Decode(&body); err != nil {
		return nil, err
	}
	e.change(req.URL.Path, body)
	data, err := json.Marshal(body)
	res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(data)), int64(len(data))
	res.Header.Del("Content-Length")
	return res, err
}

// TestEnsureTeamsOfAPart: a host that shows a part of a division gets no team again, and one that writes external ids
// in another way neither.
func TestEnsureTeamsOfAPart(t *testing.T) {
	details := func(change func(teams []any) any) func(string, map[string]any) {
		return func(_ string, body map[string]any) {
			if division, ok := body["Division"].(map[string]any); ok {
				division["Teams"] = change(division["Teams"].([]any))
			}
		}
	}
	list := func(change func(list map[string]any, rows []any)) func(string, map[string]any) {
		return func(_ string, body map[string]any) {
			if list, ok := body["Teams"].(map[string]any); ok && len(list["Results"].([]any)) > 0 {
				change(list, list["Results"].([]any))
			}
		}
	}
	each := func(change func(team map[string]any)) func([]any) any {
		return func(teams []any) any {
			for _, team := range teams {
				change(team.(map[string]any))
			}
			return teams
		}
	}
	for name, c := range map[string]struct {
		change func(path string, body map[string]any)
		want   error
	}{
		"half of the details":    {details(func(teams []any) any { return teams[:len(teams)/2] }), tourney.ErrListChanged},
		"empty details":          {details(func([]any) any { return []any{} }), tourney.ErrListChanged},
		"no details":             {details(func([]any) any { return nil }), tourney.ErrNotStated},
		"details without ids":    {details(each(func(team map[string]any) { delete(team, "Id") })), tourney.ErrListChanged},
		"half of the list":       {list(func(l map[string]any, rows []any) { l["Results"] = rows[:len(rows)/2] }), tourney.ErrListChanged},
		"a total that is larger": {list(func(l map[string]any, _ []any) { l["Total"] = 40 }), tourney.ErrListChanged},
		"half of everything": {func(path string, body map[string]any) {
			details(func(teams []any) any { return teams[:len(teams)/2] })(path, body)
			list(func(l map[string]any, rows []any) { l["Results"] = rows[:len(rows)/2] })(path, body)
		}, tourney.ErrListChanged},
		"no list": {func(_ string, body map[string]any) {
			if _, list := body["Teams"].(map[string]any); list {
				delete(body, "Teams")
			}
		}, tourney.ErrListChanged},
		"external ids in capitals": {details(each(func(team map[string]any) {
			team["ExternalTeamId"] = "  " + strings.ToUpper(team["ExternalTeamId"].(string))
		})), nil},
	} {
		t.Run(name, func(t *testing.T) {
			srv, in := start(t, 40)
			for i := range in {
				in[i].ExternalTeamID = new("kite-" + strconv.Itoa(i))
			}
			for _, err := range bulk.EnsureTeams(t.Context(), srv.Client(), slices.Values(in), bulk.TeamOptions{}) {
				require.NoError(t, err)
			}
			srv.Calls.Clear()
			client := srv.Client(tourney.WithHTTPClient(&http.Client{Transport: edited{srv, c.change}}))
			for team, err := range bulk.EnsureTeams(t.Context(), client, slices.Values(in), bulk.TeamOptions{}) {
				require.ErrorIs(t, err, c.want)
				require.False(t, team.Created)
			}
			require.Empty(t, srv.Calls.All("Teams.Create"))
		})
	}
}

// TestSameExternalID: everybody who compares external ids takes these for one.
func TestSameExternalID(t *testing.T) {
	for _, other := range []string{"kite-1", "KITE-1", " Kite-1\t", "\u212aite-1"} { // with the sign of kelvins
		srv, in := start(t, 1)
		in[0].Name, in[0].ExternalTeamID = new("Kites"), new("kite-1")
		note, err := reconcile.NoteBefore(t.Context(), srv.Client(), in[0])
		require.NoError(t, err)
		id := srv.Teams.Add(tourney.Team{
			Name: "Another name", ExternalTeamID: other, Division: &tourney.TeamDivision{ID: in[0].DivisionID},
		})
		found, err := reconcile.FindOut(t.Context(), srv.Client(), note, nil, 0)
		require.NoError(t, err)
		require.Equal(t, id, found.ID, other)
		for team, err := range bulk.EnsureTeams(t.Context(), srv.Client(), slices.Values(in), bulk.TeamOptions{}) {
			require.NoError(t, err)
			require.Equal(t, bulk.Team{Input: in[0], ID: id}, team)
		}
	}
}

// TestEnsureTeamsStops: a loop that has stopped gets no more pairs, also when the File cannot be removed.
func TestEnsureTeamsStops(t *testing.T) {
	srv, in := start(t, 2)
	options := bulk.TeamOptions{File: filepath.Join(t.TempDir(), "notes")}
	for _, err := range bulk.EnsureTeams(t.Context(), srv.Client(), slices.Values(in), options) {
		require.NoError(t, err)
		require.NoError(t, os.Remove(options.File))
		require.NoError(t, os.MkdirAll(filepath.Join(options.File, "in the way"), 0o700))
		break
	}
	require.Len(t, srv.Teams.All(), 1)
}

// TestEnsureTeamsCannotTell: a team that may be there is not created again by a later run, until a person has looked.
func TestEnsureTeamsCannotTell(t *testing.T) {
	srv, in := start(t, 2)
	srv.Faults.Add(fault.On("Teams.Create").Nth(1).Before().Drop())
	options := bulk.TeamOptions{File: filepath.Join(t.TempDir(), "notes")} // without Settle nothing certainly did not happen
	run := func() (errs []error) {
		for _, err := range bulk.EnsureTeams(t.Context(), srv.Client(), slices.Values(in), options) {
			errs = append(errs, err)
		}
		return errs
	}
	for range 2 {
		errs := run()
		require.ErrorIs(t, errs[0], tourney.ErrOutcomeUnknown)
		require.NoError(t, errs[1])
		require.Len(t, srv.Calls.All("Teams.Create"), 2)
	}
	require.NoError(t, os.Remove(options.File))
	require.Equal(t, []error{nil, nil}, run())
	require.NoError(t, os.WriteFile(options.File, []byte("{"), 0o600))
	require.ErrorContains(t, run()[0], "File of notes cannot be read")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range bulk.EnsureTeams(ctx, srv.Client(), slices.Values(in), bulk.TeamOptions{}) {
		require.ErrorIs(t, err, context.Canceled)
	}
}

// crowd is a transport that counts the requests at once, and notes games that have two.
type crowd struct {
	to   http.RoundTripper
	mu   sync.Mutex
	now  int
	most int
}

func (c *crowd) RoundTrip(req *http.Request) (*http.Response, error) {
	c.count(1)
	defer c.count(-1)
	<-time.After(time.Millisecond) // of the clock of synctest
	return c.to.RoundTrip(req)
}

func (c *crowd) count(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now += n
	c.most = max(c.most, c.now)
}

// TestUpdateGames: the pairs have the order of the input, a bad row fails alone, and no more than asked for run at once.
func TestUpdateGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv, err := mockserver.New(tourney.Soccer)
		require.NoError(t, err)
		games := srv.Games.All()[:20]
		var in []tourney.GameUpdateInput
		for i := range games {
			in = append(in, tourney.GameUpdateInput{ID: games[i].ID, HomeScore: tourney.Score(i), AwayScore: tourney.Score(9)})
		}
		for i := range games {
			wrong := tourney.GameUpdateInput{ID: games[i].ID, AwayScore: tourney.Score(99)}
			in = append(in, wrong, tourney.GameUpdateInput{ID: games[i].ID, AwayScore: tourney.Score(i)}) // the later one wins
		}
		in = append(in, tourney.GameUpdateInput{ID: 999999, HomeScore: tourney.Score(1)})
		crowd := &crowd{to: srv}
		client := srv.Client(tourney.WithHTTPClient(&http.Client{Transport: crowd}))
		at := 0
		for update, err := range bulk.UpdateGames(t.Context(), client.Games, slices.Values(in), 5) {
			require.Equal(t, in[at], update)
			at++
			require.Equal(t, at == len(in), errors.Is(err, tourney.ErrNotFound), err)
		}
		require.Equal(t, len(in), at)
		require.Equal(t, 5, crowd.most)
		for i := range games {
			game, _ := srv.Games.Get(games[i].ID)
			require.Equal(t, fmt.Sprint(i, i), game.HomeTeam.Score.String()+" "+game.AwayTeam.Score.String())
		}
		for _, err := range bulk.UpdateGames(t.Context(), client.Games, slices.Values(in), 5) {
			require.NoError(t, err)
			break // goleak looks for what still runs
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var last error
		for _, last = range bulk.UpdateGames(ctx, client.Games, slices.Values(in), 0) {
			cancel()
		}
		require.ErrorIs(t, last, context.Canceled)
	})
}
