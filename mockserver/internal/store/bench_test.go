package store

import (
	"fmt"
	"runtime"
	"testing"
)

// wide is a row of the size of a team, with as many keys.
type wide struct {
	id   int64
	tags [9]wideKey
	rest [36]int64
}

type wideKey struct {
	level, id int64
	status    int
	paid      bool
}

func wideTable(rows int) Table[wideKey, wide] {
	t := New(func(r *wide) int64 { return r.id }, func(r *wide, to []wideKey) []wideKey { return append(to, r.tags[:]...) })
	for i := range int64(rows) {
		row := wide{id: i}
		for k := range row.tags {
			row.tags[k] = wideKey{level: int64(k / 3), id: i % 10 * int64(k/3), status: k}
		}
		t.Add(row)
	}
	return t
}

var benchSizes = []int{100, 10_000, 1_000_000}

// BenchmarkWrites compares a write to a table that nothing shares with the first write to a fork.
func BenchmarkWrites(b *testing.B) {
	for _, size := range benchSizes {
		t, n := wideTable(size), 0
		change := func(t *Table[wideKey, wide]) {
			n++
			t.Change(int64(n*7919%size), func(r *wide) { r.tags[0].paid, r.rest[0] = n%2 == 0, 1 })
		}
		b.Run(fmt.Sprintf("rows=%d/plain", size), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				change(&t)
			}
		})
		b.Run(fmt.Sprintf("rows=%d/forked", size), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				t = t.Fork()
				change(&t)
			}
		})
	}
}

// BenchmarkAdd adds rows, each to a fork of the table with the rows before.
func BenchmarkAdd(b *testing.B) {
	for _, size := range benchSizes {
		b.Run(fmt.Sprintf("rows=%d", size), func(b *testing.B) {
			t, one := wideTable(size), wideTable(1)
			row := *one.Row(0)
			b.ReportAllocs()
			for i := int64(size); b.Loop(); i++ {
				t = t.Fork()
				row.id = i
				t.Add(row)
			}
		})
	}
}

// BenchmarkPage reads the first and the last page of 50 rows.
func BenchmarkPage(b *testing.B) {
	for _, size := range benchSizes[1:] {
		t := wideTable(size)
		for name, from := range map[string]int{"first": 0, "last": size - 50} {
			b.Run(fmt.Sprintf("rows=%d/%s", size, name), func(b *testing.B) {
				for b.Loop() {
					if rows := t.RowsAt(t.List(wideKey{}).Slice(from, from+50)); len(rows) != 50 {
						b.Fatal("not a page")
					}
				}
			})
		}
	}
}

// BenchmarkHeap reports the bytes of a row with its indexes. The row itself has 584.
func BenchmarkHeap(b *testing.B) {
	for b.Loop() {
		const rows = 1_000_000
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		t := wideTable(rows)
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/rows, "B/row")
		runtime.KeepAlive(t)
	}
}
