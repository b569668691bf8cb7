package rowjson

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type leaf struct{ text string }

type hidden struct{ text string }

type inner struct {
	Name string
	List []int
	Next *inner
}

type outer struct {
	ID     int64
	Small  uint8
	Flag   *bool
	Ratio  float64
	Pair   [2]int64
	Names  map[string]inner
	Counts map[int64]string
	Leaf   leaf
	Hidden hidden
	Bytes  []byte
	Raw    Raw
	Inner  inner
}

func init() {
	As("a leaf", func(l leaf) string { return l.text }, func(text string) (leaf, error) {
		if text == "no" {
			return leaf{}, errors.New("no")
		}
		return leaf{text}, nil
	})
	Never[hidden]()
}

func TestAppend(t *testing.T) {
	for name, c := range map[string]struct {
		value outer
		text  string
	}{
		"zero":              {outer{}, `{}`},
		"a pointer to zero": {outer{Flag: new(false)}, `{"Flag":false}`},
		"empty lists": {
			outer{Bytes: []byte{}, Inner: inner{List: []int{}}, Names: map[string]inner{}},
			`{"Names":{},"Bytes":"","Inner":{"List":[]}}`,
		},
		"keys in order": {outer{Counts: map[int64]string{7: "a", -1: "b", 10: "c"}}, `{"Counts":{"-1":"b","10":"c","7":"a"}}`},
		"a leaf":        {outer{Leaf: leaf{"x"}}, `{"Leaf":"x"}`},
		"never":         {outer{Hidden: hidden{"secret"}}, `{}`},
		"not UTF-8":     {outer{Inner: inner{Name: "\xff"}}, `{"Inner":{"Name":["/w=="]}}`},
		"a name not UTF-8": {
			outer{Names: map[string]inner{"\xff": {}, "base64:": {}, "text:": {}}},
			`{"Names":{"text:base64:":{},"text:text:":{},"base64:/w==":{}}}`,
		},
		"not a number": {outer{Ratio: math.Inf(-1)}, `{"Ratio":"-Inf"}`},
		"raw":          {outer{Raw: Raw(`{"a":[1]}`)}, `{"Raw":{"a":[1]}}`},
		"itself":       {outer{Inner: inner{Next: &inner{Next: &inner{}}}}, `{"Inner":{"Next":{"Next":{}}}}`},
		"numbers": {
			outer{ID: math.MinInt64, Small: 255, Ratio: 1e300, Pair: [2]int64{1, 0}},
			`{"ID":-9223372036854775808,"Small":255,"Ratio":1e+300,"Pair":[1,0]}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.text, string(Append(nil, &c.value)))
			read := outer{ID: 1}
			require.NoError(t, Decode([]byte(c.text), &read))
			c.value.Hidden = hidden{}
			require.Equal(t, c.value, read)
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	for text, says := range map[string]string{
		``:                                    `expected an object, found the end (byte 1)`,
		`[]`:                                  `expected an object, found a list (byte 1)`,
		`{} x`:                                `expected the end, found another character (byte 4)`,
		`{"ID":1,}`:                           `expected a name, found another character (byte 9)`,
		`{"ID" 1}`:                            `ID: expected a colon, found a number (byte 7)`,
		`{"ID":1 "Small":2}`:                  `expected a comma or the end of an object, found a text (byte 9)`,
		`{"id":1}`:                            `id: expected a name of the format, found an unknown one (byte 2)`,
		`{"Hidden":"x"}`:                      `Hidden: expected a name of the format, found an unknown one (byte 2)`,
		`{"ID":1,"ID":1}`:                     `ID: expected each name once, found a name a second time (byte 9)`,
		`{"ID":null}`:                         `ID: expected an integer of 64 bits, found null (byte 7)`,
		`{"ID":1.0}`:                          `ID: expected an integer of 64 bits, found a number (byte 7)`,
		`{"ID":9223372036854775808}`:          `ID: expected an integer of 64 bits, found a number (byte 7)`,
		`{"ID":01}`:                           `ID: expected an integer of 64 bits, found a number (byte 7)`,
		`{"Small":256}`:                       `Small: expected an integer from 0 on, of 8 bits, found a number (byte 10)`,
		`{"Flag":1}`:                          `Flag: expected true or false, found a number (byte 9)`,
		`{"Ratio":"x"}`:                       `Ratio: expected a number, found a text (byte 10)`,
		`{"Pair":[1]}`:                        `Pair: expected 2 items, found another number of them (byte 9)`,
		`{"Pair":[1,2,3]}`:                    `Pair[2]: expected 2 items, found another number of them (byte 14)`,
		`{"Inner":{"List":[1,"x"]}}`:          `Inner.List[1]: expected an integer of 64 bits, found a text (byte 21)`,
		`{"Inner":{"Name":["!"]}}`:            `Inner.Name: expected a text, found a list that is no text in base64 (byte 18)`,
		`{"Inner":{"Name":[]}}`:               `Inner.Name: expected a text, found a list that is no text in base64 (byte 18)`,
		`{"Inner":{"Name":["/w==",""]}}`:      `Inner.Name: expected a text, found a list that is no text in base64 (byte 18)`,
		`{"Inner":{"Name":"` + "\xff" + `"}}`: `Inner.Name: expected a text in UTF-8, found other bytes (byte 18)`,
		"{\"Inner\":{\"Name\":\"a\nb\"}}":     `Inner.Name: expected a text, found a control character (byte 20)`,
		`{"Inner":{"Name":"\x"}}`:             `Inner.Name: expected a text in UTF-8, found other bytes (byte 18)`,
		`{"Inner":{"Name":"a`:                 `Inner.Name: expected a text, found a text without its end (byte 18)`,
		`{"Leaf":"no"}`:                       `Leaf: expected a leaf, found another value (byte 9)`,
		`{"Counts":{"1":"a","1":"b"}}`:        `Counts.1: expected each name once, found a name a second time (byte 20)`,
		`{"Counts":{"01":"a"}}`:               `Counts.01: expected an integer as a name, found another name (byte 12)`,
		`{"Names":{"base64:!":{}}}`:           `Names.base64:!: expected a name in base64, found another name (byte 11)`,
		`{"Raw":}`:                            `Raw: expected a value, found another character (byte 8)`,
		`{"Raw":[1,{"a":tru}]}`:               `Raw[1].a: expected a value, found true or false (byte 16)`,
		`{"Raw":` + strings.Repeat("[", 600) + `}`: "Raw" + strings.Repeat("[0]", 30) + `…: expected at most 500 levels, found more (byte 508)`,
	} {
		var read outer
		require.EqualError(t, Decode([]byte(text), &read), says, "%s", text)
	}
}

func TestMember(t *testing.T) {
	name, value, err := Member([]byte(` {"a": {"b":[1, null]} } `))
	require.NoError(t, err)
	require.Equal(t, "a", name)
	require.Equal(t, `{"b":[1, null]}`, string(value))
	for text, says := range map[string]string{
		`{}`:            "expected one member, found none (byte 1)",
		`{"a":1,"b":2}`: "b: expected one member, found a second one (byte 8)",
		`{"a":1`:        "expected a comma or the end of an object, found the end (byte 7)",
		`{"a":1}{`:      "expected the end, found an object (byte 8)",
	} {
		_, _, err := Member([]byte(text))
		require.EqualError(t, err, says, "%s", text)
	}
}

// TestTypesThatCannotBeKept: a type that would lose something is a mistake in the program.
func TestTypesThatCannotBeKept(t *testing.T) {
	for says, use := range map[string]func(){
		"a rowjson.private cannot be kept, because text is not exported": func() { Append(nil, &private{}) },
		"a **int cannot be kept, because null would mean two values":     func() { Append(nil, new(**int)) },
		"rowjson: func(): a func() cannot be kept":                       func() { Append(nil, new(func())) },
		"a map[bool]int cannot be kept":                                  func() { Append(nil, &map[bool]int{}) },
	} {
		func() {
			defer func() { require.Contains(t, recover(), says) }()
			use()
		}()
	}
}

type private struct{ text string } //nolint:unused // a field that is not exported

// FuzzDecode decodes any text. What can be read is written and read again without a change.
func FuzzDecode(f *testing.F) {
	f.Add(`{"ID":1,"Names":{"a":{"List":[1,2]}},"Raw":{"a":"b"},"Ratio":"NaN"}`)
	f.Add(`{"Inner":{"Name":["/w=="],"Next":{"Name":"\ud800"}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var read, again outer
		if Decode([]byte(text), &read) != nil {
			return
		}
		written := Append(nil, &read)
		require.NoError(t, Decode(written, &again), "%s", written)
		require.Equal(t, string(written), string(Append(nil, &again)))
	})
}

// TestSkippedTextsCostNoMemory: a row is read twice, first to find where it ends. A file has millions of texts.
func TestSkippedTextsCostNoMemory(t *testing.T) {
	line := []byte(`{"row":["a"` + strings.Repeat(`,"text"`, 1000) + `,"\u00e9 in an escape"]}`)
	require.Less(t, testing.AllocsPerRun(10, func() {
		name, value, err := Member(line)
		if err != nil || name != "row" || len(value) != len(line)-len(`{"row":}`) {
			panic(err)
		}
	}), 20.0)
}
