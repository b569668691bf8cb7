package openapi

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/dev/conformance/suite"
	"github.com/tourney-go/tourney/mockserver"
)

// TestFormsOfValues sends values in forms that a table of the interface document does not have. The document of the
// variant says what the mock does with them, but for the forms that docs/openapi.md names.
func TestFormsOfValues(t *testing.T) {
	const pay = `{"TeamId":%d,"EnableCreditCard":false,"Payment":{"Title":"t","Description":"d","Amount":%s}}`
	const card = `{"TeamId":%d,"Payment":{"PriceId":%d,"CreditCardNumber":%s}}`
	srv := mockserver.Start(t, tourney.Soccer)
	team := srv.Teams.All()[0].ID
	game, side := int64(0), int64(0)
	for _, g := range srv.Games.All() {
		if g.AwayTeam != nil && g.AwayTeam.TeamID != nil && g.HomeTeam.TeamID != nil {
			game, side = g.ID, *g.AwayTeam.TeamID
		}
	}
	away, _ := srv.Teams.Get(side)
	statistic := func(members string) string {
		return fmt.Sprintf(`{"GameId":%d,"Away":{"Id":%d,"Players":[{"TeamPlayerId":%d,"Statistics":[{%s}]}]}}`,
			game, side, away.Players[0].ID, members)
	}
	amount := func(value string) string { return fmt.Sprintf(pay, team, value) }
	score := func(members string) string { return fmt.Sprintf(`{"Id":%d,%s}`, game, members) }
	v, _ := contract.LookupVariant("soccer")
	d := documentOf(t, v)
	for _, c := range []struct {
		method, path, body string
		mock, document     bool // whether it takes the body
	}{
		{http.MethodPut, "/statistics", statistic(`"Name":"Goals","Value":"1"`), true, true},
		{http.MethodPut, "/statistics", statistic(`"Value":"1"`), false, false},
		{http.MethodPut, "/statistics", statistic(`"Name":null,"Value":"1"`), false, false},
		{http.MethodPut, "/statistics", statistic(`"Name":"","Value":"1"`), false, false},
		{http.MethodPut, "/statistics", statistic(`"Name":" ","Value":"1"`), false, false},
		{http.MethodPut, "/statistics", statistic(`"Name":"Goals","Value":""`), true, true},
		{http.MethodPut, "/statistics", statistic(`"Name":"Goals","Value":null`), true, true},
		{http.MethodPut, "/statistics", statistic(`"Name":"Goals"`), true, true},
		{http.MethodPut, "/statistics", statistic(`"Name":"Goals","Value":"-1.5e1"`), true, true},
		{http.MethodPut, "/statistics", statistic(`"Name":"Goals","Value":"many"`), false, false},
		{http.MethodPut, "/statistics", statistic(`"Name":"Goals","Value":1`), false, false},
		{http.MethodPost, "/payments", amount(`29.98`), true, true},
		{http.MethodPost, "/payments", amount(`"29.98"`), true, true},
		{http.MethodPost, "/payments", amount(`" 3e1 "`), true, true},
		{http.MethodPost, "/payments", amount(`"many"`), false, false},
		{http.MethodPost, "/payments", amount(`""`), false, false},
		{http.MethodPost, "/payments", amount(`true`), false, false},
		{http.MethodPost, "/payments", amount(`-1`), false, false},
		{http.MethodPost, "/payments", amount(`"-1"`), false, false},
		{http.MethodPost, "/payments", fmt.Sprintf(`{"TeamId":%d}`, team), false, false},
		{http.MethodPost, "/payments", fmt.Sprintf(card, team, 1, `""`), false, false},
		{http.MethodPost, "/payments", fmt.Sprintf(card, team, 1, `4111111111111111`), false, false},
		{http.MethodPut, "/games", score(`"AwayScore":3`), true, true},
		{http.MethodPut, "/games", score(`"AwayScore":"3"`), true, true},
		{http.MethodPut, "/games", score(`"AwayScore":"three"`), false, false},
		{http.MethodPut, "/games", score(`"ExternalId":399999999999999990`), true, true},
		{http.MethodPut, "/games", score(`"ExternalId":true`), false, false},
		{http.MethodPut, "/games", score(`"AwayWonBy":7`), true, true},
		{http.MethodPut, "/games", score(`"AwayWonBy":"Forfeit"`), true, true},
		{http.MethodPost, "/authenticate", `{"Username":"","Password":"x"}`, false, false},
		{http.MethodPut, "/teams", `{"Id":null,"ExternalTeamId":"","Name":"x"}`, false, false},
		{http.MethodPost, "/payments", amount(`10.005`), false, true},
		{http.MethodPut, "/teams", fmt.Sprintf(`{"Id":"%d","Name":"x"}`, team), true, false},
		{http.MethodPut, "/teams", fmt.Sprintf(`{"Id":%d,"Paid":"true"}`, team), true, false},
	} {
		t.Run(c.path+" "+c.body, func(t *testing.T) {
			x := exchange(t, srv, c.method, c.path, c.body)
			require.Equal(t, c.mock, x.Status == http.StatusOK, "%d %s", x.Status, x.Got)
			said := d.request(t, x)
			require.Equal(t, c.document, len(said) == 0, "%q", said)
			require.Empty(t, d.answer(t, x))
		})
	}
}

// exchange sends a body in JSON.
func exchange(t *testing.T, srv *mockserver.Server, method, path, body string) *suite.Exchange {
	t.Helper()
	as := http.Header{"Content-Type": {"application/json"}}
	x := &suite.Exchange{Method: method, URL: srv.URL() + contract.BasePath + path, Header: as, Sent: []byte(body)}
	req, err := http.NewRequestWithContext(t.Context(), method, x.URL, strings.NewReader(body))
	require.NoError(t, err)
	req.Header = as
	resp, err := srv.RoundTrip(req)
	require.NoError(t, err)
	defer func() { require.NoError(t, resp.Body.Close()) }()
	x.Status, x.Answers = resp.StatusCode, resp.Header
	x.Got, err = io.ReadAll(resp.Body)
	require.NoError(t, err)
	return x
}
