package tourney_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
)

// The bodies of testdata/wire were written from the interface document and by none of our encoders. So these tests do
// not compare the library with itself.

// readers request the content of each folder of responses, and return the decoded value in its wrapper.
var readers = map[string]func(context.Context, *tourney.Client) (any, error){
	"authenticate": func(ctx context.Context, c *tourney.Client) (any, error) {
		a, err := c.Authenticate(ctx, "u", "p")
		encode := base64.StdEncoding.EncodeToString
		return map[string]any{
			"Id": a.ID, "Email": a.Email, "Extra": a.Extra,
			"ApiKey": encode([]byte(a.Credentials.APIKey)), "ApiSecretKey": encode([]byte(a.Credentials.APISecret.Reveal())),
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
		Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}},
	}),
	"payments": reading("", "Payments.Pay", cardPayment()),
	"errors": func(ctx context.Context, c *tourney.Client) (any, error) {
		_, err := c.Venues.List(ctx, tourney.VenueListOptions{})
		answered, _ := err.(*tourney.APIError) //nolint:errorlint // anything else fails the comparison
		if answered == nil {
			return nil, err
		}
		return map[string]any{"Errors": answered.Errors}, nil
	},
}

// getters request the row of each folder of details, and return it in its wrapper.
var getters = map[string]func(context.Context, *tourney.Client, int64) (any, error){
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
			return invoke(ctx, c, op, in)
		}
		return under(wrapper)(invoke(ctx, c, op, in))
	}
}

func getting(wrapper, op string) func(context.Context, *tourney.Client, int64) (any, error) {
	return func(ctx context.Context, c *tourney.Client, id int64) (any, error) {
		return reading(wrapper, op, id)(ctx, c)
	}
}

// reader returns the function that requests the content of a fixture.
func (f fixture) reader(t *testing.T) func(context.Context, *tourney.Client) (any, error) {
	t.Helper()
	get, ok := getters[f.Folder]
	if !ok {
		require.Contains(t, readers, f.Folder, "no operation is named for the folder")
		return readers[f.Folder]
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

// under wraps a value in a member.
func under(name string) func(any, error) (any, error) {
	return func(value any, err error) (any, error) { return map[string]any{name: value}, err }
}

func TestResponsesDecodeCompletely(t *testing.T) {
	all := fixtures(t, "response")
	require.GreaterOrEqual(t, len(all), 77)
	for _, f := range all {
		t.Run(f.Name, func(t *testing.T) {
			c, h := serve(t, f.Variant, one(reply(200, f.Body)))
			got, err := f.reader(t)(t.Context(), c)
			require.NoError(t, err)
			require.Len(t, h.sent(), 1)
			require.Empty(t, leftOver(reflect.ValueOf(got), ""), "members without a field")
			written, err := json.Marshal(got)
			require.NoError(t, err)
			sameTree(t, f.Body, string(written))
		})
	}
}

// leftOver returns the paths of all unknown members inside a value.
func leftOver(v reflect.Value, path string) (found []string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			found = leftOver(v.Elem(), path)
		}
	case reflect.Slice:
		for i := range v.Len() {
			found = append(found, leftOver(v.Index(i), path+"[]")...)
		}
	case reflect.Struct:
		for field, value := range v.Fields() {
			found = append(found, leftOver(value, path+"/"+field.Name)...)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if v.Type() == reflect.TypeFor[tourney.Extra]() {
				found = append(found, path+"/"+key.String())
				continue
			}
			found = append(found, leftOver(v.MapIndex(key), path+"/"+key.String())...)
		}
	}
	return found
}

// TestLeftOverSeesUnknownMembers: without a working leftOver the test above would prove nothing.
func TestLeftOverSeesUnknownMembers(t *testing.T) {
	extra := tourney.Extra{"New": nil}
	require.Empty(t, leftOver(reflect.ValueOf(tourney.Game{}), ""))
	require.Equal(t, []string{"/AwayTeam/Extra/New"}, leftOver(reflect.ValueOf(tourney.Game{AwayTeam: &tourney.GameSide{Extra: extra}}), ""))
	require.Equal(t, []string{"/Teams/Results[]/Players[]/Extra/New"}, leftOver(reflect.ValueOf(map[string]any{
		"Teams": tourney.Page[tourney.Team]{Results: []tourney.Team{{Players: []tourney.TeamPlayer{{Extra: extra}}}}},
	}), ""))
}

// requestFolders are the operations of the folders with bodies of requests.
var requestFolders = map[string]string{
	"authenticate": "Authentication.Authenticate", "teams-create": "Teams.Create", "teams-update": "Teams.Update",
	"divisions-create": "Divisions.Create", "divisions-update": "Divisions.Update", "games-update": "Games.Update",
	"standings-update": "Standings.Update", "statistics-update": "Statistics.Update",
	"register": "Registration.Register", "payments": "Payments.Pay",
}

// send binds the body of a request to the parameter struct that callers fill, sends it, and returns the request.
func (f fixture) send(t *testing.T, answer httpmock.Responder, opts ...tourney.Option) sent {
	t.Helper()
	op, ok := requestFolders[f.Folder]
	require.True(t, ok, "no operation is named for the folder")
	variant, ok := contract.LookupVariant(string(f.Variant))
	require.True(t, ok)
	body, err := jsoncodec.ParseNode([]byte(f.Body), jsoncodec.Limits{})
	require.NoError(t, err)
	check.Unspell(contract.Lookup(op), variant, &body)
	in := reflect.New(reflect.TypeOf(parameters[op]))
	require.NoError(t, record.Bind(body, in.Interface()))
	c, h := serve(t, f.Variant, one(answer), opts...)
	require.NoError(t, second(invoke(t.Context(), c, op, in.Elem().Interface())))
	require.Len(t, h.sent(), 1)
	return h.sent()[0]
}

func TestRequestsCarryWhatTheFixturesDo(t *testing.T) {
	all := fixtures(t, "request")
	require.GreaterOrEqual(t, len(all), 30)
	for _, f := range all {
		t.Run(f.Name, func(t *testing.T) {
			sent := f.send(t, reply(200, `{"Id":1,"TeamId":1,"TransactionId":"t","ApiKey":"aw==","ApiSecretKey":"cw=="}`))
			want, got := scoresAsNumbers(tree(t, f.Body)), scoresAsNumbers(tree(t, sent.Body))
			require.Empty(t, cmp.Diff(want, got))
		})
	}
}

// scoresAsNumbers turns scores into numbers: sample bodies send scores as text, and both are equal.
func scoresAsNumbers(body any) any {
	object, _ := body.(map[string]any)
	for name, value := range object {
		if text, ok := value.(string); ok && strings.HasSuffix(name, "score") && !strings.HasPrefix(text, "number ") {
			object[name] = "number " + text
		}
	}
	return body
}
