// Command quickstart is a tour of the library. It starts the mock server in its own process, so it needs no host, no
// account and no network:
//
//	go run ./examples/quickstart
//
// For a real host, leave the mock out and give tourney.New its URL.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "quickstart:", err)
		os.Exit(1)
	}
}

// run starts the mock and takes the tour, written to out.
func run(out io.Writer) error {
	srv, err := mockserver.New(tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}))
	if err != nil {
		return fmt.Errorf("making the mock: %w", err)
	}
	if err := srv.Listen("127.0.0.1:0"); err != nil {
		return fmt.Errorf("starting the mock: %w", err)
	}
	defer srv.Close()

	return take(&tour{out: out, host: srv.URL(), sent: func(op string) int { return len(srv.Calls.All(op)) }})
}

// take is the whole tour.
func take(t *tour) error {
	// This deadline bounds all calls together, with their retries.
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, step := range []struct {
		heading string
		do      func(context.Context) error
	}{
		{"Sign in", t.signIn},
		{"All teams of the event", t.listTeams},
		{"Standings, and the game that changes them", t.postScore},
		{"Player statistics and leaders", t.postStatistics},
		{"Register a team and pay for it", t.registerAndPay},
		{"What a wrong request is answered with", t.sendWrongRequest},
	} {
		t.heading(step.heading)
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.heading, err)
		}
	}
	return nil
}

// tour holds the values that later steps need.
type tour struct {
	out      io.Writer
	host     string
	sent     func(op string) int // how many requests of an operation the host got
	headings int

	client   *tourney.Client
	division tourney.Division
	game     tourney.Game
}

// signIn exchanges user name and password for keys, and makes the client that signs with them.
func (t *tour) signIn(ctx context.Context) error {
	visitor, err := tourney.New(t.host, tourney.Soccer)
	if err != nil {
		return err
	}
	account, err := visitor.Authenticate(ctx, mockserver.DefaultUsername, mockserver.DefaultPassword)
	if err != nil {
		return err
	}
	// Authenticate has already decoded the keys from base64. Every format of fmt prints the secret as [redacted].
	t.printf("account  %d %s\n", account.ID, account.Email)
	t.printf("key      %s\n", account.Credentials.APIKey)
	t.printf("secret   %v\n", account.Credentials.APISecret)

	// The interface does not say how keys are used, so the program chooses a signer. A long-running program gives
	// WithLogin instead of WithCredentials: the client then fetches keys itself, and again when the host refuses them.
	t.client, err = visitor.With(tourney.WithSigner(auth.HMAC{}), tourney.WithCredentials(account.Credentials))
	return err
}

// listTeams walks every page of the list with one loop.
func (t *tour) listTeams(ctx context.Context) error {
	// The interface document has no operation that reads an event. Each division of the event names the event's id.
	divisions, err := t.client.Divisions.List(ctx, tourney.DivisionListOptions{})
	if err != nil {
		return err
	}
	if len(divisions.Results) == 0 || divisions.Results[0].Event == nil {
		return fmt.Errorf("no division of an event among %d", divisions.Total)
	}
	t.division = divisions.Results[0]

	table := t.table("ID", "TEAM", "DIVISION", "CITY", "STATUS", "PAID")
	count := 0
	for team, err := range t.client.Teams.All(ctx, tourney.TeamListOptions{EventID: t.division.Event.ID, PageSize: 10}) {
		if err != nil {
			return err // an error is the last value of the loop
		}
		table.row(team.ID, team.Name, divisionName(team), city(team), value(team.Status), value(team.Paid))
		count++
	}
	table.flush()
	t.printf("\n%d teams of %s came in %d requests.\n", count, t.division.Event.Name, t.sent("Teams.List"))
	return nil
}

func divisionName(team tourney.Team) string {
	if team.Division == nil {
		return ""
	}
	return team.Division.Name
}

func city(team tourney.Team) string {
	if team.Address == nil {
		return ""
	}
	return team.Address.City
}

// value formats a pointer, which is nil when the answer lacks the value.
func value[T any](p *T) string {
	if p == nil {
		return "-"
	}
	return fmt.Sprint(*p)
}

func (t *tour) heading(text string) {
	t.headings++
	if t.headings > 1 {
		t.printf("\n")
	}
	t.printf("%d. %s\n\n", t.headings, text)
}

func (t *tour) printf(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// table prints rows with their columns aligned.
type table struct{ w *tabwriter.Writer }

func (t *tour) table(head ...any) table {
	tab := table{tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)}
	tab.row(head...)
	return tab
}

func (t table) row(cells ...any) {
	for i, cell := range cells {
		if i > 0 {
			fmt.Fprint(t.w, "\t")
		}
		fmt.Fprint(t.w, cell)
	}
	fmt.Fprintln(t.w)
}

func (t table) flush() { _ = t.w.Flush() }
