package savefile

import "slices"

// places says which lines of a file the rows of a table come from. Rows that follow each other line by line are one
// stretch, so the rows that Save writes need one stretch for each table, however many they are.
type places []stretch

// stretch are rows at positions that follow each other, in lines that follow each other.
type stretch struct{ pos, line, count int32 }

// add notes the line of a row that was put into the table.
func (p *places) add(pos, line int32) {
	if n := len(*p); n > 0 {
		last := &(*p)[n-1]
		if pos == last.pos+last.count && line == last.line+last.count {
			last.count++
			return
		}
	}
	*p = append(*p, stretch{pos, line, 1})
}

// line returns the last line that put a row at a position, 0 when there is none.
func (p places) line(pos int32) int32 {
	for _, s := range slices.Backward(p) {
		if s.pos <= pos && pos < s.pos+s.count {
			return s.line + pos - s.pos
		}
	}
	return 0
}
