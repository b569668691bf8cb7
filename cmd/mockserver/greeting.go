package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tourney-go/tourney"
)

// greet prints everything that a first request needs, and requests to try.
func greet(ctx context.Context, s *settings, url string, w io.Writer) error {
	lines, err := curlLines(ctx, s, url)
	if err != nil {
		return fmt.Errorf("cannot write down the requests to try: %w", err)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "URL\t%s\n", url)
	fmt.Fprintf(table, "Variant\t%s, %s\n", s.mock.Profile().Name, s.origin())
	if s.data != "" {
		fmt.Fprintf(table, "Data\t%s\n", s.data)
	}
	fmt.Fprintf(table, "Account\tuser name %s, password %s\n", s.username, s.password)
	if s.auth != authNone {
		fmt.Fprintf(table, "Signing\trequired: %s with the keys of the account\n", s.auth)
	}
	for _, e := range s.mock.Events() {
		fmt.Fprintf(table, "Event\t%d  %s\n", e.ID, e.Name)
	}
	divisions, more := activeDivisions(s)
	for _, d := range divisions {
		fmt.Fprintf(table, "Division\t%d  %s\n", d.ID, d.Name)
	}
	if more > 0 {
		fmt.Fprintf(table, "\tand %d divisions more\n", more)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\nTry:\n  %s\n\nStop with Ctrl-C.\n", strings.Join(lines, "\n  "))
	return err
}

// origin says where the rows are from.
func (s *settings) origin() string {
	if s.dataOpened {
		return "rows from " + s.data + " (--scenario and --seed were not used)"
	}
	return "scenario " + s.scenario
}

// mostDivisions bounds the divisions in the greeting.
const mostDivisions = 10

// activeDivisions returns the first divisions that lists show, and how many divisions follow them. It reads no others,
// because a division comes with its teams.
func activeDivisions(s *settings) (list []tourney.Division, more int) {
	ids := s.mock.EventDivisions(0)
	for i, id := range ids {
		if len(list) == mostDivisions {
			return list, len(ids) - i
		}
		if d, ok := s.mock.Division(id); ok && (d.Active == nil || *d.Active) {
			list = append(list, d)
		}
	}
	return list, 0
}

// curlCount is how many requests the greeting shows.
const curlCount = 3

// curlLines returns curl commands that succeed. They send the requests of a client, with the names of the host, and
// signed if the mock requires it.
func curlLines(ctx context.Context, s *settings, url string) ([]string, error) {
	note := &notebook{}
	opts := []tourney.Option{
		tourney.WithHTTPClient(&http.Client{Transport: note}), tourney.WithUserAgent(""), tourney.AllowPlainHTTP(),
		tourney.WithRetry(tourney.Retry{}), // the notebook fails every attempt
	}
	if s.auth == authHMAC {
		opts = append(opts, tourney.WithSigner(tourney.HMACSigner{}), tourney.WithCredentials(s.mock.Credentials()))
	}
	client, err := tourney.New(url, s.host, opts...)
	if err != nil {
		return nil, err
	}
	for _, try := range suggestions(s)[:curlCount] {
		if err := try(ctx, client); err != nil && !errors.Is(err, errNoted) {
			return nil, err
		}
	}
	return note.lines, nil
}

// suggestion is a call to try.
type suggestion func(ctx context.Context, c *tourney.Client) error

// suggestions returns calls that succeed with the rows of the scenario, the most instructive first.
func suggestions(s *settings) []suggestion {
	var list []suggestion
	add := func(call suggestion) { list = append(list, call) }
	if events := s.mock.Events(); len(events) > 0 {
		add(func(ctx context.Context, c *tourney.Client) error {
			_, err := c.Teams.List(ctx, tourney.TeamListOptions{EventID: events[0].ID})
			return err
		})
	}
	if divisions, _ := activeDivisions(s); len(divisions) > 0 {
		add(func(ctx context.Context, c *tourney.Client) error {
			_, err := c.Standings.Get(ctx, tourney.StandingsOptions{DivisionID: divisions[0].ID})
			return err
		})
	}
	if game, ok := openGame(s.mock.Games()); ok {
		add(func(ctx context.Context, c *tourney.Client) error {
			return c.Games.Update(ctx, tourney.GameUpdateInput{ID: game.ID, AwayScore: new(3), HomeScore: new(2)})
		})
	}
	return append(list, rowlessSuggestions(s)...)
}

// rowlessSuggestions returns calls that need no rows.
func rowlessSuggestions(s *settings) []suggestion {
	return []suggestion{
		func(ctx context.Context, c *tourney.Client) error {
			_, err := c.Authenticate(ctx, s.username, s.password)
			return err
		},
		func(ctx context.Context, c *tourney.Client) error {
			_, err := c.Teams.Create(ctx, tourney.TeamCreateInput{Name: new("Lantern Otters")})
			return err
		},
		func(ctx context.Context, c *tourney.Client) error {
			_, err := c.Divisions.List(ctx, tourney.DivisionListOptions{})
			return err
		},
	}
}

// openGame returns the first game without a result, and else the last game. Both of its teams are known.
func openGame(games []tourney.Game) (tourney.Game, bool) {
	var found tourney.Game
	for _, g := range games {
		if g.AwayTeam == nil || g.HomeTeam == nil || g.AwayTeam.TeamID == nil || g.HomeTeam.TeamID == nil {
			continue
		}
		found = g
		if !g.Played() {
			break
		}
	}
	return found, found.ID != 0
}

// errNoted is the error of every request to the notebook.
var errNoted = errors.New("written down, not sent")

// notebook is a transport that notes requests as curl commands and sends nothing.
type notebook struct{ lines []string }

// RoundTrip notes a request.
func (n *notebook) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		defer func() { _ = req.Body.Close() }()
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
	}
	n.lines = append(n.lines, curl(req, body))
	return nil, errNoted
}

// notShown are headers that curl sets, or that the mock does not need.
var notShown = []string{"Accept", "User-Agent", "Content-Length"}

// curl returns the command that sends a request.
func curl(req *http.Request, body []byte) string {
	words := []string{"curl"}
	if req.Method != http.MethodGet {
		words = append(words, "-X", req.Method)
	}
	words = append(words, quote(req.URL.String()))
	for _, key := range slices.Sorted(maps.Keys(req.Header)) {
		if !slices.Contains(notShown, key) {
			words = append(words, "-H", quote(key+": "+req.Header.Get(key)))
		}
	}
	if len(body) > 0 {
		words = append(words, "-d", quote(string(body)))
	}
	return strings.Join(words, " ")
}

// quote returns a word in quotes for a shell.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }
