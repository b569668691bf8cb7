package tournament

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// standingsPage is the content of the page of the standings of a division or an event.
type standingsPage struct {
	Scope    *scope
	Displays []view.Tab
	Table    standings
	Cut      bool // the answer has more lines than the page
	Max      int
	TooMany  int    // the number of teams if it is above maxCounted, so that the page shows no standings; else 0
	Anyway   string // the link to the page that shows the standings anyway
}

// standings is an answer of the interface to a request for standings.
type standings struct {
	Columns []ask.Named
	Groups  []*standingsGroup
}

// standingsGroup is a division in standings.
type standingsGroup struct {
	ask.Named

	Lists []*standingsList
}

// standingsList is a list of teams, such as the teams of a pool.
type standingsList struct {
	ask.Named

	Lines []standingsLine
}

// standingsLine is a team in standings.
type standingsLine struct {
	ask.Named

	Columns []string `json:"Columns"`
	Place   string   `json:"Place"`
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
		teams, err := ask.RowsOf[ask.Named](v.API, "teams", 1, in, ask.IDText(id))
		if err != nil {
			return nil, err
		}
		if teams.Total != nil && *teams.Total > maxCounted {
			p.TooMany, p.Anyway = *teams.Total, sc.link("display", display, anyway, "yes")
			return p, nil
		}
	}
	query := url.Values{"display": {display}, in + "id": {ask.IDText(id)}}
	data, err := v.API.Send(http.MethodGet, "view/standings?"+query.Encode(), nil)
	if err != nil {
		return nil, err
	}
	p.Table, p.Cut, err = readStandings(data, linesShown)
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

// errEnough stops readStandings when it has read enough lines.
var errEnough = errors.New("enough lines")

// readStandings reads the first lines of standings, at most the number in most, because the standings of an event can
// have a hundred thousand lines. It reports whether there are more lines.
func readStandings(data []byte, most int) (s standings, cut bool, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	lines := 0
	line := func(l *standingsList) func() error {
		return func() error {
			if lines == most {
				return errEnough
			}
			lines++
			l.Lines = append(l.Lines, standingsLine{})
			return d.Decode(&l.Lines[len(l.Lines)-1])
		}
	}
	inList := func(g *standingsGroup) func() error {
		return func() error {
			l := &standingsList{}
			g.Lists = append(g.Lists, l)
			return members(d, map[string]func() error{
				"Id": into(d, &l.ID), "Name": into(d, &l.Name),
				"Participants": func() error { return items(d, line(l)) },
			})
		}
	}
	err = members(d, map[string]func() error{
		"Columns": into(d, &s.Columns),
		"Groups": func() error {
			return items(d, func() error {
				g := &standingsGroup{}
				s.Groups = append(s.Groups, g)
				return members(d, map[string]func() error{
					"Id": into(d, &g.ID), "Name": into(d, &g.Name),
					"List": func() error { return items(d, inList(g)) },
				})
			})
		},
	})
	if errors.Is(err, errEnough) {
		return s, true, nil
	}
	return s, false, err
}

// into returns a function that decodes the next value into target.
func into(d *json.Decoder, target any) func() error {
	return func() error { return d.Decode(target) }
}

// members reads an object. For each member it calls the function that the map by has for the name. It skips a member
// without a function.
func members(d *json.Decoder, by map[string]func() error) error {
	if open, err := d.Token(); err != nil || open == nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		text, _ := name.(string) // the name of a member is a text
		read := by[text]
		if read == nil {
			read = into(d, new(json.RawMessage))
		}
		if err := read(); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// items reads a list. It calls read for each item.
func items(d *json.Decoder, read func() error) error {
	if open, err := d.Token(); err != nil || open == nil {
		return err
	}
	for d.More() {
		if err := read(); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}
