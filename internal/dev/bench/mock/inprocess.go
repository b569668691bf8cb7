package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/dev/bench/timing"
	"github.com/tourney-go/tourney/mockserver"
)

// nowhere is a ResponseWriter that keeps the status and the header, and drops the body.
type nowhere struct {
	header http.Header
	status int
}

func newNowhere() *nowhere { return &nowhere{header: http.Header{}} }

func (n *nowhere) Header() http.Header         { return n.header }
func (n *nowhere) WriteHeader(status int)      { n.status = status }
func (n *nowhere) Write(p []byte) (int, error) { return len(p), nil }

// handle passes a request to a server. It panics if the server refuses the request, because refusing takes less time
// than answering.
func handle(srv *mockserver.Server, method, target, body string) {
	w := newNowhere()
	if srv.ServeHTTP(w, request(method, target, body)); w.status != http.StatusOK {
		panic(fmt.Sprintf("%s %s: status %d", method, target, w.status))
	}
}

// request returns a request with a body in JSON.
func request(method, target, body string) *http.Request {
	req, err := http.NewRequestWithContext(context.Background(), method, "http://localhost"+target, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	req.Header.Set("Content-Type", asJSON)
	return req
}

// median calls a function several times, and returns the median of the times that the calls took.
func median(calls int, do func()) time.Duration {
	times := make([]time.Duration, calls)
	for i := range times {
		begin := time.Now()
		do()
		times[i] = time.Since(begin)
	}
	return timing.Median(times)
}

// allocations returns how many allocations a call of a function makes, on average.
func allocations(do func()) uint64 {
	const calls = 100
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		do()
	}
	runtime.ReadMemStats(&after)
	return (after.Mallocs - before.Mallocs) / calls
}

// inProcessTable prints the costs of single calls.
func inProcessTable(w io.Writer) error {
	fmt.Fprintln(w, "in process\tmeasured\tgoal")
	first, err := firstStart()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "Start and Close, the first of a process\t%v\t<= 3ms\n", first.Round(time.Microsecond))
	startAndClose()
	fmt.Fprintf(w, "Start and Close, after it\t%v\t<= 100µs\n", median(50, startAndClose).Round(time.Microsecond))

	none := empty()
	req := request(http.MethodGet, "/api/v1/venues", "")
	least := func() { none.ServeHTTP(newNowhere(), req) }
	fmt.Fprintf(w, "a request beyond net/http\t%v\t<= 5µs\n", median(5000, least))
	fmt.Fprintf(w, "the same, allocations\t%d\t<= 25\n", allocations(least))

	standingsRow(w)
	if err := hugeRow(w); err != nil {
		return err
	}
	return leadersRow(w)
}

// standingsRow measures a request for standings, which the server computes anew for each request.
func standingsRow(w io.Writer) {
	srv := oneDivision(1000)
	standings := median(100, func() { handle(srv, "GET", "/api/v1/standings?eventid=1&display=Event", "") })
	fmt.Fprintf(w, "standings of 1,000 teams\t%v\t<= 2ms\n", standings.Round(time.Microsecond))
}

// firstStart returns how long the first Start and Close of a process take: the median of several processes.
func firstStart() (time.Duration, error) {
	const processes = 15
	times := make([]time.Duration, processes)
	for i := range times {
		child, err := child(firstKind)
		if err != nil {
			return 0, err
		}
		output, err := child.Output()
		if err != nil {
			return 0, err
		}
		if times[i], err = time.ParseDuration(strings.TrimSpace(string(output))); err != nil {
			return 0, err
		}
	}
	return timing.Median(times), nil
}

func startAndClose() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		panic(err)
	}
	if err := srv.Listen("127.0.0.1:0"); err != nil {
		panic(err)
	}
	srv.Close()
}

// oneDivision returns a mock whose teams all play in one division.
func oneDivision(teams int) *mockserver.Server {
	srv := empty()
	srv.Divisions.Add(tourney.Division{ID: 1, Event: &tourney.Event{ID: 1}})
	for i := range teams {
		t := team(i, 0)
		t.Division = &tourney.TeamDivision{ID: 1}
		srv.Teams.Add(t)
	}
	for i := range 5 * teams {
		g := game(i, teams)
		g.Division = &tourney.GameDivision{ID: 1}
		srv.Games.Add(g)
	}
	return srv
}

// hugeRow measures how long the scenario huge takes until it has answered a request.
func hugeRow(w io.Writer) error {
	begin := time.Now()
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("huge"))
	if err != nil {
		return err
	}
	handle(srv, http.MethodGet, "/api/v1/teams?eventid=1010&page=190", "")
	fmt.Fprintf(w, "huge, 100,000 teams: ready\t%v\t<= 2s\n", time.Since(begin).Round(time.Millisecond))
	return nil
}

// leadersRow measures a request for the leaders of 100,000 statistics. The server computes the leaders anew after a
// write to the statistics.
func leadersRow(w io.Writer) error {
	const games, players = 1000, 100
	srv := empty()
	srv.Divisions.Add(tourney.Division{ID: 1, Event: &tourney.Event{ID: 1}})
	t := team(0, players)
	srv.Teams.Add(t)
	added, _ := srv.Teams.Get(1)
	firstGame := int64(0)
	for range games {
		id := srv.Games.Add(tourney.Game{
			Division: &tourney.GameDivision{ID: 1}, AwayTeam: &tourney.GameSide{TeamID: new(int64(1))},
		})
		firstGame = cmp.Or(firstGame, id)
		for i, p := range added.Players {
			srv.Statistics.Set(id, p.ID, "Goals", tourney.NewDecimal(int64(i%5), 0))
		}
	}
	n := int64(0)
	leaders := median(10, func() {
		n++
		srv.Statistics.Set(firstGame, added.Players[0].ID, "Goals", tourney.NewDecimal(n%5, 0))
		handle(srv, "GET", "/api/v1/statistics?eventid=1", "")
	})
	fmt.Fprintf(w, "leaders of %d statistics, after another one\t%v\t<= 100ms\n", games*players,
		leaders.Round(time.Microsecond))
	return nil
}

// growthTable prints how costs grow with the number of rows.
func growthTable(w io.Writer) error {
	fmt.Fprintln(w, "growth\tratio\tgoal")
	for _, b := range bookings {
		fmt.Fprintf(w, "the 100,000th %s : the 1,000th\t%.2f\t<= 1.3\n", b.name, b.growth())
	}
	growth := inTurns(lastPage(1_000), lastPage(100_000))
	fmt.Fprintf(w, "the last page at 100,000 teams : at 1,000\t%.2f\t<= 1.2\n", growth)
	return nil
}

// booking is a request that makes a payment or a registration.
type booking struct{ name, path, body string }

var bookings = []booking{
	{"payment", "/api/v1/payments", `{"EventId":1,"EnableCreditCard":false,
		"Payment":{"Amount":1,"Title":"t","Description":"d"}}`},
	{"registration", "/api/v1/register", `{"DivisionId":1,"Name":"Terns",
		"Coaches":[{"FirstName":"Ada","PrimaryContact":true}],"Players":[{"FirstName":"Pat"}]}`},
}

// growth returns how many times as long the 100,000th booking takes as the 1,000th. Two servers handle bookings in
// turns, so that other work of the machine slows both.
func (b booking) growth() float64 {
	booked := func(before int) func() {
		srv := empty()
		srv.Divisions.Add(tourney.Division{ID: 1, Event: &tourney.Event{ID: 1}})
		book := func() { handle(srv, "POST", b.path, b.body) }
		for range before {
			book()
		}
		return book
	}
	return inTurns(booked(500), booked(99_500))
}

// inTurns calls both functions 1,000 times: 20 calls of the first, then 20 calls of the second, and so on. It returns
// the median time of the second function divided by the median time of the first.
func inTurns(first, second func()) float64 {
	const turns, calls = 50, 20
	times := make([][]time.Duration, 2)
	for range turns {
		for i, do := range []func(){first, second} {
			for range calls {
				begin := time.Now()
				do()
				times[i] = append(times[i], time.Since(begin))
			}
		}
	}
	return float64(timing.Median(times[1])) / float64(timing.Median(times[0]))
}

// lastPage returns a function that requests the last page of a list with this number of teams.
func lastPage(teams int) (ask func()) {
	srv := empty()
	for id := range int64(10) {
		srv.Divisions.Add(tourney.Division{ID: id + 1, Event: &tourney.Event{ID: 1}})
	}
	for i := range teams {
		t := team(i, 0)
		t.Address = nil
		srv.Teams.Add(t)
	}
	target := fmt.Sprintf("/api/v1/teams?eventid=1&page=%d", teams/50)
	return func() { handle(srv, "GET", target, "") }
}
