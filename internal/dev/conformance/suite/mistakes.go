package suite

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/secret"
)

// odd has the characters that every format can carry and that are special in one of the formats: markup, the line
// ends of JavaScript, the first and last characters of ranges of Unicode. It begins and ends with white space.
const odd = " \t<a b=\"c\">&amp;'</a>]]>--?>{}[]\\/\r\n" +
	"\x7f\u0080\u0085\u2028\u2029\ud7ff\ue000\ufeff\ufffd\U00010000\U0010ffff "

// hostile is odd followed by text that no body can carry: characters that XML does not allow, and bytes that are not
// UTF-8.
const hostile = odd + "\x00\x01\x08\x0b\x0c\x1f\ufffe\uffff" + "\xff\xc0\xaf\xed\xa0\x80"

// writeOddities writes the text odd into the text members of rows, by methods of the mock and by requests.
func (v visitor) writeOddities(t *testing.T) {
	t.Helper()
	event := v.srv.Events.Add(tourney.Event{Name: odd})
	division := v.srv.Divisions.Add(tourney.Division{Name: odd, Prices: []tourney.Price{{Name: odd}}})
	venue := v.srv.Venues.Add(tourney.Venue{Name: odd})
	v.srv.Venues.EditDetails(venue, func(d *stored.VenueDetails) { d.EventIDs = []int64{event} })
	team := v.srv.Teams.Add(tourney.Team{Name: odd, Players: []tourney.TeamPlayer{{LastName: odd}}})
	row, _ := v.srv.Teams.Get(team)
	v.srv.Statistics.Set(v.srv.Games.All()[0].ID, row.Players[0].ID, odd, tourney.NewDecimal(5, -1))
	for _, write := range v.oddWrites(event, division) {
		if err := clienttest.Calling(write.op, write.in)(t.Context(), v.client(tourney.WithoutChecks())); err != nil {
			require.ErrorAs(t, err, new(*tourney.APIError), "a refusal is an answer too")
		}
	}
}

// oddWrites returns a write of each kind with the text odd in its parameters. Most of them break a rule.
func (v visitor) oddWrites(event, division int64) []struct {
	op string
	in any
} {
	team, game, text := v.srv.Teams.All()[0].ID, v.srv.Games.All()[0].ID, odd
	return []struct {
		op string
		in any
	}{
		{"Teams.Create", tourney.TeamCreateInput{
			DivisionID: division, Name: &text, ExternalTeamID: &text, Notes: &text, Abbreviation: &text,
			Address: &tourney.TeamAddressInput{}, Coaches: []tourney.CoachInput{}, Players: []tourney.PlayerInput{{}},
		}},
		{"Teams.Update", tourney.TeamUpdateInput{ID: team, Notes: &text, Name: new("")}},
		{"Teams.Update", tourney.TeamUpdateInput{ExternalTeamID: &text, Website: &text}},
		{"Games.Update", tourney.GameUpdateInput{ID: game, ExternalID: &text}},
		{"Divisions.Update", tourney.DivisionUpdateInput{ID: division, Name: &text}},
		{"Divisions.Create", tourney.DivisionCreateInput{EventID: event, Name: &text}},
		{"Authentication.Authenticate", tourney.Login{Username: text, Password: secret.New(text)}},
		{"Registration.Register", tourney.RegistrationInput{
			DivisionID: division, Name: &text, Meta: []tourney.MetaInput{{}},
			Coaches: []tourney.RegistrationCoachInput{{FirstName: &text, Email: &text, PrimaryContact: new(true)}},
		}},
		{"Payments.Pay", tourney.PaymentInput{TeamID: team, Payment: &tourney.PaymentDetailsInput{
			CreditCardType: new(tourney.CardVisa), CreditCardNumber: secret.New(text), CreditCardCVV2: secret.New(text),
		}}},
		{"Standings.Update", tourney.StandingsUpdateInput{EventID: event, TeamID: 1}},
	}
}

// makeMistakes sends requests with every kind of mistake.
func (v visitor) makeMistakes(t *testing.T) {
	t.Helper()
	for _, path := range []string{"/api", "/api/v1", "/api/v1/", "/api/v1/nothing", "/api/v2/teams",
		"/%3Ca%3E%5D%5D%3E%00%FF", "/api/v1/" + url.PathEscape(hostile)} {
		v.send(t, http.MethodGet, path, "")
	}
	asked := map[string]bool{}
	for _, op := range contract.Operations() {
		path := contract.BasePath + op.Path
		if op.Method != http.MethodGet {
			v.sendBadBodies(t, op.Method, path)
		}
		if asked[path] {
			continue
		}
		asked[path] = true
		for _, query := range badQueries("eventid=" + itoa(v.srv.Events.All()[0].ID)) {
			v.send(t, http.MethodGet, path+"?"+query, "")
		}
		v.send(t, http.MethodDelete, path, "")
		v.send(t, http.MethodPatch, path, "")
	}
}

func badQueries(event string) []string {
	value := url.QueryEscape(hostile)
	return []string{
		"", event, event + "&includes=" + value, event + "&page=" + value, event + "&pagesize=0", "PageSize=0", "id=" + value,
		"id=1&id=2", "id=0", "Id=0", "id=99999", "id=1&ID=2", value + "=" + value, "%zz", "a;b", event + "&date=" + value,
		event + "&display=" + value, event + "&categories=" + value,
	}
}

func (v visitor) sendBadBodies(t *testing.T, method, path string) {
	t.Helper()
	for _, body := range badBodies(t)[v.format] {
		v.send(t, method, path, body)
	}
	require.NotEqual(t, http.StatusOK, v.sendAs(t, accepts[tourney.FormatJSON], method, path, " "))
	v.sendAs(t, `text/x-]]>; a="<&>`, method, path, "a=b")
}

func badBodies(t *testing.T) map[tourney.Format][]string {
	t.Helper()
	escaped, err := json.Marshal(odd)
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, xml.EscapeText(&text, []byte(odd)))
	return map[tourney.Format][]string{
		tourney.FormatJSON: {
			`{}`, `[]`, `null`, `{`, `{"Id":`, "{\"Id\":\"\x00\"}", `{"Id":"x"}`, `{"id":1,"ID":2}`,
			`{"Id":` + string(escaped) + `}`, `{` + string(escaped) + `:1}`, `{"Name":` + string(escaped) + `}`,
			`{"Players":1}`, `{"Id":1e999}`, "\xff\xfe", odd,
		},
		tourney.FormatXML: {
			`<Request/>`, `<Request>`, `<Other/>`, `<Request><Id>x</Id></Request>`,
			`<Request><Id>1</Id><ID>2</ID></Request>`, `<!DOCTYPE Request><Request/>`,
			`<Request><Id>` + text.String() + `</Id></Request>`, `<Request><Name>` + text.String() + `</Name></Request>`,
			`<Request><Players>1</Players></Request>`, `<Request xmlns:a="b"><a:é>1</a:é></Request>`,
			`<Request>` + odd + `</Request>`, "\xff\xfe", odd,
		},
	}
}
