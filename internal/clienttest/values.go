package clienttest

import (
	"encoding/json"
	"flag"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/xmlwire"
	"github.com/tourney-go/tourney/secret"
)

// init sets how often a test tries each property, unless -rapid.checks sets it. A failure prints its seed and leaves
// no file.
func init() {
	for name, value := range map[string]string{"rapid.checks": "100", "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
}

// Marshal writes a value as the mock writes an answer.
func Marshal(f tourney.Format, v any) ([]byte, error) {
	if f == tourney.FormatXML {
		return xmlwire.Marshal("Response", v)
	}
	return jsoncodec.Marshal(v)
}

// Decode reads an answer as the client does.
func Decode(f tourney.Format, body []byte, out any) error {
	if f == tourney.FormatXML {
		return xmlwire.Unmarshal(body, out, xmlwire.Limits{Root: "Response"})
	}
	return jsoncodec.Unmarshal(body, out, jsoncodec.Limits{})
}

// ValuesOf generates values of a type. Each field is zero half of the time, because bodies leave out most fields.
func ValuesOf(t reflect.Type) *rapid.Generator[reflect.Value] {
	if g, ok := generators[t]; ok {
		return g
	}
	switch t.Kind() {
	case reflect.Bool:
		return as(t, rapid.Bool())
	case reflect.Int, reflect.Int64:
		return as(t, rapid.Int64())
	case reflect.Float64:
		return as(t, rapid.Float64()) // finite
	case reflect.String:
		return as(t, texts)
	case reflect.Pointer:
		return pointersTo(t.Elem())
	case reflect.Slice:
		return slicesOf(t)
	case reflect.Struct:
		return structsOf(t)
	}
	panic("a type without a generator: " + t.String()) // a new field can need a new generator
}

// as converts generated values to another type.
func as[T any](t reflect.Type, g *rapid.Generator[T]) *rapid.Generator[reflect.Value] {
	return rapid.Map(g, func(v T) reflect.Value { return reflect.ValueOf(v).Convert(t) })
}

func only[T any](g *rapid.Generator[T]) *rapid.Generator[reflect.Value] {
	return as(reflect.TypeFor[T](), g)
}

// pointersTo generates nil, pointers to zero values, and pointers to any values.
func pointersTo(t reflect.Type) *rapid.Generator[reflect.Value] {
	values := ValuesOf(t)
	return rapid.Custom(func(d *rapid.T) reflect.Value {
		p := reflect.New(t)
		switch rapid.IntRange(0, 3).Draw(d, "pointer") {
		case 0:
			return reflect.Zero(p.Type())
		case 1:
		default:
			p.Elem().Set(values.Draw(d, "target"))
		}
		return p
	})
}

// slicesOf generates nil, and slices of zero to three items.
func slicesOf(t reflect.Type) *rapid.Generator[reflect.Value] {
	items := ValuesOf(t.Elem())
	return rapid.Custom(func(d *rapid.T) reflect.Value {
		n := rapid.IntRange(-1, 3).Draw(d, "length")
		if n < 0 {
			return reflect.Zero(t)
		}
		s := reflect.MakeSlice(t, n, n)
		for i := range n {
			s.Index(i).Set(items.Draw(d, "item"))
		}
		return s
	})
}

func structsOf(t reflect.Type) *rapid.Generator[reflect.Value] {
	fields := make([]*rapid.Generator[reflect.Value], t.NumField())
	for i := range fields {
		fields[i] = ValuesOf(t.Field(i).Type)
	}
	return rapid.Custom(func(d *rapid.T) reflect.Value {
		v := reflect.New(t).Elem()
		for i, field := range fields {
			onWire := t.Field(i).Tag.Get("json") != "-" || t.Field(i).Name == "Extra"
			if onWire && rapid.Bool().Draw(d, "set") {
				v.Field(i).Set(field.Draw(d, t.Field(i).Name))
			}
		}
		return v
	})
}

// generators has the generators of types of which not every value is valid.
var generators = map[reflect.Type]*rapid.Generator[reflect.Value]{
	reflect.TypeFor[tourney.Date]():         only(dates),
	reflect.TypeFor[tourney.TimeOfDay]():    only(clocks),
	reflect.TypeFor[tourney.DateTime]():     only(moments),
	reflect.TypeFor[tourney.Decimal]():      only(decimals),
	reflect.TypeFor[tourney.WonBy]():        only(wonBys),
	reflect.TypeFor[tourney.TextOrNumber](): as(reflect.TypeFor[tourney.TextOrNumber](), namesOrNumbers),
	reflect.TypeFor[secret.Text]():          only(rapid.Map(texts, secret.New)),
	reflect.TypeFor[tourney.Extra]():        only(extras),
}

var (
	// texts have only characters that both formats can carry: XML allows neither most control characters nor U+FFFE
	// and U+FFFF.
	texts = rapid.Map(rapid.OneOf(
		rapid.StringOfN(rapid.OneOf(
			rapid.RuneFrom([]rune("\t\n\r \"'\\&<>/]u0\u00A0\u2028\uFFFD\U0001F3D0")), rapid.Rune(),
		), 0, 6, -1),
		rapid.SampledFrom([]string{"", " ", "null", "true", "0", "]]>", "&amp;", "<!-- -->", "Otters"}),
	), inXML)

	namesOrNumbers = rapid.OneOf(texts, rapid.SampledFrom([]string{"Active", "007", "-0", "1.0", "1e3", "-12"}),
		rapid.StringMatching(`[1-9][0-9]{0,20}`))

	// dates are days of the calendar, and the zero Date.
	dates = rapid.OneOf(rapid.Just(tourney.Date{}), rapid.Map(rapid.IntRange(0, 9998*365), func(n int) tourney.Date {
		return tourney.Date{Year: 1, Month: time.January, Day: 1}.AddDays(n)
	}))

	clocks = rapid.Custom(func(d *rapid.T) tourney.TimeOfDay {
		return tourney.TimeOfDay{Hour: rapid.IntRange(0, 23).Draw(d, "hour"), Minute: rapid.IntRange(0, 59).Draw(d, "minute")}
	})

	// moments have a time of the day only with a date.
	moments = rapid.Custom(func(d *rapid.T) tourney.DateTime {
		m := tourney.DateTime{Date: dates.Draw(d, "date")}
		if !m.Date.IsZero() {
			m.Time = clocks.Draw(d, "clock")
		}
		return m
	})

	// decimals are texts that JSON allows as numbers.
	decimals = rapid.OneOf(
		rapid.Just(tourney.Decimal{}),
		rapid.Custom(func(d *rapid.T) tourney.Decimal {
			return tourney.NewDecimal(rapid.Int64().Draw(d, "coefficient"), rapid.IntRange(0, 32).Draw(d, "places"))
		}),
		rapid.Map(rapid.StringMatching(`-?(0|[1-9][0-9]{0,15})(\.[0-9]{1,15})?([eE][+-]?[0-9]{1,2})?`), tourney.MustDecimal),
	)

	// wonBys combine a known number, an unknown number or none with a known name, an unknown name or none.
	wonBys = rapid.Custom(func(d *rapid.T) tourney.WonBy {
		return tourney.WonBy{
			Code: rapid.OneOf(rapid.SampledFrom([]int{0, tourney.WonByForfeit.Code}), rapid.Int()).Draw(d, "code"),
			Name: rapid.OneOf(
				rapid.SampledFrom([]string{"", "Forfeit", "FORFEIT"}), rapid.StringMatching(`[A-Z]([a-z &<"]{0,6}[a-z])?`),
			).Draw(d, "name"),
		}
	})

	extras = rapid.Just(tourney.Extra{"New": json.RawMessage(`{"More":[1]}`)})
)

// inXML drops the characters of a text that XML does not allow.
func inXML(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF || !utf8.ValidRune(r) {
			return -1
		}
		return r
	}, text)
}
