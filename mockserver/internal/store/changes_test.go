package store

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestSince changes two forks of a table apart, brings one up to date with the changes of the other, and compares them.
func TestSince(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		first := &pair{table: newTagged()}
		for range rapid.SampledFrom([]int{0, 3, 31, 32, 33, 1023, 1030}).Draw(rt, "rows") {
			Add(&first.table, tagged{id: 1_000_000 + int64(first.table.core.rows.len)})
		}
		one, other := first.fork(), first.fork()
		for range rapid.IntRange(0, 20).Draw(rt, "writes of one") {
			one.write(rt, "one")
		}
		for range rapid.IntRange(0, 20).Draw(rt, "writes of the other") {
			other.write(rt, "other")
		}
		removed, changed := since(&other.table, &one.table)
		follower := one.table.Fork()
		for _, id := range removed {
			require.NotNil(rt, follower.Get(id))
			follower.Remove(id)
		}
		for _, r := range changed {
			pos := put(&follower, *r)
			require.Equal(rt, r.id, follower.Row(pos).id)
			require.Equal(rt, pos, follower.Position(r.id))
		}
		for _, id := range removed {
			require.Equal(rt, follower.Get(id) != nil, follower.Position(id) >= 0)
		}
		for _, tag := range append([]string{""}, allTags...) {
			require.Equal(rt, idsOf(other.table.Under(tagKey(tag))), idsOf(follower.Under(tagKey(tag))))
		}
		require.Empty(rt, cmp.Diff(other.table.All(), follower.All(), cmp.AllowUnexported(tagged{})))
		require.Equal(rt, other.table.All(), slices.Collect(other.table.Rows()))
	})
}

// changed returns a table, and a fork of it with one change of each kind.
func changed(rows int64) (before, after Table[*tagged]) {
	before = newTagged()
	for id := range rows {
		Add(&before, tagged{id: id})
	}
	after = before.Fork()
	after.Change(20, func(r *tagged) { r.text = "changed" })
	after.Remove(5)
	Add(&after, tagged{id: 50_000})
	return before, after
}

// TestSinceNamesOnlyChanges: what two tables share is not looked at, so that a write in a large table stays cheap.
func TestSinceNamesOnlyChanges(t *testing.T) {
	before, after := changed(40_000)
	removed, put := since(&after, &before)
	require.Equal(t, []int64{5}, removed)
	require.Equal(t, []int64{20, 50_000}, idsOf(put))
	require.Less(t, testing.AllocsPerRun(10, func() { since(&after, &before) }), 30.0)

	removed, put = since(&before, &after)
	require.EqualValues(t, 5, put[0].id, "its place is filled again, so all rows behind it come anew")
	require.Len(t, put, 39_995)
	require.Len(t, removed, 39_995)
}

// TestEachChange: the places that differ, with the rows of both tables, also of tables that share nothing.
func TestEachChange(t *testing.T) {
	before, after := changed(100)
	texts := func(is, was *Table[*tagged]) (list []string) {
		of := func(r *tagged) string {
			if r == nil {
				return "none"
			}
			return fmt.Sprint(r.id, r.text)
		}
		is.EachChange(was, func(was, is *tagged) { list = append(list, of(was)+" "+of(is)) })
		return list
	}
	require.Equal(t, []string{"5 none", "20 20changed", "none 50000"}, texts(&after, &before))
	require.Equal(t, []string{"none 5", "20changed 20", "50000 none"}, texts(&before, &after))
	other := newTagged()
	require.Len(t, texts(&other, &before), 100)
	require.Empty(t, texts(&before, &before))
}
