package codectest_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney/internal/codectest"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

type listed struct {
	Page struct {
		Results []listedRow
		Total   int
	}
}

type listedRow struct {
	ID    int `json:"Id"`
	N     *int
	Name  string
	Inner []listedRow
	Deep  *listedRow
	Born  codectest.Date
}

// syntax is a format with rows in it.
type syntax struct {
	read                func(body string, to *listed, bad *record.BadItems, memory int64) error
	root                string // what begins every body
	begin, between, end string // of a page with rows
	id                  string // of the row 7, as it is described

	good []string          // rows that fit
	bad  map[string]string // rows with a value that does not fit, and the paths of those values
	torn map[string]string // bodies that fail as a whole, behind root
	last string            // a body with two lists of one name: the last has a row that fits, and one that does not
}

// page returns a page with rows.
func (s *syntax) page(rows ...string) string {
	return s.root + s.begin + strings.Join(rows, s.between) + s.end
}

// Values that are too deep.
var (
	deepList    = strings.Repeat(`[`, 70) + strings.Repeat(`]`, 70)
	deepElement = strings.Repeat(`<a>`, 70) + strings.Repeat(`</a>`, 70)
)

var syntaxes = map[string]*syntax{
	"JSON": {
		read: func(body string, to *listed, bad *record.BadItems, memory int64) error {
			return jsoncodec.Unmarshal([]byte(body), to, jsoncodec.Limits{Bad: bad, MaxMemory: memory})
		},
		begin: `{"Page":{"Results":[`, between: ",", end: `],"Total":9}}`, id: "7",
		good: []string{
			`{"Id":1}`, `{"Name":"a","Id":2}`, `{"Id":3,"N":4,"Inner":[{"Id":5,"Name":"b"}]}`, `null`, `{}`, ` {"Id":6,"Deep":{"N":1}} `,
			`{"Born":"9/3/2014"}`,
		},
		bad: map[string]string{
			`{"Id":7,"N":"many"}`:                                "/N",
			`{"N":[1],"Id":7}`:                                   "/N",
			`{"Id":7,"Name":{"a":[1,"}"]}}`:                      "/Name",
			`{"Id":7,"Inner":[{"Id":1},{"Id":2,"N":"x"}],"N":1}`: "/Inner[1]/N",
			`{"Id":7,"Inner":{}}`:                                "/Inner",
			`{"Id":7,"Deep":{"Inner":[{"Inner":[{"N":{}}]}]}}`:   "/Deep/Inner[0]/Inner[0]/N",
			`{ "Id":7 , "N" : 1e99 }`:                            "/N",
			`{"Id":7,"Unknown":[{}],"N":"\u0041"}`:               "/N",
			`{"Born":"x","Id":7}`:                                "/Born",
			`5`:                                                  "",
			`"x"`:                                                "",
			`[]`:                                                 "",
		},
		torn: map[string]string{
			"malformed behind the value": `{"Page":{"Results":[{"N":"x",}]}}`,
			"malformed value":            `{"Page":{"Results":[{"N":tru}]}}`,
			"bad text":                   `{"Page":{"Results":[{"N":"x","A":"` + "\xff" + `"}]}}`,
			"cut off":                    `{"Page":{"Results":[{"N":"x"`,
			"too deep":                   `{"Page":{"Results":[{"N":` + deepList + `}]}}`,
			"too deep, unknown":          `{"Page":{"Results":[{"N":"x","A":` + deepList + `}]}}`,
			"a value beside the rows":    `{"Page":{"Results":[],"Total":"x"}}`,
			"an object for the rows":     `{"Page":{"Results":{"Id":1}}}`,
		},
		last: `{"Page":{"Results":[{"Inner":[{"N":"x"}]}],"Results":[{"Id":1},{"N":"y"}]}}`,
	},
	"XML": {
		read: func(body string, to *listed, bad *record.BadItems, memory int64) error {
			return xmlwire.Unmarshal([]byte(body), to, xmlwire.Limits{Bad: bad, MaxMemory: memory})
		},
		root:  `<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance">`,
		begin: `<Page><Results>`, between: " <!-- x --> ", end: `</Results><Total>9</Total></Page></Response>`, id: `"7"`,
		good: []string{
			`<R><Id>1</Id></R>`, `<R><Name>a</Name><Id>2</Id></R>`, `<R i:nil="true"/>`, `<R/>`,
			`<R><Id>3</Id><N>4</N><Inner><R><Id>5</Id><Name>b</Name></R></Inner></R>`,
			`<R xmlns:q="urn:q"><Id>6</Id><Deep><N>1</N></Deep></R>`, `<R><Born>9/3/2014</Born></R>`,
		},
		bad: map[string]string{
			`<R><Id>7</Id><N>many</N></R>`: "/N",
			`<R><N><a/></N><Id>7</Id></R>`: "/N",
			`<R><Id>7</Id><Inner><R><Id>1</Id></R><R><Id>2</Id><N>x</N></R></Inner><N>1</N></R>`:            "/Inner[1]/N",
			`<R><Id>7</Id><Inner>,</Inner></R>`:                                                             "/Inner",
			`<R><Id>7</Id><Deep><Inner><R><Inner><R><N>x</N></R></Inner></R></Inner></Deep></R>`:            "/Deep/Inner[0]/Inner[0]/N",
			`<R a="b"><!-- c --><Id>7</Id> <N> 1e99 </N></R>`:                                               "/N",
			`<R xmlns:q="urn:q"><Id>7</Id><q:N xmlns:z="urn:z">8</q:N><Name i:nil="true"/><N>&#65;</N></R>`: "/N",
			`<p:R xmlns:p="urn:p"><Id>7</Id><N>x</N></p:R>`:                                                 "/N",
			`<R><Born>x</Born><Id>7</Id></R>`:                                                               "/Born",
			`<R>text</R>`:                                                                                   "",
		},
		torn: map[string]string{
			"malformed behind the value": `<Page><Results><R><N>x</N><></R></Results></Page></Response>`,
			"bad text":                   `<Page><Results><R><N>x</N><A>` + "\xff" + `</A></R></Results></Page></Response>`,
			"text beside elements":       `<Page><Results><R>x<N>1</N></R></Results></Page></Response>`,
			"cut off":                    `<Page><Results><R><N>x</N>`,
			"the wrong end":              `<Page><Results><R><N>x</N></Q></Results></Page></Response>`,
			"too deep":                   `<Page><Results><R><N>` + deepElement + `</N></R></Results></Page></Response>`,
			"too deep, unknown":          `<Page><Results><R><N>x</N><A>` + deepElement + `</A></R></Results></Page></Response>`,
			"an unknown prefix":          `<Page><Results><R><N>x</N><q:A/></R></Results></Page></Response>`,
			"a value beside the rows":    `<Page><Results/><Total>x</Total></Page></Response>`,
			"text for the rows":          `<Page><Results>,</Results></Page></Response>`,
		},
		last: `<Page><Results><R><Inner><R><N>x</N></R></Inner></R></Results>` +
			`<Results><R><Id>1</Id></R><R><N>y</N></R></Results></Page></Response>`,
	},
}

// TestBadItems: items that do not fit are left out and described, and the others are read as in a body without them.
func TestBadItems(t *testing.T) {
	for name, s := range syntaxes {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			var rows, kept, paths []string
			for i := range rapid.IntRange(0, 12).Draw(t, "rows") {
				if row := rapid.SampledFrom(s.good).Draw(t, "row"); rapid.Bool().Draw(t, "fits") {
					rows, kept = append(rows, row), append(kept, row)
					continue
				}
				row := rapid.SampledFrom(slices.Sorted(maps.Keys(s.bad))).Draw(t, "bad row")
				rows, paths = append(rows, row), append(paths, fmt.Sprintf("[%d]%s", i, s.bad[row]))
			}
			var want, got listed
			require.NoError(t, s.read(s.page(kept...), &want, nil, 0))
			items := record.BadItems{Max: 100}
			require.NoError(t, s.read(s.page(rows...), &got, &items, 0))
			require.Empty(t, cmp.Diff(want, got))
			require.Equal(t, len(paths), items.Count)
			var found []string
			for _, item := range items.Items {
				row := s.page(rows...)[item.Start:item.End]
				require.Equal(t, row, rows[item.Index], "the item's own bytes")
				has7 := strings.Contains(row, `<Id>7</Id>`) || strings.Contains(row, `"Id":7`)
				require.Equal(t, has7, string(item.ID) == s.id, row)
				found = append(found, item.Err.Path)
			}
			require.Equal(t, paths, found)
		}))
	}
}

// TestBadItemsOfBadBodies: what is malformed, too deep or too large fails as without BadItems.
func TestBadItemsOfBadBodies(t *testing.T) {
	for format, s := range syntaxes {
		for name, body := range s.torn {
			var want, got listed
			wrong := s.read(s.root+body, &want, nil, 0)
			require.Error(t, wrong, "%s: %s", format, name)
			require.EqualError(t, s.read(s.root+body, &got, &record.BadItems{Max: 1}, 0), wrong.Error(), "%s: %s", format, name)
		}
	}
}

// TestBadItemsAreBounded: of many bad items only some are described. They take no memory beyond the limit, and
// neither a level nor a prefix of the rows behind them.
func TestBadItemsAreBounded(t *testing.T) {
	for _, s := range syntaxes {
		bad, good := slices.Sorted(maps.Keys(s.bad))[0], s.good[0]
		items := record.BadItems{Max: 3}
		var got listed
		for bad := range s.bad {
			require.NoError(t, s.read(s.page(append(slices.Repeat([]string{bad}, 999), s.good...)...), &got, &items, 1<<20), bad)
			require.Len(t, items.Items, 3)
			require.Equal(t, 999, items.Count)
			require.Len(t, got.Page.Results, len(s.good))
		}
		many := s.page(slices.Repeat([]string{bad, good}, 99999)...)
		require.ErrorIs(t, s.read(many, &got, &items, 1<<20), record.ErrMemory)
	}
}

// TestBadItemsOfTheLastList: of two lists with one name the last one counts.
func TestBadItemsOfTheLastList(t *testing.T) {
	for _, s := range syntaxes {
		var got listed
		items := record.BadItems{Max: 3}
		require.NoError(t, s.read(s.root+s.last, &got, &items, 0))
		require.Len(t, got.Page.Results, 1)
		require.Equal(t, 1, items.Count)
		require.Equal(t, "[1]/N", items.Items[0].Err.Path)
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
