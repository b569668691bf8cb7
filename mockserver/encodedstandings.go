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

// encodeLists encodes the lines that changed.
func (s *encodedStandings) encodeLists(e *encoder, v *contract.Variant) error {
	for _, l := range s.lists {
		if !slices.ContainsFunc(l.tally.lines, func(line *line) bool { return line.changed }) {
			continue
		}
		l.tally.inOrderAgain(v)
		if err := l.encode(e, v); err != nil {
			return err
		}
	}
	return nil
}

// encode encodes the blocks of the lines that changed or have another place now.
func (l *encodedList) encode(e *encoder, v *contract.Variant) error {
	blocks, before := make([][]byte, 0, len(l.tally.lines)/perBlock+1), l.blocks
	for lines := range slices.Chunk(l.tally.lines, perBlock) {
		i := len(blocks)
		if before != nil && stay(lines, i*perBlock) {
			blocks = append(blocks, before[i])
			continue
		}
		block, err := l.block(lines, i*perBlock, e, v)
		if err != nil {
			return err
		}
		blocks = append(blocks, block)
	}
	l.blocks = blocks
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

// roomForChanges is by how many bytes the encoding of a block usually grows at most.
const roomForChanges = 64

// block returns a block of these lines. It copies the lines that did not change, with the places that they have now.
func (l *encodedList) block(lines []*line, index int, e *encoder, v *contract.Variant) ([]byte, error) {
	var block []byte
	if l.blocks != nil {
		block = make([]byte, 0, len(l.blocks[index/perBlock])+roomForChanges)
	}
	for i, line := range lines {
		if index+i > 0 {
			block = append(block, e.format.between...)
		}
		if line.changed {
			var err error
			if block, err = line.encode(block, e, v); err != nil {
				return nil, err
			}
		} else {
			block = line.copied(block, l.blocks[line.shown.index/perBlock])
		}
		line.shown.index = index + i
	}
	return block, nil
}

// encode appends the line.
func (l *line) encode(dst []byte, e *encoder, v *contract.Variant) ([]byte, error) {
	encoded, err := e.element(lineName, l.participant(v))
	if err != nil {
		return nil, err
	}
	begin := e.format.beforeText("Place")
	from := len(dst)
	at := from + bytes.Index(encoded, []byte(begin)) + len(begin)
	l.changed = false
	l.shown = shownLine{place: l.place, from: from, to: from + len(encoded), at: at, behind: at + len(l.place.String())}
	return append(dst, encoded...), nil
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
