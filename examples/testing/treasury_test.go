package main

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// A test builds its own small world. Start listens on a free port, and closes and reports when the test ends, so any
// number of tests run side by side.
func TestDebts(t *testing.T) {
	t.Parallel()
	srv := mockserver.Start(t, tourney.Hockey, mockserver.Scenario("empty"))

	// These methods add rows without HTTP. The mock chooses ids that are left out.
	event := srv.Events.Add(tourney.Event{Name: "Pond Cup"})
	squirts := addDivision(srv, "Squirts", "250.00", "12.50")
	peewees := addDivision(srv, "Peewees", "300.00")
	otters := addTeam(srv, squirts, "Otters", false)
	puffins := addTeam(srv, peewees, "Puffins", false)
	addTeam(srv, squirts, "Badgers", true)
	srv.Teams.Add(tourney.Team{
		Name: "Latecomers", Paid: new(false), Status: new(tourney.TeamWaitingList), Division: &tourney.TeamDivision{ID: squirts},
	})

	got, err := Treasury{Client: srv.Client()}.Debts(t.Context(), event)
	if err != nil {
		t.Fatal(err)
	}
	want := []Debt{
		{TeamID: puffins, Team: "Puffins", Division: "Peewees", Amount: tourney.MustDecimal("300.00")},
		{TeamID: otters, Team: "Otters", Division: "Squirts", Amount: tourney.MustDecimal("262.50")},
	}
	if diff := cmp.Diff(want, got); diff != "" { // Decimal compares with Equal
		t.Errorf("debts differ (-want +got):\n%s", diff)
	}
}

// Lists come in pages, and a host may make them smaller than the request asks. Small pages find mistakes that a small
// world hides.
func TestDebtsOfManyPages(t *testing.T) {
	t.Parallel()
	srv := mockserver.Start(t, mockserver.Profile{MaxPageSize: 2}, mockserver.Scenario("empty"))
	event := srv.Events.Add(tourney.Event{Name: "Pond Cup"})
	division := addDivision(srv, "Squirts", "250.00")
	for _, name := range []string{"Otters", "Puffins", "Badgers", "Foxes", "Geckos"} {
		addTeam(srv, division, name, false)
	}
	debts, err := Treasury{Client: srv.Client()}.Debts(t.Context(), event)
	if err != nil {
		t.Fatal(err)
	}
	if len(debts) != 5 {
		t.Errorf("%d debts, want 5", len(debts))
	}
	// The journal has the requests without their secrets.
	if calls := srv.Calls.All("Teams.List"); len(calls) != 3 {
		t.Errorf("%d requests for teams, want 3: %v", len(calls), calls)
	}
}

// The test checks the changed row, not the request.
func TestForgive(t *testing.T) {
	t.Parallel()
	srv := mockserver.Start(t, tourney.Hockey) // the built-in tournament
	debtor := unpaid(t, srv)
	before, _ := srv.Teams.Get(debtor)

	if err := (Treasury{Client: srv.Client()}).Forgive(t.Context(), debtor); err != nil {
		t.Fatal(err)
	}

	want := before
	want.Paid = new(true)
	got, _ := srv.Teams.Get(debtor)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the team differs in more than its payment (-want +got):\n%s", diff)
	}
	if payments := srv.Payments.All(); len(payments) != 0 {
		t.Errorf("forgiving charged something: %+v", payments)
	}
}

// Errors are behavior too: they keep their kind on the way up.
func TestForgiveErrors(t *testing.T) {
	t.Parallel()
	srv := mockserver.Start(t, tourney.Hockey, mockserver.RequireAuth(auth.HMAC{}))
	ours := srv.Client() // has the keys of the mock's account
	theirs := srv.Client(tourney.WithCredentials(auth.Credentials{
		APIKey: "somebody", APISecret: secret.New("else"),
	}))
	for name, c := range map[string]struct {
		client *tourney.Client
		teamID int64
		want   error
		calls  int // requests that arrived
	}{
		"no such team": {ours, 1, tourney.ErrNotFound, 1},
		"no team":      {ours, 0, tourney.ErrInvalid, 0}, // refused before it is sent
		"wrong keys":   {theirs, 4001, tourney.ErrUnauthorized, 1},
	} {
		before := len(srv.Calls.All(""))
		err := Treasury{Client: c.client}.Forgive(t.Context(), c.teamID)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
		if calls := srv.Calls.All("")[before:]; len(calls) != c.calls {
			t.Errorf("%s: %d requests arrived, want %d: %v", name, len(calls), c.calls, calls)
		}
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	want := "549.99  Lantern Walruses  18U Summit\n425.50  Acorn Tortoises   14U Harbor\n395.00  Pepper Kazoos     12U Meadow\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("output differs (-want +got):\n%s", diff)
	}
}

func addDivision(srv *mockserver.Server, name string, fees ...string) int64 {
	d := tourney.Division{Name: name, Prices: []tourney.Price{
		{Type: tourney.PriceGateFee, Name: "Weekend pass", Amount: tourney.MustDecimal("9.99")},
	}}
	for _, fee := range fees {
		d.Prices = append(d.Prices, tourney.Price{Type: tourney.PriceEventFee, Name: "Team entry", Amount: tourney.MustDecimal(fee)})
	}
	return srv.Divisions.Add(d)
}

func addTeam(srv *mockserver.Server, divisionID int64, name string, paid bool) int64 {
	return srv.Teams.Add(tourney.Team{
		Name: name, Paid: &paid, Status: new(tourney.TeamActive), Division: &tourney.TeamDivision{ID: divisionID},
	})
}

// unpaid returns a team with a debt.
func unpaid(t *testing.T, srv *mockserver.Server) int64 {
	t.Helper()
	for _, team := range srv.Teams.All() {
		if team.Paid != nil && !*team.Paid {
			return team.ID
		}
	}
	t.Fatal("every team of the scenario has paid")
	return 0
}
