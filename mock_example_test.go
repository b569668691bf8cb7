package tourney_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
)

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
