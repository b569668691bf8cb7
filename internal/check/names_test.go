package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

func TestUnknown(t *testing.T) {
	for _, test := range []struct {
		op, variant, body string
		want              []string
	}{
		{"Teams.Create", "soccer", `{"NAME":"a","Colour":"red","Coaches":[{"City":"b"},{"Nick":"c"}],"Address":{"Planet":1}}`,
			[]string{"colour", "coaches[1].nick", "address.planet"}},
		{"Payments.Pay", "soccer", `{"EnableReceipt":true,"Payment":{"City":"a","Town":"b"}}`, []string{"payment.town"}},
		{"Games.Update", "football", `{"AwayTeamScore":1,"AwayScore":1}`, []string{"awayscore"}},
		{"Games.Update", "soccer", `{"AwayTeamScore":1,"AwayScore":1}`, []string{"awayteamscore"}},
		{"Teams.Get", "soccer", `{"id":1,"page":2}`, []string{"page"}},
		{"Teams.Create", "softball", `{"Coaches":[{"City":"b"}]}`, nil},
		{"Registration.Register", "soccer", `{"Meta":[{"\u212aey":"not the letter K"}]}`, []string{"meta[0].\u212aey"}},
	} {
		op, v := row(t, test.op, test.variant)
		assert.Equal(t, test.want, Unknown(op, v, body(t, test.body)), test.body)
	}
}

// TestWrongIncludes: letter case does not count, and a host can have includes that nobody knows.
func TestWrongIncludes(t *testing.T) {
	for asked, want := range map[string]string{
		"Teams.Get Players,coaches, SEASON": "", "Teams.Get Kits,*": "", "Teams.Get ": "", "Venues.List Kits": "",
		"Teams.Get Kits,Playrs": `includes: Teams.Get has no include "Playrs": the nearest is Players`,
		"Games.List Players":    `includes: Games.List has no include "Players": expected one of Season`,
		"Games.List Playrs":     `includes: Games.List has no include "Playrs": expected one of Season`,
		"Venues.Get kits":       "",
	} {
		id, names, _ := strings.Cut(asked, " ")
		n := node.Node{Kind: node.Object, Members: []node.Member{{Name: "includes", Node: node.Node{Kind: node.Text, Text: names}}}}
		var got string
		for _, wrong := range WrongIncludes(contract.Lookup(id), n) {
			got += wrong.Message
		}
		assert.Equal(t, want, got, asked)
	}
}

func TestEmpty(t *testing.T) {
	for _, test := range []struct {
		op, body string
		want     bool
	}{
		{"Teams.Update", `{}`, true},
		{"Teams.Update", `{"Id":1}`, true},
		{"Teams.Update", `{"ExternalTeamId":"X"}`, true},
		{"Teams.Update", `{"Id":null,"ExternalTeamId":"X"}`, true},
		{"Teams.Update", `{"Id":1,"ExternalTeamId":"X"}`, false}, // gives the team another external id
		{"Teams.Update", `{"Id":1,"Notes":null,"Address":{}}`, true},
		{"Teams.Update", `{"Id":1,"Notes":""}`, false},
		{"Teams.Update", `{"Id":1,"Address":{"City":""}}`, false},
		{"Teams.Update", `{"Id":1,"Players":[]}`, false},
		{"Divisions.Update", `{"Id":1}`, true},
		{"Divisions.Update", `{"Id":1,"Order":0}`, false},
		{"Games.Update", `{"ID":1}`, true},
		{"Games.Update", `{"ID":1,"AwayScore":0}`, false},
		{"Games.Update", `{"ID":1,"Foo":{"AwayScore":0}}`, true},
		{"Teams.Update", `{"Id":1,"Address.City":"A"}`, true},
		{"Standings.Update", `{"EventId":1,"TeamPoolId":2}`, true},
		{"Standings.Update", `{"TeamPoolId":2,"TeamId":3}`, false},
		{"Statistics.Update", `{"GameId":1,"Away":{"Id":2},"Home":{"ExternalTeamId":"X"}}`, true},
		{"Statistics.Update", `{"GameId":1,"Away":{"Id":2,"Players":[{"TeamPlayerId":3}]}}`, false},
		{"Teams.Create", `{}`, false},
	} {
		op, v := row(t, test.op, "soccer")
		assert.Equal(t, test.want, Empty(op, v, body(t, test.body)), "%s %s", test.op, test.body)
	}
}

// TestEmptyInside: a misspelled member of an item is no change, as one of the request is none.
func TestEmptyInside(t *testing.T) {
	const player = `{"GameId":1,"Home":{"Id":2,"Players":[{"TeamPlayerId":3,%s}]}}`
	for _, test := range []struct {
		op, body string
		want     bool
	}{
		{"Teams.Update", `{"Id":1}`, true},
		{"Teams.Update", `{"Id":1,"Name":"A"}`, false},
		{"Teams.Update", `{"Id":1,"Players":[]}`, false},
		{"Teams.Update", `{"Id":1,"Players":[{"Id":2,"Fristname":"A"}],"Coaches":[{"Id":3}]}`, true},
		{"Teams.Update", `{"Id":1,"Players":[{"Id":2},{"Id":3,"City":"A"}]}`, false},
		{"Teams.Update", `{"Id":1,"Players":[{"Id":2,"City":null}]}`, true},
		{"Teams.Update", `{"Id":1,"Players":[{"Fristname":"A"}]}`, false}, // adds a player
		{"Statistics.Update", `{"GameId":1,"Away":{"Id":2,"Players":[{"ExternalPlayerId":"X"}]}}`, true},
		{"Statistics.Update", fmt.Sprintf(player, `"Statistic":[{"Name":"Goals","Value":"3"}]`), true},
		{"Statistics.Update", fmt.Sprintf(player, `"Statistics":[{"Name":"Goals","Valeu":"3"}]`), true},
		{"Statistics.Update", fmt.Sprintf(player, `"Statistics":[{"Name":"Goals","Value":""}]`), false},
		{"Teams.Create", `{}`, false},
	} {
		op, v := row(t, test.op, "soccer")
		assert.Equal(t, test.want, EmptyInside(op, v, body(t, test.body)), "%s %s", test.op, test.body)
	}
}

func TestClassOf(t *testing.T) {
	for _, test := range []struct {
		op, body string
		want     contract.Class
	}{
		{"Teams.Update", `{"Id":1,"Name":"A"}`, contract.Write},
		{"Teams.Update", `{"Id":1,"Players":[]}`, contract.Write},
		{"Teams.Update", `{"Id":1,"Players":[{"Id":2,"Number":3}],"Coaches":[{"ID":4}]}`, contract.Write},
		{"Teams.Update", `{"Id":1,"Players":[{"Id":2},{"Number":3}]}`, contract.Create},
		{"Teams.Update", `{"Id":1,"Players":[{"Id":null,"Number":3}]}`, contract.Create},
		{"Teams.Update", `{"Id":1,"coaches":[{"FirstName":"A"}]}`, contract.Create},
		{"Teams.Create", `{"Players":[{"Id":2}]}`, contract.Create},
		{"Registration.Register", `{"Players":[{}]}`, contract.Charge},
		{"Statistics.Update", `{"Away":{"Players":[{}]}}`, contract.Write},
	} {
		op, _ := row(t, test.op, "soccer")
		assert.Equal(t, test.want, ClassOf(op, body(t, test.body)), "%s %s", test.op, test.body)
	}
}

func TestShape(t *testing.T) {
	op, v := row(t, "Statistics.Update", "soccer")
	n := element(t, []byte(`<Request><GameId>1</GameId><Away> </Away><Home><Id>2</Id><Players>
		<Player/>
		<Player><TeamPlayerId>3</TeamPlayerId><Statistics><Statistic><Name>Goals</Name></Statistic></Statistics></Player>
	</Players></Home></Request>`))
	Shape(op, &n)
	var paths []string
	for _, violation := range Request(op, v, n) {
		paths = append(paths, violation.Path)
	}
	assert.Equal(t, []string{"away.id", "home.players[0].teamplayerid"}, paths)
	assert.Empty(t, Unknown(op, v, n))

	empty := element(t, []byte(`<Request/>`))
	Shape(op, &empty)
	assert.Equal(t, node.Object, empty.Kind)
}

func TestSpell(t *testing.T) {
	for _, test := range []struct{ op, variant, plain, spelled string }{
		{"Games.Update", "football", `{"Id":1,"AwayScore":1}`, `{"Id":1,"AwayTeamScore":1}`},
		{"Games.Update", "soccer", `{"Id":1,"AwayScore":1}`, `{"Id":1,"AwayScore":1}`},
		{"Payments.Pay", "soccer", `{"EnablePaymentConfirmation":false}`, `{"EnablePaymentConfirmation":false,"EnableReceipt":false}`},
		{"Payments.Pay", "soccer", `{"Payment":{"PriceId":1,"Address":{"City":"A","PostalCode":"01001"}}}`,
			`{"Payment":{"PriceId":1,"Address":{"City":"A","PostalCode":"01001"},"City":"A","PostalCode":"01001"}}`},
		{"Registration.Register", "soccer", `{"Meta":[{"Key":"a"}],"Coaches":[{"Meta":[{"Key":"b"},{"Key":"c"}]}]}`,
			`{"Meta":[{"Key":"a","Name":"a"}],"Coaches":[{"Meta":[{"Key":"b","Name":"b"},{"Key":"c","Name":"c"}]}]}`},
		{"Registration.Register", "soccer", `{"Address":{"City":"A"},"Coaches":[{"Address":{"City":"B"}}]}`,
			`{"Address":{"City":"A"},"Coaches":[{"Address":{"City":"B"}}]}`},
	} {
		op, v := row(t, test.op, test.variant)
		n := body(t, test.plain)
		Spell(op, v, &n)
		assert.Empty(t, cmp.Diff(body(t, test.spelled), n), test.plain)
		Spell(op, v, &n)
		assert.Empty(t, cmp.Diff(body(t, test.spelled), n), "%s: twice", test.plain)
		Unspell(op, v, &n)
		assert.Empty(t, cmp.Diff(body(t, test.plain), n), test.spelled)
	}
}

// TestUnspell has spellings that hosts accept and Spell does not write.
func TestUnspell(t *testing.T) {
	for _, test := range []struct{ op, variant, arrived, want string }{
		{"Games.Update", "football", `{"id":1,"awayteamscore":1,"HOMETEAMSCORE":2}`, `{"id":1,"AwayScore":1,"HomeScore":2}`},
		{"Payments.Pay", "soccer", `{"Payment":{"City":"A","PriceId":1}}`, `{"Payment":{"PriceId":1,"Address":{"City":"A"}}}`},
		{"Payments.Pay", "soccer", `{"Payment":{"City":"A","Address":null}}`, `{"Payment":{"Address":{"City":"A"}}}`},
		{"Payments.Pay", "soccer", `{"Payment":{"City":"A","Address":{"City":null}}}`, `{"Payment":{"Address":{"City":"A"}}}`},
		{"Payments.Pay", "soccer", `{"Payment":{"City":null,"Address":{"City":"A"}}}`, `{"Payment":{"Address":{"City":"A"}}}`},
		{"Payments.Pay", "soccer", `{"Payment":{"City":"A","Address":{"City":"B"}}}`, `{"Payment":{"City":"A","Address":{"City":"B"}}}`},
		{"Payments.Pay", "soccer", `{"Payment":{"City":"A","Address":7}}`, `{"Payment":{"City":"A","Address":7}}`},
		{"Payments.Pay", "soccer", `{"EnableReceipt":"false","EnablePaymentConfirmation":false}`, `{"EnablePaymentConfirmation":false}`},
		{
			"Registration.Register", "soccer", `{"Players":[{"Meta":[{"Name":"a","Value":"b"}]}]}`,
			`{"Players":[{"Meta":[{"Value":"b","Key":"a"}]}]}`,
		},
	} {
		op, v := row(t, test.op, test.variant)
		n := body(t, test.arrived)
		Unspell(op, v, &n)
		assert.Empty(t, cmp.Diff(flat(new(body(t, test.want)), "", nil), flat(&n, "", nil)), test.arrived)
	}
}

func TestSpellKeepsSecrets(t *testing.T) {
	op, v := row(t, "Games.Update", "football")
	n := node.Node{Kind: node.Object, Members: []node.Member{
		{Name: "AwayScore", Node: node.Node{Kind: node.Text, Text: "1", Secret: true}},
	}}
	Spell(op, v, &n)
	assert.True(t, n.Members[0].Secret)
}
