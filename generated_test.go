package tourney_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	_ "github.com/tourney-go/tourney/internal/answers" // registers the code that the tests compare with the plans
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// generatedTypes are the structs in answers, by the plans of bodies.
func generatedTypes() (types []reflect.Type) {
	var add func(t reflect.Type)
	add = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		p := record.PlanOf(t)
		if p == nil || slices.Contains(types, t) {
			return
		}
		if xmlwire.ReaderOf(t) != nil {
			types = append(types, t)
		}
		for i := range p.Fields {
			add(p.Fields[i].Shape.Type)
		}
	}
	for _, body := range bodies {
		add(body)
	}
	return types
}

// TestAnswersAreGenerated: the most frequent types have generated code.
func TestAnswersAreGenerated(t *testing.T) {
	types := generatedTypes()
	for _, row := range []reflect.Type{
		reflect.TypeFor[tourney.Team](), reflect.TypeFor[tourney.Division](), reflect.TypeFor[tourney.Game](), reflect.TypeFor[tourney.Player](),
		reflect.TypeFor[tourney.Venue](), reflect.TypeFor[tourney.StandingsGroup](), reflect.TypeFor[tourney.StatisticCategory](),
	} {
		require.Contains(t, types, row)
	}
}

// scalarTexts are texts that some types take, in plain and in other forms.
var scalarTexts = []string{
	"", " ", "0", "-0", "7", "007", "-12", "+5", "57.0", "5.7e1", "9223372036854775807", "9223372036854775808",
	"123456789012345678", " 5 ", "true", "False", "null", "Otters", "a<b", "\u00a0", "\u00e9", `a"b`, `a\b`, "a\nb", "1/5/2026",
	"01/05/2026", "2/30/2026", "1/5/2026 9:30 AM", "9:30 AM", " 9:30 am", "13:00 PM", "3.85", "1e400",
}

// TestGeneratedReadsAsThePlan: generated code reads each member, in any form, as the plan does, also after another value
// of the member, after a row with the same value, and up to an error.
func TestGeneratedReadsAsThePlan(t *testing.T) {
	values := []string{"null", "true", "{}", "[]", `"\u0041"`, `"\ud83d\ude00"`, `"`, "", "nul", "tru", "1.", "\"\xff\"", "\"\x01\""}
	for _, text := range scalarTexts {
		values = append(values, quotedJSON(t, text), text)
	}
	for _, typ := range generatedTypes() {
		p := record.PlanOf(typ)
		for i := range p.Fields {
			name := quotedJSON(t, p.Fields[i].Name)
			for v, value := range values {
				before := values[(v+1)%len(values)]
				for _, rows := range []string{
					`[{` + name + `:` + value + `}]`,
					`[{` + name + `:` + value + `},{` + name + `:` + value + `}]`,
					`[{` + name + `:` + before + `},{` + name + `: ` + value + ` }]`,
					`[{` + name + `:` + before + `,` + name + `:` + value + `}]`,
				} {
					readsAsThePlan(t, typ, rows)
				}
			}
		}
	}
}

// TestGeneratedReadsXMLAsThePlan is TestGeneratedReadsAsThePlan for XML.
func TestGeneratedReadsXMLAsThePlan(t *testing.T) {
	values := []string{"&#65;", "&#55;", "<![CDATA[7]]>", "7<!-- -->", "<?p?>7", "<Inner/>", "<Inner>7</Inner>", "&", "<", "7]]>",
		"\xff", "\x01", "7</Other>", "</", "7<"}
	for _, text := range scalarTexts {
		values = append(values, escapedXML(text), text)
	}
	for _, typ := range generatedTypes() {
		p := record.PlanOf(typ)
		for i := range p.Fields {
			open, end := p.Fields[i].Element.Open, p.Fields[i].Element.Close
			attributes := strings.Replace(open, ">", ` b="c">`, 1)
			for v, value := range values {
				before := values[(v+1)%len(values)]
				for _, rows := range []string{
					"<A><R>" + open + value + end + "</R></A>",
					"<A><R>" + open + value + end + "</R><R>" + open + value + end + "</R></A>",
					"<A><R>" + open + before + end + "</R><R> " + open + value + end + " </R></A>",
					"<A><R>" + open + before + end + open + value + end + "</R></A>",
					"<A><R>" + open + value + end + "</R><R>" + attributes + value + end + "</R></A>",
					"<A><R>" + open + value,
				} {
					readsAsThePlan(t, typ, rows)
				}
			}
		}
	}
}

// TestGeneratedReadsAnyOrder: members may come in any order, be absent, come twice, be unknown, and have space around
// them.
func TestGeneratedReadsAnyOrder(t *testing.T) {
	for _, typ := range generatedTypes() {
		p := record.PlanOf(typ)
		inOrder := make([]string, len(p.Fields))
		for i := range p.Fields {
			inOrder[i] = quotedJSON(t, p.Fields[i].Name) + ":" + anyValue(t, &p.Fields[i])
		}
		for _, row := range orders(inOrder, ",", `,"Unknown":[1],`) {
			readsAsThePlan(t, typ, "[{"+row+"}]")
			readsAsThePlan(t, typ, "[{"+row+"},{"+strings.Replace(row, ",", "{", 1)+"}]")
		}
		rows := strings.Join(orders(inOrder, ",", `,"Unknown":[1],`), "},{")
		readsAsThePlan(t, typ, "[{"+rows+"},{"+rows+"}]")
	}
}

// TestGeneratedReadsXMLInAnyOrder is TestGeneratedReadsAnyOrder for XML.
func TestGeneratedReadsXMLInAnyOrder(t *testing.T) {
	for _, typ := range generatedTypes() {
		p := record.PlanOf(typ)
		inOrder := make([]string, len(p.Fields))
		for i := range p.Fields {
			e := &p.Fields[i].Element
			inOrder[i] = e.Open + anyText(&p.Fields[i]) + e.Close
		}
		for _, row := range orders(inOrder, "", "<Unknown>1</Unknown>") {
			readsAsThePlan(t, typ, "<A><R>"+row+"</R></A>")
			readsAsThePlan(t, typ, "<A><R>"+row+"</R><R>"+strings.Replace(row, "</", "<", 1)+"</R></A>")
		}
		rows := strings.Join(orders(inOrder, "", "<Unknown>1</Unknown>"), "</R><R>")
		readsAsThePlan(t, typ, "<A><R>"+rows+"</R><R>"+rows+"</R></A>")
	}
}

// orders returns rows with members in several orders, and rows without some of them. Comma separates members, and
// unknown is a member with what separates it from others.
func orders(inOrder []string, comma, unknown string) []string {
	reversed := slices.Clone(inOrder)
	slices.Reverse(reversed)
	rows := []string{
		strings.Join(inOrder, comma), strings.Join(reversed, comma), strings.Join(inOrder, " "+comma+"\n"),
		strings.Join(slices.Concat(inOrder, reversed), comma), strings.Join(inOrder, unknown),
		strings.Join(inOrder[len(inOrder)/2:], comma), strings.Join(inOrder[:len(inOrder)/2], comma),
	}
	for i := range inOrder {
		rows = append(rows, strings.Join(slices.Delete(slices.Clone(inOrder), i, i+1), comma))
	}
	return rows
}

// anyValue returns a value of a member as JSON.
func anyValue(t *testing.T, f *record.Field) string {
	t.Helper()
	for _, value := range []string{`{}`, `[]`, `7`, `"1/5/2026"`, `"9:30 AM"`, `"7"`, `true`} {
		if jsoncodec.UnmarshalByPlan([]byte(value), reflect.New(f.Shape.Type).Interface(), jsoncodec.Limits{}) == nil {
			return value
		}
	}
	return "null"
}

// anyText returns a value of a member as XML.
func anyText(f *record.Field) string {
	for _, value := range []string{"7", "1/5/2026", "9:30 AM", "true"} {
		body := []byte("<A>" + value + "</A>")
		if xmlwire.UnmarshalByPlan(body, reflect.New(f.Shape.Type).Interface(), xmlwire.Limits{}) == nil {
			return value
		}
	}
	return ""
}

// readsAsThePlan decodes rows of a type with generated code and without it.
func readsAsThePlan(t *testing.T, typ reflect.Type, rows string) {
	t.Helper()
	got, want := reflect.New(reflect.SliceOf(typ)), reflect.New(reflect.SliceOf(typ))
	var err, byPlan error
	if rows[0] == '<' {
		err = xmlwire.Unmarshal([]byte(rows), got.Interface(), xmlwire.Limits{})
		byPlan = xmlwire.UnmarshalByPlan([]byte(rows), want.Interface(), xmlwire.Limits{})
	} else {
		err = jsoncodec.Unmarshal([]byte(rows), got.Interface(), jsoncodec.Limits{})
		byPlan = jsoncodec.UnmarshalByPlan([]byte(rows), want.Interface(), jsoncodec.Limits{})
	}
	require.Equal(t, byPlan, err, "%v %s", typ, rows)
	if !reflect.DeepEqual(want.Interface(), got.Interface()) {
		require.Empty(t, diff(want.Interface(), got.Interface(), exactly), "%v %s", typ, rows)
	}
}

// quotedJSON returns a text as JSON.
func quotedJSON(t *testing.T, text string) string {
	t.Helper()
	quoted, err := json.Marshal(text)
	require.NoError(t, err)
	return string(quoted)
}

// TestGeneratedLeavesNothingBehind: a member that cannot be decoded keeps its previous value.
func TestGeneratedLeavesNothingBehind(t *testing.T) {
	for body, want := range map[string]tourney.PlayerGame{
		`{"Id":1,"Time":"soon"}`:                                           {ID: 1},
		`{"Time":"9:30 AM","Time":"soon"}`:                                 {Time: &tourney.TimeOfDay{Hour: 9, Minute: 30}},
		`<Response><Id>1</Id><Time>soon</Time></Response>`:                 {ID: 1},
		`<Response><Time>9:30 AM</Time><Time>soon</Time></Response>`:       {Time: &tourney.TimeOfDay{Hour: 9, Minute: 30}},
		`<Response><Date>1/5/2026</Date><Date>2/30/2026</Date></Response>`: {Date: tourney.Date{Year: 2026, Month: 1, Day: 5}},
	} {
		f := tourney.JSON
		if body[0] == '<' {
			f = tourney.XML
		}
		var got tourney.PlayerGame
		require.Error(t, tourney.Decode(f, []byte(body), &got), body)
		require.Empty(t, cmp.Diff(want, got), body)
	}
}

// TestGeneratedLeavesErrorsToThePlan: the error of a nested value that cannot be written has the path and the text of
// the plan.
func TestGeneratedLeavesErrorsToThePlan(t *testing.T) {
	no := tourney.Date{Year: 2026, Month: 2, Day: 30}
	page := struct{ Players tourney.Page[tourney.Player] }{tourney.Page[tourney.Player]{Results: []tourney.Player{
		{ID: 1},
		{ID: 2, Teams: []tourney.PlayerTeam{{Games: []tourney.PlayerGame{{ID: 3}, {Date: no}}}}},
	}}}
	const want = "/Players/Results[1]/Teams[0]/Games[1]/Date"
	for _, f := range []tourney.Format{tourney.JSON, tourney.XML} {
		_, err := marshal(f, page)
		var found *record.Error
		require.ErrorAs(t, err, &found, f)
		require.Equal(t, want, found.Path, f)
		_, byPlan := marshalByPlan(f, page)
		require.Equal(t, byPlan.Error(), err.Error(), f)
	}
}

// TestGeneratedEscapes: generated code also escapes the texts of methods, which rarely need it.
func TestGeneratedEscapes(t *testing.T) {
	want := tourney.TeamPlayer{FirstName: "Zo\u00eb \"&<\r", Status: "\u00e9t\u00e9 <&>\n\"\\"}
	for _, f := range []tourney.Format{tourney.JSON, tourney.XML} {
		written, err := marshal(f, want)
		require.NoError(t, err)
		byPlan, err := marshalByPlan(f, want)
		require.NoError(t, err)
		require.Equal(t, string(byPlan), string(written))
		var got tourney.TeamPlayer
		require.NoError(t, tourney.Decode(f, written, &got), f)
		require.Empty(t, cmp.Diff(want, got), f)
	}
}

// TestGeneratedAppends: the buffer keeps its previous content, also when writing fails.
func TestGeneratedAppends(t *testing.T) {
	const before = "before "
	game := tourney.PlayerGame{ID: 1, Date: tourney.Date{Year: 1, Month: 13, Day: 1}}
	out, err := jsoncodec.Append([]byte(before), &game)
	require.Error(t, err)
	require.Equal(t, before, string(out))
	out, err = xmlwire.Append([]byte(before), "Game", &game)
	require.Error(t, err)
	require.Equal(t, before, string(out))
	game.Date = tourney.Date{}
	out, err = jsoncodec.Append([]byte(before), &game)
	require.NoError(t, err)
	require.Equal(t, before+`{"Id":1}`, string(out))
}
