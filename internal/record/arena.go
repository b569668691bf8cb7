package record

import "strings"

// Arena makes the strings, the targets of pointers and the room for items that reading one body needs, many to an
// allocation. Whoever keeps one string or pointer keeps its whole block, so blocks are small: at most textBlock or
// targetBlock bytes. An Arena serves one reader and must not be copied.
type Arena struct {
	Memory
	text   strings.Builder
	more   int // bytes of text that may still follow
	rows   []*Row
	few    [4]*Row // room for the first rows
	memos  []memo
	blocks []block
	ints   []int // targets of the most frequent pointers, with room for more
	slices []lengths
	lists  int // slices that are being filled, each inside the one before
	size   int // of the body
}

const (
	textBlock   = 2048 // bytes of text that share an allocation; a longer string than a quarter has its own
	targetBlock = 512  // bytes of pointer targets that share an allocation

	methodObject = 64 // bytes that a method of a type may allocate for a value, beside its text
	maxRoom      = 16 // items that have room before any is read
	maxSpread    = 4  // bytes of room for items for each byte that is left to read
)

// NewArena returns an arena for a body of size bytes. The size bounds what the arena sets aside. It may allocate memory
// bytes; 0 stands for no limit.
func NewArena(size int, memory int64) *Arena {
	return &Arena{Memory: NewMemory(memory), more: size, size: size}
}

// String returns a copy of b as a string; without memory it is empty.
func (a *Arena) String(b []byte) string {
	switch {
	case len(b) == 0:
		return ""
	case len(b) > textBlock/4:
		return a.own(b)
	case a.text.Cap()-a.text.Len() < len(b):
		block := min(textBlock, max(len(b), a.more))
		if !a.Reserve(block) {
			return ""
		}
		a.text.Reset()
		a.text.Grow(block)
		a.more -= textBlock
	}
	start := a.text.Len()
	a.text.Write(b)
	return a.text.String()[start:]
}

// own returns a copy of b that has an allocation of its own.
func (a *Arena) own(b []byte) string {
	if !a.Reserve(len(b)) {
		return ""
	}
	return string(b)
}

// Row is what the XML decoder remembers of the struct of a plan that it read last: rows of a list are much alike.
type Row struct {
	plan *Plan
	Seen []Seen // by the index of a member
}

// Seen is the text that a member had last, in an element without prefix and attributes.
type Seen struct {
	Text       string // of a string; Reuse shares it
	Start, End int    // offsets of the text in the body
	After      int    // offset where its end tag ends, and the start tag of the member after it if that follows at once
	Next       int    // index of that member, or the number of members
}

// Last returns the row of a plan, in which nothing was seen the first time.
func (a *Arena) Last(p *Plan) *Row {
	for _, row := range a.rows {
		if row.plan == p {
			return row
		}
	}
	row := &Row{plan: p, Seen: make([]Seen, len(p.Fields))}
	if a.rows == nil {
		a.rows = a.few[:0]
	}
	a.rows = append(a.rows, row)
	return row
}

// Reuse returns the last string if it equals text; otherwise it copies text and remembers the copy as the last.
func (a *Arena) Reuse(text []byte, last *string) string {
	if string(text) != *last {
		*last = a.String(text)
	}
	return *last
}
