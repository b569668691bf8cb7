package contract

import "strings"

// Stay says which values of a member may stay in a file that leaves the machine: a recording or an import. All others
// are replaced by made-up values.
type Stay uint8

// The values that may stay.
const (
	StayNone   Stay = iota
	StayNumber      // a number, or numbers with commas between them
	StaySwitch      // true or false
	StayTime        // a date, a time of day, or both
	StayWord        // a code of an enumeration, or names of Enumerated with commas between them
	StayFigure      // a short text with a number, such as 1st or 3-1-0
	StayColor       // six hexadecimal characters
	StayCode        // an id of a person in another system: digits, with capitals that say where the id is from
	StayID          // any other id: one word
	StayName        // any text: the name of an event, division, pool, bracket, team, venue, court or statistic
)

// Row is what files have of a member.
type Row struct {
	Stay  Stay
	Part  string // the object whose members the value has, or whose members the items of the value have; "" for no object
	Param *Param // of a member of a request; nil in answers
}

// Rows are the members of objects by their names in lower case. A member that has no row is unknown.
type Rows map[string]map[string]Row

func (r Rows) add(object, member string, row Row) {
	if r[object] == nil {
		r[object] = map[string]Row{}
	}
	r[object][member] = row
}

// RequestRows returns the members of a request, none for nil. The request itself is the object "".
func (o *Operation) RequestRows() Rows {
	rows := Rows{}
	if o == nil {
		return rows
	}
	for i := range o.Params {
		p := &o.Params[i]
		row := Row{Stay: p.stays(), Param: p}
		if p.Type == List || p.Type == Object {
			row.Part = p.Name
		}
		for _, name := range p.Names() {
			dot := strings.LastIndexByte(name, '.')
			rows.add(name[:max(dot, 0)], name[dot+1:], row)
		}
		if p.Type == List { // XML has an element around each item
			item := strings.TrimSuffix(p.Name[strings.LastIndexByte(p.Name, '.')+1:], "s")
			rows.add(p.Name, strings.TrimSuffix(item, "e"), row)
		}
	}
	return rows
}

// stays returns which values of the parameter may stay. The type decides it, unless it is text.
func (p *Param) stays() Stay {
	switch p.Type {
	case Integer, Integers, Decimal:
		return StayNumber
	case Boolean:
		return StaySwitch
	case Date:
		return StayTime
	case Enum, NamedEnum, Name, Names:
		return max(p.Stay, StayWord)
	}
	return p.Stay
}

// Enumerated are the names that values of enumerations were seen to have, in lower case.
var Enumerated = func() map[string]bool {
	names := "None All Coed Male Female Active Inactive WaitingList Archived ActivePaid ActivePaidAndTravel " +
		"Pool Division Event Bracket Team Individual Forfeit Right Left Switch HTML Other"
	for _, list := range includes {
		names += " " + strings.Join(list, " ")
	}
	for _, c := range codes {
		names += " " + c.Name
	}
	all := map[string]bool{}
	for _, name := range strings.Fields(strings.ToLower(names)) {
		all[name] = true
	}
	return all
}()

// AnswerRows returns the members of the objects in answers. The answer itself is the object "".
func AnswerRows() Rows { return answers }

// shown has the members of an object in answers (section 2, and observed members) by the values that may stay. The
// members of parts are objects: Address=Place says that Address is a Place. Objects that are items of a list have the
// name of their element in XML.
type shown struct{ numbers, switches, times, words, figures, colors, codes, ids, names, gone, parts string }

func rowsOf(objects map[string]shown) Rows {
	rows := Rows{}
	for object, s := range objects {
		object = strings.ToLower(object)
		if object != "" {
			rows.add(object, object, Row{Part: object}) // XML has an element around each item
		}
		for stay, members := range []string{
			s.gone, s.numbers, s.switches, s.times, s.words, s.figures, s.colors, s.codes, s.ids, s.names,
		} {
			for _, member := range strings.Fields(strings.ToLower(members)) {
				rows.add(object, member, Row{Stay: Stay(stay)})
			}
		}
		for _, part := range strings.Fields(strings.ToLower(s.parts)) {
			member, of, found := strings.Cut(part, "=")
			if !found {
				of = member
			}
			rows.add(object, member, Row{Part: of})
		}
	}
	return rows
}
