package jsoncodec_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/codectest"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

type (
	embedding = codectest.Embedding
	unknown   struct {
		Extra map[string]json.RawMessage `json:"-"`
	}
)

// repeated returns a list whose items are a pattern with the numbers from 0 in place of #.
func repeated(n int, pattern string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(pattern, "#", fmt.Sprint(i))
	}
	return "[" + strings.Join(items, ",") + "]"
}

// members returns an object with as many members.
func members(n int, pattern string) string {
	list := repeated(n, pattern)
	return "{" + list[1:len(list)-1] + "}"
}

// memoryBodies are bodies that take much more memory than anything else in them does, with what to read them into.
var memoryBodies = map[string]codectest.Body{
	"empty rows":               {[]wide{}, repeated(2000, `{}`)},
	"pointers to empty rows":   {[]*wide{}, repeated(2000, `{}`)},
	"lists of lists":           {[][][]int{}, repeated(2000, `[[],[1]]`)},
	"numbers":                  {[]int64{}, repeated(2000, `#`)},
	"floats":                   {[]float64{}, repeated(2000, `0.12345678901234567890123456789012345#`)},
	"short texts":              {[]string{}, repeated(2000, `"text #"`)},
	"texts of members":         {[]titled{}, repeated(2000, `{"Name":"text #"}`)},
	"long texts":               {[]string{}, repeated(50, `"`+strings.Repeat("long", 1000)+`"`)},
	"texts with escapes":       {[]string{}, repeated(50, `"`+strings.Repeat(`\n\u00e9é`, 1000)+`"`)},
	"one long text":            {[]string{}, repeated(1, `"`+strings.Repeat(`\n\u00e9é`, 20_000)+`"`)},
	"pointers":                 {[]optional{}, repeated(1000, `{"Int":#,"Text":"text #","Float":1.#,"Wide":{}}`)},
	"a pointer again":          {optional{}, members(1000, `"Wide":{"A":"text #"}`)},
	"a list again":             {struct{ Rows []wide }{}, members(1000, `"Rows":[{},{},{}]`)},
	"embedded":                 {[]embedding{}, repeated(1000, `{"Deep":"text #"}`)},
	"raw values":               {[]json.RawMessage{}, repeated(1000, `{"a":[#,2,3]}`)},
	"unknown members":          {unknown{}, members(1000, `"n#":{"a":#}`)},
	"few unknown members each": {[]unknown{}, repeated(1000, `{"a":#,"b":#}`)},
	"nine unknown members":     {[]unknown{}, repeated(1000, members(9, `"a#":#`))},
	"an unknown member again":  {unknown{}, members(1000, `"a":"`+strings.Repeat("x", 100)+`"`)},
	"one of eight again": {
		unknown{},
		strings.TrimSuffix(members(8, `"a#":#`), "}") + "," + members(1000, `"a7":"`+strings.Repeat("x", 100)+`"`)[1:],
	},
	"text methods": {[]label{}, repeated(1000, `"text #"`)},
	"JSON methods": {[]inTotal{}, repeated(1000, `"a text of some length, number #"`)},
}

func TestMemoryIsCounted(t *testing.T) {
	codectest.MemoryIsCounted(t, memoryBodies, 1<<12, 0,
		func(body []byte, to any, limit int64) error {
			return jsoncodec.Unmarshal(body, to, jsoncodec.Limits{MaxMemory: limit})
		},
		func(body []byte, limit int64) error {
			_, err := jsoncodec.ParseNode(body, jsoncodec.Limits{MaxMemory: limit})
			return err
		})
}

// The limit is less than a map without members, whose words are of 32 or 64 bits.
func TestMemoryErrors(t *testing.T) {
	const limit = 300 * strconv.IntSize / 64
	bytes := fmt.Sprint(limit, " bytes")
	for _, test := range []struct {
		body string
		into any
		want string
	}{
		{`[{},{},{}]`, new([]wide), `/[1] (line 1, offset 4): found more than fits into ` + bytes + ` of memory`},
		{"{\"Rows\":[\n{},{},{}]}", new(struct{ Rows []wide }), `/Rows[1] (line 2, offset 13)`},
		{`{"Int":1,"Wide":{"A":"` + strings.Repeat("long", 100) + `"}}`, new(optional), `/Wide (line 1`},
		{`{"a":1,"b":"` + strings.Repeat("long", 100) + `"}`, new(unknown), `/ (line 1, offset 6)`},
		{`{"a":"` + strings.Repeat("long", 100) + `"}`, new(struct{ A json.RawMessage }), `/A (line 1, offset 5)`},
		{`"` + strings.Repeat("long", 100) + `"`, new(string), `/ (line 1, offset 402)`},
		{`"` + strings.Repeat(`\n`, 1000) + `"`, new(string), `/ (line 1, offset `},
	} {
		err := jsoncodec.Unmarshal([]byte(test.body), test.into, jsoncodec.Limits{MaxMemory: limit})
		require.ErrorContains(t, err, test.want)
		require.ErrorIs(t, err, record.ErrMemory)
	}
	const nodes = int64(3*unsafe.Sizeof(node.Node{}) + 40) // two fit with the array that they were in
	name := strings.Repeat("x", int(nodes/8*8))
	for body, want := range map[string]string{
		`[1,2,3,4]`:           `/[2] (line 1, offset 6)`,
		`{"a":1,"b":2,"c":3}`: `/ (line 1, offset 12)`,
		`{"a":"` + strings.Repeat("long", 100) + `"}`: `/a (line 1`,
		`{"` + name + `":1}`:                          fmt.Sprintf(`(line 1, offset %d)`, len(name)+5),
	} {
		_, err := jsoncodec.ParseNode([]byte(body), jsoncodec.Limits{MaxMemory: nodes})
		require.ErrorContains(t, err, want)
		require.ErrorIs(t, err, record.ErrMemory)
	}
}

// FuzzMemory: whatever a body is, reading it takes no more than the limit, and what the decoder and an error take.
func FuzzMemory(f *testing.F) {
	seed(f)
	for _, c := range memoryBodies {
		f.Add([]byte(c.Text[:min(len(c.Text), 1<<12)]))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit, depth, path = 1 << 14, 20, 2048
		lim := jsoncodec.Limits{MaxDepth: depth, MaxMemory: limit}
		most := int64(limit*5/4 + 1<<14 + depth*path + 4*len(data)) // the decoder and an error, which quotes the body
		codectest.TakesNoMoreThan(t, most, map[string]func(){
			"value": func() { _ = jsoncodec.Unmarshal(data, new(team), lim) },
			"raw":   func() { _ = jsoncodec.Unmarshal(data, new(json.RawMessage), lim) },
			"rows":  func() { _ = jsoncodec.Unmarshal(data, new([]address), lim) },
			"node":  func() { _, _ = jsoncodec.ParseNode(data, lim) },
		})
	})
}
