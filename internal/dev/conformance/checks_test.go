package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// notOfTheRequest matches the refusals that need more than the request: rows, the clock, the issuer of a card, and the
// names of won-bys that the host knows.
var notOfTheRequest = regexp.MustCompile(
	`names no |is not (the|a) (away|home|event|division|team)|in the past|was declined|whose code is known|does not take`)

// TestCheckCoversTheMock makes every mistake in every field of every write: what the mock refuses without a look at
// anything but the request, Client.Check refuses with the same paths, and what Check refuses, the mock refuses.
func TestCheckCoversTheMock(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range []tourney.Variant{tourney.Lacrosse, tourney.Baseball, tourney.Football} {
		srv, err := mockserver.New(v)
		require.NoError(t, err)
		var answer answer
		answer.to = srv
		checking := srv.Client()
		unchecked := srv.Client(tourney.WithoutChecks(), tourney.WithHTTPClient(&http.Client{Transport: &answer}))
		for op, write := range writesOf(srv) {
			send := clienttest.Calling(op, write)
			require.NoError(t, send(t.Context(), unchecked), "%s: the write without a mistake", op)
			for _, path := range pathsOf(reflect.TypeOf(write)) {
				for _, mistake := range mistakes(reflect.TypeOf(write), path) {
					to := reflect.New(reflect.TypeOf(write)).Elem()
					to.Set(reflect.ValueOf(write))
					at(to, path).Set(mistake)
					answered := clienttest.Calling(op, to.Interface())(t.Context(), unchecked)
					answer.compare(t, checking.Check(to.Interface().(tourney.Input)), answered, seen, op)
				}
			}
		}
	}
	for _, path := range []string{
		"Payments.Pay payment.amount", "Payments.Pay payment.creditcardnumber", "Payments.Pay payment.creditcardcvv2",
		"Registration.Register divisionid", "Registration.Register payment.creditcardnumber",
		"Statistics.Update away.players[0].statistics[0].value", "Teams.Create players[0].number",
	} {
		require.True(t, seen[path], path)
	}
}

// answer is a transport that keeps the last refusal, because errors withhold what a host says to a card.
type answer struct {
	to      http.RoundTripper
	refused struct {
		Errors []struct{ Message, Field string }
	}
}

func (a *answer) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := a.to.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	res.Body = io.NopCloser(bytes.NewReader(body))
	a.refused.Errors = nil
	return res, errors.Join(err, json.Unmarshal(body, &a.refused))
}

func (a *answer) compare(t *testing.T, checked, answered error, seen map[string]bool, op string) {
	t.Helper()
	var check, unsent *tourney.ValidationError
	if errors.As(answered, &unsent) {
		return // a value that no body carries, which both clients refuse
	}
	if errors.As(checked, &check) && check.Fields[0].Path != "" { // an update of nothing: see the assumption empty-updates
		require.Error(t, answered, "%s: the mock takes what Check refuses: %v", op, checked)
	}
	paths := map[string]bool{}
	if check != nil {
		for _, f := range check.Fields {
			paths[f.Path] = true
		}
	}
	for _, e := range a.refused.Errors {
		if !notOfTheRequest.MatchString(e.Message) {
			require.True(t, paths[e.Field], "%s: the mock refuses %q, and Check says %v", op, e.Message, checked)
			seen[op+" "+e.Field] = true
		}
	}
}

// writesOf returns a write of each operation that the mock accepts.
func writesOf(srv *mockserver.Server) map[string]any {
	division, game := srv.Divisions.All()[0].ID, srv.Games.All()[0]
	team, _ := srv.Teams.Get(*game.AwayTeam.TeamID)
	address := &tourney.PersonAddressInput{
		StreetAddress: new("1 Loop"), ExtendedAddress: new("-"), City: new("C"), StateRegion: new("MO"), PostalCode: new("64101"),
	}
	payment := func() *tourney.PaymentDetailsInput {
		return &tourney.PaymentDetailsInput{
			Amount: new(tourney.MustDecimal("10")), Title: new("t"), Description: new("d"), CreditCardType: new("Visa"),
			CreditCardNumber: secret.New("4111 1111 1111 1111"), CreditCardExpireYear: new(90), CreditCardExpireMonth: new(1),
			CreditCardCVV2: secret.New("123"), Address: address,
		}
	}
	return map[string]any{
		"Teams.Create":     tourney.TeamCreateInput{DivisionID: division, Name: new("A")},
		"Teams.Update":     tourney.TeamUpdateInput{ID: team.ID, Name: new(team.Name)},
		"Divisions.Create": tourney.DivisionCreateInput{Name: new("A")},
		"Divisions.Update": tourney.DivisionUpdateInput{ID: division, Name: new("A")},
		"Games.Update":     tourney.GameUpdateInput{ID: game.ID, AwayScore: tourney.Score(1)},
		"Standings.Update": tourney.StandingsUpdateInput{EventID: srv.Events.All()[0].ID},
		"Statistics.Update": tourney.StatisticsUpdateInput{GameID: game.ID, Away: &tourney.SideStatisticsInput{
			ID: team.ID, Players: []tourney.PlayerStatisticsInput{{
				TeamPlayerID: team.Players[0].ID, Statistics: []tourney.StatisticInput{{Name: "PitchCount", Value: new("5")}},
			}},
		}},
		"Registration.Register": tourney.RegistrationInput{
			DivisionID: division, Name: new("A"), Payment: payment(),
			Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true), Email: new("pat@example.com")}},
		},
		"Payments.Pay": tourney.PaymentInput{DivisionID: division, Payment: payment()},
	}
}

// pathsOf returns the fields of an input, and of all inputs in it, as indexes of fields.
func pathsOf(t reflect.Type) (all [][]int) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	for i := range t.NumField() {
		f := t.Field(i)
		all = append(all, []int{i})
		if strings.HasSuffix(strings.TrimLeft(f.Type.String(), "*[]"), "Input") {
			for _, path := range pathsOf(f.Type) {
				all = append(all, append([]int{i}, path...))
			}
		}
	}
	return all
}

// at returns the field at a path. It makes copies of pointers and lists on the way, so that the input shares none.
func at(v reflect.Value, path []int) reflect.Value {
	for i, index := range path {
		v = v.Field(index)
		if i == len(path)-1 || v.Kind() == reflect.Struct {
			continue
		}
		fresh := reflect.New(v.Type()).Elem()
		if v.Kind() == reflect.Pointer {
			fresh.Set(reflect.New(v.Type().Elem()))
			if !v.IsNil() {
				fresh.Elem().Set(v.Elem())
			}
			v.Set(fresh)
			v = v.Elem()
			continue
		}
		fresh.Set(reflect.MakeSlice(v.Type(), max(v.Len(), 1), max(v.Len(), 1)))
		reflect.Copy(fresh, v)
		v.Set(fresh)
		v = v.Index(0)
	}
	return v
}

// wrong are values that break a rule of some field.
var wrong = []any{
	"", " ", "x", "@", "5.5", "1e999", "http://x", "\x01", strings.Repeat("x", 11), strings.Repeat("x", 101), 0, 1, -1, 13, 100,
	1000, 99999, true, false, tourney.MustDecimal("-5"), tourney.MustDecimal("1.005"), tourney.MustDecimal("1e9"),
	tourney.Date{Year: 2026, Month: 2, Day: 31}, tourney.WonBy{Name: "Luck"}, tourney.WonBy{Code: 99}, secret.New("x"),
	secret.New("4111111111111112"), secret.New("5555555555554444"), secret.New("12345"), secret.New(strings.Repeat("4", 101)),
}

// mistakes returns values for the field of a type at a path: nothing, all of wrong that fit, and long lists.
func mistakes(t reflect.Type, path []int) (all []reflect.Value) {
	to := at(reflect.New(t).Elem(), path).Type()
	all = append(all, reflect.Zero(to))
	if to.Kind() == reflect.Slice {
		return append(all, reflect.MakeSlice(to, 6, 6), reflect.MakeSlice(to, 21, 21))
	}
	for _, value := range wrong {
		v := reflect.ValueOf(value)
		kind := to
		if to.Kind() == reflect.Pointer {
			kind = to.Elem()
		}
		number := v.Kind() == reflect.Int && v.CanConvert(kind) && kind.Kind() != reflect.String
		if v.Type() != kind && !number {
			continue
		}
		v = v.Convert(kind)
		if to.Kind() == reflect.Pointer {
			p := reflect.New(kind)
			p.Elem().Set(v)
			v = p
		}
		all = append(all, v)
	}
	return all
}
