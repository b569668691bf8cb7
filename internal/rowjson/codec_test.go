package rowjson

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/node"
)

type leaf struct{ text string }

type pair struct{ a, b int64 }

type hidden struct{ text string }

type inner struct {
	Name string
	List []int64
	Next *inner
}

// Wide is embedded.
type Wide struct{ Keys map[int]string }

type outer struct {
	ID     int64
	Flag   *bool
	Ratio  float64
	Pair   pair
	Names  map[string]inner
	Counts map[int64]string
	Leaf   leaf
	Hidden hidden
	Bytes  []byte
	Raw    Raw
	Inner  inner
	Wide
	Tagged int            `json:"Other,string"`
	Extra  map[string]int `json:"-"`
}

func init() {
	As("a leaf", func(l leaf) string { return l.text }, func(text string) (leaf, error) {
		if text == "no" {
			return leaf{}, errors.New("no")
		}
		return leaf{text}, nil
	})
	As("a pair", func(p pair) []int64 { return []int64{p.a, p.b} }, func(list []int64) (pair, error) {
		if len(list) != 2 {
			return pair{}, errors.New("no pair")
		}
		return pair{list[0], list[1]}, nil
	})
	Never[hidden]()
}

// decode reads a text into a value.
func decode(text string, to *outer) error {
	n, err := Parse([]byte(text))
	if err != nil {
		return err
	}
	return Decode(&n, to)
}

func TestAppend(t *testing.T) {
	for name, c := range map[string]struct {
		value outer
		text  string
	}{
		"zero":              {outer{}, `{}`},
		"a pointer to zero": {outer{Flag: new(false)}, `{"Flag":false}`},
		"tags":              {outer{Tagged: 1, Extra: map[string]int{}}, `{"Other":1,"Extra":{}}`},
		"empty lists": {
			outer{Bytes: []byte{}, Inner: inner{List: []int64{}}, Names: map[string]inner{}},
			`{"Names":{},"Bytes":"","Inner":{"List":[]}}`,
		},
		"keys in order": {outer{Counts: map[int64]string{7: "a", -1: "b", 10: "c"}}, `{"Counts":{"-1":"b","10":"c","7":"a"}}`},
		"embedded":      {outer{Wide: Wide{map[int]string{-1: "a"}}}, `{"Keys":{"-1":"a"}}`},
		"a leaf":        {outer{Leaf: leaf{"x"}}, `{"Leaf":"x"}`},
		"never":         {outer{Hidden: hidden{"secret"}}, `{}`},
		"not UTF-8":     {outer{Inner: inner{Name: "\xff"}}, `{"Inner":{"Name":["/w=="]}}`},
		"itself":        {outer{Inner: inner{Next: &inner{Next: &inner{}}}}, `{"Inner":{"Next":{"Next":{}}}}`},
		"numbers": {
			outer{ID: math.MinInt64, Ratio: 1e300, Pair: pair{1, 0}},
			`{"ID":-9223372036854775808,"Ratio":1e+300,"Pair":[1,0]}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.text, string(Append(nil, &c.value)))
			read := outer{ID: 1}
			require.NoError(t, decode(c.text, &read))
			c.value.Hidden = hidden{}
			require.Equal(t, c.value, read)
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	for text, says := range map[string]string{
		``:                              `expected a value, found end of body (byte 1)`,
		`[]`:                            `expected an object, found a list (byte 1)`,
		`{} x`:                          `expected end of body, found something else (byte 4)`,
		`{"ID":1,}`:                     `expected a member name, found something else (byte 9)`,
		`{"ID" 1}`:                      `expected ":", found something else (byte 7)`,
		`{"ID":1 "Pair":2}`:             `expected "," or "}", found something else (byte 9)`,
		`{"id":1}`:                      `id: expected a name of the format, found an unknown one (byte 7)`,
		`{"Hidden":"x"}`:                `Hidden: expected a name of the format, found an unknown one (byte 11)`,
		`{"ID":1,"ID":1}`:               `ID: expected each name once, found a name a second time (byte 14)`,
		`{"ID":null}`:                   `ID: expected an integer of 64 bits, found null (byte 7)`,
		`{"ID":1.0}`:                    `ID: expected an integer of 64 bits, found a number (byte 7)`,
		`{"ID":9223372036854775808}`:    `ID: expected an integer of 64 bits, found a number (byte 7)`,
		`{"ID":"1"}`:                    `ID: expected an integer of 64 bits, found a text (byte 7)`,
		`{"ID":01}`:                     `expected "," or "}", found something else (byte 8)`,
		`{"Flag":1}`:                    `Flag: expected true or false, found a number (byte 9)`,
		`{"Ratio":"1"}`:                 `Ratio: expected a number, found a text (byte 10)`,
		`{"Pair":[1]}`:                  `Pair: expected a pair, found another value (byte 9)`,
		`{"Pair":[1,"x"]}`:              `Pair[1]: expected an integer of 64 bits, found a text (byte 12)`,
		`{"Inner":{"List":[1,"x"]}}`:    `Inner.List[1]: expected an integer of 64 bits, found a text (byte 21)`,
		`{"Inner":{"List":7}}`:          `Inner.List: expected a list, found a number (byte 18)`,
		`{"Inner":{"Name":["!"]}}`:      `Inner.Name: expected a text, found a list that is no text in base64 (byte 18)`,
		`{"Inner":{"Name":[]}}`:         `Inner.Name: expected a text, found a list that is no text in base64 (byte 18)`,
		`{"Inner":{"Name":["",""]}}`:    `Inner.Name: expected a text, found a list that is no text in base64 (byte 18)`,
		`{"Inner":{"Name":"` + "\xff\"": `Inner.Name: expected valid UTF-8, found something else (byte 19)`,
		`{"Inner":{"Name":"a`:           `Inner.Name: expected the end of the string, found end of body (byte 20)`,
		`{"Leaf":1}`:                    `Leaf: expected a leaf, found a number (byte 9)`,
		`{"Leaf":"no"}`:                 `Leaf: expected a leaf, found another value (byte 9)`,
		`{"Counts":{"1":"a","1":"b"}}`:  `Counts.1: expected each name once, found a name a second time (byte 24)`,
		`{"Counts":{"01":"a"}}`:         `Counts.01: expected an integer as a name, found another name (byte 17)`,
		`{"Names":[]}`:                  `Names: expected an object, found a list (byte 10)`,
		`{"Raw":[1,{"a":tru}]}`:         `Raw[1].a: expected "true", found something else (byte 19)`,
		strings.Repeat("[", 600):        strings.Repeat("[0]", 33) + `[…: expected no deeper nesting, found something else (byte 501)`,
	} {
		var read outer
		require.EqualError(t, decode(text, &read), says, "%s", text)
	}
}

func TestMember(t *testing.T) {
	n, err := Parse([]byte(` {"a": {"b":[1, null]} } `))
	require.NoError(t, err)
	m, err := Member(&n)
	require.NoError(t, err)
	require.Equal(t, "a", m.Name)
	for text, says := range map[string]string{
		`{}`:            "expected one member, found 0 (byte 1)",
		`{"a":1,"b":2}`: "expected one member, found 2 (byte 1)",
		`[]`:            "expected an object, found a list (byte 1)",
	} {
		n, err := Parse([]byte(text))
		require.NoError(t, err)
		_, err = Member(&n)
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
	f.Add(`{"ID":1,"Names":{"a":{"List":[1,2]}},"Ratio":1.5}`)
	f.Add(`{"Inner":{"Name":["/w=="],"Next":{"Name":"\ud800"}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var read, again outer
		if decode(text, &read) != nil || read.Raw.Node.Kind != node.Null {
			return
		}
		written := Append(nil, &read)
		require.NoError(t, decode(string(written), &again), "%s", written)
		require.Equal(t, string(written), string(Append(nil, &again)))
	})
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
