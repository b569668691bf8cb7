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
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
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
	"teams-list": func(ctx context.Context, c *tourney.Client) (any, error) {
		return under("Teams")(c.Teams.List(ctx, tourney.TeamListOptions{EventID: 1}))
	},
	"teams-create": func(ctx context.Context, c *tourney.Client) (any, error) {
		return under("Id")(c.Teams.Create(ctx, tourney.TeamCreateInput{Name: new("A")}))
	},
	"teams-update": func(ctx context.Context, c *tourney.Client) (any, error) {
		return nothing(c.Teams.Update(ctx, tourney.TeamUpdateInput{ID: 1, Paid: new(true)}))
	},
	"divisions-list": func(ctx context.Context, c *tourney.Client) (any, error) {
		return under("Divisions")(c.Divisions.List(ctx, tourney.DivisionListOptions{}))
	},
	"divisions-create": func(ctx context.Context, c *tourney.Client) (any, error) {
		return under("Id")(c.Divisions.Create(ctx, tourney.DivisionCreateInput{Name: new("A")}))
	},
	"divisions-update": func(ctx context.Context, c *tourney.Client) (any, error) {
		return nothing(c.Divisions.Update(ctx, tourney.DivisionUpdateInput{ID: 1, Name: new("A")}))
	},
	"games-list": func(ctx context.Context, c *tourney.Client) (any, error) {
		return under("Games")(c.Games.List(ctx, tourney.GameListOptions{}))
	},
	"games-update": func(ctx context.Context, c *tourney.Client) (any, error) {
		return nothing(c.Games.Update(ctx, tourney.GameUpdateInput{ID: 1, ExternalID: new("x")}))
	},
	"players-list": func(ctx context.Context, c *tourney.Client) (any, error) {
		return under("Players")(c.Players.List(ctx, tourney.PlayerListOptions{}))
	},
	"venues-list": func(ctx context.Context, c *tourney.Client) (any, error) {
		return under("Venues")(c.Venues.List(ctx, tourney.VenueListOptions{}))
	},
	"events-list": func(ctx context.Context, c *tourney.Client) (any, error) {
		return under("Events")(c.Events.List(ctx, tourney.EventListOptions{}))
	},
	"standings-get": func(ctx context.Context, c *tourney.Client) (any, error) {
		return c.Standings.Get(ctx, tourney.StandingsOptions{})
	},
	"standings-update": func(ctx context.Context, c *tourney.Client) (any, error) {
		return nothing(c.Standings.Update(ctx, tourney.StandingsUpdateInput{TeamPoolID: 1, TeamID: 1}))
	},
	"statistics-get": func(ctx context.Context, c *tourney.Client) (any, error) {
		statistics, err := under("Statistics")(c.Statistics.Leaders(ctx, tourney.LeadersOptions{}))
		return under("Players")(statistics, err)
	},
	"statistics-update": func(ctx context.Context, c *tourney.Client) (any, error) {
		return nothing(c.Statistics.Update(ctx, tourney.StatisticsUpdateInput{
			GameID: 1, Away: &tourney.SideStatisticsInput{ID: 1, Players: []tourney.PlayerStatisticsInput{{TeamPlayerID: 1}}},
		}))
	},
	"register": func(ctx context.Context, c *tourney.Client) (any, error) {
		return c.Registration.Register(ctx, tourney.RegistrationInput{Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}}})
	},
	"payments": func(ctx context.Context, c *tourney.Client) (any, error) { return c.Payments.Pay(ctx, cardPayment()) },
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
	"teams-get": func(ctx context.Context, c *tourney.Client, id int64) (any, error) {
		return under("Team")(c.Teams.Get(ctx, id))
	},
	"divisions-get": func(ctx context.Context, c *tourney.Client, id int64) (any, error) {
		return under("Division")(c.Divisions.Get(ctx, id))
	},
	"games-get": func(ctx context.Context, c *tourney.Client, id int64) (any, error) {
		return under("Game")(c.Games.Get(ctx, id))
	},
	"players-get": func(ctx context.Context, c *tourney.Client, id int64) (any, error) {
		return under("Player")(c.Players.Get(ctx, id))
	},
	"venues-get": func(ctx context.Context, c *tourney.Client, id int64) (any, error) {
		return under("Venue")(c.Venues.Get(ctx, id))
	},
	"events-get": func(ctx context.Context, c *tourney.Client, id int64) (any, error) {
		return under("Event")(c.Events.Get(ctx, id))
	},
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

// nothing is the answer to an update.
func nothing(err error) (any, error) { return struct{}{}, err }

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

// senders bind a request body to the parameter struct that callers fill, and send it.
var senders = map[string]struct {
	op   string
	send func(context.Context, *tourney.Client, node.Node) error
}{
	"authenticate": {"Authentication.Authenticate", sends(func(ctx context.Context, c *tourney.Client, l tourney.Login) error {
		return second(c.Authenticate(ctx, l.Username, l.Password.Reveal()))
	})},
	"teams-create": {"Teams.Create", sends(func(ctx context.Context, c *tourney.Client, r tourney.TeamCreateInput) error {
		return second(c.Teams.Create(ctx, r))
	})},
	"teams-update": {"Teams.Update", sends(func(ctx context.Context, c *tourney.Client, r tourney.TeamUpdateInput) error {
		return c.Teams.Update(ctx, r)
	})},
	"divisions-create": {"Divisions.Create", sends(func(ctx context.Context, c *tourney.Client, r tourney.DivisionCreateInput) error {
		return second(c.Divisions.Create(ctx, r))
	})},
	"divisions-update": {"Divisions.Update", sends(func(ctx context.Context, c *tourney.Client, r tourney.DivisionUpdateInput) error {
		return c.Divisions.Update(ctx, r)
	})},
	"games-update": {"Games.Update", sends(func(ctx context.Context, c *tourney.Client, r tourney.GameUpdateInput) error {
		return c.Games.Update(ctx, r)
	})},
	"standings-update": {"Standings.Update", sends(func(ctx context.Context, c *tourney.Client, r tourney.StandingsUpdateInput) error {
		return c.Standings.Update(ctx, r)
	})},
	"statistics-update": {"Statistics.Update", sends(func(ctx context.Context, c *tourney.Client, r tourney.StatisticsUpdateInput) error {
		return c.Statistics.Update(ctx, r)
	})},
	"register": {"Registration.Register", sends(func(ctx context.Context, c *tourney.Client, r tourney.RegistrationInput) error {
		return second(c.Registration.Register(ctx, r))
	})},
	"payments": {"Payments.Pay", sends(func(ctx context.Context, c *tourney.Client, r tourney.PaymentInput) error {
		return second(c.Payments.Pay(ctx, r))
	})},
}

func sends[T any](send func(context.Context, *tourney.Client, T) error) func(context.Context, *tourney.Client, node.Node) error {
	return func(ctx context.Context, c *tourney.Client, body node.Node) error {
		var params T
		if err := record.Bind(body, &params); err != nil {
			return err
		}
		return send(ctx, c, params)
	}
}

func TestRequestsCarryWhatTheFixturesDo(t *testing.T) {
	all := fixtures(t, "request")
	require.GreaterOrEqual(t, len(all), 30)
	for _, f := range all {
		t.Run(f.Name, func(t *testing.T) {
			sender, ok := senders[f.Folder]
			require.True(t, ok, "no operation is named for the folder")
			variant, ok := contract.LookupVariant(string(f.Variant))
			require.True(t, ok)
			body, err := jsoncodec.ParseNode([]byte(f.Body), jsoncodec.Limits{})
			require.NoError(t, err)
			check.Unspell(contract.Lookup(sender.op), variant, &body)
			answer := `{"Id":1,"TeamId":1,"TransactionId":"t","ApiKey":"aw==","ApiSecretKey":"cw=="}`
			c, h := serve(t, f.Variant, one(reply(200, answer)))
			require.NoError(t, sender.send(t.Context(), c, body))
			require.Len(t, h.sent(), 1)
			want, got := scoresAsNumbers(tree(t, f.Body)), scoresAsNumbers(tree(t, h.sent()[0].Body))
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
