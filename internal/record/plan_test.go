package record_test

import (
	"encoding/json"
	"reflect"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/record"
)

func names(p *record.Plan) (names []string) {
	for i := range p.Fields {
		names = append(names, p.Fields[i].Name)
	}
	return names
}

type (
	Paging struct {
		Page, PageSize int
		Extra          map[string]json.RawMessage `json:"-"`
	}
	Deep struct {
		Name  string
		Depth int
	}
	inner struct {
		Deep
		Name string
	}
	tagged   struct{ Twice, Once int }
	untagged struct {
		Twice int
		First int `json:"Once"`
	}
	loop struct {
		*Loop
		ID int
	}
	Loop struct {
		*Loop
		Depth int
	}
	options struct {
		EventID int `url:"eventid"`
		Paging
		*Deep
		inner
		Named Deep
	}
)

func TestPlanPromotesEmbedded(t *testing.T) {
	p := record.PlanOf(reflect.TypeFor[options]())
	require.Equal(t, []string{"EventID", "Page", "PageSize", "Depth", "Named"}, names(p),
		"Name is in *Deep and in inner at one depth, so in neither; Depth of *Deep is less deep than inner's")
	require.True(t, p.HasExtra())

	require.Equal(t, []string{"Once"}, names(record.PlanOf(reflect.TypeFor[struct {
		tagged
		untagged
	}]())), "the tagged one of two at the same depth")
	require.Equal(t, []string{"Depth", "ID"}, names(record.PlanOf(reflect.TypeFor[loop]())))

	var o options
	f := &p.Fields[3]
	require.False(t, f.In(reflect.ValueOf(&o).Elem()).IsValid(), "behind a nil pointer")
	require.True(t, f.Omitted(f.In(reflect.ValueOf(&o).Elem())))
	memory := record.NewMemory(0)
	f.Into(reflect.ValueOf(&o).Elem(), &memory).SetInt(3)
	require.Equal(t, 3, o.Deep.Depth)
	require.EqualValues(t, 3, f.In(reflect.ValueOf(&o).Elem()).Int())
}

func TestPlanOfOtherTypes(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[int](), reflect.TypeFor[[]team](), reflect.TypeFor[date](), reflect.TypeFor[map[string]int](),
	} {
		require.Nil(t, record.PlanOf(typ), typ.String())
	}
}

func TestLookup(t *testing.T) {
	type record3 struct {
		Name, NAME, Page, Size, ÄB int
	}
	p := record.PlanOf(reflect.TypeFor[record3]())
	for _, test := range []struct {
		name  string
		guess int
		want  int
	}{
		{"Name", 0, 0},
		{"Name", 4, 0},
		{"NAME", 0, 1},
		{"name", 1, 0},
		{"name", -1, 0},
		{"pAGE", 2, 2},
		{"Size", 99, 3},
		{"Sizes", 0, -1},
		{"ÄB", 0, 4},
		{"Äb", 0, 4},
		{"äb", 0, -1},
		{"", 0, -1},
		{"a name longer than any", 0, -1},
		{"[ame", 0, -1},
	} {
		require.Equal(t, test.want, p.Lookup([]byte(test.name), test.guess), test.name)
		require.Equal(t, test.want, p.LookupString(test.name, test.guess), test.name)
	}
}

func TestLookupDoesNotAllocate(t *testing.T) {
	p := record.PlanOf(reflect.TypeFor[team]())
	folded, unknown := []byte("apisecretkey"), []byte("unknown")
	found := 0
	require.Zero(t, testing.AllocsPerRun(100, func() {
		for i := range p.Fields {
			found += p.LookupString(p.Fields[i].Name, i)
		}
		found += p.Lookup(folded, 0) + p.Lookup(unknown, 3)
	}))
	require.NotZero(t, found)
}

type tree struct {
	Name     string
	Children []tree
	Parent   *tree
	Sides    [][]*tree
}

func TestShapeIsBuiltOnceAndSafelyAtOnce(t *testing.T) {
	var all sync.WaitGroup
	shapes := make([]*record.Shape, 8)
	for i := range shapes {
		all.Go(func() { shapes[i] = record.ShapeOf(reflect.TypeFor[tree]()) })
	}
	all.Wait()
	for _, s := range shapes {
		require.Same(t, shapes[0], s)
		require.Equal(t, s.Type, s.Plan.Fields[1].Shape.Elem.Type)
		require.NotNil(t, s.Plan.Fields[2].Shape.Elem.Plan)
	}
}
