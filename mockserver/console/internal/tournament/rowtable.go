package tournament

import (
	"fmt"
	"strconv"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
)

// rowTable is a table of rows.
type rowTable struct {
	Title string
	Heads []head
	Lines []rowLine
	More  string // the link to the rows that the table leaves out, "" for none
	All   string // the text of that link
}

// head is the head of a column. Class is the CSS class of the cells: number, or wide for a column that a phone does
// not show.
type head struct{ Text, Class string }

// rowLine is a row in a table.
type rowLine struct {
	Key   string
	Cells []cell
}

// cell is a value of a row. To is the path of the page that the value links to, "" for no link.
type cell struct{ Text, To string }

// nounPath is the prefix of the paths of rows.
const nounPath = "tournament/"

// pathOfRow returns the path of the page of a row.
func pathOfRow(noun string, id int64) string { return nounPath + noun + "/" + prose.Digits(id) }

// linkTo returns a cell that links to the page of a row. For a row without an id, which has no page, the cell has no
// link.
func linkTo(noun string, id int64, text string) cell {
	switch {
	case id == 0:
		return cell{Text: text}
	case text == "":
		text = ask.IDText(id)
	}
	return cell{text, nounPath + noun + "/" + ask.IDText(id)}
}

// yesNo returns a cell with a word for a boolean.
func yesNo(is bool) cell {
	if is {
		return cell{Text: "yes"}
	}
	return cell{Text: "no"}
}

// toNamed returns a cell that links to the page of a row, and an empty cell for nil.
func toNamed(noun string, n *ask.Named) cell {
	if n == nil {
		return cell{}
	}
	return linkTo(noun, n.ID, n.Name)
}

var (
	headID       = head{"Id", "number"}
	headName     = head{"Name", ""}
	headDivision = head{"Division", "wide"}
)

func eventTable(rows []ask.EventRow) rowTable {
	t := rowTable{Title: "Events", Heads: []head{
		headID, headName, {"From", "number"}, {"To", "number"}, {"Time zone", "wide"},
	}}
	for i := range rows {
		r := &rows[i]
		t.add("events", r.ID, r.Name, cell{Text: r.StartDate}, cell{Text: r.EndDate}, cell{Text: r.TimeZone})
	}
	return t
}

func divisionTable(rows []ask.DivisionRow) rowTable {
	t := rowTable{Title: "Divisions", Heads: []head{headID, headName, {"Event", "wide"}, {"Active", ""}}}
	for i := range rows {
		r := &rows[i]
		t.add("divisions", r.ID, r.Name, toNamed("events", r.Event), yesNo(r.Active))
	}
	return t
}

func teamTable(rows []ask.TeamRow) rowTable {
	t := rowTable{Title: "Teams", Heads: []head{
		headID, headName, headDivision, {"Players", "number"}, {"Paid", ""}, {"External id", "wide"},
	}}
	for i := range rows {
		r := &rows[i]
		t.add("teams", r.ID, r.Name, toNamed("divisions", r.Division), cell{Text: strconv.Itoa(len(r.Players))},
			yesNo(r.Paid), cell{Text: r.External})
	}
	return t
}

func playerTable(rows []ask.PlayerRow) rowTable {
	t := rowTable{Title: "Players", Heads: []head{headID, headName, {"Team", ""}}}
	for i := range rows {
		r, team := &rows[i], cell{}
		if len(r.Teams) > 0 {
			team = toNamed("teams", &r.Teams[0].Named)
		}
		if more := len(r.Teams) - 1; more > 0 {
			team.Text += fmt.Sprintf(" and %d more", more)
		}
		t.add("players", r.ID, r.Name(), team)
	}
	return t
}

func venueTable(rows []ask.VenueRow) rowTable {
	t := rowTable{Title: "Venues", Heads: []head{headID, headName, {"Place", ""}, {"Courts", "number"}}}
	for i := range rows {
		r := &rows[i]
		t.add("venues", r.ID, r.Name, cell{Text: r.Place()}, cell{Text: strconv.Itoa(len(r.Locations))})
	}
	return t
}

// gameTable returns a table of games. The first column is the number in the schedule, by which people know a game.
func gameTable(rows []ask.GameRow) rowTable {
	t := rowTable{Title: "Games", Heads: []head{
		{"No.", "number"}, {"Away at home", ""}, {"Score", "number"}, {"Day", "number"}, {"Time", "number wide"},
		headDivision, {"Court", "wide"},
	}}
	for i := range rows {
		r := &rows[i]
		number := string(r.Number)
		if number == "" {
			number = ask.IDText(r.ID)
		}
		t.Lines = append(t.Lines, rowLine{"game-" + ask.IDText(r.ID), []cell{
			{Text: number}, linkTo("games", r.ID, r.Sides()), {Text: r.ScoreText()},
			{Text: r.ShortDay()}, {Text: r.ClockTime()}, {Text: r.DivisionName()},
			{Text: prose.Joined(", ", r.VenueName(), r.CourtName())},
		}})
	}
	return t
}

func rosterTable(rows []ask.Person) rowTable {
	t := rowTable{Title: "Roster", Heads: []head{
		{"Number", "number"}, headName, {"Position", ""}, {"Born", "number wide"}, {"Line", "number wide"},
	}}
	for i := range rows {
		r := &rows[i]
		t.Lines = append(t.Lines, rowLine{"line-" + ask.IDText(r.ID), []cell{
			{Text: string(r.Number)}, linkTo("players", r.PlayerID, r.Name()), {Text: r.Position}, {Text: string(r.BirthYear)},
			{Text: ask.IDText(r.ID)},
		}})
	}
	return t
}

// add adds a line for a row: the id, the name with a link to the page of the row, and more cells.
func (t *rowTable) add(noun string, id int64, name string, more ...cell) {
	cells := append([]cell{{Text: ask.IDText(id)}, linkTo(noun, id, name)}, more...)
	t.Lines = append(t.Lines, rowLine{noun + "-" + ask.IDText(id), cells})
}
