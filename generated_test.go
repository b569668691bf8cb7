package tourney_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	_ "github.com/tourney-go/tourney/internal/answers" // registers the code that the tests compare with the plans
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
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
		if p.Setter() != nil {
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
		require.NotNil(t, record.PlanOf(row).Setter(), row)
	}
}

// TestGeneratedSetsAsTheShape: generated code stores the same values as the shape of the field.
func TestGeneratedSetsAsTheShape(t *testing.T) {
	texts := []string{
		"", " ", "0", "-0", "7", "007", "-12", "+5", "57.0", "5.7e1", "9223372036854775807", "9223372036854775808", "123456789012345678", " 5 ",
		"true",
		"False", "null", "Otters", "a<b", "\u00a0", "\u00e9", "1/5/2026", "01/05/2026", "2/30/2026", "1/5/2026 9:30 AM", "9:30 AM", " 9:30 am",
		"13:00 PM", "3.85", "1e400",
	}
	stored := map[reflect.Type]int{}
	for _, typ := range generatedTypes() {
		p := record.PlanOf(typ)
		for i := range p.Fields {
			f := &p.Fields[i]
			for _, kind := range []node.Kind{node.Number, node.Text} {
				for _, text := range texts {
					if kind == node.Number && (!isNumber(text) || !f.FromText) {
						continue // the syntaxes never pass such a text
					}
					got, want := reflect.New(typ), reflect.New(typ)
					var before string
					s := record.Scalar{Kind: kind, Last: &before, Arena: record.NewArena(len(text), 0)}
					if !p.Setter()(&s, got.Interface(), i, []byte(text)) {
						require.True(t, got.Elem().IsZero(), "%v.%s %v %q: something was left behind", typ, f.Name, kind, text)
						continue
					}
					stored[f.Shape.Type]++
					arena := record.NewArena(len(text), 0)
					if err := f.Shape.Set(f.Into(want.Elem(), &arena.Memory), kind, []byte(text), arena); err != nil {
						require.Fail(t, "the shape refuses it", "%v.%s %v %q: %v", typ, f.Name, kind, text, err)
					}
					require.Empty(t, diff(want.Interface(), got.Interface(), exactly), "%v.%s %v %q", typ, f.Name, kind, text)
				}
			}
		}
	}
	for _, often := range []any{"", 0, int64(0), new(""), new(0), new(int64(0)), tourney.Date{}, new(tourney.TimeOfDay{}),
		new(tourney.Decimal{}), new(tourney.GenderCoed)} {
		require.Positive(t, stored[reflect.TypeOf(often)], "%T", often)
	}
}

// isNumber reports whether JSON can have the text outside of quotes as a plain integer.
func isNumber(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == "" && (digits == "0" || digits[0] != '0')
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
