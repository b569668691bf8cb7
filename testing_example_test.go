package tourney_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/journal"
	"github.com/tourney-go/tourney/secret"
	"github.com/tourney-go/tourney/watch"
	"github.com/tourney-go/tourney/watch/webhook"
)

// The code of "Back to before" in docs/testing.md.
func TestBackToBefore(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	client, evening := srv.Client(), srv.Snapshots.Take()
	for _, n := range []int{0, 7} {
		require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(n)}))
		srv.Snapshots.Restore(evening)
	}
	second := srv.Calls.All("Games.Update")[1].Write
	srv.Writes.Rewind(second) // the rows as they were after the second update
	game, _ := srv.Games.Get(7001)
	require.Equal(t, "7", game.HomeTeam.Score.String())
}

// The code of "One server for parallel tests" in docs/testing.md.
func TestParallelTestsShareAServer(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	for n := range 8 {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			session := srv.StartSession(t) // until this subtest ends
			session.Faults.Add(fault.On("Games.Update").Nth(1).Status(400))
			client := session.Client()
			require.Error(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(n)}))
			require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(n)}))
			game, _ := session.Games.Get(7001)
			require.Equal(t, fmt.Sprint(n), game.HomeTeam.Score.String())
			session.Calls.Want(t, "Games.Update", "Games.Update")
		})
	}
}

// The code of docs/testing.md.

// gameSource is what the ticker needs of a client. tourney.GamesService has this method.
type gameSource interface {
	All(context.Context, tourney.GameListOptions, ...tourney.ListOption) iter.Seq2[tourney.Game, error]
}

// ticker shows results.
type ticker struct{ games gameSource }

// results returns a line for each game that has two scores.
func (t ticker) results(ctx context.Context, divisionID int64) (lines []string, err error) {
	for game, err := range t.games.All(ctx, tourney.GameListOptions{DivisionID: divisionID}) {
		if err != nil {
			return nil, fmt.Errorf("results: %w", err)
		}
		if away, home := game.AwayTeam, game.HomeTeam; away != nil && home != nil && away.Score != nil && home.Score != nil {
			lines = append(lines, fmt.Sprintf("%s %v:%v %s", away.Name, away.Score, home.Score, home.Name))
		}
	}
	return lines, nil
}

func TestResultsComeFromTheServer(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, mockserver.Scenario("empty"))
	event := srv.Events.Add(tourney.Event{Name: "Pond Cup"})
	division := srv.Divisions.Add(tourney.Division{Name: "Gold", Event: &tourney.Event{ID: event}})
	away, home := tourney.GameSide{Name: "Otters"}, tourney.GameSide{Name: "Puffins"}
	id := srv.Games.Add(tourney.Game{Division: &tourney.GameDivision{ID: division}, AwayTeam: &away, HomeTeam: &home})

	client := srv.Client()
	lines, err := ticker{client.Games}.results(t.Context(), division)
	require.NoError(t, err)
	require.Empty(t, lines)

	result := tourney.GameUpdateInput{ID: id, AwayScore: tourney.Score(0), HomeScore: tourney.Score(2)}
	require.NoError(t, client.Games.Update(t.Context(), result))
	lines, err = ticker{client.Games}.results(t.Context(), division)
	require.NoError(t, err)
	require.Equal(t, []string{"Otters 0:2 Puffins"}, lines)
	require.Len(t, srv.Calls.All("Games.Update"), 1)

	srv.Games.Edit(id, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(3) })
	game, _ := srv.Games.Get(id)
	require.Equal(t, "3", game.HomeTeam.Score.String())
	require.PanicsWithError(t, "mockserver: Games.Add: Division.Id 7 names no division: add it first",
		func() { srv.Games.Add(tourney.Game{Division: &tourney.GameDivision{ID: 7}}) })
	require.Empty(t, srv.Calls.All("", journal.Unmatched()), "requests that no operation took")
	srv.Calls.Want(t, "Games.List", "Games.Update", "Games.List")
	updates := srv.Calls.All("Games.Update", journal.Where("HomeScore", "2"))
	require.Len(t, updates, 1)
	require.Equal(t, "0", updates[0].Param("AwayScore"))
	t.Log(updates[0].Curl())

	srv.Calls.Clear()
	go func() { _, _ = ticker{client.Games}.results(context.WithoutCancel(t.Context()), division) }()
	listed, err := srv.Calls.Wait(t.Context(), "Games.List", 1)
	require.NoError(t, err)
	require.Equal(t, strconv.FormatInt(division, 10), listed[0].Param("DivisionId"))
}

// The code of docs/data.md.
func TestClosedDivision(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("registration-open"))
	require.NoError(t, err)
	closed, ok := srv.Special(mockserver.SpecialClosedDivision)
	require.True(t, ok, "the scenario has such a division")
	_, err = srv.Client().Registration.Register(t.Context(), tourney.RegistrationInput{
		DivisionID: closed, Name: new("Latecomers"),
		Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true), FirstName: new("Ada"), Email: new("ada@example.com")}},
	})
	require.ErrorIs(t, err, tourney.CodeInactive)
}

// The code of docs/data.md about a tournament that plays itself.
func TestATournamentThatPlaysItself(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, mockserver.Scenario("not-started"))
	for game := range srv.Play(t.Context(), mockserver.PlayOptions{Seed: 7}) {
		t.Log(game.ID, game.AwayTeam.Score, game.HomeTeam.Score, srv.Clock.Now())
	}
	final, _ := srv.Games.Get(7044)
	require.NotEqual(t, tourney.WinnerUndecided, final.Winner())
}

// fakeGames is a gameSource that yields its games, and then its error.
type fakeGames struct {
	games []tourney.Game
	err   error
}

func (f fakeGames) All(context.Context, tourney.GameListOptions, ...tourney.ListOption) iter.Seq2[tourney.Game, error] {
	return func(yield func(tourney.Game, error) bool) {
		for _, game := range f.games {
			if !yield(game, nil) {
				return
			}
		}
		if f.err != nil {
			yield(tourney.Game{}, f.err)
		}
	}
}

func TestResultsWithoutScores(t *testing.T) {
	zero := new(tourney.NewDecimal(0, 0))
	games := fakeGames{games: []tourney.Game{
		{AwayTeam: &tourney.GameSide{Name: "Otters"}, HomeTeam: &tourney.GameSide{Name: "Puffins"}},
		{AwayTeam: &tourney.GameSide{Name: "Otters", Score: zero}, HomeTeam: &tourney.GameSide{Name: "Badgers", Score: zero}},
	}}
	lines, err := ticker{games}.results(t.Context(), 1)
	require.NoError(t, err)
	require.Equal(t, []string{"Otters 0:0 Badgers"}, lines)

	_, err = ticker{fakeGames{err: tourney.ErrListChanged}}.results(t.Context(), 1)
	require.ErrorIs(t, err, tourney.ErrListChanged)
}

func TestResultsOfAHostInTrouble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // its clock does not wait between attempts
		transport := httpmock.NewMockTransport()
		maintenance := httpmock.NewStringResponder(503, "maintenance")
		transport.RegisterResponder("GET", "https://soccer.example.com/api/v1/games", maintenance)
		client, err := tourney.New("https://soccer.example.com", tourney.Soccer,
			tourney.WithHTTPClient(&http.Client{Transport: transport}))
		require.NoError(t, err)

		_, err = ticker{client.Games}.results(t.Context(), 1)
		require.ErrorIs(t, err, tourney.ErrUnavailable)
		require.Equal(t, 1+tourney.DefaultRetry().Max, transport.GetTotalCallCount())
	})
}

// The code of docs/mockserver.md. A test compares the page with this file.

func TestAdminPageStart(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
	far, err := mockserver.Remote(srv.URL())
	require.NoError(t, err)
	defer far.Close()
	require.Equal(t, srv.Info(), far.Info())
}

// losePayment makes a mock that runs beside the program lose the answer to the next payment.
func losePayment(at string) (*tourney.Client, error) {
	srv, err := mockserver.Remote(at)
	if err != nil {
		return nil, err
	}
	srv.Faults.Add(fault.On("Payments.Pay").Nth(1).AfterCommit().Drop())
	return srv.Client(tourney.WithRetry(tourney.Retry{})), nil
}

func Example_remote() {
	mock, err := mockserver.New(tourney.Soccer, admin.Serve())
	if err != nil {
		fmt.Println(err)
		return
	}
	beside := httptest.NewServer(mock) // it stands for the program mockserver
	defer beside.Close()
	client, err := losePayment(beside.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = client.Payments.Pay(context.Background(), payment())
	fmt.Println(err != nil, len(mock.Payments.All()))
	// Output:
	// true 1
}

// TestDataPageSave runs the code of docs/data.md.
func TestDataPageSave(t *testing.T) {
	srv, other := mockserver.Start(t, tourney.Soccer), mockserver.Start(t, tourney.Soccer, mockserver.Scenario("empty"))

	saved, err := os.Create(filepath.Join(t.TempDir(), "rows.jsonl"))
	require.NoError(t, err)
	require.NoError(t, srv.Save(saved))

	_, err = saved.Seek(0, io.SeekStart)
	require.NoError(t, err)
	require.NoError(t, other.Load(saved)) // a server for the same variant

	require.NoError(t, saved.Close())
	require.Equal(t, srv.Games.All(), other.Games.All())
}

// TestDataPageFile runs the code of docs/data.md.
func TestDataPageFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.jsonl")

	srv := mockserver.Start(t, tourney.Soccer, mockserver.DataFile(path, mockserver.DataSync()))
	srv.Games.Edit(7001, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(9) })
	srv.Close()

	srv = mockserver.Start(t, tourney.Soccer, mockserver.DataFile(path)) // perhaps in another program
	game, _ := srv.Games.Get(7001)
	require.Equal(t, "9", game.HomeTeam.Score.String())
}

// TestDataPageFixtures runs the code of docs/data.md.
func TestDataPageFixtures(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, mockserver.Scenario("empty"),
		mockserver.Fixtures(os.DirFS("testdata"), "league.json"))
	game, _ := srv.Games.Get(srv.ID("final"))
	require.Equal(t, srv.ID("hawks"), *game.HomeTeam.TeamID)
	opener, _ := srv.Games.Get(srv.ID("opener"))
	require.Equal(t, "Hawks 3, Owls 1", fmt.Sprintf("%s %s, %s %s",
		opener.HomeTeam.Name, opener.HomeTeam.Score, opener.AwayTeam.Name, opener.AwayTeam.Score))
	page, err := os.ReadFile("docs/data.md")
	require.NoError(t, err)
	file, err := os.ReadFile("testdata/league.json")
	require.NoError(t, err)
	require.Contains(t, string(page), string(file))
}

// The code of docs/faults.md. A test compares the page with this file.

func Example_faults() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	srv.Faults.Add(fault.On("Payments.Pay").Nth(1).AfterCommit().Drop())    // paid, and the answer is lost
	srv.Faults.Add(fault.On("Teams.List").Where("Page", "2").Truncate(100)) // a page breaks off in its middle
	srv.Faults.Add(fault.On("Games.List").First(2).Status(429).RetryAfterDate(time.Minute))
	srv.Faults.Add(fault.On("Registration.Register").Errors(tourney.ErrorItem{Code: tourney.CodeInactive, Message: "closed"}))
	srv.Faults.Add(fault.OnPath("/api/v1/*").Every(100).Gateway(502))      // the page of a proxy
	srv.Faults.Add(fault.OnAny().Probability(0.01).Delay(3 * time.Second)) // a host that is slow at times
	for _, f := range srv.Faults.All() {
		fmt.Println(f.ID(), f, "hits:", f.Hits())
	}
	// Output:
	// f1 On("Payments.Pay").Nth(1).AfterCommit().Drop() hits: 0
	// f2 On("Teams.List").Where("Page", "2").Writing().Truncate(100) hits: 0
	// f3 On("Games.List").First(2).Before().Status(429, Retry-After 1m0s) hits: 0
	// f4 On("Registration.Register").Before().Status(code 10) hits: 0
	// f5 OnPath("/api/v1/*").Every(100).Before().Gateway(502) hits: 0
	// f6 OnAny().Probability(0.01).Before().Delay(3s) hits: 0
}

// payment is a payment that charges no card.
func payment() tourney.PaymentInput {
	return tourney.PaymentInput{EventID: 1001, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{
		Amount: new(tourney.NewDecimal(450, 0)), Title: new("Entry fee"), Description: new("One team"),
	}}
}

// TestFaultsPageSequence runs the code of docs/faults.md.
func TestFaultsPageSequence(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	srv.Faults.Add(fault.On("Games.Update").First(2).Status(503))        // Before: two requests end here
	srv.Faults.Add(fault.On("Games.Update").Nth(1).AfterCommit().Drop()) // the third is the first that gets so far
	client := srv.Client(tourney.WithRetry(tourney.Retry{Max: 3}))
	require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(3)}))
	require.Len(t, srv.Calls.All("Games.Update"), 4)
	for _, rule := range srv.Faults.All() {
		require.NotZero(t, rule.Hits(), "%s never fired", rule)
	}
}

func Example_wrap() {
	proxy := mockserver.Wrap(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			w.Header().Set("Via", "1.1 proxy.example.com")
			next.ServeHTTP(w, req)
		})
	})
	srv, err := mockserver.New(tourney.Soccer, proxy)
	if err != nil {
		fmt.Println(err)
		return
	}
	var response tourney.Response
	_, err = srv.Client().Events.List(context.Background(), tourney.EventListOptions{}, tourney.ResponseInto(&response))
	fmt.Println(response.Header.Get("Via"), err)
	// Output:
	// 1.1 proxy.example.com <nil>
}

// The code of docs/watching.md about webhooks. A test compares the page with this file.

func forwardGames(ctx context.Context, client *tourney.Client, url string, key secret.Text, state string) error {
	report := func(err error) { fmt.Println(err) } // what another attempt may mend
	sender, err := webhook.New(url, key, webhook.Options{Report: report})
	if err != nil {
		return err
	}
	options := watch.Options{State: watch.File(state), Existing: true}
	changes := watch.Games(ctx, client.Games, tourney.GameListOptions{EventID: 1001}, options)
	return watch.Forward(ctx, changes, sender.Send, report)
}

func receive(key secret.Text, use func(webhook.Event, watch.Change[tourney.Game])) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, 1<<20))
		if err != nil {
			http.Error(w, "the body is cut off or too long", http.StatusBadRequest)
			return
		}
		event, err := webhook.Verify(req.Header, body, key, time.Now())
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		var change watch.Change[tourney.Game] // for teams a watch.Change[tourney.Team]
		if err := json.Unmarshal(event.Data, &change); err != nil {
			http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			return
		}
		use(event, change) // leave out an event.ID that came before
	}
}

// A program sends the games of a host to another program.
func Example_webhook() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	folder, err := os.MkdirTemp("", "forward")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(folder) }()
	ctx, cancel := context.WithCancel(context.Background())
	key := webhook.NewKey() // both programs know it
	games := 0
	receiver := httptest.NewServer(receive(key, func(event webhook.Event, change watch.Change[tourney.Game]) {
		if games++; games == 1 {
			fmt.Println(event.Type, change.After.ID, change.After.AwayTeam.Name, "-", change.After.HomeTeam.Name)
		} else if games == len(srv.Games.All()) {
			cancel()
		}
	}))
	defer receiver.Close()
	err = forwardGames(ctx, srv.Client(), receiver.URL, key, filepath.Join(folder, "games.json"))
	fmt.Println(games, "games,", errors.Is(err, context.Canceled))
	// Output:
	// game.added 7001 River Skylarks - Juniper Foxes
	// 48 games, true
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
