package openapi

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/dev/conformance/suite"
	"github.com/tourney-go/tourney/mockserver"
)

// TestFormsOfValues sends values in forms that a table of the interface document does not have. The document of the
// variant says what the mock does with them, but for the forms that docs/mockserver.md names.
func TestFormsOfValues(t *testing.T) {
	const pay = `{"TeamId":%d,"EnableCreditCard":false,"Payment":{"Title":"t","Description":"d","Amount":%s}}`
	const card = `{"TeamId":%d,"Payment":{"PriceId":%d,"CreditCardNumber":%s}}`
	const receipts = `{"TeamId":%d,"EnableCreditCard":false,"EnablePaymentConfirmation":false,"EnableReceipt":true,
		"Payment":{"Title":"t","Description":"d","Amount":1}}`
	srv := mockserver.Start(t, tourney.Soccer)
	register := func(members string) string {
		return fmt.Sprintf(`{"DivisionId":%d,"Name":"A","Coaches":[{"PrimaryContact":true}],%s}`,
			srv.Divisions.All()[0].ID, members)
	}
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
		{http.MethodPut, "/statistics", statistic(`"Name":0,"Value":"1"`), true, true},
		{http.MethodPut, "/statistics", statistic(`"Name":-1,"Value":"1"`), true, true},
		{http.MethodPut, "/statistics", statistic(`"Name":1.5,"Value":"1"`), false, false},
		{http.MethodPut, "/statistics", statistic(`"Name":true,"Value":"1"`), false, false},
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
		{http.MethodPut, "/games", score(`"ExternalId":1.5`), false, false},
		{http.MethodPut, "/teams", fmt.Sprintf(`{"Id":%d,"ExternalTeamId":1.5}`, team), false, false},
		{http.MethodPut, "/teams", fmt.Sprintf(`{"Id":%d,"ExternalTeamId":-7}`, team), true, true},
		{http.MethodPut, "/games", score(`"AwayWonBy":7`), true, true},
		{http.MethodPut, "/games", score(`"AwayWonBy":"Forfeit"`), true, true},
		{http.MethodPost, "/authenticate", `{"Username":"","Password":"x"}`, false, false},
		{http.MethodPut, "/teams", `{"Id":null,"ExternalTeamId":"","Name":"x"}`, false, false},
		{http.MethodPost, "/register", register(`"EnablePaymentConfirmation":true,"EnableReceipt":false`), false, false},
		{http.MethodPost, "/register", register(`"EnablePaymentConfirmation":false,"EnableReceipt":true`), false, false},
		{http.MethodPost, "/register", register(`"EnablePaymentConfirmation":true,"EnableReceipt":true`), true, true},
		{http.MethodPost, "/register", register(`"EnablePaymentConfirmation":false,"EnableReceipt":null`), true, true},
		{http.MethodPost, "/register", register(`"EnableReceipt":false`), true, true},
		{http.MethodPost, "/register", register(`"Meta":[{"Key":"a","Name":"b"}]`), false, true},
		{http.MethodPost, "/register", register(`"Players":[{"Meta":[{"Key":"a","Name":"b"}]}]`), false, true},
		{http.MethodPost, "/register", register(`"Meta":[{"Key":"a","Name":"a"}]`), true, true},
		{http.MethodPost, "/payments", fmt.Sprintf(receipts, team), false, false},
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

// TestNulls sends null for each member of each body in turn, under each of its names. The document takes what the mock
// takes.
func TestNulls(t *testing.T) {
	for _, v := range variants(t) {
		srv := mockserver.Start(t, tourney.Variant(v.Name))
		event, division, team := srv.Events.All()[0].ID, srv.Divisions.All()[0].ID, srv.Teams.All()[0]
		card := `"FirstName":"Ann","CreditCardType":"Visa","CreditCardNumber":"4111111111111111","CreditCardExpireYear":40,
			"CreditCardExpireMonth":12,"CreditCardCvv2":"123","Address":{"StreetAddress":"1 Main St","ExtendedAddress":"2",
			"City":"Springfield","StateRegion":"IL","PostalCode":"62701"}`
		priced := `"Payment":{"Title":"Fee","Description":"Fee","Amount":10,` + card + `}`
		side := func(id int64) string {
			return fmt.Sprintf(`{"Id":%d,"ExternalTeamId":"x","Players":[{"TeamPlayerId":1,"ExternalPlayerId":"x",
				"Statistics":[{"Name":"Goals","Value":"1"}]}]}`, id)
		}
		bodies := map[string]string{
			"Authentication.Authenticate": `{"Username":"director","Password":"secret"}`,
			"Teams.Create": fmt.Sprintf(`{"EventId":%d,"DivisionId":%d,"Name":"A","Coaches":[{"LastName":"B"}],
				"Players":[{"LastName":"C"}]}`, event, division),
			"Teams.Update": fmt.Sprintf(`{"Id":%d,"Name":"A","Notes":"B","Coaches":[{"LastName":"B"}],
				"Players":[{"LastName":"C"}]}`, team.ID),
			"Teams.Update by ExternalTeamId": `{"ExternalTeamId":"x","Name":"A","Notes":"B"}`,
			"Divisions.Create":               fmt.Sprintf(`{"EventId":%d,"Name":"A"}`, event),
			"Divisions.Update":               fmt.Sprintf(`{"Id":%d,"Name":"A","Description":"B"}`, division),
			"Games.Update":                   fmt.Sprintf(`{"Id":%d,"ExternalId":"x"}`, srv.Games.All()[0].ID),
			"Standings.Update":               fmt.Sprintf(`{"EventId":%d,"TeamPoolId":1,"TeamId":%d}`, event, team.ID),
			"Statistics.Update":              fmt.Sprintf(`{"GameId":1,"Away":%s,"Home":%s}`, side(team.ID), side(team.ID)),
			"Registration.Register": fmt.Sprintf(`{"EventId":%d,"DivisionId":%d,"Name":"A","EnablePaymentConfirmation":true,
				"EnableReceipt":true,"Coaches":[{"PrimaryContact":true}],"Players":[{}],%s}`, event, division, priced),
			"Payments.Pay":          fmt.Sprintf(`{"TeamId":%d,%s}`, team.ID, priced),
			"Payments.Pay of price": fmt.Sprintf(`{"DivisionId":%d,"EventId":%d,"Payment":{"PriceId":1,%s}}`, division, event, card),
			"Payments.Pay in cash": fmt.Sprintf(`{"TeamId":%d,"EnableCreditCard":false,
				"Payment":{"PriceId":1,"Title":"Fee","Description":"Fee","Amount":10}}`, team.ID),
		}
		c := comparison{document: documentOf(t, v)}
		for name, body := range bodies {
			id, _, _ := strings.Cut(name, " ")
			i := slices.IndexFunc(contract.Operations(), func(op *contract.Operation) bool { return op.ID == id })
			op := contract.Operations()[i]
			if !op.Shown.Has(v) {
				continue
			}
			for i := range op.Params {
				p := &op.Params[i]
				if !p.In(v) {
					continue
				}
				for _, member := range []string{p.NameIn(v), p.Also} {
					if member == "" {
						continue
					}
					sent := withNull(t, c.schema(t, strings.ReplaceAll(id, ".", "")+"Request"), body, member)
					x := exchange(t, srv, op.Method, op.Path, sent)
					if c.unstated(x) == "" {
						said := c.request(t, x)
						require.Equal(t, x.Status == http.StatusBadRequest, len(said) > 0, "%s, %s of %s is null: %d %s %q",
							v.Name, member, name, x.Status, x.Got, said)
					}
				}
			}
		}
	}
}

// withNull returns a body with null for a member, which has a dotted name in lower case.
func withNull(t *testing.T, schema *base.Schema, body, dotted string) string {
	t.Helper()
	var root map[string]any
	require.NoError(t, json.Unmarshal([]byte(body), &root))
	at, parts := root, strings.Split(dotted, ".")
	for i, part := range parts {
		name := ""
		for wire, inner := range schema.Properties.FromOldest() {
			if strings.EqualFold(wire, part) {
				name, schema = wire, inner.Schema()
				break
			}
		}
		require.NotEmpty(t, name, dotted)
		if i == len(parts)-1 {
			at[name] = nil
			break
		}
		if schema.Items != nil {
			schema = schema.Items.A.Schema()
			if _, ok := at[name]; !ok {
				at[name] = []any{map[string]any{}}
			}
			at = at[name].([]any)[0].(map[string]any)
			continue
		}
		if _, ok := at[name]; !ok {
			at[name] = map[string]any{}
		}
		at = at[name].(map[string]any)
	}
	sent, err := json.Marshal(root)
	require.NoError(t, err)
	return string(sent)
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
