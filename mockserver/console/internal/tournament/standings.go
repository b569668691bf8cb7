package tournament

import (
	"cmp"
	"net/url"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// standingsPage is the content of the page of the standings of a division or an event.
type standingsPage struct {
	Scope    *scope
	Displays []view.Tab
	Table    tourney.Standings
	Cut      bool // the answer has more lines than the page
	Max      int
	TooMany  int    // the number of teams if it is above maxCounted, so that the page shows no standings; else 0
	Anyway   string // the link to the page that shows the standings anyway
}

// displays are the groupings of section 4.14, by their names in the interface.
var displays = []string{"Pool", "Division", "Event", "Bracket"}

// linesShown bounds the lines of a page, because an event can have more teams than a browser can show.
const linesShown = 300

// maxCounted bounds the number of teams whose standings a page shows without the parameter anyway. Computing the
// standings of more teams takes long.
const maxCounted = 10_000

// anyway is the parameter with which a page shows the standings of any number of teams.
const anyway = "anyway"

func loadStandings(v *view.Visit) (view.Body, error) {
	if err := v.OneOfThese("display", displays...); err != nil {
		return nil, err
	}
	display := cmp.Or(v.Query.Get("display"), displays[0])
	sc, err := scopeOf(v, false)
	if err != nil {
		return nil, err
	}
	p := &standingsPage{Scope: sc, Max: linesShown}
	sc.Keep = [][2]string{{"display", display}}
	for _, d := range displays {
		p.Displays = append(p.Displays, view.Tab{To: sc.link("display", d), Title: d, Here: d == display})
	}
	in, id := "division", sc.Division
	if display == "Event" && sc.Event != 0 {
		in, id = "event", sc.Event
	}
	if id == 0 {
		return p, nil
	}
	if v.Query.Get(anyway) == "" {
		teams, err := ask.RowsOf[tourney.Team](v.API, "teams", 1, in, ask.IDText(id))
		if err != nil {
			return nil, err
		}
		if teams.Total != nil && *teams.Total > maxCounted {
			p.TooMany, p.Anyway = *teams.Total, sc.link("display", display, anyway, "yes")
			return p, nil
		}
	}
	query := url.Values{"display": {display}, in + "id": {ask.IDText(id)}}
	p.Table, err = ask.Row[tourney.Standings](v.API, "view/standings?"+query.Encode())
	p.Cut = cutAfter(&p.Table, linesShown)
	return p, err
}

// heads returns the heads of the columns of a list.
func (p *standingsPage) heads() []view.Head {
	heads := view.Heads("Place", "number", "Team", "")
	for _, c := range p.Table.Columns {
		text := prose.Readable(cmp.Or(c.Abbr, c.Name))
		heads = append(heads, view.Head{Text: text, Class: "number", Title: prose.Readable(c.Name)})
	}
	return heads
}

// placesIn returns the lines of a list of teams. Its key tells them from those of another list.
func placesIn(l tourney.StandingsList, key string) (lines []view.Line) {
	for _, p := range l.Participants {
		line := view.Line{Key: view.Key("line-"+key, p.ID), Cells: []view.Cell{text(p.Place), linkTo("teams", p.ID, p.Name)}}
		for _, value := range p.Columns {
			line.Cells = append(line.Cells, text(value))
		}
		lines = append(lines, line)
	}
	return lines
}

// cutAfter removes the lines after the first ones, as many as most, and the lists and groups without a line after
// these. It reports whether it removed any line.
func cutAfter(s *tourney.Standings, most int) (isCut bool) {
	for i := range s.Groups {
		lists := s.Groups[i].List
		for j := range lists {
			lines := lists[j].Participants
			if len(lines) > most {
				lists[j].Participants, s.Groups[i].List, s.Groups = lines[:most], lists[:j+1], s.Groups[:i+1]
				return true
			}
			most -= len(lines)
		}
	}
	return false
}
