package pseudonym_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/pseudonym"
)

func replaced(t *testing.T, p *pseudonym.People, body string) string {
	t.Helper()
	out, err := p.JSON([]byte(body))
	require.NoError(t, err)
	return string(out)
}

// day is what several answers of a host say about one boy, his coach, and things with addresses and names of their own.
const day = `{"Team":{"Id":4001,"Name":"Hunter Comets","Address":{"City":"Maplebrook","Latitude":41.5},
"Players":[{"Id":1,"FirstName":"Gus","LastName":"Pepperday","Email":"Gus.Pepperday@host.test","Number":7,
"Birthdate":"3/15/2012","BirthYear":2012,"MobilePhone":"7855550199","Cell":7855550199,"ExternalPlayerId":"RD-27","School":"Acorn Middle",
"Address":{"StreetAddress":"700 Bullpen Way","ExtendedAddress":"Apt 9","City":"Rivertown","StateRegion":"KS",
"PostalCode":"66044","Latitude":38.9},"Meta":[{"Name":"Guardian name","Value":"June Pepperday"},
{"Name":"Shirt size","Value":"S"}],"EmergencyContact":{"Name":"Opal Spikenard","Relation":"aunt"}}],
"Coaches":[{"FirstName":"Hunter","LastName":"Lobsworth","WorkPhone":"303-555-0193","EmailConfirmed":true}],
"Notes":"Call Gus (303-555-0193) or Hunter; the hunter of PEPPERDAY, GUS wrote to June.Pepperday@host.test"},
"Player":{"FirstName":"GUS","LastName":"Pepperday","Profile":{"Birthdate":"03/15/2012","GPA":3.25},
"Teams":[{"Name":"Comets 14U","DivisionName":"14U AA","Games":[{"Venue":"Rivertown Park"}]}]},
"Venue":{"Name":"Maplebrook Fieldhouse","Address":{"StreetAddress":"1 Main Street","PostalCode":"66044"}},
"Event":{"Name":"Firefly Cup","ContactName":"Wren Ticktock","ContactPhone":"515-555-0100"},
"Groups":[{"List":[{"Participants":[{"Name":"Hunter Comets","Place":"1st"},{"Name":"Gus Pepperday","Place":"2nd"}]}]}]}`

func TestPeopleAreReplaced(t *testing.T) {
	out := replaced(t, pseudonym.New([]byte("seed")), day)
	for _, person := range []string{
		"Gus", "Pepperday", "June", "Opal", "Spikenard", "Lobsworth", "Wren", "Ticktock", "host.test", "785555", "303-555", "515-555",
		"Bullpen", "Apt 9", "Rivertown\"", "38.9", "3/15", "03/15",
	} {
		require.NotContains(t, strings.ToLower(out), strings.ToLower(person))
	}
	for _, other := range []string{
		`"Name":"Hunter Comets","Address":{"City":"Maplebrook","Latitude":41.5}`, `"Number":7`, `"BirthYear":2012`, `"RD-27"`,
		`"School":"Acorn Middle"`, `"StateRegion":"KS"`, `{"Name":"Shirt size","Value":"S"}`, `"Relation":"aunt"`,
		`"EmailConfirmed":true`, "; the hunter of", `"GPA":3.25`, `[{"Name":"Comets 14U","DivisionName":"14U AA"`,
		`"Venue":"Rivertown Park"`, `"StreetAddress":"1 Main Street","PostalCode":"66044"`, `"Firefly Cup"`,
		`{"Name":"Hunter Comets","Place":"1st"}`,
	} {
		require.Contains(t, out, other)
	}
}

// TestOnePersonStaysOne: a name, an address and a date become the same in every answer and every form.
func TestOnePersonStaysOne(t *testing.T) {
	out := replaced(t, pseudonym.New([]byte("seed")), day)
	var at struct {
		Team struct {
			Players, Coaches []tourney.TeamPlayer
			Notes            string
		}
		Player tourney.Player
		Groups []tourney.StandingsGroup
	}
	require.NoError(t, json.Unmarshal([]byte(out), &at))
	boy, coach := at.Team.Players[0], at.Team.Coaches[0]
	require.Equal(t, boy.FirstName+" "+boy.LastName, at.Player.FirstName+" "+at.Player.LastName)
	require.Equal(t, boy.FirstName+" "+boy.LastName, at.Groups[0].List[0].Participants[1].Name)
	require.Equal(t, boy.Birthdate, at.Player.Profile.Birthdate)
	require.Equal(t, 2012, boy.Birthdate.Year)
	require.True(t, strings.HasSuffix(boy.Meta[0].Value, " "+boy.LastName), boy.Meta[0].Value)
	for _, part := range []string{boy.FirstName + " (", "or " + coach.FirstName + ";", boy.LastName + " " + boy.FirstName} {
		require.Contains(t, at.Team.Notes, part)
	}
	require.Equal(t, out, replaced(t, pseudonym.New([]byte("seed")), day))
	require.NotEqual(t, out, replaced(t, pseudonym.New([]byte("another")), day))
}

// TestAnotherProcessKnowsThePeople: it finds the names that the first has learned, and its file has no name.
func TestAnotherProcessKnowsThePeople(t *testing.T) {
	const text = `{"Notes":"Ask GUS PEPPERDAY, Lobsworth Hunter or Wren","Name":"Gus Pepperday Cup"}`
	first, second := pseudonym.New([]byte("seed")), pseudonym.New([]byte("seed"))
	require.Contains(t, replaced(t, second, text), "PEPPERDAY")
	replaced(t, first, day)
	file, err := json.Marshal(first)
	require.NoError(t, err)
	require.NotRegexp(t, "(?i)gus|pepperday|hunter|lobsworth|wren|ticktock", string(file))
	require.NoError(t, json.Unmarshal(file, second))
	out := replaced(t, second, text)
	require.NotRegexp(t, "(?i)gus|pepperday|hunter|lobsworth|wren", out)
	require.Equal(t, replaced(t, first, text), out)
	require.Error(t, json.Unmarshal([]byte(`{"Known":[]}`), second))
}

// TestBothSyntaxesAgree: a person of an answer in XML gets the made-up name that it has in JSON.
func TestBothSyntaxesAgree(t *testing.T) {
	p := pseudonym.New([]byte("seed"))
	body := `<Response><Players><Player><Email>a@host.test</Email><FirstName>Gus</FirstName><MobilePhone>7855550199</MobilePhone>
<Teams><Team><Name>Comets</Name></Team></Teams></Player></Players></Response>`
	n, err := envelope.Syntax{XML: true}.Parse([]byte(body), 1<<20)
	require.NoError(t, err)
	p.Replace(&n)
	inJSON := replaced(t, p, `{"Email":"a@host.test","FirstName":"Gus","MobilePhone":"7855550199","Teams":{"Team":{"Name":"Comets"}}}`)
	require.Equal(t, `{"Players":{"Player":`+inJSON+`}}`, string(jsoncodec.AppendNode(nil, n)))
}

func TestRowsOfTheClient(t *testing.T) {
	team := tourney.Team{ID: 7, Name: "Comets", Players: []tourney.TeamPlayer{{
		ID: 1, FirstName: "Gus", LastName: "Pepperday", Birthdate: tourney.Date{Year: 2012, Month: 2, Day: 29},
		Extra: tourney.Extra{"ParentEmail": json.RawMessage(`"june@host.test"`), "Fathers": json.RawMessage(`[{"Name":"Al B"}]`)},
	}}}
	data, err := tourney.MarshalRow(team)
	require.NoError(t, err)
	var got tourney.Team
	require.NoError(t, tourney.UnmarshalRow([]byte(replaced(t, pseudonym.New([]byte("s")), string(data))), &got))
	boy := got.Players[0]
	require.Equal(t, 2012, boy.Birthdate.Year)
	require.NotContains(t, string(boy.Extra["ParentEmail"])+string(boy.Extra["Fathers"]), "june")
	require.NotContains(t, string(boy.Extra["Fathers"]), "Al B")
	got.Players[0].FirstName, got.Players[0].LastName, got.Players[0].Birthdate = "Gus", "Pepperday", team.Players[0].Birthdate
	got.Players[0].Extra = team.Players[0].Extra
	require.Empty(t, cmp.Diff(team, got))
}

// TestWithoutASeed: values that only differ in people become equal.
func TestWithoutASeed(t *testing.T) {
	made := replaced(t, pseudonym.New([]byte("seed")), day)
	blank := func(body string) string { return replaced(t, pseudonym.New(nil), body) }
	require.Equal(t, blank(day), blank(made))
	require.NotEqual(t, blank(day), blank(strings.Replace(made, "Comets", "Owls", 1)))
}

// TestRowsAboutPeople: whoever adds a text about a person to the contract decides whether it is replaced.
func TestRowsAboutPeople(t *testing.T) {
	kept := regexp.MustCompile(`\.(position|height|grade|school|title|description|notes|organization|discountcode|mobilecarrier|` +
		`stateregion|creditcard\w+|external\w+id|ncaacoachesapprovalnumber|status|key|value|name)$`)
	within := regexp.MustCompile(`(^|\.)(players|coaches|payment)\.`)
	seen := map[contract.Personal]bool{}
	for _, op := range contract.Operations() {
		for _, row := range op.Params {
			last := row.Name[strings.LastIndexByte(row.Name, '.')+1:]
			kind := contract.PersonalMember(last)
			seen[kind] = true
			if within.MatchString(row.Name) && (row.Type == contract.String || row.Type == contract.BirthDate) {
				require.NotEqual(t, kept.MatchString(row.Name), kind != contract.NotPersonal, "%s of %s", row.Name, op.ID)
			}
		}
	}
	for kind := contract.PersonGiven; kind <= contract.Person; kind++ {
		inAnswers := kind == contract.PersonCoordinate
		require.NotEqual(t, inAnswers, seen[kind], "kind %d", kind)
	}
}

// TestWrongAddressesAreRepeated: a message about a wrong value repeats the value.
func TestWrongAddressesAreRepeated(t *testing.T) {
	out := replaced(t, pseudonym.New([]byte("seed")), `{"Email":"june at host.test","Errors":[{"Message":"found \"june at host.test\""}]}`)
	require.NotContains(t, out, "june")
}

// TestWhatAnswersRepeat: a host repeats values of people in other forms and places, also where they are no values.
func TestWhatAnswersRepeat(t *testing.T) {
	const boy = `{"Players":[{"FirstName":"Gus","LastName":"Pepperday","Email":"gus@host.test","Birthdate":"4/16/2011",
"MobilePhone":"7855550121","Address":{"StreetAddress":"700 Bullpen Way","Zip":"66049"},"Phone":{"Type":"Cell","Number":"7855550122"}}],
"TeamManager":{"Name":"Opal Spikenard"},"Captains":["Wren Ticktock"],`
	for _, repeats := range []string{
		`"Errors":[{"Message":"7855550121 is in use, as +1 (785) 555-0121 and 785.555.0122"}]`,
		`"Errors":[{"Message":"4/16/2011 is too young, so 04/16/2011 and 2011-04-16"}]`,
		`"Errors":[{"Message":"700 Bullpen Way, or 700 bullpen way, is unknown"}]`,
		`"Notes":"from +49 30 1234567"`,
		`"Link":"https://host.test/players?name=Gus%20Pepperday&email=gus%40host.test"`,
		`"Index":{"Gus Pepperday":1,"gus@host.test":2}`,
		`"Data":"{\"FirstName\":\"Gus\",\"LastName\":\"Pepperday\",\"Parents\":[{\"Name\":\"June Pepperday\"}]}"`,
	} {
		out := replaced(t, pseudonym.New([]byte("seed")), boy+repeats+"}")
		require.NotRegexp(t, "(?i)gus|pepper|0121|0122|[^0-9]4.16|bullpen|66049|spikenard|ticktock|1234567|june", out)
	}
}

func TestDates(t *testing.T) {
	p := pseudonym.New([]byte("seed"))
	for text, form := range map[string]string{
		"3/15/2012": `^\d{1,2}/\d{1,2}/2012$`, "02/29/2012": `^\d\d/\d\d/2012$`, "2012-02-29": `^2012-\d\d-\d\d$`,
		"2012-02-29T00:00:00": `^2012-\d\d-\d\dT00:00:00$`, "20120229": `^2012\d{4}$`, "in March 2012": `^$`,
	} {
		var got struct{ Birthdate string }
		require.NoError(t, json.Unmarshal([]byte(replaced(t, p, `{"Birthdate":"`+text+`"}`)), &got))
		require.Regexp(t, form, got.Birthdate)
		require.NotEqual(t, text, got.Birthdate)
	}
	require.JSONEq(t, `{"Birthdate":0}`, replaced(t, p, `{"Birthdate":1331769600}`), "a number stays a number")
}

// FuzzReplace: replacing keeps the shape of every body, is the same each time, and leaves no name.
func FuzzReplace(f *testing.F) {
	f.Add(day, "Gus", "Pepperday")
	f.Add(`{"FirstName":{"a":[1,null]},"Phone":1e400,"Email":"@","Name":"x","Value":2}`, "Mary Ann", "O’Neil-Smith")
	f.Add(`{"Birthdate":"0000-01-01","PostalCode":"\u0000","ContactName":","}`, "İ", "ß")
	f.Fuzz(func(t *testing.T, body, given, family string) {
		p := pseudonym.New([]byte("seed"))
		n, err := jsoncodec.ParseNode([]byte(body), jsoncodec.Limits{Doubles: true, Whole: true})
		if err != nil {
			t.Skip()
		}
		person := node.Node{Kind: node.Object, Members: []node.Member{
			{Name: "FirstName", Node: node.Node{Kind: node.Text, Text: given}},
			{Name: "LastName", Node: node.Node{Kind: node.Text, Text: family}},
			{Name: "Message", Node: node.Node{Kind: node.Text, Text: "(" + given + " " + family + ")"}},
			{Name: "Body", Node: n},
		}}
		before := string(jsoncodec.AppendNode(nil, person))
		once, err := p.JSON([]byte(before))
		require.NoError(t, err)
		require.True(t, json.Valid(once), string(once))
		twice, err := pseudonym.New([]byte("seed")).JSON([]byte(before))
		require.NoError(t, err)
		require.Equal(t, string(once), string(twice))
		after, err := jsoncodec.ParseNode(once, jsoncodec.Limits{Doubles: true, Whole: true})
		require.NoError(t, err)
		sameShape(t, &person, &after)
		if strings.TrimSpace(given) != "" {
			require.NotEqual(t, given, after.Members[0].Text)
		}
		if oneWord := regexp.MustCompile(`^[\pL\pN]+$`); oneWord.MatchString(given) && oneWord.MatchString(family) {
			require.NotContains(t, after.Members[2].Text, given+" "+family)
		}
	})
}

func sameShape(t *testing.T, a, b *node.Node) {
	t.Helper()
	require.Equal(t, a.Kind, b.Kind)
	require.Len(t, b.Items, len(a.Items))
	require.Len(t, b.Members, len(a.Members))
	for i := range a.Items {
		sameShape(t, &a.Items[i], &b.Items[i])
	}
	for i := range a.Members {
		sameShape(t, &a.Members[i].Node, &b.Members[i].Node)
	}
}
