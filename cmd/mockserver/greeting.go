package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// greet prints everything that a person needs for a first request to each host, and requests to try.
func (f *serveFlags) greet(ctx context.Context, all []*host, secure *certificate, to command.Terminal) error {
	if f.PrintJSON {
		return printJSON(all, secure, to.Out)
	}
	for _, h := range all {
		if err := h.greet(ctx, secure, to.Out); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(to.Out, "Stop with Ctrl-C.")
	return err
}

func (h *host) greet(ctx context.Context, secure *certificate, w io.Writer) error {
	lines, err := curlLines(ctx, h)
	if err != nil {
		return fmt.Errorf("cannot write down the requests to try: %w", err)
	}
	if secure != nil && secure.made {
		for i := range lines {
			lines[i] = strings.Replace(lines[i], "curl ", "curl -k ", 1)
		}
	}
	var table command.Table
	add := func(name, format string, args ...any) { table.Add(name, fmt.Sprintf(format, args...)) }
	add("URL", "%s", h.url)
	if h.hasConsole() {
		add("Console", "%s/_mock/console/", h.url)
	}
	add("Variant", "%s, %s", h.mock.Profile().Name, h.origin())
	if h.Data != nil {
		add("Data", "%s", *h.Data)
	}
	add("Account", "user name %s, password %s", h.Username, h.Password)
	switch {
	case h.RequireAuth == authHMAC:
		add("Signing", "required: %s with the keys of the account", h.RequireAuth)
	case h.signer() != nil:
		add("Signing", "required: by the Signer of %s, with the keys of the account", h.serveFlags.Profile)
	}
	if h.Webhook != "" {
		secret := cmp.Or(h.forwarder.madeUp, "of --webhook-secret")
		add("Webhook", "to %s, secret %s", h.forwarder.to, secret)
	}
	add("Clock", "%s", h.mock.Clock.Now().Format(time.RFC3339))
	for _, e := range h.mock.Events.All() {
		add("Event", "%d  %s", e.ID, e.Name)
	}
	divisions, more := activeDivisions(h)
	for _, d := range divisions {
		add("Division", "%d  %s", d.ID, d.Name)
	}
	if more > 0 {
		add("", "and %d divisions more", more)
	}
	if err := table.Write(w); err != nil {
		return err
	}
	try := "Try:"
	if runtime.GOOS == "windows" {
		try = "Try in cmd.exe (in PowerShell with curl.exe --% in place of curl):"
	}
	_, err = fmt.Fprintf(w, "\n%s\n  %s\n\n", try, strings.Join(lines, "\n  "))
	return err
}

// origin returns a text about where the rows come from.
func (h *host) origin() string {
	if h.dataOpened {
		return "rows from " + *h.Data + " (--scenario, --scenario-size, --seed and --fixtures were not used)"
	}
	if h.SeedFile != "" {
		return "rows from " + h.SeedFile
	}
	return "scenario " + h.scenario()
}

// printed is the output of --print-json.
type printed struct {
	Servers []printedServer `json:"servers"`
}

type printedServer struct {
	URL         string       `json:"url"`
	Variant     string       `json:"variant"`
	Profile     string       `json:"profile"`
	Username    string       `json:"username"`
	Password    string       `json:"password"`
	Events      []printedRow `json:"events"`
	Divisions   []printedRow `json:"divisions"`
	Certificate string       `json:"certificate,omitempty"` // PEM

	WebhookSecret string `json:"webhookSecret,omitempty"` // if the program made it up
}

type printedRow struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// printJSON prints one line of JSON for programs: the URLs of the servers, the account, and the first ids.
func printJSON(all []*host, secure *certificate, w io.Writer) error {
	p := printed{}
	for _, h := range all {
		s := printedServer{
			URL: h.url, Variant: string(h.mock.Profile().Variant), Profile: h.mock.Profile().Name, Username: h.Username,
			Password: h.Password, Events: []printedRow{}, Divisions: []printedRow{}, WebhookSecret: h.forwarder.madeUp,
		}
		if secure != nil {
			s.Certificate = secure.pem
		}
		for _, e := range h.mock.Events.All() {
			s.Events = append(s.Events, printedRow{e.ID, e.Name})
		}
		divisions, _ := activeDivisions(h)
		for _, d := range divisions {
			s.Divisions = append(s.Divisions, printedRow{d.ID, d.Name})
		}
		p.Servers = append(p.Servers, s)
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(p)
}

// maxDivisions bounds the divisions in the greeting.
const maxDivisions = 10

// activeDivisions returns the first maxDivisions divisions that lists show, and how many divisions follow them. It
// looks only at the first hundred divisions.
func activeDivisions(s *host) (list []tourney.Division, more int) {
	page := s.mock.Divisions.Page(stored.Query{Limit: 100})
	for i, d := range page.Rows {
		if len(list) == maxDivisions {
			return list, page.Total - i
		}
		if d.Active == nil || *d.Active {
			list = append(list, d)
		}
	}
	return list, page.Total - len(page.Rows)
}

// curlCount is how many requests the greeting shows.
const curlCount = 3

// curlLines returns curl commands that succeed. The commands send the requests that a client sends: with the names
// that the host uses, and signed if the mock requires signatures.
func curlLines(ctx context.Context, s *host) ([]string, error) {
	note := &notebook{}
	opts := []tourney.Option{
		tourney.WithHTTPClient(&http.Client{Transport: note}), tourney.WithUserAgent(""), tourney.WithPlainHTTP(),
		tourney.WithRetry(tourney.Retry{}), // the notebook returns an error for every attempt
	}
	if signer := s.signer(); signer != nil {
		keys, _ := s.mock.Accounts.Keys("")
		opts = append(opts, tourney.WithSigner(signer), tourney.WithCredentials(keys))
	}
	profile := s.mock.Profile().Profile
	profile.Strict = false // the answer to a suggestion says why the mock refuses it
	client, err := tourney.New(s.url, profile, opts...)
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
func suggestions(s *host) []suggestion {
	var list []suggestion
	add := func(call suggestion) { list = append(list, call) }
	if events := s.mock.Events.All(); len(events) > 0 {
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
	if game, ok := openGame(s.mock.Games.All()); ok {
		add(func(ctx context.Context, c *tourney.Client) error {
			result := tourney.GameUpdateInput{ID: game.ID, AwayScore: tourney.Score(3), HomeScore: tourney.Score(2)}
			return c.Games.Update(ctx, result)
		})
	}
	return append(list, // what needs no rows
		func(ctx context.Context, c *tourney.Client) error {
			_, err := c.Authenticate(ctx, s.Username, s.Password)
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
	)
}

// openGame returns the first game without a result, or else the last game. It ignores games of which a team is not
// known.
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

// quote returns a word in quotes for the shell of this system.
func quote(word string) string { return quoteFor(runtime.GOOS, word) }

// beforeQuote are the backslashes that programs of Windows read as such only when they are doubled.
var beforeQuote = regexp.MustCompile(`(\\+)("|$)`)

// quoteFor is quote for any system. In cmd.exe a single quote is a letter.
func quoteFor(goos, word string) string {
	if goos == "windows" {
		word = beforeQuote.ReplaceAllString(word, "$1$1$2")
		return `"` + strings.ReplaceAll(word, `"`, `\"`) + `"`
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
