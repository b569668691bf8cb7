package record_test

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// set stores a scalar in a new T.
func set[T any](k node.Kind, text string) (any, *record.Error) {
	var v T
	r := reflect.ValueOf(&v).Elem()
	err := record.ShapeOf(r.Type()).Set(r, k, []byte(text), record.NewArena(len(text), 0))
	return v, err
}

type setter func(node.Kind, string) (any, *record.Error)

func TestSet(t *testing.T) {
	const null, boolean, number, text = node.Null, node.Bool, node.Number, node.Text
	for _, test := range []struct {
		set  setter
		kind node.Kind
		text string
		want any
	}{
		{set[int], number, "57", 57},
		{set[int], number, "57.0", 57},
		{set[int], number, "5.70e1", 57},
		{set[int], number, "570e-1", 57},
		{set[int], number, "0e99999999999", 0},
		{set[int], number, "0.000e-5", 0},
		{set[int], text, " -12 ", -12},
		{set[int], text, "+12", 12},
		{set[int], text, "007", 7},
		{set[int], text, "12.", 12},
		{set[int], text, "", 0},
		{set[int], text, " \t\r\n", 0},
		{set[int], null, "", 0},
		{set[int8], number, "-128", int8(-128)},
		{set[int64], number, "-9223372036854775808", int64(math.MinInt64)},
		{set[int64], number, "9223372036854775807.000", int64(math.MaxInt64)},
		{set[uint64], number, "18446744073709551615", uint64(math.MaxUint64)},
		{set[uint], number, "-0", uint(0)},
		{set[gender], text, "4", gender(4)},
		{set[float64], number, "-41.5e0", -41.5},
		{set[float64], text, " 41.25 ", 41.25},
		{set[float64], text, "", 0.0},
		{set[float32], number, "0.1", float32(0.1)},
		{set[bool], boolean, "true", true},
		{set[bool], text, " TRUE ", true},
		{set[bool], text, "False", false},
		{set[bool], text, "", false},
		{set[string], text, " a ", " a "},
		{set[string], text, "", ""},
		{set[string], number, "57.50", "57.50"},
		{set[string], boolean, "true", "true"},
		{set[string], null, "", ""},
		{set[*string], text, "", new("")},
		{set[*string], null, "", (*string)(nil)},
		{set[*int], text, "", (*int)(nil)},
		{set[*int], text, " ", (*int)(nil)},
		{set[*int], null, "", (*int)(nil)},
		{set[*int], number, "0", new(0)},
		{set[**int], number, "7", new(new(7))},
		{set[*bool], text, "", (*bool)(nil)},
		{set[date], text, "9/27/2012", date{2012, 9, 27}},
		{set[date], text, "", date{}},
		{set[*date], text, "", (*date)(nil)},
		{set[*date], null, "", (*date)(nil)},
		{set[decimal], number, "1.50", decimal{Text: "1.50"}},
		{set[wonBy], text, "Forfeit", wonBy(7)},
		{set[secret], text, "hush", secret{Text: "hush"}},
		{set[[]int], null, "", []int(nil)},
	} {
		got, err := test.set(test.kind, test.text)
		require.Nil(t, err, "%v %q into %T", test.kind, test.text, test.want)
		require.Empty(t, cmp.Diff(test.want, got, cmp.AllowUnexported(secret{}, decimal{})))
	}
}

func TestSetRefuses(t *testing.T) {
	const boolean, number, text = node.Bool, node.Number, node.Text
	for _, test := range []struct {
		set  setter
		kind node.Kind
		text string
		want string
	}{
		{set[int], number, "57.5", "found number 57.5, expected an integer: it has a fraction"},
		{set[int], number, "1e-1", "found number 1e-1, expected an integer: it has a fraction"},
		{set[int64], number, "9223372036854775808", "found number 9223372036854775808, expected an integer: out of range"},
		{set[int64], number, "-9223372036854775809", "found number -9223372036854775809, expected an integer: out of range"},
		{set[int64], number, "1e19", "found number 1e19, expected an integer: out of range"},
		{set[int64], number, "1e999999999999", "found number 1e999999999999, expected an integer: out of range"},
		{set[uint64], number, "18446744073709551616", "found number 18446744073709551616, expected an integer of 0 or more: out of range"},
		{set[uint], number, "-1", "found number -1, expected an integer of 0 or more: out of range"},
		{set[uint8], number, "256", "found number 256, expected an integer of 0 or more: out of range"},
		{set[int8], number, "128", "found number 128, expected an integer: out of range"},
		{set[float32], number, "1e39", "found number 1e39, expected a number: out of range"},
		{set[float64], text, "Inf", `found string "Inf", expected a number`},
		{set[float64], text, "NaN", `found string "NaN", expected a number`},
		{set[float64], text, "0x10", `found string "0x10", expected a number`},
		{set[float64], boolean, "true", "found boolean true, expected a number"},
		{set[int], text, "twelve", `found string "twelve", expected an integer`},
		{set[int], text, "1 2", `found string "1 2", expected an integer`},
		{set[int], text, "1e", `found string "1e", expected an integer`},
		{set[int], text, "-", `found string "-", expected an integer`},
		{set[int], text, ".", `found string ".", expected an integer`},
		{set[*int], boolean, "true", "found boolean true, expected an integer"},
		{set[bool], text, "maybe", `found string "maybe", expected a boolean`},
		{set[bool], number, "1", "found number 1, expected a boolean"},
		{set[date], text, "soon", `found string "soon", expected a date: expected integer`},
		{set[secret], text, "much too long", "found string, expected a Secret"},
		{set[*secret], text, "much too long", "found string, expected a Secret"},
		{set[[]int], text, "1,2", `found string "1,2", expected an array`},
		{set[address], number, "1", "found number 1, expected an object"},
		{set[any], number, "1", "found number 1, expected no value: type interface {} is not supported"},
		{set[[]byte], text, "aGk=", `found string "aGk=", expected no value: slices of bytes are not supported`},
		{
			set[bool], text, strings.Repeat("é", 50),
			`found string "` + strings.Repeat("é", 40) + `…", expected a boolean`,
		},
		{
			set[bool], text, "x" + strings.Repeat("é", 50) + "\xff",
			`found string "x` + strings.Repeat("é", 39) + `…", expected a boolean`,
		},
		{set[bool], text, "\xff\n", "found string \"\uFFFD\\n\", expected a boolean"},
	} {
		_, err := test.set(test.kind, test.text)
		require.NotNil(t, err, test.want)
		require.Equal(t, "/: "+test.want, err.Error())
	}
}

func TestError(t *testing.T) {
	e := &record.Error{Offset: 345, Line: 12, Found: `string "maybe"`, Expected: "a boolean"}
	paid := &record.PlanOf(reflect.TypeFor[struct{ Paid bool }]()).Fields[0]
	require.Equal(t, `/Teams/Results[3]/Paid (line 12, offset 345): found string "maybe", expected a boolean`,
		e.Under(paid).At(3).UnderName("Results").UnderName("Teams").Error())

	e.Line = 0
	require.Equal(t, `/Teams/Results[3]/Paid (offset 345): found string "maybe", expected a boolean`, e.Error())

	key := &record.PlanOf(reflect.TypeFor[team]()).Fields[9]
	hidden := (&record.Error{Found: `"h"`, Expected: "an escape", Err: e}).Under(key)
	require.Equal(t, "/ApiSecretKey: found content not shown, expected an escape", hidden.Error())
	require.NoError(t, hidden.Unwrap())
}

func TestArena(t *testing.T) {
	for _, size := range []int{0, 10, 100_000} {
		a := record.NewArena(size, 0)
		var got, want []string
		for i := range 3000 {
			text := strings.Repeat("x", i%700) + string(rune('a'+i%26))
			got, want = append(got, a.String([]byte(text))), append(want, text)
		}
		require.Equal(t, want, got)

		s := record.ShapeOf(reflect.TypeFor[int]())
		seen := map[*int]bool{}
		for i := range 300 {
			p := a.New(s).Interface().(*int)
			require.Zero(t, *p)
			*p = i
			seen[p] = true
		}
		require.Len(t, seen, 300)
	}
}

func TestArenaItems(t *testing.T) {
	const each = 2 // bytes of a body for an item
	s := record.ShapeOf(reflect.TypeFor[[]int]())
	for _, inside := range []bool{false, true} {
		a := record.NewArena(1000, 0)
		if inside {
			a.Items(reflect.ValueOf(new([][]int)).Elem(), record.ShapeOf(reflect.TypeFor[[][]int]()), 0)
		}
		for n := range 100 {
			var list []int
			items := a.Items(reflect.ValueOf(&list).Elem(), s, 0)
			for i := range n {
				item, err := items.Next(each * i)
				require.Nil(t, err)
				require.True(t, item.IsZero())
				item.SetInt(int64(i))
			}
			items.Done()
			require.NotNil(t, list)
			require.Len(t, list, n)
			for i := range list {
				require.Equal(t, i, list[i])
			}
			if inside {
				require.LessOrEqual(t, cap(list), 2*n+16)
			}
		}
	}
}

// TestArenaForgetsALongList guards against room for many items, in every list of one that follows a longer one.
func TestArenaForgetsALongList(t *testing.T) {
	s := record.ShapeOf(reflect.TypeFor[[]int64]())
	a := record.NewArena(1000, 0)
	a.Items(reflect.ValueOf(new([][]int64)).Elem(), record.ShapeOf(reflect.TypeFor[[][]int64]()), 0)
	room := func(n int) int {
		var list []int64
		items := a.Items(reflect.ValueOf(&list).Elem(), s, 0)
		for range n {
			_, err := items.Next(0)
			require.Nil(t, err)
		}
		items.Done()
		return cap(list)
	}
	room(31)
	for range 5 {
		room(1)
	}
	require.Equal(t, 1, room(1))
	room(3)
	room(3)
	require.Equal(t, 3, room(3))
	room(1000)
	require.Equal(t, 16, room(1))
}

// opened is a handle: what it is read from says nothing about what it is.
type opened struct{ handle uintptr }

var handles uintptr

func (o *opened) UnmarshalText([]byte) error {
	handles++
	o.handle = handles
	return nil
}

func TestHandlesAreReadEveryTime(t *testing.T) {
	a := record.NewArena(0, 0)
	s := record.ShapeOf(reflect.TypeFor[opened]())
	var first, second opened
	require.Nil(t, s.Set(reflect.ValueOf(&first).Elem(), node.Text, []byte("x"), a))
	require.Nil(t, s.Set(reflect.ValueOf(&second).Elem(), node.Text, []byte("x"), a))
	require.NotEqual(t, first.handle, second.handle)
}

func TestArenaRoomIsBounded(t *testing.T) {
	type row struct{ Texts [64]string }
	var list []row
	const size = 1 << 20
	items := record.NewArena(size, 0).Items(reflect.ValueOf(&list).Elem(), record.ShapeOf(reflect.TypeFor[[]row]()), 0)
	_, err := items.Next(0)
	require.Nil(t, err)
	_, err = items.Next(3) // the first one was {}, so 300,000 more could come
	require.Nil(t, err)
	require.LessOrEqual(t, cap(list)*int(reflect.TypeFor[row]().Size()), 5*size)
}

func TestArenaLast(t *testing.T) {
	a := record.NewArena(0, 0)
	p, q := record.PlanOf(reflect.TypeFor[struct{ A, B string }]()), record.PlanOf(reflect.TypeFor[struct{ C string }]())
	a.Last(p).Seen[1].Text = "b"
	require.Equal(t, []record.Seen{{}}, a.Last(q).Seen)
	require.Equal(t, []record.Seen{{}, {Text: "b"}}, a.Last(p).Seen)
}

func TestAppendFloat(t *testing.T) {
	for _, f := range []float64{
		0, math.Copysign(0, -1), 1, -1.5, 3.85, -93.625, 0.1, -0.1, 0.1 + 0.2, 0.000001, -0.000001, 1.000001, 0.0000011, 0.05,
		123456.789, 999999999.999999, -999999999.999999, 1e9 - 1, 1e9, 2.5e-6, 1234567.1234567,
		1e20, 1e21, 1e-6, 1e-7, 1.5e-9, 1e100, math.MaxFloat64, math.Pi,
	} {
		n, err := record.NodeOf(struct {
			F float64
			G float32
		}{f, float32(min(f, 1e30))})
		require.NoError(t, err)
		require.Equal(t, marshaled(t, f), n.Members[0].Text)
		require.Equal(t, marshaled(t, float32(min(f, 1e30))), n.Members[1].Text)
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, err := record.NodeOf(struct{ F float64 }{f})
		require.ErrorContains(t, err, "/F: found")
		require.ErrorContains(t, err, "expected a finite number")
	}
}

// TestPathsAreBounded guards against errors as long as the body, which took the square of its depth to make.
func TestPathsAreBounded(t *testing.T) {
	e := (&record.Error{Expected: "a number"}).UnderName("last")
	for i := range 100_000 {
		e = e.At(i).UnderName(strings.Repeat("x", 40))
	}
	e = e.UnderName("first")
	require.Less(t, len(e.Error()), 2200)
	require.True(t, strings.HasPrefix(e.Error(), "/…"), e.Error())
	require.True(t, strings.HasSuffix(e.Path, "/"+strings.Repeat("x", 40)+"[0]/last"), e.Path)
}

// TestErrorTexts: an error leaves out the parts that it does not have.
func TestErrorTexts(t *testing.T) {
	cause := errors.New("why")
	for want, e := range map[string]record.Error{
		"/a: found x":                           {Path: "/a", Found: "x"},
		"/a: expected y":                        {Path: "/a", Expected: "y"},
		"/a: found x, expected y":               {Path: "/a", Found: "x", Expected: "y"},
		"/a: found x, expected y: why":          {Path: "/a", Found: "x", Expected: "y", Err: cause},
		"/a: why":                               {Path: "/a", Err: cause},
		"/a (offset 7): found x":                {Path: "/a", Found: "x", Offset: 7, Err: cause, Secret: true},
		"/ (line 2, offset 7): expected y: why": {Expected: "y", Offset: 7, Line: 2, Err: cause},
	} {
		require.Equal(t, want, e.Error())
	}
}
