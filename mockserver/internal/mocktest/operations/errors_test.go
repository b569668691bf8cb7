package operations

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// refusal is a request that the mock refuses.
type refusal struct {
	method, target, body string
	status               int
	says                 string // a part of the messages: the field, and the mistake
}

func long(n int) string { return strings.Repeat("x", n) }

// items returns a list of n objects.
func items(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("{},", n), ",") + "]" }

func post(target, body string, status int, says string) refusal {
	return refusal{http.MethodPost, "/api/v1/" + target, body, status, says}
}

func put(target, body string, status int, says string) refusal {
	return refusal{http.MethodPut, "/api/v1/" + target, body, status, says}
}

// refusedWrites are requests of all write operations. A world refuses them.
var refusedWrites = map[tourney.Variant][]refusal{
	tourney.Baseball: {
		// teams: every limit of section 4.4
		post("teams", `{"DivisionId":999}`, 404, "divisionid names no division: 999"),
		post("teams", `{"EventId":999}`, 404, "eventid names no event: 999"),
		post("teams", `{"EventId":2,"DivisionId":11}`, 400, "divisionid is not a division of the event"),
		post("teams", `{"Name":{"a":1}}`, 400, "name must be a string"),
		post("teams", `{"Paid":"maybe"}`, 400, "paid must be true or false"),
		post("teams", `{"Address":{"City":"`+long(101)+`"}}`, 400, "address.city is longer than 100 characters"),
		post("teams", `{"Website":"https://x.example.com"}`, 400, "website must start with http://"),
		post("teams", `{"TwitterHandle":"@x"}`, 400, "twitterhandle must be without the @ sign"),
		post("teams", `{"Coaches":`+items(6)+`}`, 400, "coaches has more than 5 items (6)"),
		post("teams", `{"Players":`+items(21)+`}`, 400, "players has more than 20 items (21)"),
		post("teams", `{"Coaches":[{},{"Email":"x"}]}`, 400, "coaches[1].email must be a valid e-mail address"),
		post("teams", `{"Players":[{"Weight":1000}]}`, 400, "players[0].weight has more than 3 digits"),
		post("teams", `{"Players":[{"Number":1000}]}`, 400, "players[0].number has more than 3 digits"),
		post("teams", `{"Players":[{"GradudationYear":20310}]}`, 400, "players[0].gradudationyear has more than 4 digits"),
		post("teams", `{"Players":[{"Email":"a b@example.com"}]}`, 400, "players[0].email must be a valid e-mail address"),
		post("teams", `{"Name":"a","name":"b"}`, 400, "name is doubled"),
		post("teams", `{"Name":"a","Name":"b"}`, 400, "name is doubled"),
		post("teams", `{"Players":[{},{"Number":1,"NUMBER":2}]}`, 400, "players[1].number is doubled"),
		put("teams", `{"Name":"x"}`, 400, "id or externalteamid is required"),
		put("teams", `{"Id":999,"Name":"x"}`, 404, "id names no team: 999"),
		put("teams", `{"ExternalTeamId":"nobody"}`, 404, `externalteamid names no team: "nobody"`),
		put("teams", `{"Id":101,"Name":"x","DivisionId":999}`, 404, "divisionid names no division: 999"),
		put("teams", `{"Id":101,"Name":"x","EventId":2}`, 400, "eventid is not the event of the team's division"),
		put("teams", `{"Id":101,"Name":"x","EventId":2,"DivisionId":11}`, 400, "divisionid is not a division of the event"),
		put("teams", `{"Id":101,"Name":"x","EventId":999}`, 404, "eventid names no event: 999"),
		put("teams", `{"Id":101,"Name":"x","Players":[{"Id":1001,"Number":1},{"Id":1003}]}`, 404,
			"players[1].id names no player of the team: 1003"),
		put("teams", `{"Id":101,"Name":"x","Coaches":[{"Id":999}]}`, 404, "coaches[0].id names no coach of the team: 999"),
		put("teams", `{"Id":101,"Players":`+items(21)+`}`, 400, "players has more than 20 items (21)"),
		put("teams", `{"Id":101,"Name":"x","Website":"ftp://x"}`, 400, "website must start with http://"),
	},
	tourney.Softball: {
		put("teams", `{"Id":101,"EventId":1}`, 400, "eventid is not a parameter of the softball variant"),
		post("teams", `{"Age":1}`, 400, "age is not a parameter of the softball variant"),
		post("teams", `{"Coaches":[]}`, 400, "coaches is not a parameter of the softball variant"),
		put("teams", `{"Id":101,"Players":[{"Id":1001}]}`, 400, "players is not a parameter of the softball variant"),
	},
	tourney.Rugby: {
		post("teams", `{"Players":[{"Bats":1}]}`, 400, "players.bats is not a parameter of the rugby variant"),
		post("divisions", `{"EventId":999}`, 404, "eventid names no event: 999"),
		put("divisions", `{"Name":"x"}`, 400, "id is required"),
		put("divisions", `{"Id":999,"Name":"x"}`, 404, "id names no division: 999"),
	},
	tourney.Football: {
		put("games", `{"Id":82,"AwayScore":1}`, 400, "awayscore is called awayteamscore on this host"),
		put("games", `{"Id":82,"AwayWonBy":7}`, 400, "awaywonby is not a parameter of the football variant"),
		put("games", `{"Id":82,"AwayTeamScore":"x y"}`, 400, "awayteamscore must be a number"),
	},
	tourney.Soccer: {
		put("games", `{"AwayScore":1}`, 400, "id is required"),
		put("games", `{"Id":82,"AwayScore":1,"AwayWonBy":"Coin toss"}`, 400, "awaywonby must be a code, or a name whose code is known: Forfeit"),
		put("games", `{"Id":82,"AwayWonBy":7,"HomeWonBy":"Coin toss"}`, 400, "homewonby must be a code, or a name whose code is known: Forfeit"),
		put("games", `{"Id":999,"AwayScore":1}`, 404, "id names no game: 999"),
		put("games", `{"Id":82,"AwayScore":1,"HomeTeamForfeited":true}`, 400, "hometeamforfeited is not a parameter of the soccer variant"),
		put("standings", `{"EventId":1,"TeamId":103}`, 400, "teampoolid is required when teamid is given"),
		put("standings", `{"EventId":1,"TeamPoolId":0,"TeamId":103}`, 400, "teampoolid"),
		put("standings", `{"EventId":1,"TeamPoolId":999,"TeamId":103}`, 404, "teampoolid names no team pool: 999"),
		put("standings", `{"EventId":1,"TeamPoolId":313,"TeamId":999}`, 404, "teamid names no team: 999"),
		put("standings", `{"EventId":9,"TeamPoolId":313,"TeamId":103}`, 404, "eventid names no event: 9"),
		put("standings", `{"EventId":2,"TeamPoolId":313,"TeamId":103}`, 400, "teampoolid is not a team pool of the event"),
		put("standings", `{"TeamPoolId":313,"TeamId":106}`, 400, "teamid is not a team of the pool's event"),
		put("standings", `{"TeamPoolId":313,"TeamId":103}`, 400, "teamid is not a team of the pool's division"),
		put("standings", `{"TeamPoolId":"","TeamId":101}`, 400, "teampoolid is required when teamid is given"),
		put("statistics", `{"Away":{"Id":101}}`, 400, "gameid is required"),
		put("statistics", `{"GameId":999,"Away":{"Id":101}}`, 404, "gameid names no game: 999"),
		put("statistics", `{"GameId":81,"Away":{"Players":[]}}`, 400, "away.id or away.externalteamid is required"),
		put("statistics", `{"GameId":81,"Home":{}}`, 400, "home.id or home.externalteamid is required"),
		put("statistics", `{"GameId":81,"Away":{"Id":999}}`, 404, "away.id names no team: 999"),
		put("statistics", `{"GameId":81,"Away":{"ExternalTeamId":"nobody"}}`, 404, `away.externalteamid names no team: "nobody"`),
		put("statistics", `{"GameId":81,"Away":{"Id":102}}`, 400, "away.id is not the away team of the game"),
		put("statistics", `{"GameId":83,"Home":{"Id":102}}`, 400, "home.id is not the home team of the game"),
		put("statistics", `{"GameId":81,"Away":{"Id":101,"Players":[{"Statistics":[]}]}}`, 400,
			"away.players[0].teamplayerid or away.players[0].externalplayerid is required"),
		put("statistics", `{"GameId":81,"Home":{"Id":102,"Players":[{"TeamPlayerId":1003},{"ExternalPlayerId":""}]}}`, 400,
			"home.players[1].teamplayerid or home.players[1].externalplayerid is required"),
		put("statistics", `{"GameId":81,"Away":{"Id":101,"Players":[{"TeamPlayerId":1003,"Statistics":[]}]}}`, 404,
			"away.players[0].teamplayerid names no player of the team: 1003"),
		put("statistics", `{"GameId":81,"Away":{"Id":101,"Players":[{"TeamPlayerId":0,"Statistics":[{"Name":"Goals","Value":"9"}]}]}}`, 400,
			"away.players[0].teamplayerid must be at least 1"),
		put("statistics", statisticsOf(`{"Name":"Goals","Value":"9"},{"Value":"1"}`), 400, "away.players[0].statistics[1].name is required"),
		put("statistics", statisticsOf(`{"Name":"Goals","Value":"9"},{"Name":"Assists","Value":"many"}`), 400,
			"away.players[0].statistics[1].value must be a decimal number or empty"),
		put("statistics", statisticsOf(`{"Name":"Goals","Value":"9"}`, `"Home":{"Id":102,"Players":[{"ExternalPlayerId":"nobody"}]}`), 404,
			`home.players[0].externalplayerid names no player of the team: "nobody"`),
		post("register", `{"Name":"x"}`, 400, "coaches must have exactly one with primarycontact true, found 0"),
		post("register", `{"Coaches":[{"PrimaryContact":false},{}]}`, 400, "coaches must have exactly one with primarycontact true, found 0"),
		post("register", `{"Coaches":[{"PrimaryContact":true},{"PrimaryContact":"true"}]}`, 400,
			"coaches must have exactly one with primarycontact true, found 2"),
		post("register", `{"Coaches":[{"PrimaryContact":true}]}`, 400, "divisionid or eventid is required"),
		post("register", mocktest.Registering(`"DivisionId":999`), 404, "divisionid names no division: 999"),
		post("register", mocktest.Registering(`"EventId":999`), 404, "eventid names no event: 999"),
		post("register", mocktest.Registering(`"EventId":2,"DivisionId":11`), 400, "divisionid is not a division of the event"),
		post("register", mocktest.Registering(`"Year":26`), 400, "year must be a valid year"),
		post("register", mocktest.Registering(`"Meta":[{"Key":"a","Name":"b"}]`), 400, "meta[0].key and meta[0].name must be equal"),
		post("register", mocktest.Registering(`"Players":[{"Email":"nobody"}]`), 400, "players[0].email must be a valid e-mail address"),
		post("register", mocktest.Registering(`"Players":[{"Birthdate":"02/30/2010"}]`), 400, "players[0].birthdate must be a date, mm/dd/yyyy"),
		post("register", mocktest.Registering(`"Players":[{},{"Birthdate":"01/02/0000"}]`), 400,
			`players[1].birthdate must be a date, found string "01/02/0000"`),
		post("register", `{"Coaches":[{"PrimaryContact":true,"Email":"Pat <pat@example.com>"}]}`, 400,
			"coaches[0].email must be a valid e-mail address"),
		post("register", mocktest.Registering(`"Payment":{}`), 400,
			"payment.priceid or payment.amount with payment.title and payment.description is required"),
		post("register", mocktest.Registering(`"Payment":{"PriceId":51}`), 400, "payment.creditcardnumber is required"),
		post("register", mocktest.Registering(`"EnableCreditCard":false,"Payment":{"PriceId":999}`), 404, "payment.priceid names no price: 999"),
		post("payments", `{"EnableCreditCard":false,"Payment":{"PriceId":51}}`, 400, "teamid, divisionid or eventid is required"),
		post("payments", `{"TeamId":"","DivisionId":null,"EnableCreditCard":false,"Payment":{"PriceId":51}}`, 400,
			"teamid, divisionid or eventid is required"),
		post("payments", `{"TeamId":0,"EnableCreditCard":false,"Payment":{"PriceId":51}}`, 400, "teamid must be at least 1"),
		post("payments", `{"TeamId":999,"DivisionId":998,"EventId":997,`+noCard+`"PriceId":51}}`, 404,
			"teamid names no team: 999\ndivisionid names no division: 998\neventid names no event: 997"),
		post("payments", `{"TeamId":102}`, 400, "payment.priceid or payment.amount with payment.title and payment.description is required"),
		post("payments", `{"TeamId":102,`+noCard+`"Amount":1}}`, 400,
			"payment.priceid or payment.amount with payment.title and payment.description is required"),
		post("payments", `{"TeamId":102,`+noCard+`"Amount":1,"Title":"t"}}`, 400, "payment.priceid or payment.amount"),
		post("payments", `{"TeamId":102,`+noCard+`"PriceId":0}}`, 400, "payment.priceid must be at least 1"),
		post("payments", `{"TeamId":102,`+noCard+`"PriceId":""}}`, 400, "payment.priceid or payment.amount"),
		post("payments", `{"TeamId":102,`+noCard+`"PriceId":52}}`, 404, "payment.priceid names no price: 52"),
		post("payments", `{"TeamId":102,`+noCard+`"PriceId":999}}`, 404, "payment.priceid names no price: 999"),
		post("payments", `{"TeamId":102,`+noCard+`"Amount":-1,"Title":"t","Description":"d"}}`, 400, "payment.amount must not be negative"),
		post("payments", `{"TeamId":102,`+noCard+`"Amount":"much","Title":"t","Description":"d"}}`, 400, "payment.amount must be a number"),
		post("payments", `{"TeamId":102,`+noCard+`"Amount":"1E300","Title":"t","Description":"d"}}`, 400,
			`payment.amount must be a decimal, found string "1E300"`),
		post("payments", `{"TeamId":102,`+noCard+`"PriceId":51,"Email":"x"}}`, 400, "payment.email must be a valid e-mail address"),
		post("payments", `{"TeamId":102,"Payment":{"PriceId":51}}`, 400,
			strings.Join(cardFields, " is required unless enablecreditcard is false\n")),
		post("authenticate", `{"Username":"director","Password":"wrong"}`, 401, "no account has this user name and password"),
		post("authenticate", `{"Username":"Director","Password":"let-me-in"}`, 401, "no account has this user name and password"),
		post("authenticate", `{"Username":"director"}`, 400, "password is required"),
		post("authenticate", `{"Username":"","Password":""}`, 400, "username is required\npassword is required"),
		post("authenticate", `{"Username":"`+long(51)+`","Password":"x"}`, 400, "username is longer than 50 characters (51)"),
		post("authenticate", `{"Username":"x","Password":"`+long(51)+`"}`, 400, "password is longer than 50 characters (51)"),
		post("authenticate", `{"Username":"x","Password":12}`, 400, "password must be a string"),
	},
}

const noCard = `"EnableCreditCard":false,"Payment":{`

var cardFields = []string{
	"payment.creditcardtype", "payment.creditcardnumber", "payment.creditcardexpireyear", "payment.creditcardexpiremonth",
	"payment.creditcardcvv2",
	"payment.address.streetaddress", "payment.address.extendedaddress", "payment.address.city", "payment.address.stateregion",
	"payment.address.postalcode is required",
}

// statisticsOf returns an update of the statistics of the away side.
func statisticsOf(values string, more ...string) string {
	away := `"Away":{"Id":101,"Players":[{"TeamPlayerId":1001,"Statistics":[` + values + `]}]}`
	return `{"GameId":81,` + strings.Join(append([]string{away}, more...), ",") + `}`
}

// TestRefusedWritesStoreNothing also checks that the answers name the wrong field.
func TestRefusedWritesStoreNothing(t *testing.T) {
	refusing := map[string]bool{}
	for v, list := range refusedWrites {
		srv := mocktest.World(t, v)
		before := mocktest.Dump(srv.World)
		for _, r := range list {
			a := mocktest.Send(t, srv, r.method, r.target, r.body)
			require.Equal(t, r.status, a.Status, "%s %s %s: %s", r.method, r.target, r.body, a.Body)
			require.Contains(t, mocktest.Messages(t, a), r.says, "%s %s %s", r.method, r.target, r.body)
			refusing[a.Header.Get("X-Mock-Operation")] = true
			mocktest.Unchanged(t, before, srv.World)
		}
		fresh := mocktest.Accept(t, mocktest.World(t, v), "POST", "/api/v1/teams", `{"Name":"next"}`)
		require.JSONEq(t, fresh, mocktest.Accept(t, srv, "POST", "/api/v1/teams", `{"Name":"next"}`), "no id was used up")
	}
	for _, op := range contract.Operations() {
		require.Equal(t, op.Method != http.MethodGet, refusing[op.ID], op.ID)
	}
}

func TestRefusedReads(t *testing.T) {
	srv := mocktest.World(t, tourney.MultiSport)
	for target, want := range map[string]refusal{
		"teams?id=999":                     {status: 404, says: "id names no team: 999"},
		"divisions?id=999":                 {status: 404, says: "id names no division: 999"},
		"games?id=999":                     {status: 404, says: "id names no game: 999"},
		"bouts?id=999":                     {status: 404, says: "id names no game: 999"},
		"players?id=999":                   {status: 404, says: "id names no player: 999"},
		"venues?Id=999":                    {status: 404, says: "id names no venue: 999"},
		"teams?id=abc":                     {status: 400, says: `id must be an integer, found "abc"`},
		"teams?id=":                        {status: 400, says: "id is required"},
		"teams?id=1&ID=2":                  {status: 400, says: "id is doubled"},
		"teams?id=1&id=2":                  {status: 400, says: "id must be an integer"},
		"teams?id=99999999999999999999":    {status: 400, says: "id must be an integer"},
		"teams?id=%zz":                     {status: 400, says: "the query cannot be read"},
		"teams?eventid=1;page=2":           {status: 400, says: "the query cannot be read"},
		"teams":                            {status: 400, says: "eventid or divisionid is required"},
		"teams?eventid=":                   {status: 400, says: "eventid or divisionid is required"},
		"teams?eventid=1&page=0":           {status: 400, says: "page must be at least 1"},
		"teams?eventid=1&paid=perhaps":     {status: 400, says: "paid must be true or false"},
		"teams?eventid=1&teamids=1,x":      {status: 400, says: "teamids must be a list of integers"},
		"teams?eventid=1&status=Active":    {status: 400, says: "tatus"},
		"games?date=13/1/2026":             {status: 400, says: "date must be a date, m/d/yyyy"},
		"standings?display=Sideways":       {status: 400, says: "display must be one of Pool, Division, Event, Bracket, found \"Sideways\""},
		"teams?eventid=1&teamids=,":        {status: 400, says: `teamids must be a list of integers, found ","`},
		"teams?eventid=1&TeamIds=%20,%20,": {status: 400, says: `teamids must be a list of integers, found " , ,"`},
		"players?teamids=7&playerids=%20":  {status: 400, says: "playerids must be a list of integers"},
		"teams?eventid=x&page=0&paid=nope": {status: 400, says: "paid must be true or false"},
	} {
		a := mocktest.Send(t, srv, "GET", "/api/v1/"+target, "")
		require.Equal(t, want.status, a.Status, "%s: %s", target, a.Body)
		require.Contains(t, mocktest.Messages(t, a), want.says, target)
		require.Contains(t, a.Header.Get("X-Mock-Assumed"), "error-body, error-status", target)
	}
	a := mocktest.Send(t, srv, "GET", "/api/v1/teams?eventid=x&page=0&paid=nope", "")
	require.Len(t, strings.Split(mocktest.Messages(t, a), "\n"), 3, "all that is wrong at once")
}

func TestUnknownPaths(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	for path, nearest := range map[string]string{
		"/api/v1/team":      "/api/v1/teams",
		"/api/v1/Game":      "/api/v1/games",
		"/api/v2/players":   "/api/v1/players",
		"/teams":            "/api/v1/teams",
		"/api/v1/matches":   "/api/v1/matchs",
		"/api/v1/statistic": "/api/v1/statistics",
		"/api/v1/games/81":  "/api/v1/games",
		"/api/v1/regster":   "/api/v1/register",
	} {
		a := mocktest.Send(t, srv, "POST", path, "{")
		require.Equal(t, 404, a.Status, path)
		require.Contains(t, mocktest.Messages(t, a), "no operation at this path: the nearest is "+nearest)
		require.Empty(t, a.Header.Get("X-Mock-Operation"))
	}
	for path, says := range map[string]string{
		"/ui/api/v1/teams":               "no operation at /ui/api/v1/teams: the nearest is /api/v1/teams",
		"/api/v1/api/v1/games":           "no operation at /api/v1/api/v1/games: the nearest is /api/v1/games",
		"/411111111111/x/api/v1/venues/": "no operation at /[redacted]/x/api/v1/venues: the nearest is /api/v1/venues",
	} {
		require.Contains(t, mocktest.Messages(t, mocktest.Send(t, srv, "GET", path, "")), says)
	}
	client, err := tourney.New(srv.URL()+"/ui", tourney.Soccer, tourney.WithHTTPClient(&http.Client{Transport: srv}))
	require.NoError(t, err)
	require.ErrorContains(t, mocktest.ListVenues(t, client), "Venues.List: GET …/api/v1/venues: 404 Not Found: NotFound (1): "+
		"no operation at …/api/v1/venues: the nearest is /api/v1/venues (… is the path of the base URL)")
	for _, path := range []string{"/api/v1/" + long(5), "/" + long(5000)} {
		a := mocktest.Send(t, srv, "POST", path, "{")
		require.Equal(t, 404, a.Status, path)
		require.Contains(t, mocktest.Messages(t, a), "no operation at this path: none is like it; the paths are /api/v1/authenticate")
	}
}

func TestWrongMethods(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	before := mocktest.Dump(srv.World)
	for target, allow := range map[string]string{
		"DELETE /api/v1/teams": "GET, HEAD, POST, PUT", "POST /api/v1/games": "GET, HEAD, PUT",
		"PUT /api/v1/venues": "GET, HEAD", "GET /api/v1/register": "POST",
		"GET /api/v1/authenticate": "POST", "PATCH /api/v1/standings": "GET, HEAD, PUT",
		"HEAD /api/v1/payments": "POST", "PUT /api/v1/payments": "POST",
		"OPTIONS /api/v1/divisions": "GET, HEAD, POST, PUT", "get /api/v1/statistics": "GET, HEAD, PUT",
	} {
		method, path, _ := strings.Cut(target, " ")
		a := mocktest.Send(t, srv, method, path, "")
		require.Equal(t, 405, a.Status, target)
		require.Equal(t, allow, a.Header.Get("Allow"))
		if method == http.MethodHead {
			require.Empty(t, a.Body)
			continue
		}
		require.Contains(t, mocktest.Messages(t, a), "use "+allow)
	}
	mocktest.Unchanged(t, before, srv.World)
}

func TestMalformedBodies(t *testing.T) {
	for body, says := range map[string]string{
		"":                               "/ (line 1, offset 0): found end of body",
		"{":                              "(line 1, offset 1): found end of body",
		"{\n  \"Id\": 101,\n}":           "(line 3, offset 15)",
		`{"Id":101} x`:                   "(line 1, offset 11)",
		`{"Id":01}`:                      "(line 1, offset 7)",
		`{"Id":101,"Name":"x}`:           "(line 1, offset 20)",
		`{"Name":"` + "\xff" + `"}`:      "(line 1, offset 9)",
		`{"Name":tru}`:                   "(line 1, offset 11)",
		`<Request/>`:                     "(line 1, offset 0)",
		`[{"Id":101}]`:                   "the request must be an object",
		`"Id"`:                           "the request must be an object",
		`7`:                              "the request must be an object",
		`null`:                           "the request must be an object",
		`""`:                             "the request must be an object",
		strings.Repeat(`{"a":`, 100_000): "nesting",
	} {
		for _, c := range valid(tourney.Soccer) {
			if c.method == http.MethodGet {
				continue
			}
			srv := mocktest.World(t, tourney.Soccer)
			before := mocktest.Dump(srv.World)
			a := mocktest.Send(t, srv, c.method, c.target, body, "Content-Type", "application/json")
			require.Equal(t, 400, a.Status, "%s %.40q: %s", c.op, body, a.Body)
			require.Contains(t, mocktest.Messages(t, a), says, "%s %.40q", c.op, body)
			mocktest.Unchanged(t, before, srv.World)
		}
	}
}

func TestBodiesThatAreTooLarge(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	a := mocktest.Send(t, srv, "POST", "/api/v1/teams", `{"Notes":"`+long(8<<20)+`"}`)
	require.Equal(t, 413, a.Status)
	require.Contains(t, mocktest.Messages(t, a), "larger than 8388608 bytes")
	mocktest.Accept(t, srv, "POST", "/api/v1/teams", `{"Notes":"`+long(7<<20)+`"}`)
}

// TestManyMistakes: an answer describes a hundred mistakes, and counts the others.
func TestManyMistakes(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	list := func(item string) string { return "[" + item + strings.Repeat(","+item, 999) + "]" }
	for body, rest := range map[string]string{
		`{"Coaches":` + list(`{"Email":"x"}`) + `}`:               "902 more problems", // with the number of items and the missing id
		`{"Id":101,"Players":` + list(`{"Notes":"\u0001"}`) + `}`: "900 more problems",
	} {
		a := mocktest.Send(t, srv, "PUT", "/api/v1/teams", body)
		require.Equal(t, rest, mocktest.Messages(t, a)[strings.LastIndex(mocktest.Messages(t, a), "\n")+1:], body[:40])
		require.Less(t, len(a.Body), 20_000)
	}
}

// TestBodiesThatNeedTooMuchMemory: the shortest items take a hundred times the memory of their text.
func TestBodiesThatNeedTooMuchMemory(t *testing.T) {
	srv, many := mocktest.World(t, tourney.Soccer), 7_500_000
	list := `":[{}` + strings.Repeat(",{}", many/3) + `]}`
	half := func(name string) string {
		return `{"name":"` + name + `","text":"{\"teams\":[` + strings.Repeat("{},", 100_000) + `{}]}"}`
	}
	for name, c := range map[string]struct {
		path, body, content string
		status              int
		want                string
	}{
		"JSON": {"/api/v1/teams", `{"Players` + list, "application/json", 413, "needs more than 268435456 bytes of memory"},
		"XML": {
			"/api/v1/teams", "<Request><Players>" + strings.Repeat("<P/>", many/4) + "</Players></Request>", "application/xml",
			413, "needs more than 268435456 bytes of memory",
		},
		"row":  {"/_mock/rows/teams", `{"Players` + list, "application/json", 413, "needs more than 268435456 bytes of memory"},
		"rows": {"/_mock/fixtures", `{"teams` + list, "application/json", 400, "more than 200000 rows"},
		"few rows": {
			"/_mock/fixtures", `{"teams":[` + strings.Repeat("{},", 200_000) + `{}]}`, "application/json", 400, "more than 200000",
		},
		"a file again and again": {
			"/_mock/fixtures", `{"files":[` + half("a") + "," + half("a") + `]}`, "application/json", 400, "more than 200000",
		},
		"a name of two files": {
			"/_mock/fixtures", `{"files":[` + half("a") + `,{"name":"a"}]}`, "application/json", 400, "files[1].name: another file",
		},
	} {
		t.Run(name, func(t *testing.T) {
			write := srv.Writes.Newest()
			a := mocktest.Send(t, srv, "POST", c.path, c.body, "Content-Type", c.content, "Accept", "application/json")
			require.Equal(t, c.status, a.Status, a.Body)
			require.Contains(t, mocktest.Messages(t, a), c.want)
			require.Equal(t, write, srv.Writes.Newest())
		})
	}
}

func TestClientErrorsOfTheMock(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	_, err := srv.Client().Teams.Get(t.Context(), 999)
	require.ErrorIs(t, err, tourney.ErrNotFound)
	require.EqualError(t, err,
		"tourney: Teams.Get: GET /api/v1/teams: 404 Not Found: NotFound (1) in id: id names no team: 999 (request mock-000001)")
	_, err = srv.Client(tourney.WithoutChecks()).Teams.Create(t.Context(), tourney.TeamCreateInput{Website: new("x")})
	var api *tourney.APIError
	require.ErrorAs(t, err, &api)
	require.Equal(t, tourney.CodeInvalid, api.Errors[0].Code)
}
