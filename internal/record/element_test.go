package record_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

type recursive []struct {
	Inner  recursive   `item:"Node"`
	Others *recursive  `item:"Other"`
	Loop   *selfTarget `json:",omitzero"`
}

type selfTarget *selfTarget

func TestPlanForXML(t *testing.T) {
	type coach struct{}
	type generic[T any] struct{ V T }
	type row struct {
		B      int       `json:"B"`
		AB     []**coach `json:"AB"`
		Aa     *[]coach  `json:"Aa" item:"Coach"`
		A      *int      `json:"A,omitzero" nil:"xml"`
		Odd    string    `json:"not a name"`
		Plain  []struct{ A int }
		Of     []generic[coach] `nil:"json"`
		Hidden json.RawMessage  `json:"-"`
	}
	p := record.PlanOf(reflect.TypeFor[row]())
	var sorted, next []string
	for _, i := range p.Sorted {
		sorted = append(sorted, p.Fields[i].Name)
		next = append(next, p.Fields[i].Element.Next)
	}
	require.Equal(t, []string{"A", "AB", "Aa", "B", "Of", "Plain", "not a name"}, sorted)
	require.Equal(t, []string{"<A>", "</A><AB>", "</AB><Aa>", "</Aa><B>", "</B><Of>", "</Of><Plain>", ""}, next)

	field := func(i int) *record.Field { return &p.Fields[i] }
	require.Equal(t, record.Element{Name: "Coach", Open: "<Coach>", Close: "</Coach>"}, *field(2).Item)
	require.Nil(t, field(1).Item)
	require.Equal(t, "coach", field(1).Shape.Item.Name)
	require.True(t, field(3).Null)
	require.False(t, field(6).Null)
	require.Empty(t, field(4).Element.Open)
	require.Equal(t, "Item", field(5).Shape.Item.Name)
	require.Equal(t, "generic", field(6).Shape.Item.Name)

	inner := record.ShapeOf(reflect.TypeFor[recursive]()).Elem.Plan
	require.Equal(t, "Node", inner.Fields[0].Item.Name)
	require.Equal(t, "Other", inner.Fields[1].Item.Name)
}

func TestNodeOfKnowsItems(t *testing.T) {
	n, err := record.NodeOf(struct {
		Players []int  `item:"Player"`
		Coaches *[]int `item:"Coach"`
		Seeds   []int
		Grid    [][]int `item:"Row"`
		None    []int   `item:"Nothing"`
	}{Players: []int{1}, Coaches: &[]int{2}, Seeds: []int{3}, Grid: [][]int{{4}}})
	require.NoError(t, err)
	require.Equal(t, "Player", n.Members[0].Item)
	require.Equal(t, "Coach", n.Members[1].Item)
	require.Empty(t, n.Members[2].Item)
	require.Equal(t, "Row", n.Members[3].Item)
	require.Empty(t, n.Members[3].Items[0].Item)
	require.Equal(t, node.Null, n.Members[4].Kind)
	require.Empty(t, n.Members[4].Item)
}

func TestAddExtra(t *testing.T) {
	var v struct {
		Extra map[string]json.RawMessage `json:"-"`
	}
	p := record.PlanOf(reflect.TypeOf(v))
	target := reflect.ValueOf(&v).Elem()
	one := json.RawMessage(`"1"`)
	memory := record.NewMemory(0)
	for _, want := range []string{`"1"`, `["1","1"]`, `["1","1","1"]`} {
		p.AddExtra(target, []byte("a"), one, &memory)
		require.Equal(t, want, string(v.Extra["a"]))
	}
	require.Equal(t, `"1"`, string(one))
	p.AddExtra(target, []byte("b"), json.RawMessage(`null`), &memory)
	p.AddExtra(target, []byte("b"), json.RawMessage(`{}`), &memory)
	require.Equal(t, `[null,{}]`, string(v.Extra["b"]))
}

// The method that writes a type is chosen once: Reveal, else the appending one.
func TestAppendText(t *testing.T) {
	d, s := date{2014, 9, 3}, secret{Text: "hush"}
	for _, test := range []struct {
		v    any
		want string
	}{{&d, "> 9/3/2014"}, {&s, "> hush"}, {&decimal{Text: "1.50"}, "> 1.50"}} {
		v := reflect.ValueOf(test.v).Elem()
		text, err := record.ShapeOf(v.Type()).AppendText([]byte("> "), v.Addr().Interface())
		require.Nil(t, err)
		require.Equal(t, test.want, string(text))
	}
	v := reflect.ValueOf(&failing{}).Elem()
	text, err := record.ShapeOf(v.Type()).AppendText([]byte("> "), v.Addr().Interface())
	require.ErrorContains(t, err, "not today")
	require.Equal(t, "> ", string(text))
}
