package record_test

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

func marshaled(t *testing.T, v any) string {
	t.Helper()
	body, err := json.Marshal(v)
	require.NoError(t, err)
	return string(body)
}

func number(text string) node.Node { return node.Node{Kind: node.Number, Text: text} }
func text(text string) node.Node   { return node.Node{Kind: node.Text, Text: text} }
func boolean(text string) node.Node {
	return node.Node{Kind: node.Bool, Text: text}
}
func list(items ...node.Node) node.Node { return node.Node{Kind: node.List, Items: items} }

func object(members ...node.Member) node.Node {
	return node.Node{Kind: node.Object, Members: members}
}

func member(name string, n node.Node) node.Member { return node.Member{Name: name, Node: n} }

func fullTeam() team {
	return team{
		ID: 7, Name: "Comets", Paid: new(false), Gender: new(gender(0)), Won: 7, Status: status{Code: 2},
		Born: date{2014, 9, 3}, Amount: &decimal{Text: "0"}, Code: 5, Key: secret{Text: "hush"},
		Address: address{City: "Larkspur", Lat: new(41.5)}, Meta: []meta{{"a", "b"}}, Seeds: []int{}, Count: 3,
		GPA: 3.25, Raw: json.RawMessage(`{"a":[1,"x",null,true]}`),
	}
}

func fullNode() node.Node {
	key := text("hush")
	key.Secret = true
	return object(
		member("Id", number("7")),
		member("Name", text("Comets")),
		member("Paid", boolean("false")),
		member("Gender", number("0")),
		node.Member{Name: "WonBy", Node: node.Node{Kind: node.Number, Text: "7", XMLText: "Forfeit"}},
		member("Status", number("2")),
		member("Birthdate", text("9/3/2014")),
		member("Amount", number("0")),
		member("Code", text("5")),
		member("ApiSecretKey", key),
		member("Address", object(member("City", text("Larkspur")), member("Latitude", number("41.5")))),
		member("Meta", list(object(member("Key", text("a")), member("Value", text("b"))))),
		member("Seeds", node.Node{Kind: node.List, Items: []node.Node{}}),
		member("Count", number("3")),
		member("GPA", number("3.25")),
		member("Raw", object(member("a", list(number("1"), text("x"), node.Node{}, boolean("true"))))),
	)
}

func TestNodeOf(t *testing.T) {
	full := fullTeam()
	full.Extra = map[string]json.RawMessage{"Unknown": []byte("1")}
	for _, v := range []any{full, &full} {
		n, err := record.NodeOf(v)
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(fullNode(), n))
	}

	n, err := record.NodeOf(team{})
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(object(member("Id", number("0")), member("Name", text(""))), n))

	n, err = record.NodeOf(struct {
		P *int
		S []int
		R json.RawMessage
	}{})
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(object(member("P", node.Node{}), member("S", node.Node{}), member("R", node.Node{})), n))
}

type broken struct{}

func (broken) MarshalJSON() ([]byte, error) { return []byte(`{"a":1} x`), nil }

type failing struct{}

func (failing) MarshalText() ([]byte, error) { return nil, errors.New("not today") }

func TestNodeOfRefuses(t *testing.T) {
	for _, test := range []struct {
		v    any
		want string
	}{
		{nil, "/: found nil, expected a struct"},
		{(*team)(nil), "/: found *record_test.team, expected a struct"},
		{7, "/: found int, expected a struct"},
		{struct{ A []any }{[]any{1}}, "/A[0]: found a value of type interface {}, expected no value: type interface {} is not supported"},
		{struct{ A broken }{}, "/A: found record_test.broken that is not JSON: more follows the value"},
		{struct{ A failing }{}, "/A: found record_test.failing that cannot be written: not today"},
	} {
		_, err := record.NodeOf(test.v)
		require.EqualError(t, err, test.want)
		require.ErrorAs(t, err, new(*record.Error))
	}
}

var compareTeams = cmp.AllowUnexported(team{})

func TestBindTolerates(t *testing.T) {
	var got team
	require.NoError(t, record.Bind(object(
		member("ID", text(" 7 ")),
		member("name", number("57.50")),
		member("PAID", text("TRUE")),
		member("Gender", text("")),
		member("WonBy", text("Forfeit")),
		member("Status", text("Active")),
		member("Birthdate", text(" ")),
		member("Amount", text("1.50")),
		member("Code", number("5")),
		member("Address", node.Node{}),
		member("Seeds", text("1, 2,,3")),
		member("Raw", object(member("a", list(text(`"`), number("1"))), member("b", boolean("true")))),
		member("Other", object(member("a", node.Node{}))),
	), &got))
	require.Empty(t, cmp.Diff(team{
		ID: 7, Name: "57.50", Paid: new(true), Won: 7, Status: status{Name: "Active"}, Amount: &decimal{Text: "1.50"}, Code: 5,
		Seeds: []int{1, 2, 3}, Raw: json.RawMessage(`{"a":["\"",1],"b":true}`),
		Extra: map[string]json.RawMessage{"Other": json.RawMessage(`{"a":null}`)},
	}, got, compareTeams))
}

func TestBindLists(t *testing.T) {
	type lists struct {
		Ints  []int
		Names []string
		Dates []*date
		Metas []meta
	}
	var got lists
	require.NoError(t, record.Bind(object(
		member("Ints", number("5")),
		member("Names", text("")),
		member("Dates", text("1/2/2003,4/5/2006")),
		member("Metas", list()),
	), &got))
	require.Equal(t, lists{[]int{5}, []string{}, []*date{{2003, 1, 2}, {2006, 4, 5}}, []meta{}}, got)

	for _, n := range []node.Node{text("a,b"), text(""), number("1"), object()} {
		require.ErrorContains(t, record.Bind(object(member("Metas", n)), &got), "expected an array")
	}
	require.ErrorContains(t, record.Bind(object(member("Ints", object())), &got), "/Ints: found object, expected an array")
	require.ErrorContains(t, record.Bind(object(member("Ints", text("1,x"))), &got), `/Ints[1]: found string "x", expected an integer`)
}

func TestBindRefuses(t *testing.T) {
	at := func(n node.Node, offset int64) node.Node { n.Offset = offset; return n }
	whispered := at(text("12,x"), 3)
	whispered.Secret = true
	for _, test := range []struct {
		n    node.Node
		want string
	}{
		{text("x"), `/: found string "x", expected an object`},
		{object(member("paid", at(text("maybe"), 9))), `/Paid (offset 9): found string "maybe", expected a boolean`},
		{object(member("Meta", list(object(), object(member("Key", at(list(), 5)))))), `/Meta[1]/Key (offset 5): found array, expected a string`},
		{object(member("ApiSecretKey", at(text("much too long"), 4))), "/ApiSecretKey (offset 4): found string, expected a Secret"},
		{object(member("ApiSecretKey", list(text("much too long")))), "/ApiSecretKey: found array, expected a Secret"},
		{object(member("Seeds", whispered)), "/Seeds[1] (offset 3): found content not shown, expected an integer"},
		{object(member("Status", boolean("true"))), "/Status: found boolean true, expected a Status: " +
			"json: cannot unmarshal bool into Go value of type int"},
		{object(member("Amount", list())), "/Amount: found array, expected a Decimal: not a decimal"},
		{object(member("Count", number("300"))), "/Count: found number 300, expected an integer of 0 or more: out of range"},
	} {
		err := record.Bind(test.n, new(team))
		require.EqualError(t, err, test.want)
		require.ErrorAs(t, err, new(*record.Error))
	}
	for _, v := range []any{nil, team{}, (*team)(nil), new(int)} {
		require.ErrorContains(t, record.Bind(object(), v), "expected a pointer to a struct")
	}
}

func TestBindQuery(t *testing.T) {
	q := url.Values{"teamids": {"3", "1,2"}, "EventId": {"7"}, "empty": {""}}
	var got struct {
		EventID int   `url:"eventid"`
		TeamIDs []int `url:"teamids"`
	}
	require.NoError(t, record.Bind(node.FromQuery(q), &got))
	require.Equal(t, 7, got.EventID)
	require.Equal(t, []int{3, 1, 2}, got.TeamIDs)
}

// TestBindReusesBytes: the numbers and texts of a node are read through the same bytes, and none keeps them.
func TestBindReusesBytes(t *testing.T) {
	type row struct {
		A, B, C, D int
		Day        date
		Pointer    *string
		Long       json.Number
	}
	long := strings.Repeat("1", 100)
	n := node.Node{Kind: node.Object}
	for name, text := range map[string]string{"A": "1", "B": "22", "C": "333", "D": "4", "Day": "1/2/2026", "Pointer": "text", "Long": long} {
		n.Members = append(n.Members, node.Member{Name: name, Node: node.Node{Kind: node.Text, Text: text}})
	}
	var got row
	require.NoError(t, record.Bind(n, &got))
	want := row{A: 1, B: 22, C: 333, D: 4, Day: date{2026, 1, 2}, Pointer: new("text"), Long: json.Number(long)}
	require.Empty(t, cmp.Diff(want, got))

	numbers := node.Node{Kind: node.Object, Members: make([]node.Member, 0, 4)}
	for _, name := range []string{"A", "B", "C", "D"} {
		numbers.Members = append(numbers.Members, node.Member{Name: name, Node: node.Node{Kind: node.Text, Text: "1"}})
	}
	require.LessOrEqual(t, testing.AllocsPerRun(100, func() { _ = record.Bind(numbers, &got) }), 2.0)
}
