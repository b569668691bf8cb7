package clienttest

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jarcoal/httpmock"
	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/secret"
)

// Bodies are the types that the client decodes from responses and encodes into requests.
var Bodies = []reflect.Type{
	// Types of responses.
	reflect.TypeFor[tourney.Team](), reflect.TypeFor[tourney.Page[tourney.Team]](),
	reflect.TypeFor[tourney.Division](), reflect.TypeFor[tourney.Page[tourney.Division]](),
	reflect.TypeFor[tourney.Game](), reflect.TypeFor[tourney.Page[tourney.Game]](),
	reflect.TypeFor[tourney.Player](), reflect.TypeFor[tourney.Page[tourney.Player]](),
	reflect.TypeFor[tourney.Venue](), reflect.TypeFor[tourney.Standings](), reflect.TypeFor[tourney.StatisticCategory](),
	reflect.TypeFor[tourney.RegistrationResult](), reflect.TypeFor[tourney.PaymentResult](),
	reflect.TypeFor[tourney.Event](), reflect.TypeFor[tourney.Page[tourney.Event]](),
	// Types of requests.
	reflect.TypeFor[tourney.Login](),
	reflect.TypeFor[tourney.TeamCreateInput](), reflect.TypeFor[tourney.TeamUpdateInput](),
	reflect.TypeFor[tourney.DivisionCreateInput](),
	reflect.TypeFor[tourney.DivisionUpdateInput](), reflect.TypeFor[tourney.GameUpdateInput](),
	reflect.TypeFor[tourney.StandingsUpdateInput](), reflect.TypeFor[tourney.StatisticsUpdateInput](),
	reflect.TypeFor[tourney.RegistrationInput](), reflect.TypeFor[tourney.PaymentInput](),
}

// Parameters has the struct for the parameters of each operation. Operations that take only an id have none.
var Parameters = map[string]any{
	"Authentication.Authenticate": tourney.Login{},
	"Teams.List":                  tourney.TeamListOptions{},
	"Teams.Create":                tourney.TeamCreateInput{},
	"Teams.Update":                tourney.TeamUpdateInput{},
	"Divisions.List":              tourney.DivisionListOptions{},
	"Divisions.Create":            tourney.DivisionCreateInput{},
	"Divisions.Update":            tourney.DivisionUpdateInput{},
	"Games.List":                  tourney.GameListOptions{},
	"Games.Update":                tourney.GameUpdateInput{},
	"Players.List":                tourney.PlayerListOptions{},
	"Venues.List":                 tourney.VenueListOptions{},
	"Standings.Get":               tourney.StandingsOptions{},
	"Standings.Update":            tourney.StandingsUpdateInput{},
	"Statistics.Leaders":          tourney.LeadersOptions{},
	"Statistics.Update":           tourney.StatisticsUpdateInput{},
	"Registration.Register":       tourney.RegistrationInput{},
	"Payments.Pay":                tourney.PaymentInput{},
	"Events.List":                 tourney.EventListOptions{},
}

// Tree returns a body as values that tests can compare. Numbers are equal if their exact values are equal. Members
// are equal whatever the letter case of their names, and a null is the same as an absent member.
func Tree(t *testing.T, data string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(data))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v), data)
	require.False(t, d.More(), "more than one value in %s", data)
	return plain(v)
}

func plain(v any) any {
	switch v := v.(type) {
	case json.Number:
		if d, err := tourney.ParseDecimal(v.String()); err == nil {
			return "number " + decimal.RequireFromString(d.String()).String()
		}
		return "number " + v.String()
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plain(v[i])
		}
		return list
	case map[string]any:
		object := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if v[name] != nil {
				object[strings.ToLower(name)] = plain(v[name])
			}
		}
		return object
	}
	return v
}

// SameTree requires that two bodies have the same Tree.
func SameTree(t *testing.T, want, got string) {
	t.Helper()
	require.Empty(t, cmp.Diff(Tree(t, want), Tree(t, got)))
}

// Root returns the path of the module's folder, relative to the folder of the running test.
var Root = sync.OnceValue(func() string {
	for folder := "."; ; folder = filepath.Join("..", folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
	}
})

// Glob returns the files of the module that a pattern names.
func Glob(tb testing.TB, pattern string) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(Root(), filepath.FromSlash(pattern)))
	require.NoError(tb, err)
	return files
}

// Fixture is a body of testdata/wire or testdata/observed.
type Fixture struct {
	Name    string // as in "teams-get/multi-sport.nulls.response.json"
	Folder  string
	Path    string
	Variant tourney.Variant
	Body    string
}

// Fixtures returns the JSON bodies of testdata/wire and testdata/observed of one kind, "request" or "response".
func Fixtures(t *testing.T, kind string) []Fixture {
	t.Helper()
	files := Glob(t, "testdata/wire/*/*."+kind+".json")
	files = append(files, Glob(t, "testdata/observed/*/*."+kind+".json")...)
	found := make([]Fixture, len(files))
	for i, file := range files {
		data, err := os.ReadFile(file) //nolint:gosec // the name comes from Glob
		require.NoError(t, err)
		folder := filepath.Base(filepath.Dir(file))
		variant, _, _ := strings.Cut(filepath.Base(file), ".")
		found[i] = Fixture{
			Name: folder + "/" + filepath.Base(file), Folder: folder, Path: file, Variant: tourney.Variant(variant),
			Body: string(data),
		}
	}
	return found
}

// Answers are the bodies of responses, by the folder of testdata/wire that has some, in a fixed order: a number in the
// corpus of a fuzzer chooses one.
var Answers = []struct {
	Folder string
	Body   reflect.Type
}{
	{"teams-get", reflect.TypeFor[struct{ Team tourney.Team }]()},
	{"teams-list", reflect.TypeFor[struct{ Teams tourney.Page[tourney.Team] }]()},
	{"divisions-get", reflect.TypeFor[struct{ Division tourney.Division }]()},
	{"divisions-list", reflect.TypeFor[struct {
		Divisions tourney.Page[tourney.Division]
	}]()},
	{"games-get", reflect.TypeFor[struct{ Game tourney.Game }]()},
	{"games-list", reflect.TypeFor[struct{ Games tourney.Page[tourney.Game] }]()},
	{"players-get", reflect.TypeFor[struct{ Player tourney.Player }]()},
	{"players-list", reflect.TypeFor[struct{ Players tourney.Page[tourney.Player] }]()},
	{"venues-get", reflect.TypeFor[struct{ Venue tourney.Venue }]()},
	{"venues-list", reflect.TypeFor[struct{ Venues []tourney.Venue }]()},
	{"standings-get", reflect.TypeFor[tourney.Standings]()},
	{"statistics-get", reflect.TypeFor[struct {
		Players struct{ Statistics []tourney.StatisticCategory }
	}]()},
	{"register", reflect.TypeFor[tourney.RegistrationResult]()},
	{"payments", reflect.TypeFor[tourney.PaymentResult]()},
	{"authenticate", reflect.TypeFor[struct {
		ID           int64 `json:"Id"`
		Email        string
		APIKey       secret.Text `json:"ApiKey"`
		APISecretKey secret.Text `json:"ApiSecretKey"`
	}]()},
	{"events-get", reflect.TypeFor[struct{ Event tourney.Event }]()},
	{"events-list", reflect.TypeFor[struct{ Events tourney.Page[tourney.Event] }]()},
	{"teams-create", reflect.TypeFor[struct {
		ID int64 `json:"Id"`
	}]()},
}

// Readers has a function for each folder of responses. The function makes the call whose answer the folder has, and
// returns the decoded value under the name that wraps it in the answer.
var Readers = map[string]func(context.Context, *tourney.Client) (any, error){
	"authenticate": func(ctx context.Context, c *tourney.Client) (any, error) {
		a, err := c.Authenticate(ctx, "u", "p")
		encode := base64.StdEncoding.EncodeToString
		return map[string]any{
			"Id": a.ID, "Email": a.Email, "Extra": a.Extra,
			"ApiKey":       encode([]byte(a.Credentials.APIKey)),
			"ApiSecretKey": encode([]byte(a.Credentials.APISecret.Reveal())),
		}, err
	},
	"teams-list":       reading("Teams", "Teams.List", tourney.TeamListOptions{EventID: 1}),
	"teams-create":     reading("Id", "Teams.Create", tourney.TeamCreateInput{Name: new("A")}),
	"teams-update":     reading("", "Teams.Update", tourney.TeamUpdateInput{ID: 1, Paid: new(true)}),
	"divisions-list":   reading("Divisions", "Divisions.List", tourney.DivisionListOptions{}),
	"divisions-create": reading("Id", "Divisions.Create", tourney.DivisionCreateInput{Name: new("A")}),
	"divisions-update": reading("", "Divisions.Update", tourney.DivisionUpdateInput{ID: 1, Name: new("A")}),
	"games-list":       reading("Games", "Games.List", tourney.GameListOptions{}),
	"games-update":     reading("", "Games.Update", tourney.GameUpdateInput{ID: 1, ExternalID: new("x")}),
	"players-list":     reading("Players", "Players.List", tourney.PlayerListOptions{}),
	"venues-list":      reading("Venues", "Venues.List", tourney.VenueListOptions{}),
	"events-list":      reading("Events", "Events.List", tourney.EventListOptions{}),
	"standings-get":    reading("", "Standings.Get", tourney.StandingsOptions{}),
	"standings-update": reading("", "Standings.Update", tourney.StandingsUpdateInput{TeamPoolID: 1, TeamID: 1}),
	"statistics-get": func(ctx context.Context, c *tourney.Client) (any, error) {
		statistics, err := under("Statistics")(c.Statistics.Leaders(ctx, tourney.LeadersOptions{}))
		return under("Players")(statistics, err)
	},
	"statistics-update": reading("", "Statistics.Update", tourney.StatisticsUpdateInput{
		GameID: 1, Away: &tourney.SideStatisticsInput{ID: 1, Players: []tourney.PlayerStatisticsInput{{TeamPlayerID: 1}}},
	}),
	"register": reading("", "Registration.Register", tourney.RegistrationInput{
		DivisionID: 1, Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}},
	}),
	"payments": reading("", "Payments.Pay", CardPayment()),
	"errors": func(ctx context.Context, c *tourney.Client) (any, error) {
		_, err := c.Venues.List(ctx, tourney.VenueListOptions{})
		answered, _ := err.(*tourney.APIError) //nolint:errorlint // another error fails the comparison
		if answered == nil {
			return nil, err
		}
		return map[string]any{"Errors": answered.Errors}, nil
	},
}

// Getters has a function for each folder of responses about one row. The function requests the row with an id, and
// returns it under the name that wraps it in the answer.
var Getters = map[string]func(context.Context, *tourney.Client, int64) (any, error){
	"teams-get":     getting("Team", "Teams.Get"),
	"divisions-get": getting("Division", "Divisions.Get"),
	"games-get":     getting("Game", "Games.Get"),
	"players-get":   getting("Player", "Players.Get"),
	"venues-get":    getting("Venue", "Venues.Get"),
	"events-get":    getting("Event", "Events.Get"),
}

// reading makes a call, and returns its result under the name of its wrapper.
func reading(wrapper, op string, in any) func(context.Context, *tourney.Client) (any, error) {
	return func(ctx context.Context, c *tourney.Client) (any, error) {
		if wrapper == "" {
			return Call(ctx, c, op, in)
		}
		return under(wrapper)(Call(ctx, c, op, in))
	}
}

func getting(wrapper, op string) func(context.Context, *tourney.Client, int64) (any, error) {
	return func(ctx context.Context, c *tourney.Client, id int64) (any, error) {
		return reading(wrapper, op, id)(ctx, c)
	}
}

// Reader returns the function of Readers or Getters that makes the call whose answer the fixture is.
func (f Fixture) Reader(t *testing.T) func(context.Context, *tourney.Client) (any, error) {
	t.Helper()
	get, ok := Getters[f.Folder]
	if !ok {
		require.Contains(t, Readers, f.Folder, "no operation is named for the folder")
		return Readers[f.Folder]
	}
	var body map[string]struct {
		ID int64 `json:"Id"`
	}
	require.NoError(t, json.Unmarshal([]byte(f.Body), &body))
	require.Len(t, body, 1)
	return func(ctx context.Context, c *tourney.Client) (any, error) {
		return get(ctx, c, slices.Collect(maps.Values(body))[0].ID)
	}
}

// under returns a function that puts a value into a map under a name, and passes an error through.
func under(name string) func(any, error) (any, error) {
	return func(value any, err error) (any, error) { return map[string]any{name: value}, err }
}

// RequestFolders has the operation for each folder with bodies of requests.
var RequestFolders = map[string]string{
	"authenticate": "Authentication.Authenticate", "teams-create": "Teams.Create", "teams-update": "Teams.Update",
	"divisions-create": "Divisions.Create", "divisions-update": "Divisions.Update", "games-update": "Games.Update",
	"standings-update": "Standings.Update", "statistics-update": "Statistics.Update",
	"register": "Registration.Register", "payments": "Payments.Pay",
}

// Send reads the body of a request into the parameter struct of its operation, makes the call, and returns the
// request that the host got.
func (f Fixture) Send(t *testing.T, answer httpmock.Responder, opts ...tourney.Option) Sent {
	t.Helper()
	op, ok := RequestFolders[f.Folder]
	require.True(t, ok, "no operation is named for the folder")
	variant, ok := contract.LookupVariant(string(f.Variant))
	require.True(t, ok)
	body, err := jsoncodec.ParseNode([]byte(f.Body), jsoncodec.Limits{})
	require.NoError(t, err)
	check.Unspell(contract.Lookup(op), variant, &body)
	in := reflect.New(reflect.TypeOf(Parameters[op]))
	require.NoError(t, record.Bind(body, in.Interface()))
	c, h := Serve(t, f.Variant, One(answer), opts...)
	require.NoError(t, Err(Call(t.Context(), c, op, in.Elem().Interface())))
	require.Len(t, h.Requests(), 1)
	return h.Requests()[0]
}

// InXML returns the XML body that carries the same data as a JSON fixture.
func (f Fixture) InXML(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(strings.TrimSuffix(f.Path, ".json") + ".xml")
	require.NoError(t, err)
	return string(data)
}
