package reconcile

import (
	"errors"
	"fmt"
	"hash/crc32"
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// Note is what a host showed before a write: see [NoteBefore]. A Note is plain data, so a program can store it as JSON,
// and call FindOut after a restart. A Note holds no card and no password, but it holds names and an e-mail address.
type Note struct {
	Version    int     `json:"Version"`             // version of the Note; FindOut refuses an unknown version
	Op         string  `json:"Op"`                  // operation of the write, as in "Teams.Create"
	Host       string  `json:"Host"`                // host of the base URL, and its path
	EventID    int64   `json:"EventId,omitzero"`    // event to look in
	DivisionID int64   `json:"DivisionId,omitzero"` // division to look in
	TeamID     int64   `json:"TeamId,omitzero"`     // team of a payment
	Name       string  `json:"Name,omitzero"`       // name of the new team or division
	ExternalID string  `json:"ExternalId,omitzero"` // of the new team
	Contact    string  `json:"Contact,omitzero"`    // e-mail address of a registration's primary contact, else the name
	Pays       bool    `json:"Pays,omitzero"`       // the write may move money
	Untraced   string  `json:"Untraced,omitzero"`   // why the host would show no trace of the write; "" when it would
	Before     []int64 `json:"Before,omitzero"`     // ids of rows that looked like the new row before the write, sorted
	Paid       *bool   `json:"Paid,omitzero"`       // whether the team of a payment was paid before

	// Rows has all rows that the host had before the write: for each id a checksum of the values that FindOut compares.
	Rows map[int64]uint32 `json:"Rows,omitzero"`

	// Names has a checksum of the name of each of these rows. Only a note of a registration has Names.
	Names map[int64]uint32 `json:"Names,omitzero"`
	Ours  []int64          `json:"Ours,omitzero"` // ids of rows that the program itself wrote since: see Learn

	// Division is the division with its teams, if NoteBefore read it: for a new team with a division and an external
	// id. JSON leaves it out, and For too.
	Division *tourney.Division `json:"-"`
}

// noteVersion is the version of the notes that this version of the library writes. It reads older versions too.
const noteVersion = 2

// For returns the note of another write of the same operation, division and event. For sends nothing, so one
// [NoteBefore] serves many writes of one place. After each write that succeeded, tell the note with [Note.Learn].
//
// The note of a place is good as long as this program alone adds rows there. When another program adds a row, the
// outcome of a lost write stays unknown, or FindOut takes the row for the result if it has the same name. So make a new
// note at the start of each run of a program, and after an outcome that stays unknown. The note of an earlier run
// serves FindOut alone.
//
// For returns an error for a payment, which needs a note of its own, and for a write of another place.
func (n *Note) For(in tourney.Input) (Note, error) {
	other, err := noteOf(in)
	switch {
	case err != nil:
		return Note{}, err
	case n.Op == "":
		return Note{}, errNoNote
	case other.Op == "Payments.Pay":
		return Note{}, errors.New("tourney: Note.For: a payment needs a note of its own: call NoteBefore")
	case n.place() != other.place():
		return Note{}, fmt.Errorf("tourney: Note.For: the Note is of %s, and the write is %s: call NoteBefore for each place",
			n.place(), other.place())
	}
	other.Version, other.Host, other.Rows, other.Names, other.Ours = noteVersion, n.Host, n.Rows, n.Names, n.Ours
	switch {
	case other.Untraced != "":
	case n.Rows == nil:
		other.Untraced = "the note has no rows: " + n.Untraced
	case (n.Contact == "") != (other.Contact == ""):
		other.Untraced = "one registration has a primary contact, and the one of the note has none"
	case other.Contact != "":
		other.Before = n.likeBefore(other.Name)
	}
	return other, nil
}

// place describes the place of the write for an error.
func (n *Note) place() string {
	return fmt.Sprintf("%s with event %d and division %d", clip(n.Op), n.EventID, n.DivisionID)
}

// likeBefore returns the ids of rows that may have looked like a registration with this name. A note of version 1 lacks
// the names, so every row may have.
func (n *Note) likeBefore(name string) (ids []int64) {
	for id := range n.Rows {
		if sum, known := n.Names[id]; !known || sum == nameSum(name) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// nameSum returns a checksum that is equal for names that sameWords takes for the same.
func nameSum(name string) uint32 {
	return crc32.ChecksumIEEE([]byte(Key(name)))
}

// Learn tells the note the ids of rows that the program itself made or changed since it made the note. [FindOut] takes
// such a row neither for the result of another write nor for the work of a stranger. Notes that For made before do not
// learn the ids.
func (n *Note) Learn(ids ...int64) { n.Ours = append(slices.Clip(n.Ours), ids...) }

// noteOf returns the note of a write, without the rows of the host.
func noteOf(in tourney.Input) (Note, error) {
	if v := reflect.ValueOf(in); v.Kind() == reflect.Pointer && v.IsNil() {
		in = nil
	} else if v.Kind() == reflect.Pointer {
		in, _ = v.Elem().Interface().(tourney.Input)
	}
	switch in := in.(type) {
	case tourney.TeamCreateInput:
		return noteOfTeam(in), nil
	case tourney.DivisionCreateInput:
		return noteOfDivision(in), nil
	case tourney.RegistrationInput:
		return noteOfRegistration(in), nil
	case tourney.PaymentInput:
		return noteOfPayment(in), nil
	case nil:
		return Note{}, errors.New("tourney: NoteBefore: the request is nil")
	}
	return Note{}, fmt.Errorf("tourney: NoteBefore: %T is no create, registration or payment", in)
}

func noteOfTeam(in tourney.TeamCreateInput) Note {
	n := Note{
		Op: "Teams.Create", EventID: in.EventID, DivisionID: in.DivisionID,
		Name: orZero(in.Name), ExternalID: orZero(in.ExternalTeamID),
	}
	switch {
	case n.Name == "" && n.ExternalID == "":
		n.Untraced = "the new team has neither a name nor an external id"
	case n.EventID == 0 && n.DivisionID == 0:
		n.Untraced = "the new team has neither an event nor a division to look in"
	}
	return n
}

func noteOfDivision(in tourney.DivisionCreateInput) Note {
	n := Note{Op: "Divisions.Create", EventID: in.EventID, Name: orZero(in.Name)}
	switch {
	case n.Name == "":
		n.Untraced = "the new division has no name"
	case in.Active != nil && !*in.Active:
		n.Untraced = "the list shows active divisions only (section 4.7)"
	}
	return n
}

func noteOfRegistration(in tourney.RegistrationInput) Note {
	n := Note{
		Op: "Registration.Register", EventID: in.EventID, DivisionID: in.DivisionID, Name: orZero(in.Name),
		Contact: primaryContact(in.Coaches), Pays: in.Payment != nil,
	}
	switch {
	case n.Name == "":
		n.Untraced = "the registration has no name of a team"
	case n.EventID == 0 && n.DivisionID == 0:
		n.Untraced = "the registration has neither an event nor a division to look in"
	}
	return n
}

func noteOfPayment(in tourney.PaymentInput) Note {
	n := Note{Op: "Payments.Pay", TeamID: in.TeamID, Pays: true}
	switch {
	case in.TeamID == 0:
		n.Untraced = "the interface shows no trace of a payment without a team"
	case in.MarkAsPaid != nil && !*in.MarkAsPaid:
		n.Untraced = "the interface shows no trace of a payment that does not mark its team as paid"
	}
	return n
}

// notePaid notes whether the team of a payment is paid. When the team is paid already, the payment leaves no trace.
func (n *Note) notePaid(err error, paid *bool) {
	n.Paid = paid
	switch {
	case err != nil:
	case paid == nil:
		n.Untraced = "the host does not say whether the team is paid"
	case *paid:
		n.Untraced = "the team was paid before"
	}
}

// primaryContact returns the e-mail address of the primary contact, else the name.
func primaryContact(coaches []tourney.RegistrationCoachInput) string {
	for _, c := range coaches {
		if !orZero(c.PrimaryContact) {
			continue
		}
		if c.Email != nil {
			return *c.Email
		}
		return strings.TrimSpace(orZero(c.FirstName) + " " + orZero(c.LastName))
	}
	return ""
}

// had reports whether the row with this id existed before the write. Such a row is not the new row. A registration is
// an exception: the host may register a team that existed before, so a row that is in Rows and not in Before may be
// new.
func (n *Note) had(id int64, _ bool) bool {
	_, known := n.Rows[id]
	return slices.Contains(n.Before, id) || known && n.Contact == ""
}

// isTeam reports whether a team looks like the new team. It compares external ids if the note and the team have one,
// else names.
func (n *Note) isTeam(t *tourney.Team) bool {
	if n.ExternalID != "" && t.ExternalTeamID != "" {
		return sameWords(n.ExternalID, t.ExternalTeamID)
	}
	return sameWords(n.Name, t.Name)
}

// isElsewhere reports whether a team names another division or event than the write does. A host that ignores a filter
// lists such teams too.
func (n *Note) isElsewhere(t *tourney.Team) bool {
	d := t.Division
	return d != nil && (isOther(d.Event, n.EventID) || d.ID != 0 && n.DivisionID != 0 && d.ID != n.DivisionID)
}

// isOther reports whether a row names an event, and that event is not the event of the write.
func isOther(event *tourney.Event, id int64) bool {
	return event != nil && event.ID != 0 && id != 0 && event.ID != id
}

// hasContact reports whether one of the coaches is the primary contact of the registration.
func (n *Note) hasContact(coaches []tourney.Coach) bool {
	return n.Contact == "" || slices.ContainsFunc(coaches, func(c tourney.Coach) bool {
		return sameWords(n.Contact, c.Email) || sameWords(n.Contact, c.FirstName+" "+c.LastName)
	})
}

// Key returns a text in the form in which FindOut compares names and external ids. Texts with one key are the same to
// FindOut: letter case and the number of spaces do not count, because a host may store a text in another form.
func Key(text string) string { return plaintext.Fold(text) }

// sameWords reports whether texts that are not empty have one key.
func sameWords(a, b string) bool {
	a = Key(a)
	return a != "" && a == Key(b)
}

// errNoNote is the error of FindOut without a Note.
var errNoNote = errors.New("tourney: FindOut: the Note is empty: call NoteBefore before the write")
