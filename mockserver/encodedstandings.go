package mockserver

import (
	"bytes"
	"slices"
	"unsafe"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// standingsView returns standings whose lists have these lines.
func standingsView(
	v *contract.Variant, groups []countedGroup, lines func(*countedList) []tourney.Participant,
) tourney.Standings {
	view := tourney.Standings{Columns: []tourney.StandingsColumn{}, Groups: []tourney.StandingsGroup{}}
	if len(groups) > 0 {
		view.Columns = mapped(v.Columns, func(c contract.Column) tourney.StandingsColumn {
			return tourney.StandingsColumn{Name: c.Name, Abbr: c.Abbr}
		})
	}
	for _, g := range groups {
		lists := mapped(g.lists, func(l *countedList) tourney.StandingsList {
			return tourney.StandingsList{ID: l.id, Name: l.name, Participants: lines(l)}
		})
		view.Groups = append(view.Groups, tourney.StandingsGroup{ID: g.id, Name: g.name, List: lists})
	}
	return view
}

// encodedStandings is an answer with standings that can follow the versions: where it stays the same, and its lists.
type encodedStandings struct {
	frame [][]byte // around the lines of the lists that have lines
	lists []*encodedList
	empty []*countedList // those without lines
	whole bool           // there are no lists, and the frame has their lines
}

// encodedList is a list with its encoded lines, one behind the other, in blocks. A changed line costs its block and
// those of the lines whose places it changes.
type encodedList struct {
	*countedList

	blocks [][]byte // of perBlock lines each; replaced and never changed
}

// perBlock is the number of lines in a block, of which the last has fewer.
const perBlock = 32

// lineName is the name of the element of a line in XML.
const lineName = "Participant"

// encodedStandingsOf encodes the groups. The lines of a list stand in place of a line that says nothing. No text has
// the encoding of that line in it, because quotes and angle brackets in texts are escaped.
func encodedStandingsOf(e *encoder, v *contract.Variant, groups []countedGroup) (*encodedStandings, error) {
	frame, err := e.encode(standingsView(v, groups, func(l *countedList) []tourney.Participant {
		return make([]tourney.Participant, min(len(l.tally.lines), 1))
	}))
	if err != nil {
		return nil, err
	}
	nothing, err := e.element(lineName, tourney.Participant{})
	if err != nil {
		return nil, err
	}
	s := &encodedStandings{frame: bytes.Split(frame, nothing)}
	for _, g := range groups {
		for _, l := range g.lists {
			s.add(l)
		}
	}
	return s, s.encodeLists(e, v)
}

func (s *encodedStandings) add(l *countedList) {
	if len(l.tally.lines) == 0 {
		s.empty = append(s.empty, l)
		return
	}
	s.lists = append(s.lists, &encodedList{countedList: l})
}

// inOnePiece returns the answer without its lists. It takes less memory, and can follow nothing.
func (s *encodedStandings) inOnePiece() *encodedStandings {
	return &encodedStandings{frame: [][]byte{slices.Concat(s.parts()...)}, whole: true}
}

// parts returns what stands one behind the other in the answer.
func (s *encodedStandings) parts() [][]byte {
	var parts [][]byte
	for i, l := range s.lists {
		parts = append(append(parts, s.frame[i]), l.blocks...)
	}
	return append(parts, s.frame[len(s.lists)])
}

// perLine is about what a line takes beside its encoding, with its places in the tally.
const perLine = int64(unsafe.Sizeof(line{}) + 64)

// size returns about how many bytes the answer takes.
func (s *encodedStandings) size() int64 {
	size := int64(unsafe.Sizeof(*s))
	for _, part := range s.parts() {
		size += int64(cap(part))
	}
	for _, l := range s.lists {
		size += perLine * int64(len(l.tally.lines))
	}
	return size
}

// follow counts a game as it is, and no longer as it was. It returns false if lists can have other lines now.
func (s *encodedStandings) follow(in *rowsCounted, was, is *gameRow) bool {
	for _, l := range s.lists {
		if !l.follow(in, was, is) {
			return false
		}
	}
	for _, l := range s.empty {
		if !l.follow(in, was, is) {
			return false
		}
	}
	return !s.whole
}

// show gives the lines of a team the texts that the team has now. It returns false if lists can have other lines now.
func (s *encodedStandings) show(was, is *teamRow) bool {
	if s.whole || was == nil || is == nil || was.team.ID != is.team.ID || was.shown != is.shown ||
		was.eventID != is.eventID || was.divisionID != is.divisionID {
		return false
	}
	for _, l := range s.lists {
		l.show(is)
	}
	return true
}

// changed reports whether lines changed since they were encoded.
func (s *encodedStandings) changed() bool {
	return slices.ContainsFunc(s.lists, func(l *encodedList) bool { return l.tally.changed })
}

// encodeLists encodes the lines that changed.
func (s *encodedStandings) encodeLists(e *encoder, v *contract.Variant) error {
	for _, l := range s.lists {
		if !l.tally.changed {
			continue
		}
		if l.blocks != nil {
			l.tally.inOrderAgain(v)
		}
		if err := l.encode(e, v); err != nil {
			return err
		}
	}
	return nil
}

// encode encodes the blocks of the lines that changed or have another place now.
func (l *encodedList) encode(e *encoder, v *contract.Variant) error {
	w := blockWriter{encoder: e, variant: v, before: l.blocks, views: newLineViews(0)}
	blocks := make([][]byte, 0, len(l.tally.lines)/perBlock+1)
	for lines := range slices.Chunk(l.tally.lines, perBlock) {
		i := len(blocks)
		if l.blocks != nil && stay(lines, i*perBlock) {
			blocks = append(blocks, l.blocks[i])
			continue
		}
		block, err := w.block(lines, i*perBlock)
		if err != nil {
			return err
		}
		blocks = append(blocks, block)
	}
	l.blocks, l.tally.changed = blocks, false
	return nil
}

// stay reports whether these lines stand in their block as they are.
func stay(lines []*line, index int) bool {
	for i, line := range lines {
		if line.changed || line.shown.index != index+i || line.shown.place != line.place {
			return false
		}
	}
	return true
}

// blockWriter encodes blocks of a list.
type blockWriter struct {
	*encoder

	variant *contract.Variant
	before  [][]byte // the blocks that lines stand in so far

	// room for the next block
	changed []*line
	views   *lineViews
	dst     []byte
}

// block returns a block of these lines. It copies the lines that did not change, with the places that they have now.
func (w *blockWriter) block(lines []*line, index int) ([]byte, error) {
	w.dst, w.changed = slices.Grow(w.dst[:0], w.room(index)), w.changed[:0]
	for _, line := range lines {
		if line.changed {
			w.changed = append(w.changed, line)
		}
	}
	shown := w.hidden(w.views.participants(w.changed, w.variant))
	views := shown.([]tourney.Participant) //nolint:forcetypeassert // hidden returns what it was given
	for i, line := range lines {
		if index+i > 0 {
			w.dst = append(w.dst, w.format.between...)
		}
		if line.changed {
			if err := w.add(line, &views[0]); err != nil {
				return nil, err
			}
			views = views[1:]
		} else {
			w.dst = line.copied(w.dst, w.before[line.shown.index/perBlock])
		}
		line.shown.index = index + i
	}
	return bytes.Clone(w.dst), nil
}

// roomForChanges is by how many bytes the encoding of a block usually grows at most.
const roomForChanges = 64

// room returns how many bytes the block from an index on is expected to take, 0 if it is not known.
func (w *blockWriter) room(index int) int {
	if w.before == nil {
		return 0
	}
	return len(w.before[index/perBlock]) + roomForChanges
}

// add encodes a line from its view.
func (w *blockWriter) add(l *line, view *tourney.Participant) (err error) {
	from := len(w.dst)
	if w.dst, err = w.appendElement(w.dst, lineName, view); err != nil {
		return err
	}
	begin := w.format.beforePlace
	at := from + bytes.Index(w.dst[from:], []byte(begin)) + len(begin)
	l.changed = false
	l.shown = shownLine{place: l.place, from: from, to: len(w.dst), at: at, behind: at + len(view.Place)}
	return nil
}

// copied appends the line as it stands in a block, with another place.
func (l *line) copied(dst, block []byte) []byte {
	was := l.shown
	l.shown = shownLine{place: l.place, from: len(dst)}
	dst = append(dst, block[was.from:was.at]...)
	l.shown.at = len(dst)
	dst = l.place.append(dst)
	l.shown.behind = len(dst)
	dst = append(dst, block[was.behind:was.to]...)
	l.shown.to = len(dst)
	return dst
}
