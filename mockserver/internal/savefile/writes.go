package savefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// Write says what one write changed. In a data file it is a line after the rows.
type Write struct {
	Number   int64              `json:"Number"`   // the number of the write; alone if nothing changed
	Removed  map[string][]int64 `json:"Removed"`  // the ids of removed rows, by the name of the table
	Rows     []rowjson.Raw      `json:"Rows"`     // new and changed rows; put after the removals
	External map[string][]int64 `json:"External"` // the teams of each external id whose teams changed
	Refs     map[string]int64   `json:"Refs"`     // all refs of fixtures; nil when no ref changed
	IDs      map[string]int64   `json:"Ids"`      // the next ids that changed
	State    *stateForm         `json:"State"`    // nil when the state did not change
}

func (w *Write) changes() bool {
	return len(w.Removed)+len(w.Rows)+len(w.External)+len(w.IDs) > 0 || w.Refs != nil || w.State != nil
}

// maxRows bounds the rows in a line. For a write that changes more rows, writing a new file costs less.
const maxRows = 20_000

// WriteOf returns the changes from an older version to a version. It returns false if one line cannot express the
// changes, because the next ids became lower or because too many rows changed.
func WriteOf(st, before *model.Version) (w Write, ok bool) {
	w = Write{Number: st.Number, IDs: since(&st.IDs, &before.IDs), Removed: map[string][]int64{}}
	for t := range tables {
		removed, rows := t.of(st).Since(t.of(before))
		if len(removed) > 0 {
			w.Removed[t.name()] = removed
		}
		if len(removed)+len(w.Rows)+len(rows) > maxRows {
			return w, false
		}
		for _, row := range rows {
			w.Rows = append(w.Rows, rowjson.Raw{Text: appendMember(nil, t.name(), rowjson.Append(nil, row.Row()))})
		}
	}
	w.External = externalSince(st, before)
	if st.Refs != before.Refs {
		w.Refs = saveRefs(st.Refs)
	}
	if state := stateOf(st); !reflect.DeepEqual(state, stateOf(before)) {
		w.State = &state
	}
	return w, st.Booked >= before.Booked && !below(&st.IDs, &before.IDs)
}

// externalSince returns the external ids that a team got or lost since an older version, each with all its teams now.
func externalSince(st, before *model.Version) map[string][]int64 {
	changed := map[string][]int64{}
	note := func(id string) {
		teams, _ := st.External.Get(id)
		if were, _ := before.External.Get(id); id != "" && !slices.Equal(teams, were) {
			changed[id] = teams
		}
	}
	st.Teams.EachChange(&before.Teams, func(was, is *model.TeamRow) {
		for _, r := range []*model.TeamRow{was, is} {
			if r != nil {
				note(r.Team.ExternalTeamID)
			}
		}
	})
	return changed
}

// The parts of a line with a write, around the checksum and the value.
const (
	writeBegin  = `{"crc":"`
	writeMiddle = `","write":`
	writeEnd    = `}`
)

// AppendWrite appends the line of a write.
func AppendWrite(dst []byte, w *Write) []byte {
	value := rowjson.Append(nil, w)
	dst = append(append(append(dst, writeBegin...), checksum(value)...), writeMiddle...)
	return append(append(append(dst, value...), writeEnd...), '\n')
}

var errChecksum = errors.New("the line is no write, or its checksum is wrong")

func checkWrite(line []byte) error {
	rest, begins := bytes.CutPrefix(line, []byte(writeBegin))
	sum, rest, parts := bytes.Cut(rest, []byte(writeMiddle))
	value, ends := bytes.CutSuffix(rest, []byte(writeEnd))
	if !begins || !parts || !ends || string(sum) != checksum(value) {
		return errChecksum
	}
	return nil
}

func (l *Loader) readWrite(line []byte) error {
	l.line++
	if err := checkWrite(line); err != nil {
		return err
	}
	n, err := rowjson.Parse(line)
	if err != nil {
		return fieldError("", err)
	}
	var w Write
	if err := rowjson.Decode(&n.Members[len(n.Members)-1].Node, &w); err != nil {
		return fieldError("write", err)
	}
	if w.Number != l.Write+1 {
		return fmt.Errorf("write.Number: expected %d, found %d: a line before it is missing, or stands twice",
			l.Write+1, w.Number)
	}
	if err := model.CountError("write.Number", 1, w.Number); err != nil {
		return err
	}
	if err := l.apply(&w); err != nil {
		return writeError(err)
	}
	l.Write = w.Number
	return nil
}

func writeError(err error) error { return errors.New(redact.Safe("write: " + err.Error())) }

func (l *Loader) apply(w *Write) error {
	for name, ids := range w.Removed {
		t, ok := tableNamed(name)
		if !ok {
			return fmt.Errorf("%q in Removed is no table", name)
		}
		for i, id := range ids {
			if t.of(l.st).Get(id) == nil {
				return fmt.Errorf("%s: names no row", refusal.Indexed("Removed."+name, i, ""))
			}
			t.of(l.st).Remove(id)
		}
	}
	for i, row := range w.Rows {
		if err := l.applyRow(&row.Node); err != nil {
			return fmt.Errorf("row %d of Rows: %w", i, err)
		}
	}
	for id, teams := range w.External {
		l.external[id] = sharing{teams, l.line}
	}
	if w.Refs != nil {
		if err := l.setRefs(w.Refs); err != nil {
			return fieldError("Refs", err)
		}
	}
	if w.State != nil {
		if err := w.State.restore(l.st); err != nil {
			return fmt.Errorf("State.%w", err)
		}
	}
	return raise(&l.st.IDs, w.IDs)
}

func (l *Loader) applyRow(n *node.Node) error {
	row, err := rowjson.Member(n)
	if err != nil {
		return err
	}
	t, ok := tableNamed(row.Name)
	if !ok {
		return fmt.Errorf("%q is no table", row.Name)
	}
	return fieldError(row.Name, l.put(t, &row.Node, true))
}

// readWrites reads the writes behind the rows. It returns the offset after the last complete write, and the number of
// bytes of an incomplete write after that offset. A line with a wrong checksum counts as incomplete only if no complete
// write follows.
func (l *Loader) readWrites(lines *lineReader) (end, torn int64, err error) {
	for end = lines.offset; ; end = lines.offset {
		line, err := lines.next()
		if err == nil {
			err = l.readWrite(line)
		}
		switch {
		case errors.Is(err, io.EOF):
			return end, 0, nil
		case errors.Is(err, errTorn) || errors.Is(err, errChecksum):
			err = goesOn(lines, line)
			return end, lines.offset - end, err
		case err != nil:
			return end, 0, lines.at(err)
		}
	}
}

// goesOn returns an error if a complete write follows a damaged one, in the rest of the line or in a later line.
func goesOn(lines *lineReader, line []byte) error {
	number := lines.count
	if endsInWrite(line) {
		return fmt.Errorf("line %d: %w, and a write at its end is whole", number, errChecksum)
	}
	for {
		line, err := lines.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.Is(err, errTorn):
			return lines.at(err)
		case endsInWrite(line) || err == nil && checkWrite(line) == nil:
			return fmt.Errorf("line %d: %w, and line %d behind it is whole", number, errChecksum, lines.count)
		}
	}
}

// endsInWrite reports whether a line ends with a complete write that begins inside the line. This happens if the end of
// a line is damaged, because the line and the next line then look like one line. An incomplete last line contains no
// second write.
func endsInWrite(line []byte) bool {
	for len(line) > 0 {
		at := bytes.Index(line[1:], []byte(writeBegin))
		if at < 0 {
			return false
		}
		if line = line[1+at:]; checkWrite(line) == nil {
			return true
		}
	}
	return false
}
