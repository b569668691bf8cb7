package pseudonym_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/pseudonym"
)

func seeded(seed string, keep ...string) *pseudonym.Replacer {
	return &pseudonym.Replacer{Seed: []byte(seed), Keep: keep}
}

func replaced(t *testing.T, r *pseudonym.Replacer, body, object string) string {
	t.Helper()
	out, err := r.JSON([]byte(body), object)
	require.NoError(t, err)
	return string(out)
}

// day is what several answers of a host say about one boy, his coach, and things with addresses and names of their own.
const day = `{"Team":{"Id":4001,"Name":"Hunter Comets","Address":{"City":"Maplebrook","Latitude":41.5},
"Players":[{"Id":1,"FirstName":"Gus","LastName":"Pepperday","Email":"Gus.Pepperday@host.test","Number":7,
"Birthdate":"3/15/2012","BirthYear":2012,"MobilePhone":"7855550199","Cell":7855550199,"ExternalPlayerId":"RD-27","School":"Acorn Middle",
"Address":{"StreetAddress":"700 Bullpen Way","Line1":"Apt 9","City":"Rivertown","StateRegion":"KS","PostalCode":"66044","Latitude":38.9},
"Meta":[{"Id":739,"Name":"Guardian","Value":"Gundula F"}],"Organizer":{"Name":"Opal Spikenard","Email":"opal","Id":4711}}],
"Coaches":[{"FirstName":"Hunter","LastName":"Lobsworth","WorkPhone":"303-555-0193","EmailConfirmed":true}],
"HeadCoach":"Gundula F","Tel":"+49 30 1234567","Notes":"Call O’Brien, born June 5, 2010; true 739","Gundula":{"Pass":"s3same"}},
"Player":{"FirstName":"GUS","LastName":"Pepperday","Profile":{"Birthdate":"03/15/2012","GPA":3.25},
"Teams":[{"Name":"Comets 14U","DivisionName":"14U AA","Games":[{"Venue":"Rivertown Park","Date":"6/12/2026","Time":"9:00 AM"}]}]},
"Venue":{"Name":"Maplebrook Fieldhouse","Address":{"StreetAddress":"1 Main Street"}},
"Event":{"Name":"Firefly Cup","ContactName":"Gus Pepperday","ContactPhone":"515-555-0100","Type":"Gundula","Organization":{"Name":"F"}},
"Errors":[{"Code":2,"Message":"no Gundula","Field":"Gundula"}]}`

func TestWhatStays(t *testing.T) {
	out := replaced(t, seeded("seed"), day, "")
	require.NotRegexp(t, `(?i)\bgus|pepperday|opal|spikenard|gundula|lobsworth|host\.test|785555|303-555|1234567|bullpen|apt 9|`+
		`rivertown"|38\.9|15/2012|brien|2010|739|4711|s3same|line1|main st|maplebrook"|acorn|KS"|guardian|coach"|tel"|organizer`, out)
	for _, listed := range []string{
		`{"Id":4001,"Name":"Hunter Comets","Address":{"City":"`, `"Latitude":41.5}`, `"Number":7`, `"BirthYear":2012`,
		`"ExternalPlayerId":"RD-27"`, `"GPA":3.25`, `[{"Name":"Comets 14U","DivisionName":"14U AA","Games":[{"Venue":"Rivertown Park",` +
			`"Date":"6/12/2026","Time":"9:00 AM"}]}]`, `{"Name":"Maplebrook Fieldhouse","Address":{"StreetAddress":"`, `"Name":"Firefly Cup"`,
		`{"Code":2,"Message":"`, `"Meta":[{"`, `"Name":"`, `"Value":"`,
	} {
		require.Contains(t, out, listed)
	}
	require.Equal(t, out, replaced(t, seeded("seed"), day, ""))
	require.NotEqual(t, out, replaced(t, seeded("another"), day, ""))
}

// TestOnePersonStaysOne: a name, an address and a date become the same in every answer and every form.
func TestOnePersonStaysOne(t *testing.T) {
	var at struct {
		Team   struct{ Players []tourney.TeamPlayer }
		Player tourney.Player
		Event  tourney.Event
	}
	require.NoError(t, json.Unmarshal([]byte(replaced(t, seeded("seed"), day, "")), &at))
	boy := at.Team.Players[0]
	require.Equal(t, boy.FirstName+" "+boy.LastName, at.Player.FirstName+" "+at.Player.LastName)
	require.Equal(t, boy.FirstName+" "+boy.LastName, at.Event.ContactName)
	require.Equal(t, boy.Birthdate, at.Player.Profile.Birthdate)
	require.Equal(t, 2012, boy.Birthdate.Year)
	require.Regexp(t, `^[a-z.]+@example\.com$`, boy.Email)
}

// TestBothSyntaxesAgree: an answer in XML gets the made-up values that it has in JSON.
func TestBothSyntaxesAgree(t *testing.T) {
	r := seeded("seed")
	body := `<Response><Players><Results><Player><Email>a@host.test</Email><FirstName>Gus</FirstName><Gundula>1</Gundula>
<Teams><Team><Name>Comets</Name></Team></Teams></Player></Results></Players></Response>`
	n, err := envelope.Syntax{XML: true}.Parse([]byte(body), 1<<20)
	require.NoError(t, err)
	r.Replace(&n, contract.AnswerRows(), "")
	inJSON := replaced(t, r, `{"Email":"a@host.test","FirstName":"Gus","Gundula":"1","Teams":{"Team":{"Name":"Comets"}}}`, "Player")
	require.Contains(t, inJSON, `"Teams":{"Team":{"Name":"Comets"}}`)
	require.Equal(t, `{"Players":{"Results":{"Player":`+inJSON+`}}}`, string(jsoncodec.AppendNode(nil, n)))
}

// TestWithoutASeed: values that only differ in what is made up become equal.
func TestWithoutASeed(t *testing.T) {
	made := replaced(t, seeded("seed"), day, "")
	blank := func(body string) string { return replaced(t, new(pseudonym.Replacer), body, "") }
	require.Equal(t, blank(day), blank(made))
	require.NotEqual(t, blank(day), blank(strings.Replace(made, "Comets", "Owls", 1)))
}

// TestSameKind: a made-up value fits where the value fitted, and is another one.
func TestSameKind(t *testing.T) {
	for value, kind := range map[string]string{
		`"3/15/2012"`: `^"\d{1,2}/\d{1,2}/2012"$`, `"02/29/2012"`: `^"\d\d/\d\d/2012"$`, `"2012-02-29"`: `^"2012-\d\d-\d\d"$`,
		`"2012-02-29T00:00:00"`: `^"2012-\d\d-\d\dT00:00:00"$`, `"20120229"`: `^"2012\d{4}"$`,
		`"June 5, 2010"`:           `^"[A-Z][a-z]{3} [a-z], [a-z]{4}"$`,
		`"http://cast.test/x?y=1"`: `^"http://example\.com/[a-z]{8}"$`, `"a.b@host.test"`: `^"[a-z.]+@example\.com"$`, `"66044"`: `^"\d{5}"$`,
		`"KS"`: `^"[A-Z][a-z]{5}"$`, `739`: `^\d{3}$`, `1331769600`: `^\d{10}$`, `-1.50`: `^-\d\.\d\d$`, `1e400`: `^0$`, `true`: `^false$`,
		`"true"`: `^"[A-Z][a-z]{5}"$`, `"739"`: `^"\d{3}"$`, `"O’Brien"`: `^"[A-Z][a-z][A-Z][a-z]{4}"$`, `"’’’"`: `^"[A-Z][a-z]{5}"$`,
		`"?!"`: `^"[A-Z][a-z]{5}"$`, `"VGhlS2V5T2ZK/+Q="`: `^"[a-zA-Z]{12}/\+[A-Z]="$`, `" "`: `^" "$`, `null`: `^null$`, `""`: `^""$`,
		`"{\"Given\": [\"Gundula\", 7]}"`: `^"{\\"[A-Za-z]{5}\\": \[\\"[A-Za-z]{7}\\", [a-z]\]}"$`,
	} {
		name, made, _ := strings.Cut(strings.Trim(replaced(t, seeded("seed"), `{"Tel":`+value+`}`, ""), "{}"), ":")
		require.Regexp(t, `^"[A-Z][a-z]{7}"$`, name)
		require.Regexp(t, kind, made, value)
	}
}

// TestListedMeansItsForm: a listed member with a value in another form is replaced.
func TestListedMeansItsForm(t *testing.T) {
	for _, row := range []string{
		`"Id":"Gundula"`, `"Paid":"Gundula"`, `"Paid":739`, `"Status":"Gundula"`, `"Name":739`, `"Name":["Gundula"]`,
		`"Name":{"Value":"Gundula"}`,
		`"Name":true`, `"ExternalTeamId":"Gundula F"`, `"Id":{"Gundula":739}`, `"Id":["Gundula"]`, `"Gender":"7397"`,
		`"Address":"Gundula"`, `"Address":{"Latitude":"Gundula","Id":739}`, `"Pools":[{"Number":"June 5","Gundula":1}]`,
		`"Players":[{"ExternalPlayerId":"gundula.f","BirthYear":"Gundula","Bats":"Gundula"}]`,
		`"Division":{"Event":{"StartDate":"June 5, 2010"}}`,
		`"Name":"card 4111 1111 1111 1111"`, `"Id":4111111111111111`, `"ExternalTeamId":"4111111111111111"`, `"Name":"password=Gundula"`,
	} {
		out := replaced(t, seeded("seed"), "{"+row+"}", "Team")
		require.NotRegexp(t, "Gundula|gundula|739|June|true|4111", out, row)
	}
}

// TestRequests: the parameters of each operation that are no text stay, and everything else goes.
func TestRequests(t *testing.T) {
	body := `{"TeamId":7,"EnableCreditCard":true,"Payment":{"Amount":12.50,"Number":739,"Given":739,"Title":"Gundula","Redeemed":false,
"FirstName":"Gundula","Address":{"City":"Gundula","Id":739},"City":"Gundula","CreditCardCvv2":"739"},"Notes":"Gundula","EventId":"Gundula"}`
	n, err := jsoncodec.ParseNode([]byte(body), jsoncodec.Limits{Doubles: true, Whole: true})
	require.NoError(t, err)
	pay, r := contract.Lookup("Payments.Pay"), seeded("seed")
	require.Equal(t, []string{"739"}, r.Withhold(&n, false, "[redacted]"))
	r.Replace(&n, pay.RequestRows(), "")
	out := string(jsoncodec.AppendNode(nil, n))
	require.NotRegexp(t, "Gundula|739", out)
	require.Contains(t, out, `{"TeamId":7,"EnableCreditCard":true,"Payment":{"Amount":12.50,"`)
	require.Contains(t, out, `"CreditCardCvv2":"[redacted]"`)
	var none *contract.Operation
	r.Replace(&n, none.RequestRows(), "")
	require.NotRegexp(t, `TeamId|7,|true|12\.50|City`, string(jsoncodec.AppendNode(nil, n)))
}

// TestKeep: a kept member stays with all that is in it, apart from secrets.
func TestKeep(t *testing.T) {
	r := seeded("seed", "headcoach", "NOTES", "Password", "Meta")
	const body = `{"HeadCoach":{"Name":"Gundula F","Age":42,"Pin":"Gundula2","4111111111111111":1},"Notes":"O’Brien","Tel":"Gundula3",
"Meta":[{"Name":"Guardian","Value":"Opal"},{"Name":"Api key","Value":"Gundula4"}],"Password":"Gundula5",
"Players":[{"Notes":"card 4111-1111-1111-1112","FirstName":"Gundula6"}]}`
	out := replaced(t, r, body, "Team")
	require.NotRegexp(t, `Gundula\d|1111|Tel`, out)
	require.Contains(t, out, `{"HeadCoach":{"Name":"Gundula F","Age":42,"Pin":"[redacted]","`)
	require.Contains(t, out, `"Notes":"O’Brien"`)
	require.Contains(t, out, `"Meta":[{"Name":"Guardian","Value":"Opal"},{"Name":"Api key","Value":"[redacted]"}]`)
	r.Hide([]string{"Opal", "brien"})
	n, err := jsoncodec.ParseNode([]byte(body), jsoncodec.Limits{Doubles: true, Whole: true})
	require.NoError(t, err)
	r.Replace(&n, contract.AnswerRows(), "team")
	require.NotRegexp(t, `Opal|Brien`, string(jsoncodec.AppendNode(nil, n)), "secrets of a request that an answer repeats")
}

// listed are values of each form, and planted values of no form.
var listed = map[contract.Stay][]string{
	contract.StayNumber: {"7", "4001", "-95.2353", `"12"`}, contract.StaySwitch: {"true", "false", `"true"`},
	contract.StayTime: {`"6/12/2026"`, `"9:30 AM"`, `"2026-06-12T08:00:00"`}, contract.StayWord: {"1", `"Active"`},
	contract.StayFigure: {`"1st"`, `"3-1-0"`, `"+12"`, `".750"`, "7"}, contract.StayColor: {`"00ff7A"`},
	contract.StayCode: {`"RD-27"`, "4711"},
	contract.StayID:   {`"kite-blue"`, "17"}, contract.StayName: {`"Hunter Comets"`, `"O’Brien’s"`},
}

// FuzzReplace plants a text and a number at every place of answers and requests that no row lists: in members whose values
// go, in members that no row has, and as the name of a member. They go, and each listed value stays byte for byte.
func FuzzReplace(f *testing.F) {
	f.Add("O’Brien", uint32(739_000_739), uint8(0))
	f.Add("June 5, 2010", uint32(7_855_550_199%(1<<32)), uint8(1))
	f.Add(`{"Given":"Gundula"}`, uint32(123_456_789), uint8(2))
	f.Add("tru\u0001e<&>\\u0041", uint32(999_999_999), uint8(3))
	operations := contract.Operations()
	f.Fuzz(func(t *testing.T, text string, number uint32, pick uint8) {
		text += " Gundula " + text
		digits := fmt.Sprint(uint64(number) + 1<<32)
		plant := string(jsoncodec.AppendString(nil, text))
		rows := contract.AnswerRows()
		if int(pick) < len(operations) {
			rows = operations[pick].RequestRows()
		}
		var stays []string
		var body func(object string, depth int) string
		body = func(object string, depth int) string {
			members := []string{plant + ":1", `"Unknown":` + plant, `"Unlisted":[` + digits + `,{"Id":` + digits + `}]`, `"More":"` + digits + `"`}
			for _, name := range slices.Sorted(maps.Keys(rows[object])) {
				row := rows[object][name]
				switch some := listed[row.Stay]; {
				case row.Part != "" && depth < 2:
					members = append(members, fmt.Sprintf("%q:[%s]", name, body(row.Part, depth+1)))
				case row.Part != "":
				case len(some) == 0:
					members = append(members, fmt.Sprintf("%q:%s", name, plant), fmt.Sprintf("%q:%s", name, digits))
				default:
					member := fmt.Sprintf("%q:%s", name, some[int(pick)%len(some)])
					if stays = append(stays, member); strings.HasPrefix(name, "creditcard") {
						stays = stays[:len(stays)-1]
					}
					members = append(members, member)
				}
			}
			return "{" + strings.Join(members, ",") + "}"
		}
		before := body("", 0)
		n, err := jsoncodec.ParseNode([]byte(before), jsoncodec.Limits{Doubles: true, Whole: true})
		if err != nil {
			t.Skip()
		}
		r := seeded("seed")
		r.Withhold(&n, false, "[redacted]")
		r.Replace(&n, rows, "")
		after := string(jsoncodec.AppendNode(nil, n))
		require.True(t, json.Valid([]byte(after)), after)
		require.NotContains(t, after, "Gundula")
		require.NotContains(t, after, digits)
		for _, member := range stays {
			require.Contains(t, after, member)
		}
		n, err = jsoncodec.ParseNode([]byte(before), jsoncodec.Limits{Doubles: true, Whole: true})
		require.NoError(t, err)
		r.Withhold(&n, false, "[redacted]")
		r.Replace(&n, rows, "")
		require.Equal(t, after, string(jsoncodec.AppendNode(nil, n)))
	})
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
