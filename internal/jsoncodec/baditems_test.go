package jsoncodec_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
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
}

// badRows are rows with a value that does not fit, and the paths of those values.
var badRows = map[string]string{
	`{"Id":7,"N":"many"}`:                                "/N",
	`{"N":[1],"Id":7}`:                                   "/N",
	`{"Id":7,"Name":{"a":[1,"}"]}}`:                      "/Name",
	`{"Id":7,"Inner":[{"Id":1},{"Id":2,"N":"x"}],"N":1}`: "/Inner[1]/N",
	`{"Id":7,"Inner":{}}`:                                "/Inner",
	`{"Id":7,"Deep":{"Inner":[{"Inner":[{"N":{}}]}]}}`:   "/Deep/Inner[0]/Inner[0]/N",
	`{ "Id" : 7 , "N" : 1e99 }`:                          "/N",
	`{"Id":7,"Unknown":[{}],"N":"\u0041"}`:               "/N",
	`5`:                                                  "",
	`"x"`:                                                "",
	`[]`:                                                 "",
}

// TestBadItems: items that do not fit are left out and described, and the others are read as in a body without them.
func TestBadItems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		good := rapid.SampledFrom([]string{
			`{"Id":1}`, `{"Name":"a","Id":2}`, `{"Id":3,"N":4,"Inner":[{"Id":5,"Name":"b"}]}`, `null`, `{}`, ` {"Id":6,"Deep":{"N":1}} `,
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
			return []byte(`{"Page":{"Results":[` + strings.Join(rows, ",") + `],"Total":9}}`)
		}
		var want, got listed
		require.NoError(t, jsoncodec.Unmarshal(body(kept), &want, jsoncodec.Limits{}))
		items := record.BadItems{Most: 100}
		require.NoError(t, jsoncodec.Unmarshal(body(rows), &got, jsoncodec.Limits{Bad: &items}))
		require.Empty(t, cmp.Diff(want, got))
		require.Equal(t, len(paths), items.Count)
		var found []string
		for _, item := range items.Items {
			row := string(body(rows)[item.Start:item.End])
			require.Equal(t, row, rows[item.Index], "the item's own bytes")
			require.Equal(t, strings.Contains(row, `"Id":7`) || strings.Contains(row, `"Id" : 7`), string(item.ID) == "7")
			found = append(found, item.Err.Path)
		}
		require.Equal(t, paths, found)
	})
}

// TestBadItemsOfBadBodies: what is malformed, too deep or too large fails as without BadItems.
func TestBadItemsOfBadBodies(t *testing.T) {
	deep := strings.Repeat(`[`, 70) + strings.Repeat(`]`, 70)
	for name, body := range map[string]string{
		"malformed behind the value": `{"Page":{"Results":[{"N":"x",}]}}`,
		"malformed value":            `{"Page":{"Results":[{"N":tru}]}}`,
		"bad text":                   `{"Page":{"Results":[{"N":"x","A":"` + "\xff" + `"}]}}`,
		"cut off":                    `{"Page":{"Results":[{"N":"x"`,
		"too deep":                   `{"Page":{"Results":[{"N":` + deep + `}]}}`,
		"too deep, unknown":          `{"Page":{"Results":[{"N":"x","A":` + deep + `}]}}`,
		"a value beside the rows":    `{"Page":{"Results":[],"Total":"x"}}`,
		"an object for the rows":     `{"Page":{"Results":{"Id":1}}}`,
	} {
		var want, got listed
		items := record.BadItems{Most: 1}
		wrong := jsoncodec.Unmarshal([]byte(body), &want, jsoncodec.Limits{})
		require.Error(t, wrong, name)
		err := jsoncodec.Unmarshal([]byte(body), &got, jsoncodec.Limits{Bad: &items})
		require.EqualError(t, err, wrong.Error(), name)
	}
}

// TestBadItemsAreBounded: of many bad items only some are described, and they take no memory beyond the limit.
func TestBadItemsAreBounded(t *testing.T) {
	body := []byte(`{"Page":{"Results":[` + strings.Repeat(`{"N":"x"},`, 9999) + `{"Id":1}]}}`)
	var got listed
	items := record.BadItems{Most: 3}
	require.NoError(t, jsoncodec.Unmarshal(body, &got, jsoncodec.Limits{Bad: &items, MaxMemory: 1 << 20}))
	require.Len(t, items.Items, 3)
	require.Equal(t, 9999, items.Count)
	require.Len(t, got.Page.Results, 1)

	body = []byte(`{"Page":{"Results":[` + strings.Repeat(`{"N":"x"},{"Id":1},`, 99999) + `{}]}}`)
	err := jsoncodec.Unmarshal(body, &got, jsoncodec.Limits{Bad: &items, MaxMemory: 1 << 20})
	require.ErrorIs(t, err, record.ErrMemory)
}

// TestBadItemsOfTheLastList: of two lists with one name the last one counts.
func TestBadItemsOfTheLastList(t *testing.T) {
	var got listed
	items := record.BadItems{Most: 3}
	body := []byte(`{"Page":{"Results":[{"N":"x"}],"Results":[{"Id":1},{"N":"y"}]}}`)
	require.NoError(t, jsoncodec.Unmarshal(body, &got, jsoncodec.Limits{Bad: &items}))
	require.Len(t, got.Page.Results, 1)
	require.Equal(t, 1, items.Count)
	require.Equal(t, "[1]/N", items.Items[0].Err.Path)
}
