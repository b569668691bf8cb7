package xmlwire_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

const root = `<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance">`

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
}

// badRows are rows with a value that does not fit, and the paths of those values.
var badRows = map[string]string{
	`<R><Id>7</Id><N>many</N></R>`: "/N",
	`<R><N><a/></N><Id>7</Id></R>`: "/N",
	`<R><Id>7</Id><Inner><R><Id>1</Id></R><R><Id>2</Id><N>x</N></R></Inner><N>1</N></R>`:            "/Inner[1]/N",
	`<R><Id>7</Id><Inner>,</Inner></R>`:                                                             "/Inner",
	`<R><Id>7</Id><Deep><Inner><R><Inner><R><N>x</N></R></Inner></R></Inner></Deep></R>`:            "/Deep/Inner[0]/Inner[0]/N",
	`<R a="b"><!-- c --><Id>7</Id> <N> 1e99 </N></R>`:                                               "/N",
	`<R xmlns:q="urn:q"><Id>7</Id><q:N xmlns:z="urn:z">8</q:N><Name i:nil="true"/><N>&#65;</N></R>`: "/N",
	`<p:R xmlns:p="urn:p"><Id>7</Id><N>x</N></p:R>`:                                                 "/N",
	`<R>text</R>`: "",
}

// TestBadItems: items that do not fit are left out and described, and the others are read as in a body without them.
func TestBadItems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		good := rapid.SampledFrom([]string{
			`<R><Id>1</Id></R>`, `<R><Name>a</Name><Id>2</Id></R>`, `<R i:nil="true"/>`, `<R/>`,
			`<R><Id>3</Id><N>4</N><Inner><R><Id>5</Id><Name>b</Name></R></Inner></R>`,
			`<R xmlns:q="urn:q"><Id>6</Id><Deep><N>1</N></Deep></R>`,
		})
		var rows, kept, paths []string
		for i := range rapid.IntRange(0, 12).Draw(t, "rows") {
			if row := good.Draw(t, "row"); rapid.Bool().Draw(t, "fits") {
				rows, kept = append(rows, row), append(kept, row)
				continue
			}
			row := rapid.SampledFrom(slices.Sorted(maps.Keys(badRows))).Draw(t, "bad row")
			rows, paths = append(rows, row), append(paths, fmt.Sprintf("[%d]%s", i, badRows[row]))
		}
		body := func(rows []string) []byte {
			return []byte(root + `<Page><Results>` + strings.Join(rows, " <!-- x --> ") + `</Results><Total>9</Total></Page></Response>`)
		}
		var want, got listed
		require.NoError(t, xmlwire.Unmarshal(body(kept), &want, xmlwire.Limits{}))
		items := record.BadItems{Most: 100}
		require.NoError(t, xmlwire.Unmarshal(body(rows), &got, xmlwire.Limits{Bad: &items}))
		require.Empty(t, cmp.Diff(want, got))
		require.Equal(t, len(paths), items.Count)
		var found []string
		for _, item := range items.Items {
			row := string(body(rows)[item.Start:item.End])
			require.Equal(t, row, rows[item.Index], "the item's own bytes")
			require.Equal(t, strings.Contains(row, `<Id>7</Id>`), string(item.ID) == `"7"`)
			found = append(found, item.Err.Path)
		}
		require.Equal(t, paths, found)
	})
}

// TestBadItemsOfBadBodies: what is malformed, too deep or too large fails as without BadItems.
func TestBadItemsOfBadBodies(t *testing.T) {
	deep := strings.Repeat(`<a>`, 70) + strings.Repeat(`</a>`, 70)
	for name, body := range map[string]string{
		"malformed behind the value": `<Page><Results><R><N>x</N><></R></Results></Page></Response>`,
		"bad text":                   `<Page><Results><R><N>x</N><A>` + "\xff" + `</A></R></Results></Page></Response>`,
		"text beside elements":       `<Page><Results><R>x<N>1</N></R></Results></Page></Response>`,
		"cut off":                    `<Page><Results><R><N>x</N>`,
		"the wrong end":              `<Page><Results><R><N>x</N></Q></Results></Page></Response>`,
		"too deep":                   `<Page><Results><R><N>` + deep + `</N></R></Results></Page></Response>`,
		"too deep, unknown":          `<Page><Results><R><N>x</N><A>` + deep + `</A></R></Results></Page></Response>`,
		"an unknown prefix":          `<Page><Results><R><N>x</N><q:A/></R></Results></Page></Response>`,
		"a value beside the rows":    `<Page><Results/><Total>x</Total></Page></Response>`,
		"text for the rows":          `<Page><Results>,</Results></Page></Response>`,
	} {
		var want, got listed
		items := record.BadItems{Most: 1}
		wrong := xmlwire.Unmarshal([]byte(root+body), &want, xmlwire.Limits{})
		require.Error(t, wrong, name)
		err := xmlwire.Unmarshal([]byte(root+body), &got, xmlwire.Limits{Bad: &items})
		require.EqualError(t, err, wrong.Error(), name)
	}
}

// TestBadItemsAreBounded: of many bad items only some are described, and they take no memory beyond the limit.
func TestBadItemsAreBounded(t *testing.T) {
	body := []byte(root + `<Page><Results>` + strings.Repeat(`<R><N>x</N></R>`, 9999) + `<R><Id>1</Id></R></Results></Page></Response>`)
	var got listed
	items := record.BadItems{Most: 3}
	require.NoError(t, xmlwire.Unmarshal(body, &got, xmlwire.Limits{Bad: &items, MaxMemory: 1 << 20}))
	require.Len(t, items.Items, 3)
	require.Equal(t, 9999, items.Count)
	require.Len(t, got.Page.Results, 1)

	body = []byte(root + `<Page><Results>` + strings.Repeat(`<R><N>x</N></R><R/>`, 99999) + `</Results></Page></Response>`)
	err := xmlwire.Unmarshal(body, &got, xmlwire.Limits{Bad: &items, MaxMemory: 1 << 20})
	require.ErrorIs(t, err, record.ErrMemory)
}

// TestBadItemsOfTheLastList: of two lists with one name the last one counts.
func TestBadItemsOfTheLastList(t *testing.T) {
	var got listed
	items := record.BadItems{Most: 3}
	body := []byte(root + `<Page><Results><R><N>x</N></R></Results><Results><R><Id>1</Id></R><R><N>y</N></R></Results></Page></Response>`)
	require.NoError(t, xmlwire.Unmarshal(body, &got, xmlwire.Limits{Bad: &items}))
	require.Len(t, got.Page.Results, 1)
	require.Equal(t, 1, items.Count)
	require.Equal(t, "[1]/N", items.Items[0].Err.Path)
}
