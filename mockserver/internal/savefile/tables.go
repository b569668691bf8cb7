package savefile

import (
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// table writes and reads the rows of one table. It is the index of the table in model.Tables.
type table int

// tables is the number of tables. A file contains them in their order.
const tables = table(len(model.Tables))

func tableNamed(name string) (table, bool) {
	for t := range tables {
		if t.name() == name {
			return t, true
		}
	}
	return 0, false
}

// name is the name that the table's lines have in a file.
func (t table) name() string { return model.Tables[t].Name }

func (t table) of(s *model.Version) *store.Untyped { return s.TableAt(int(t)) }

// each calls f with each row in JSON, until f returns false. The bytes are valid until f returns.
func (t table) each(s *model.Version, f func(row []byte) bool) {
	var buf []byte
	t.of(s).Each(func(row any) bool {
		buf = rowjson.Append(buf[:0], row)
		return f(buf)
	})
}

// mostExact bounds the changes of a table that are counted exactly, by the ids of the rows. After that many changes, it
// counts the places of the table that differ.
const mostExact = 20_000

// changes calls f with each row that differs from an older version, in JSON; nil for a row that does not exist in a
// version. It stops when f returns false. The count includes changes for which it did not call f.
func (t table) changes(s, before *model.Version, f func(id int64, was, is []byte) bool) (count int) {
	now, then, more := t.of(s), t.of(before), true
	note := func(id int64, was, is any) {
		if count++; more {
			more = f(id, rowText(was), rowText(is))
		}
	}
	now.EachChange(then, func(was, is any) {
		switch {
		case count >= mostExact:
			count++
			return
		case was != nil && is != nil && now.ID(was) == now.ID(is):
			note(now.ID(is), was, is)
			return
		case was != nil:
			if other := now.Get(now.ID(was)); other != was { // the same row at another place is no change
				note(now.ID(was), was, other)
			}
		}
		if is != nil && then.Get(now.ID(is)) == nil {
			note(now.ID(is), nil, is)
		}
	})
	return count
}

func rowText(row any) []byte {
	if row == nil {
		return nil
	}
	return rowjson.Append(nil, row)
}

// unwritable returns why an answer could not encode a row that differs from an older version, "" if answers can: see
// CheckWritable.
func (t table) unwritable(s, before *model.Version) (problem string) {
	rows, were := t.of(s), t.of(before)
	if rows.Generation() == were.Generation() {
		return ""
	}
	rows.EachChange(were, func(_, is any) {
		if is != nil && problem == "" {
			problem = refusal.Unwritable(fmt.Sprintf("%s %d: ", t.name(), rows.ID(is)), is)
		}
	})
	return problem
}

// read puts a row into a version, and returns its position. The error says what is wrong with the row.
func (t table) read(s *model.Version, n *node.Node, again bool) (pos int32, err error) {
	rows := t.of(s)
	cell := rows.NewCell()
	row := cell.Row()
	if err := rowjson.Decode(n, row); err != nil {
		return 0, err
	}
	if err := refusal.CheckWritable("", row); err != nil {
		return 0, err
	}
	if rows.Get(rows.ID(row)) != nil && !again {
		return 0, fmt.Errorf("%s: a row before it has the same one", model.Tables[t].PathID)
	}
	if err := s.ClaimRow(row); err != nil {
		return 0, err
	}
	return rows.Put(cell), nil
}

// CheckWritable refuses a write after which an answer could not be encoded. CheckWritable checks all writes except
// writes that load a file.
func CheckWritable(s *model.Version, before *model.Version) error {
	state := stateOf(s)
	problem := refusal.Unwritable("", &state)
	for i := range s.Accounts {
		names := struct{ Username, Email string }{s.Accounts[i].Username, s.Accounts[i].Email}
		problem += refusal.Unwritable("", &names)
	}
	for t := range tables {
		if problem == "" {
			problem = t.unwritable(s, before)
		}
	}
	if problem == "" {
		return nil
	}
	return refusal.Because(0, tourney.CodeInvalid, problem)
}
