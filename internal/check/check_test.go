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

// breach is a violation in the tables below: code and message. By default, the message begins with the path.
type breach struct {
	code    int
	message string
}

type requestTest struct {
	op, variant, body string
	want              []breach
}

func (test requestTest) run(t *testing.T) {
	t.Helper()
	op, v := row(t, test.op, test.variant)
	var got []breach
	for _, violation := range Request(op, v, body(t, test.body)) {
		got = append(got, breach{violation.Code, violation.Message})
		assert.Truef(t, strings.HasPrefix(violation.Message, violation.Path), "%q does not name %q", violation.Message, violation.Path)
	}
	assert.Empty(t, cmp.Diff(test.want, got, cmp.AllowUnexported(breach{})), "%s in %s: %s", test.op, test.variant, test.body)
}

func runAll(t *testing.T, tests []requestTest) {
	t.Helper()
	for i, test := range tests {
		t.Run(fmt.Sprintf("%d %s %s", i, test.op, test.variant), test.run)
	}
}

const (
	invalid  = contract.CodeInvalid
	required = contract.CodeRequired
	maximum  = contract.CodeMaximum
	minimum  = contract.CodeMinimum
	outside  = contract.CodeRange
)

func one(code int, message string) []breach { return []breach{{code, message}} }

// TestTypes has every type of the contract, in both of its forms on the wire.
func TestTypes(t *testing.T) {
	runAll(t, []requestTest{
		{"Teams.Get", "soccer", `{"id":"7"}`, nil},
		{"Teams.Get", "soccer", `{"ID":7}`, nil},
		{"Teams.Get", "soccer", `{"id":1,"ID":"x"}`, one(invalid, `id must be an integer, found "x"`)}, // a decoder may keep any
		{"Teams.Get", "soccer", `{"ID":"","id":1}`, nil},
		{"Teams.Get", "soccer", `{"id":"4111-1111 11x"}`, one(invalid, `id must be an integer, found "4111-1111 11x"`)},
		{"Teams.Get", "soccer", `{"id":"4111-1111 1111x"}`, one(invalid, `id must be an integer`)}, // it could be a card
		{"Teams.Get", "soccer", `{"id":"` + strings.Repeat("é", 60) + `"}`,
			one(invalid, `id must be an integer, found "`+strings.Repeat("é", 40)+`…"`)},
		{"Teams.Get", "soccer", `{"Id":57.0}`, nil},
		{"Teams.Get", "soccer", `{"Id":" 57 "}`, nil},
		{"Teams.Get", "soccer", `{"Id":"057"}`, nil},
		{"Teams.Update", "soccer", `{"Id":1,"Players":[{"Number":"0"},{"Number":7.0},{"Number":" 12 "}]}`, nil},
		{"Teams.Update", "soccer", `{"Id":1,"Players":[{"Number":"00"}]}`,
			one(invalid, `players[0].number must be a plain number, without zeros in front, found "00"`)},
		{"Teams.Get", "soccer", `{"Id":1e3}`, nil},
		{"Teams.Get", "soccer", `{"Id":57.5}`, one(invalid, "id must be an integer, found 57.5")},
		{"Teams.Get", "soccer", `{"Id":"seven"}`, one(invalid, `id must be an integer, found "seven"`)},
		{"Teams.Get", "soccer", `{"Id":"0x10"}`, one(invalid, `id must be an integer, found "0x10"`)},
		{"Teams.Get", "soccer", `{"Id":99999999999999999999}`, one(invalid, "id must be an integer")},
		{"Teams.Get", "soccer", `{"Id":true}`, one(invalid, "id must be an integer, found true")},
		{"Teams.Get", "soccer", `{"Id":[1]}`, one(invalid, "id must be an integer, found an array")},

		{"Divisions.Create", "rugby", `{"Name":"U12","Description":""}`, nil},
		{"Divisions.Create", "rugby", `{"Name":12}`, one(invalid, "name must be a string, found 12")},
		{"Divisions.Create", "rugby", `{"Name":{}}`, one(invalid, "name must be a string, found an object")},

		{"Divisions.Create", "rugby", `{"Active":true}`, nil},
		{"Divisions.Create", "rugby", `{"Active":"FALSE"}`, nil},
		{"Divisions.Create", "rugby", `{"Active":"yes"}`, one(invalid, `active must be true or false, found "yes"`)},
		{"Divisions.Create", "rugby", `{"Active":1}`, one(invalid, "active must be true or false, found 1")},

		{"Payments.Pay", "hockey", noCard(`"Amount":125.75,"Title":"a","Description":"b"`), nil},
		{"Payments.Pay", "hockey", noCard(`"Amount":"125.75","Title":"a","Description":"b"`), nil},
		{"Payments.Pay", "hockey", noCard(`"Amount":"inf","PriceId":1`), one(invalid, `payment.amount must be a number, found "inf"`)},
		{"Payments.Pay", "hockey", noCard(`"Amount":"1e999","PriceId":1`), one(invalid, `payment.amount must be a number, found "1e999"`)},

		{"Games.Update", "soccer", `{"Id":1,"AwayWonBy":7,"HomeWonBy":"7"}`, nil},
		{"Games.Update", "soccer", `{"Id":1,"AwayWonBy":"Forfeit"}`, nil},
		{"Games.Update", "soccer", `{"Id":1,"AwayWonBy":7.5}`, one(invalid, "awaywonby must be an integer or a name, found 7.5")},
		{"Games.Update", "soccer", `{"Id":1,"AwayWonBy":true}`, one(invalid, "awaywonby must be an integer or a name, found true")},

		{"Standings.Get", "soccer", `{"display":"Bracket"}`, nil},
		{"Standings.Get", "soccer", `{"display":3}`, nil},
		{"Standings.Get", "soccer", `{"display":[]}`, one(invalid, "display must be a name, found an array")},

		{"Teams.Get", "soccer", `{"id":1,"includes":"Players,Coaches"}`, nil},
		{"Teams.Get", "soccer", `{"id":1,"includes":["Players","Coaches"]}`, nil},
		{"Teams.Get", "soccer", `{"id":1,"includes":[true]}`, one(invalid, "includes must be a list of names, found an array")},

		{"Games.List", "soccer", `{"date":"6/2/2026"}`, nil},
		{"Games.List", "soccer", `{"date":"06/02/2026"}`, nil},
		{"Games.List", "soccer", `{"date":"2/29/2024"}`, nil},
		{"Games.List", "soccer", `{"date":"2/29/2026"}`, one(invalid, `date must be a date, m/d/yyyy, found "2/29/2026"`)},
		{"Games.List", "soccer", `{"date":"2026-06-02"}`, one(invalid, `date must be a date, m/d/yyyy, found "2026-06-02"`)},
		{"Games.List", "soccer", `{"date":"6/2/26"}`, one(invalid, `date must be a date, m/d/yyyy, found "6/2/26"`)},

		{"Players.List", "soccer", `{"teamids":"1, 2,3","playerids":[4,"5"]}`, nil},
		{"Players.List", "soccer", `{"teamids":6}`, nil},
		{"Players.List", "soccer", `{"teamids":"1,,2,"}`, nil},
		{"Players.List", "soccer", `{"teamids":"1;2"}`, one(invalid, `teamids must be a list of integers, found "1;2"`)},
		{"Players.List", "soccer", `{"teamids":[1,null]}`, one(invalid, "teamids must be a list of integers, found an array")},

		{"Teams.Create", "soccer", `{"Coaches":[],"Players":[{}]}`, nil},
		{"Teams.Create", "soccer", `{"Coaches":{}}`, one(invalid, "coaches must be a list of objects, found an object")},
		{"Teams.Create", "soccer", `{"Players":[{},7,null]}`, []breach{
			{invalid, "players[1] must be an object, found 7"},
			{invalid, "players[2] must be an object, found null"},
		}},
		{"Teams.Create", "soccer", `{"Address":[]}`, one(invalid, "address must be an object, found an array")},
		{"Teams.Create", "soccer", `{"Address":"here"}`, one(invalid, `address must be an object, found "here"`)},
		{"Teams.Create", "soccer", `{"Address":""}`, one(invalid, `address must be an object, found ""`)},
		{"Teams.Create", "soccer", `{"Players":""}`, one(invalid, `players must be a list of objects, found ""`)},

		// An enumeration is an integer. A name is valid only where the document says that a format carries names.
		{"Teams.Create", "soccer", `{"Status":"Active"}`, one(invalid, `status must be an integer, found "Active"`)},
		{"Teams.Create", "soccer", `{"Status":"1"}`, nil},
	})
}

// TestLimits has every limit of section 8.
func TestLimits(t *testing.T) {
	long := strings.Repeat("ü", 104)
	people := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("{},", n), ",") + "]" }
	coaches := func(n int) string {
		return strings.Replace(people(n), "{}", `{"PrimaryContact":true}`, 1)
	}
	runAll(t, []requestTest{
		{"Authentication.Authenticate", "soccer", `{"Username":"` + long + `","Password":"` + long + `"}`, []breach{
			{maximum, "username is longer than 50 characters (104)"},
			{maximum, "password is longer than 50 characters (104)"},
		}},
		{
			"Registration.Register", "soccer", `{"DivisionId":1,"Name":"` + long + `","Coaches":` + coaches(1) + `}`,
			one(maximum, "name is longer than 100 characters (104)"),
		},
		{"Registration.Register", "soccer", `{"DivisionId":1,"Name":"` + long[:200] + `","Coaches":` + coaches(1) + `}`, nil},
		{"Teams.Create", "soccer", `{"Name":"` + long + `"}`, nil},
		{
			"Teams.Create", "soccer", `{"Address":{"PostalCode":"12345678901"}}`,
			one(maximum, "address.postalcode is longer than 10 characters (11)"),
		},
		{"Teams.Create", "soccer", `{"Coaches":` + people(5) + `,"Players":` + people(20) + `}`, nil},
		{"Teams.Update", "soccer", `{"Id":1,"Coaches":` + people(6) + `,"Players":` + people(21) + `}`, []breach{
			{maximum, "coaches has more than 5 items (6)"},
			{maximum, "players has more than 20 items (21)"},
		}},
		{"Registration.Register", "lacrosse", `{"DivisionId":1,"Meta":` + people(20) + `,"Coaches":` + coaches(20) +
			`,"Players":` + people(20) + `}`, nil},
		{"Registration.Register", "lacrosse", `{"DivisionId":1,"Meta":` + people(21) + `,"Coaches":` + coaches(21) +
			`,"Players":` + people(21) + `}`, []breach{
			{maximum, "meta has more than 20 items (21)"},
			{maximum, "coaches has more than 20 items (21)"},
			{maximum, "players has more than 20 items (21)"},
		}},
		{"Registration.Register", "volleyball",
			`{"DivisionId":1,"Coaches":[{"PrimaryContact":true,"Meta":` + people(11) + `}],"Players":[{},{"Meta":` + people(11) + `}]}`, []breach{
				{maximum, "coaches[0].meta has more than 10 items (11)"},
				{maximum, "players[1].meta has more than 10 items (11)"},
			}},
		{"Registration.Register", "soccer", `{"DivisionId":1,"Meta":` + people(99) + `,"Coaches":` + coaches(99) + `}`, nil},
		{
			"Teams.Create", "soccer", `{"Players":[{},{},{},{"Weight":1000,"Number":"-999"}]}`,
			one(maximum, "players[3].weight has more than 3 digits"),
		},
		{"Teams.Create", "soccer", `{"Players":[{"Number":1000,"GradudationYear":20333}]}`, []breach{
			{maximum, "players[0].gradudationyear has more than 4 digits"},
			{maximum, "players[0].number has more than 3 digits"},
		}},
		{"Games.List", "soccer", `{"page":"1","pagesize":"1000"}`, nil},
		{"Games.List", "soccer", `{"page":"0","pagesize":"-5"}`, []breach{
			{minimum, `page must be at least 1, found "0"`},
			{minimum, `pagesize must be at least 1, found "-5"`},
		}},
		// 0 names no row. Some serializers write it for a missing id.
		{"Teams.List", "baseball", `{"eventid":"0"}`, one(minimum, `eventid must be at least 1, found "0"`)},
		{"Games.Get", "soccer", `{"id":"-3"}`, one(minimum, `id must be at least 1, found "-3"`)},
		{"Statistics.Leaders", "soccer", `{"PageSize":0}`, one(minimum, "pagesize must be at least 1, found 0")},
		{"Divisions.Create", "rugby", `{"Order":-1}`, nil},
	})
}

// TestFormats has every stated rule for the content of a parameter.
func TestFormats(t *testing.T) {
	runAll(t, []requestTest{
		{
			"Registration.Register", "soccer", register(`"Email":"abc"`),
			one(invalid, `coaches[0].email must be a valid e-mail address, found "abc"`),
		},
		{
			"Registration.Register", "soccer", register(`"Email":"Gale <gale@example.com>"`),
			one(invalid, `coaches[0].email must be a valid e-mail address, found "Gale <gale@example.com>"`),
		},
		{"Registration.Register", "soccer", register(`"Email":"gale@example.com"`), nil},
		{"Registration.Register", "soccer", register(`"Email":""`), nil},
		{
			"Registration.Register", "soccer", register(``, `"Players":[{"Email":"@"}]`),
			one(invalid, `players[0].email must be a valid e-mail address, found "@"`),
		},
		{
			"Payments.Pay", "soccer", noCard(`"PriceId":1,"Email":"a b@example.com"`),
			one(invalid, `payment.email must be a valid e-mail address, found "a b@example.com"`),
		},
		{"Teams.Create", "soccer", `{"Coaches":[{"Email":"abc"}]}`, one(invalid, `coaches[0].email must be a valid e-mail address, found "abc"`)},

		{"Teams.Create", "soccer", `{"Website":"http://example.com"}`, nil},
		{
			"Teams.Create", "soccer", `{"Website":"https://example.com"}`,
			one(invalid, `website must start with http://, found "https://example.com"`),
		},
		{"Teams.Create", "soccer", `{"TwitterHandle":"otters"}`, nil},
		{"Teams.Create", "soccer", `{"TwitterHandle":"@otters"}`, one(invalid, `twitterhandle must be without the @ sign, found "@otters"`)},

		{"Registration.Register", "soccer", register(``, `"Year":1900`), nil},
		{"Registration.Register", "soccer", register(``, `"Year":"2100"`), nil},
		{
			"Registration.Register", "soccer", register(``, `"Year":26`),
			one(outside, "year must be a valid year: four digits, 1900 to 2100, found 26"),
		},
		{
			"Registration.Register", "soccer", register(``, `"Year":2101`),
			one(outside, "year must be a valid year: four digits, 1900 to 2100, found 2101"),
		},
		{"Registration.Register", "soccer", register(``, `"Year":"next"`), one(invalid, `year must be an integer, found "next"`)},

		{"Payments.Pay", "soccer", noCard(`"PriceId":1,"CreditCardExpireYear":"07","CreditCardExpireMonth":12`), nil},
		{"Payments.Pay", "soccer", noCard(`"PriceId":1,"CreditCardExpireYear":2027,"CreditCardExpireMonth":13`), []breach{
			{outside, "payment.creditcardexpireyear must be two digits, 0 to 99, found 2027"},
			{outside, "payment.creditcardexpiremonth must be a month of two digits, 1 to 12, found 13"},
		}},
		{"Payments.Pay", "soccer", noCard(`"PriceId":1,"CreditCardType":"American Express"`), nil},
		{"Payments.Pay", "soccer", noCard(`"PriceId":1,"CreditCardType":"Diners"`), one(invalid,
			`payment.creditcardtype must be one of Visa, Mastercard, Discover, American Express, found "Diners"`)},

		{"Registration.Register", "soccer", register(``, `"Players":[{"Birthdate":"3/9/2011"},{"Birthdate":"09/31/2011"}]`), one(invalid,
			`players[1].birthdate must be a date, mm/dd/yyyy, found "09/31/2011"`)},
	})
}

// TestVariants has parameters that only some variants have, and those that a variant spells differently.
func TestVariants(t *testing.T) {
	runAll(t, []requestTest{
		{"Teams.Create", "baseball", `{"Players":[{"Bats":1,"Throws":2}]}`, nil},
		{"Teams.Create", "rugby", `{"Players":[{"Bats":1},{"Bats":2}]}`, one(invalid, "players.bats is not a parameter of the rugby variant")},
		{"Teams.Create", "rugby", `{"Players":[{"Bats":null}]}`, nil},
		{"Teams.Create", "softball", `{"EventId":1,"Age":2,"Coaches":[{"FirstName":"A"}],"Players":[{"Bats":1}]}`, []breach{
			{invalid, "eventid is not a parameter of the softball variant"},
			{invalid, "age is not a parameter of the softball variant"},
			{invalid, "coaches is not a parameter of the softball variant"},
			{invalid, "players is not a parameter of the softball variant"},
		}},
		{"Games.Update", "football", `{"Id":1,"AwayTeamScore":"14","HomeTeamForfeited":false}`, nil},
		{"Games.Update", "football", `{"Id":1,"AwayScore":14}`, nil},
		{"Games.Update", "football", `{"Id":1,"AwayTeamScore":"many"}`, one(invalid, `awayteamscore must be a number, found "many"`)},
		{"Games.Update", "football", `{"Id":1,"AwayTeamScore":14,"AwayScore":15}`, one(invalid, "awayscore and awayteamscore must be equal")},
		{"Games.Update", "football", `{"Id":1,"AwayWonBy":7}`, one(invalid, "awaywonby is not a parameter of the football variant")},
		{
			"Games.Update", "soccer", `{"Id":1,"AwayTeamForfeited":true}`,
			one(invalid, "awayteamforfeited is not a parameter of the soccer variant"),
		},
		{"Registration.Register", "hockey", register(``, `"EventId":1`), nil},
	})
}

// TestRules has every rule of section 7, and those of the tables.
func TestRules(t *testing.T) {
	noneOfThree := one(required, "teamid, divisionid or eventid is required")
	noPrice := one(required, "payment.priceid or payment.amount with payment.title and payment.description is required")
	runAll(t, []requestTest{
		{"Authentication.Authenticate", "soccer", `{"Username":"","Password":null}`, []breach{
			{required, "username is required"}, {required, "password is required"},
		}},
		{"Teams.List", "multi-sport", `{}`, one(required, "eventid or divisionid is required")},
		{"Teams.List", "baseball", `{"eventid":""}`, one(required, "eventid or divisionid is required")},
		{"Teams.List", "baseball", `{"DivisionId":"5"}`, nil},
		{"Teams.List", "softball", `{}`, nil},
		{"Teams.Get", "soccer", `{}`, one(required, "id is required")},
		{"Teams.Update", "soccer", `{"Name":"A"}`, one(required, "id or externalteamid is required")},
		{"Teams.Update", "soccer", `{"ExternalTeamId":"X","Name":"A"}`, nil},
		{"Divisions.Update", "rugby", `{"Order":1}`, one(required, "id is required")},
		{"Games.Update", "football", `{"AwayTeamScore":1}`, one(required, "id is required")},
		{"Standings.Update", "soccer", `{"TeamId":1}`, one(required, "teampoolid is required when teamid is given")},
		{"Standings.Update", "soccer", `{"EventId":1}`, nil},

		{"Statistics.Update", "soccer", `{}`, one(required, "gameid is required")},
		{"Statistics.Update", "soccer", `{"GameId":1,"Away":null,"Home":{"ExternalTeamId":"X"}}`, nil},
		{"Statistics.Update", "soccer", `{"GameId":1,"Away":{"Players":[{"TeamPlayerId":1},{"ExternalPlayerId":""}]},"Home":{}}`, []breach{
			{required, "away.id or away.externalteamid is required"},
			{required, "away.players[1].teamplayerid or away.players[1].externalplayerid is required"},
			{required, "home.id or home.externalteamid is required"},
		}},
		{"Statistics.Update", "soccer",
			`{"GameId":1,"Home":{"Id":1,"Players":[{"TeamPlayerId":1,` +
				`"Statistics":[{"Name":"Goals","Value":""},{"Name":"Shots","Value":null},{"Value":4}]}]}}`,
			[]breach{
				{invalid, "home.players[0].statistics[2].value must be a string, found 4"},
				{required, "home.players[0].statistics[2].name is required"},
			}},

		{"Registration.Register", "soccer", `{"DivisionId":1}`, one(required, "coaches must have exactly one with primarycontact true, found 0")},
		{
			"Registration.Register", "soccer", `{"DivisionId":1,"Coaches":[{"PrimaryContact":false},{}]}`,
			one(required, "coaches must have exactly one with primarycontact true, found 0"),
		},
		{
			"Registration.Register", "soccer", `{"DivisionId":1,"Coaches":[{"PrimaryContact":true},{"PrimaryContact":"True"}]}`,
			one(invalid, "coaches must have exactly one with primarycontact true, found 2"),
		},
		{"Registration.Register", "soccer", register(``, `"EnableCreditCard":true`), nil},
		{"Registration.Register", "soccer", register(``, `"Payment":null`), nil},
		{"Registration.Register", "soccer", register(``, `"EnableCreditCard":false,"Payment":{"Amount":1,"Title":"a"}`), noPrice},
		{"Registration.Register", "soccer", register(``, `"Payment":{"PriceId":1}`), card()},

		{"Payments.Pay", "soccer", `{"EnableCreditCard":"false"}`, append(noneOfThree, noPrice...)},
		{"Payments.Pay", "soccer", noCard(`"PriceId":1`), nil},
		{"Payments.Pay", "soccer", noCard(`"Amount":1,"Title":"a"`), noPrice},
		{"Payments.Pay", "soccer", `{"EventId":1}`, append(noPrice, card()...)},
		{"Payments.Pay", "soccer", `{"EventId":1,"EnableCreditCard":true,"Payment":{"PriceId":1}}`, card()},
		{"Payments.Pay", "soccer", `{"EventId":1,"Payment":{"PriceId":1,` + goodCard + `,"Address":{` + goodAddress + `}}}`, nil},
		{"Payments.Pay", "soccer", `{"EventId":1,"Payment":{"PriceId":1,` + goodCard + `,` + goodAddress + `}}`, nil},
		{"Payments.Pay", "soccer", payment("4111111111111112", "123"), one(invalid, cardNumber+"is not a card number: its check digit is wrong")},
		{"Payments.Pay", "soccer", payment("5555555555554444", "123"), one(invalid, cardNumber+"is not a number of the card type Visa")},
		{"Payments.Pay", "soccer", payment("4111 1111-1111 1111", "1234"),
			one(invalid, "payment.creditcardcvv2 must be 3 digits for this card type")},
		{"Payments.Pay", "soccer", payment("4111x", "12x"), []breach{
			{invalid, cardNumber + "is not a card number: expected digits, with spaces or hyphens between them"},
			{invalid, "payment.creditcardcvv2 must be 3 digits for this card type"},
		}},
	})
}

const (
	goodCard = `"CreditCardType":"Visa","CreditCardNumber":"4111111111111111",` +
		`"CreditCardExpireYear":29,"CreditCardExpireMonth":1,"CreditCardCvv2":"123"`
	goodAddress = `"StreetAddress":"1","ExtendedAddress":"2","City":"3","StateRegion":"4","PostalCode":"5"`
)

const cardNumber = "payment.creditcardnumber "

// payment is a payment with another card number and another code than goodCard has.
func payment(card, cvv string) string {
	with := strings.NewReplacer("4111111111111111", card, `"123"`, `"`+cvv+`"`).Replace(goodCard)
	return `{"EventId":1,"Payment":{"PriceId":1,` + with + `,` + goodAddress + `}}`
}

// card lists the breaches of a payment without a card.
func card() []breach {
	var missing []breach
	for name := range strings.FieldsSeq(`creditcardtype creditcardnumber creditcardexpireyear creditcardexpiremonth
		creditcardcvv2 address.streetaddress address.extendedaddress address.city address.stateregion address.postalcode`) {
		missing = append(missing, breach{required, "payment." + name + " is required unless enablecreditcard is false"})
	}
	return missing
}

// noCard is a payment without a card.
func noCard(payment string) string {
	return `{"EventId":1,"EnableCreditCard":false,"Payment":{` + payment + `}}`
}

// register is a registration with one coach.
func register(coach string, more ...string) string {
	coach = strings.TrimSuffix(`"PrimaryContact":true,`+coach, ",")
	return `{"DivisionId":1,` + strings.Join(append(more, `"Coaches":[{`+coach+`}]`), ",") + `}`
}

// TestSpellings has parameters that arrive under either of two spellings.
func TestSpellings(t *testing.T) {
	runAll(t, []requestTest{
		{
			"Payments.Pay", "soccer",
			`{"EventId":1,"EnableCreditCard":false,"EnableReceipt":false,"EnablePaymentConfirmation":"false","Payment":{"PriceId":1}}`, nil,
		},
		{"Payments.Pay", "soccer",
			`{"EventId":1,"EnableCreditCard":false,"EnableReceipt":true,"EnablePaymentConfirmation":false,"Payment":{"PriceId":1}}`,
			one(invalid, "enablepaymentconfirmation and enablereceipt must be equal")},
		{"Payments.Pay", "soccer", `{"EventId":1,"EnableCreditCard":false,"EnableReceipt":"maybe","Payment":{"PriceId":1}}`,
			one(invalid, `enablereceipt must be true or false, found "maybe"`)},
		{
			"Payments.Pay", "soccer", noCard(`"PriceId":1,"City":"A","Address":{"City":"B"}`),
			one(invalid, "payment.address.city and payment.city must be equal"),
		},
		{"Payments.Pay", "soccer", noCard(`"PriceId":1,"City":null,"Address":{"City":"B"}`), nil},
		{
			"Payments.Pay", "soccer", noCard(`"PriceId":1,"PostalCode":"12345678901"`),
			one(maximum, "payment.postalcode is longer than 10 characters (11)"),
		},
		{"Registration.Register", "soccer", register(`"Meta":[{"Key":"a"},{"Name":"b"},{"Key":"c","Name":"d"}]`),
			one(invalid, "coaches[0].meta[2].key and coaches[0].meta[2].name must be equal")},
		{"Games.Update", "football", `{"Id":1,"AwayScore":"14","AwayTeamScore":14.0}`, nil},
	})
}

// TestOrder: violations come in the order of the table, and then of the rules, in every run.
func TestOrder(t *testing.T) {
	test := requestTest{"Registration.Register", "volleyball",
		`{"DivisionId":1,"Payment":{"Amount":"x"},"Coaches":[{"Email":"a"},{"Email":"b"}],"Year":1,"EnableCreditCard":false}`, []breach{
			{outside, "year must be a valid year: four digits, 1900 to 2100, found 1"},
			{invalid, `coaches[0].email must be a valid e-mail address, found "a"`},
			{invalid, `coaches[1].email must be a valid e-mail address, found "b"`},
			{invalid, `payment.amount must be a number, found "x"`},
			{required, "coaches must have exactly one with primarycontact true, found 0"},
			{required, "payment.priceid or payment.amount with payment.title and payment.description is required"},
		}}
	for range 3 {
		test.run(t)
	}
}

func TestSecretsAreNotRepeated(t *testing.T) {
	op, v := row(t, "Payments.Pay", "soccer")
	n := body(t, noCard(`"PriceId":1,"CreditCardNumber":4111111111111111,"CreditCardCvv2":[123]`))
	for _, violation := range Request(op, v, n) {
		assert.NotContains(t, violation.Message, "found")
	}
	secret := node.Node{Kind: node.Object, Members: []node.Member{
		{Name: "Id", Node: node.Node{Kind: node.Text, Text: "hush", Secret: true}},
	}}
	op, v = row(t, "Teams.Get", "soccer")
	assert.Equal(t, []Violation{{Path: "id", Code: invalid, Message: "id must be an integer"}}, Request(op, v, secret))
}

func TestRequestMustBeAnObject(t *testing.T) {
	op, v := row(t, "Teams.Create", "soccer")
	assert.Empty(t, Request(op, v, node.Node{}))
	assert.Equal(t, []Violation{{Path: "", Code: invalid, Message: "the request must be an object, found an array"}},
		Request(op, v, node.Node{Kind: node.List}))
}

// TestResultIsOpen: an answer may lack its result only when its operation has ResultUnless and the request sets that to
// false.
func TestResultIsOpen(t *testing.T) {
	for text, want := range map[string]bool{
		`{"EnableCreditCard":false}`: true, `{"enablecreditcard":"False"}`: true,
		`{"EnableCreditCard":true}`: false, `{"EnableCreditCard":null}`: false, `{}`: false,
		`{"EnableCreditCard":0}`: false, `{"Payment":{"EnableCreditCard":false}}`: false,
	} {
		assert.Equal(t, want, MayLackResult(contract.Lookup("Payments.Pay"), body(t, text)), text)
		assert.False(t, MayLackResult(contract.Lookup("Registration.Register"), body(t, text)), text)
	}
}

// TestManyViolations: violations that Request only counts cost next to no memory.
func TestManyViolations(t *testing.T) {
	for _, c := range []struct{ op, body, item string }{
		{"Registration.Register", `{"Coaches":[%s]}`, `1`},
		{"Registration.Register", `{"Coaches":[%s]}`, `{"FirstName":5}`},
		{"Registration.Register", `{"Players":[%s]}`, `{"Number":"00"}`},
		{"Teams.Update", `{"Id":1,"Players":[%s]}`, `{"Number":5555}`},
		{"Statistics.Update", `{"Away":{"Players":[%s]}}`, `{}`},
		{"Statistics.Update", `{"Away":{"Players":[{"Statistics":[%s]}]}}`, `{}`},
	} {
		op, v := row(t, c.op, "soccer")
		cost := func(items int) float64 {
			n := body(t, fmt.Sprintf(c.body, c.item+strings.Repeat(","+c.item, items-1)))
			return testing.AllocsPerRun(5, func() { Request(op, v, n) })
		}
		assert.InDelta(t, cost(1000), cost(3000), 2500, c.op+c.item)
	}
	op, v := row(t, "Registration.Register", "soccer")
	all := Request(op, v, body(t, `{"DivisionId":1,"Coaches":[`+strings.Repeat(`1,`, 200)+`{"PrimaryContact":true}]}`))
	assert.Len(t, all, MostViolations+1)
	assert.Equal(t, "100 more problems", all[MostViolations].Message)
}
