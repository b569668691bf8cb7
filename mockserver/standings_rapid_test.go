package mockserver_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// cupTargets are questions for standings in all displays.
var cupTargets = func() (list []string) {
	for _, display := range []string{"pool", "division", "event", "bracket"} {
		for _, filter := range []string{"eventid=1", "eventid=2", "divisionid=11", "eventid=1&divisionid=12", "bracketid=5"} {
			list = append(list, "/api/v1/standings?display="+display+"&"+filter)
		}
	}
	return list
}()

// longLeague returns a server with two events, three divisions with pools and brackets, teams and games. The first division has
// more lines than a block of encoded lines.
func longLeague(t testing.TB, v tourney.Variant, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	srv := empty(t, v, opts...)
	for i := range int64(3) {
		srv.AddEvent(tourney.Event{ID: 1 + i, Name: fmt.Sprint("Cup & <", i, ">")})
		srv.AddDivision(tourney.Division{
			ID: 11 + i, Name: "Gold", Event: &tourney.Event{ID: 1 + i/2},
			Settings: &tourney.DivisionSettings{RegistrationStatus: tourney.ShowActiveTeams},
			Brackets: []tourney.Bracket{{ID: 5, Name: "A"}, {ID: 6 + i, Name: `"Participants":[]`}},
		})
		srv.AddPool(tourney.Pool{ID: 21 + i, Name: "Pool", Division: &tourney.TeamDivision{ID: 11 + i}}, 6)
	}
	for i := range int64(48) {
		row := tourney.Team{ID: 31 + i, Name: fmt.Sprint("Team ", i), Division: &tourney.TeamDivision{ID: 11}}
		if i < 12 {
			row.Division.ID = 11 + i%3
			row.Pools = []tourney.TeamPool{{Number: int(1 + i/3), Pool: tourney.Pool{ID: 21 + i%3}}}
		}
		srv.AddTeam(row)
	}
	for i := range int64(40) {
		srv.AddGame(cupGame(71+i, 11+i%3, 31+i%12, 31+(i+3)%12, tourney.NewDecimal(i%5, 0)))
	}
	return srv
}

func cupGame(id, division, away, home int64, score tourney.Decimal) tourney.Game {
	return tourney.Game{
		ID: id, Type: tourney.GamePool, Division: &tourney.GameDivision{ID: division},
		AwayTeam: &tourney.GameSide{TeamID: &away, Score: &score},
		HomeTeam: &tourney.GameSide{TeamID: &home, Score: new(tourney.NewDecimal(2, 0))},
	}
}

// bookkeeper writes at random what standings depend on.
type bookkeeper struct{ gambler }

func (b *bookkeeper) score() *tourney.Decimal {
	texts := []string{"", "0", "1", "2", "3", "-2", "2.5", "0.25", "-1.50", "1e3", "1234567890123456789"}
	text := rapid.SampledFrom(texts).Draw(b.T, "score")
	if text == "" {
		return nil
	}
	return new(tourney.MustDecimal(text))
}

func (b *bookkeeper) cupTeam() int64     { return b.id(33, 12) }
func (b *bookkeeper) cupGame() int64     { return b.id(71, 12) }
func (b *bookkeeper) cupDivision() int64 { return b.id(11, 3) }

// put sends an update, which may be refused.
func (b *bookkeeper) put(t *testing.T, path, format string, args ...any) {
	t.Helper()
	send(t, b.srv, http.MethodPut, "/api/v1/"+path, fmt.Sprintf(format, args...))
}

// side changes a side of a game.
func (b *bookkeeper) side(s *tourney.GameSide) *tourney.GameSide {
	if s == nil {
		s = &tourney.GameSide{}
	}
	changed := *s
	switch b.id(0, 6) {
	case 0:
		return nil
	case 1:
		changed.TeamID = new(b.cupTeam())
	case 2:
		changed.TeamID = nil
	case 3:
		changed.BracketID = new(b.id(5, 4))
	case 4:
		changed.WonBy = &tourney.WonBy{Code: int(b.id(0, 2))}
	default:
		changed.Score, changed.TeamPoolID = b.score(), nil
	}
	return &changed
}

func (b *bookkeeper) game(change func(g *tourney.Game)) func() {
	return func() { b.srv.EditGame(b.cupGame(), change) }
}

func (b *bookkeeper) team(change func(r *tourney.Team)) func() {
	return func() { b.srv.EditTeam(b.cupTeam(), change) }
}

func (b *bookkeeper) divisionRow(change func(d *tourney.Division)) func() {
	return func() { b.srv.EditDivision(b.cupDivision(), change) }
}

// write makes one write. The side door refuses some of them.
func (b *bookkeeper) write(t *testing.T) {
	t.Helper()
	games := []func(){
		func() { b.put(t, "games", `{"Id":%d,"AwayScore":%d}`, b.cupGame(), b.id(0, 4)) },
		b.game(func(g *tourney.Game) { g.AwayTeam = b.side(g.AwayTeam) }),
		b.game(func(g *tourney.Game) { g.HomeTeam = b.side(g.HomeTeam) }),
	}
	others := []func(){
		b.game(func(g *tourney.Game) { g.Division = &tourney.GameDivision{ID: b.cupDivision()} }),
		b.game(func(g *tourney.Game) { g.Type = tourney.GameBracket }),
		b.game(func(g *tourney.Game) { g.BracketName = rapid.SampledFrom([]string{"", "A"}).Draw(b.T, "bracket") }),
		func() { b.srv.RemoveGame(b.cupGame()) },
		func() {
			b.srv.AddGame(cupGame(b.id(71, 12), b.cupDivision(), b.cupTeam(), b.cupTeam(), tourney.NewDecimal(b.id(0, 4), 0)))
		},
		b.team(func(r *tourney.Team) {
			r.Name = rapid.SampledFrom([]string{"", "Ö <&>", `a"Place":"1st`}).Draw(b.T, "name")
		}),
		b.team(func(r *tourney.Team) { r.ExternalTeamID = b.text() }),
		b.team(func(r *tourney.Team) { r.Paid, r.Status = new(b.chance()), new(tourney.TeamStatus(b.id(1, 3))) }),
		b.team(func(r *tourney.Team) { r.Division = &tourney.TeamDivision{ID: b.cupDivision()} }),
		func() { b.srv.RemoveTeam(b.cupTeam()) },
		func() {
			b.srv.AddTeam(tourney.Team{ID: b.cupTeam(), Name: "new", Division: &tourney.TeamDivision{ID: b.cupDivision()}})
		},
		func() {
			if positions := b.srv.TeamPools(b.id(21, 3)); len(positions) > 0 {
				at := rapid.SampledFrom(positions).Draw(b.T, "position")
				b.put(t, "standings", `{"TeamPoolId":%d,"TeamId":%d}`, at.ID, b.cupTeam())
			}
		},
		b.divisionRow(func(d *tourney.Division) { d.Name = b.text() }),
		b.divisionRow(func(d *tourney.Division) { d.Event = &tourney.Event{ID: b.event()} }),
		b.divisionRow(func(d *tourney.Division) { d.Brackets = d.Brackets[:min(1, len(d.Brackets))] }),
		b.divisionRow(func(d *tourney.Division) {
			d.Settings = &tourney.DivisionSettings{RegistrationStatus: tourney.RegistrationStatus(b.id(1, 3))}
		}),
		func() { b.put(t, "divisions", `{"Id":%d,"Active":%t}`, b.cupDivision(), b.chance()) },
		func() { b.srv.EditPool(b.id(21, 3), func(p *tourney.Pool) { p.Label = b.text() }) },
		func() { b.srv.RemovePool(b.id(21, 3)) },
		func() { b.srv.EditEvent(b.event(), func(e *tourney.Event) { e.Name = b.text() }) },
		func() { b.step(t) },
	}
	if b.chance() {
		others = games
	}
	refusalOf(rapid.SampledFrom(others).Draw(b.T, "write"))
}

// back goes back to rows of before, or takes those of another server.
func (b *bookkeeper) back(t *testing.T, snapshots []*mockserver.Snapshot, other *mockserver.Server) {
	t.Helper()
	switch b.id(0, 4) {
	case 0:
		b.srv.Restore(rapid.SampledFrom(snapshots).Draw(b.T, "snapshot"))
	case 1:
		b.srv.Reset()
	case 2:
		_ = refusalOf(func() { b.srv.Rewind(max(b.srv.Writes()-b.id(1, 5), 0)) })
	default:
		var file bytes.Buffer
		require.NoError(b.T, other.Save(&file))
		require.NoError(b.T, b.srv.Load(&file))
	}
}

// compare compares answers, twice each, with those of a server that has the same rows and keeps nothing.
func (b *bookkeeper) compare(t *testing.T, targets ...string) {
	t.Helper()
	anew := mockserver.Anew(b.srv)
	defer anew.Close()
	for _, target := range targets {
		for _, format := range formats {
			want := shownAt(t, anew, target, format)
			for range 2 {
				if diff := cmp.Diff(want, shownAt(t, b.srv, target, format)); diff != "" {
					b.Fatalf("%s %s (-anew +kept):\n%s", target, format, diff)
				}
			}
		}
	}
}

// TestStandingsFollow compares standings with those of a server that keeps no encodings, after each of a few random
// writes: on a server and its sessions, and after going back.
func TestStandingsFollow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v := rapid.SampledFrom(tourney.Variants()).Draw(rt, "variant")
		limit := rapid.SampledFrom([]int64{64 << 20, 150_000, 30_000}).Draw(rt, "limit")
		opts := []mockserver.Option{mockserver.EncodedRowsLimit(limit)}
		if rapid.Bool().Draw(rt, "nulls") {
			opts = append(opts, mockserver.AbsentAsNull())
		}
		first := longLeague(t, v, opts...)
		defer first.Close()
		alive := []*bookkeeper{{gambler{T: rt, srv: first}}}
		asked := rapid.SliceOfN(rapid.SampledFrom(cupTargets), 3, 3).Draw(rt, "asked")
		snapshots := []*mockserver.Snapshot{first.Snapshot()}
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			b := rapid.SampledFrom(alive).Draw(rt, "server")
			switch rapid.IntRange(0, 12).Draw(rt, "what") {
			case 0:
				session, err := b.srv.NewSession("")
				require.NoError(rt, err)
				alive = append(alive, &bookkeeper{gambler{T: rt, srv: session}})
			case 1:
				snapshots = append(snapshots, b.srv.Snapshot())
			case 2:
				b.back(t, snapshots, rapid.SampledFrom(alive).Draw(rt, "other").srv)
			default:
				for range rapid.IntRange(1, 3).Draw(rt, "writes") {
					b.write(t)
				}
			}
			b.compare(t, asked...)
		}
		for _, b := range alive {
			b.compare(t, cupTargets...)
		}
	})
}

// TestStandingsBesideAWriter asks for standings while scores and names are written. Each answer counts each game for both
// of its teams.
func TestStandingsBesideAWriter(t *testing.T) {
	srv := longLeague(t, tourney.Soccer, mockserver.EncodedRowsLimit(2<<20))
	session, err := srv.NewSession("")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	problems := make(chan error)
	for _, of := range []*mockserver.Server{srv, srv, session} {
		for _, display := range []tourney.Display{tourney.DisplayEvent, tourney.DisplayDivision} {
			go func() { problems <- askWhile(ctx, of.Client(), display) }()
		}
	}
	for n := range 200 {
		accept(t, srv, http.MethodPut, "/api/v1/games", fmt.Sprintf(`{"Id":71,"AwayScore":%d}`, n%5))
		accept(t, session, http.MethodPut, "/api/v1/games", fmt.Sprintf(`{"Id":74,"HomeScore":%d}`, n%5))
		srv.EditTeam(40, func(r *tourney.Team) { r.Name = fmt.Sprint("Team ", n) })
	}
	stop()
	for range 6 {
		require.NoError(t, <-problems)
	}
	sameAsAnew(t, srv, cupTargets...)
	sameAsAnew(t, session, cupTargets...)
}

// askWhile asks for standings until the context ends, and adds up the columns for games played, wins and losses.
func askWhile(ctx context.Context, client *tourney.Client, display tourney.Display) error {
	for ctx.Err() == nil {
		got, err := client.Standings.Get(context.WithoutCancel(ctx), tourney.StandingsOptions{DivisionID: 11, Display: display})
		if err != nil {
			return err
		}
		var sums [3]int
		for _, line := range got.Groups[0].List[0].Participants {
			for i := range sums {
				n, _ := strconv.Atoi(line.Columns[i])
				sums[i] += n
			}
		}
		if sums[0] != 28 || sums[1] != sums[2] {
			return fmt.Errorf("%d games of teams, %d won and %d lost", sums[0], sums[1], sums[2])
		}
	}
	return nil
}
