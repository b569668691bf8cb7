package mockserver_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// formats are the values of Accept.
var formats = []string{"application/json", "application/xml"}

// page is what a client sees of an answer.
type shownPage struct {
	Status        int
	Body, Assumed string
}

func shownAt(t testing.TB, srv http.RoundTripper, target, format string) shownPage {
	t.Helper()
	a := mocktest.Send(t, srv, http.MethodGet, target, "", "Accept", format)
	return shownPage{a.Status, a.Body, a.Header.Get("X-Mock-Assumed")}
}

// sameAsAnew compares the answers of a server with those of a server that keeps no encodings and has the same rows. It
// asks twice, so that each row comes from what the server keeps.
func sameAsAnew(t testing.TB, srv *mockserver.Server, targets ...string) {
	t.Helper()
	anew := mockserver.Anew(srv)
	for _, target := range targets {
		for _, format := range formats {
			want := shownAt(t, anew, target, format)
			for range 2 {
				require.Empty(t, cmp.Diff(want, shownAt(t, srv, target, format)), "%s %s", target, format)
			}
		}
	}
}

// subsets are sets of includes, some of which mean something for each noun.
var subsets = []string{
	"", "&includes=Players", "&includes=coaches,%20POOLS", "&includes=Season,Nonsense,*", "&includes=*",
	"&includes=Assets,Brackets,Teams", "&includes=Results,Settings", "&includes=Prices,Reports,Profile",
	"&includes=Players,Coaches,Pools,Season,Assets,Brackets,Prices,Reports,Results,Settings,Teams,Profile,Statistics",
}

// nouns are requests for lists and rows of the world of tests.
var nouns = []string{
	"teams?eventid=1", "teams?id=101", "teams?eventid=1&pagesize=1&page=2", "teams?eventid=1&page=99", "teams?id=9",
	"divisions?eventid=1", "divisions?id=11", "games?eventid=1", "games?id=81", "bouts?id=81",
	"players?eventid=1", "players?id=2001", "venues?eventid=1", "venues?id=51", "events?page=1", "events?id=1",
}

// requests returns a request for each noun with each of the includes.
func requests(in ...string) (list []string) {
	for _, noun := range nouns {
		for _, in := range in {
			list = append(list, "/api/v1/"+noun+in)
		}
	}
	return list
}

// TestKeptPagesAreThePagesEncodedAnew goes over all variants, and over the options that change members or rows.
func TestKeptPagesAreThePagesEncodedAnew(t *testing.T) {
	compare := func(t *testing.T, v tourney.Host, opts ...mockserver.Option) {
		t.Helper()
		srv := mocktest.World(t, v, opts...)
		sameAsAnew(t, srv, requests("", subsets[8])...)
		srv.Teams.Edit(101, func(team *tourney.Team) { team.Name += " & <Sons>" })
		sameAsAnew(t, srv, requests(subsets...)...)
	}
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) { compare(t, v) })
	for name, c := range map[string]struct {
		host mockserver.Profile
		opts []mockserver.Option
	}{
		"strict":           {mockserver.Profile{}, []mockserver.Option{mockserver.Strict()}},
		"nulls":            {mockserver.Profile{AbsentAsNull: true}, nil},
		"strict and nulls": {mockserver.Profile{AbsentAsNull: true}, []mockserver.Option{mockserver.Strict()}},
		"includes": {mockserver.Profile{
			DefaultIncludes: []tourney.Include{tourney.IncludePlayers, tourney.IncludeTeams}, NewestFirst: true,
		}, nil},
		"small limit": {mockserver.Profile{}, []mockserver.Option{mockserver.WithLimits(mockserver.Limits{EncodedRows: 3000})}},
	} {
		for _, v := range []tourney.Variant{tourney.Baseball, tourney.Softball, tourney.Hockey} { // differ most
			t.Run(name+"/"+string(v), func(t *testing.T) { compare(t, mocktest.HostOf(v, c.host), c.opts...) })
		}
	}
}

// TestKeptPagesShowRowsThatCameLater: what a row refers to is missing when the row is first encoded, and is added then.
func TestKeptPagesShowRowsThatCameLater(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer, mockserver.AllowDanglingReferences())
	srv.Teams.Add(tourney.Team{ID: 1, Name: "Otters", ParentID: 9, Season: &tourney.Season{ID: 1}})
	srv.Games.Add(tourney.Game{
		ID: 2, Division: &tourney.GameDivision{ID: 9, Name: "before"},
		VenueCourt: &tourney.VenueCourt{Venue: &tourney.Venue{ID: 9, Name: "before"}},
		AwayTeam:   &tourney.GameSide{TeamID: new(int64(9)), Name: "before", TeamPoolID: new(int64(91))},
	})
	targets := []string{"/api/v1/teams?id=1&includes=Season", "/api/v1/games?id=2"}
	for _, add := range []func(){
		func() { srv.Teams.Add(tourney.Team{ID: 9, Name: "after", Season: &tourney.Season{ID: 2}}) },
		func() { srv.Events.Add(tourney.Event{ID: 9, Name: "after"}) },
		func() { srv.Divisions.Add(tourney.Division{ID: 9, Name: "after"}) },
		func() { srv.Venues.Add(tourney.Venue{ID: 9, Name: "after"}) },
		func() { mocktest.AddPool(srv.World, tourney.Pool{ID: 9, Name: "after"}, 1, 91) },
		func() { srv.Teams.Remove(9) },
	} {
		sameAsAnew(t, srv, targets...)
		add()
		sameAsAnew(t, srv, targets...)
	}
	require.NotContains(t, shownAt(t, srv, targets[1], formats[0]).Body, "before")
}

// TestKeptPagesAfterEveryWrite makes random writes of each kind, on servers that branch off each other and that go back
// to rows of before. After each, some pages are compared, and all at the end.
func TestKeptPagesAfterEveryWrite(t *testing.T) {
	few := rapid.SliceOfN(rapid.SampledFrom(keptTargets), 4, 4)
	rapid.Check(t, func(rt *rapid.T) {
		alive := []*gambler{{T: rt, srv: populated(t)}}
		var before []*mockserver.Snapshot
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			of := alive[rapid.IntRange(0, len(alive)-1).Draw(rt, "branch")]
			switch rapid.IntRange(0, 8).Draw(rt, "what") {
			case 0:
				if len(alive) < 3 {
					alive = append(alive, &gambler{T: rt, srv: mockserver.Branch(of.srv)})
				}
			case 1:
				before = append(before, of.srv.Snapshots.Take())
			case 2:
				if len(before) > 0 {
					of.srv.Snapshots.Restore(before[rapid.IntRange(0, len(before)-1).Draw(rt, "before")])
				}
			case 3:
				of.srv.Reset()
			case 4:
				first := alive[0].srv // the others do not know what was written before they branched off
				first.Writes.Rewind(max(first.Writes.Newest()-3, 0))
			default:
				of.step(t)
			}
			sameAsAnew(t, of.srv, few.Draw(rt, "targets")...)
		}
		for _, g := range alive {
			sameAsAnew(t, g.srv, keptTargets...)
		}
	})
}

// keptTargets are requests for rows that a gambler changes.
var keptTargets = func() (list []string) {
	for _, in := range []string{"", "&includes=Players,Coaches,Pools,Season,Settings,Teams,Profile,Statistics"} {
		for _, target := range []string{
			"teams?pagesize=50", "teams?id=31", "teams?id=32", "divisions?page=1", "divisions?id=11", "games?pagesize=50",
			"games?id=71", "players?pagesize=50", "players?id=41", "venues?x=1", "events?page=1",
		} {
			list = append(list, "/api/v1/"+target+in)
		}
	}
	return list
}()
