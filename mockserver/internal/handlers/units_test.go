package handlers

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

func TestWindow(t *testing.T) {
	list := []int{1, 2, 3, 4, 5}
	paged := func(list []int, page, size int) []int {
		from, to := window(len(list), page, size)
		return list[from:to]
	}
	const most = int(^uint(0) >> 1)
	for _, c := range []struct {
		page, size int
		want       []int
	}{
		{1, 2, []int{1, 2}},
		{2, 2, []int{3, 4}},
		{3, 2, []int{5}},
		{4, 2, nil},
		{1, 5, list},
		{2, 5, nil},
		{1, most, list},
		{2, most, nil},
		{most, most, nil},
		{most, 1, nil},
		{0, 2, nil},
		{-1, 2, nil},
		{1, 0, nil},
		{1, -1, nil},
	} {
		require.Empty(t, cmp.Diff(c.want, paged(list, c.page, c.size), cmp.Comparer(slices.Equal[[]int])), "%+v", c)
	}
	require.Empty(t, paged(nil, 1, 50))
}
