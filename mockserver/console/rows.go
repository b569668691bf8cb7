package console

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// rowPage is a page of rows of the admin API.
type rowPage[T any] struct {
	Rows  []T   `json:"rows"`
	Next  int64 `json:"next"`  // where the next page begins; 0 on the last one
	Total *int  `json:"total"` // nil where the admin API does not know it
}

// rowsOf asks for a page of rows. Parameters are pairs of names and values. One without a value is left out.
func rowsOf[T any](c *client, noun string, limit int, pairs ...string) (rowPage[T], error) {
	query := url.Values{"limit": {strconv.Itoa(limit)}}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			query.Set(pairs[i], pairs[i+1])
		}
	}
	return get[rowPage[T]](c, "rows/"+noun+"?"+query.Encode())
}

// IDText returns an id as a parameter, "" for none.
func IDText(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

// anyText is a text or a number of a row as a text.
type anyText string

// UnmarshalJSON takes a text, a number or null.
func (a *anyText) UnmarshalJSON(data []byte) error {
	switch {
	case len(data) > 0 && data[0] == '"':
		return json.Unmarshal(data, (*string)(a))
	case len(data) > 0 && (data[0] == '{' || data[0] == '['):
		return errors.New("expected a text or a number")
	case !bytes.Equal(data, []byte("null")):
		*a = anyText(data)
	}
	return nil
}

// named is a row that another row names.
type named struct {
	ID   int64  `json:"Id"`
	Name string `json:"Name"`
	Abbr string `json:"Abbr"`
}

// Text returns the name, or the id of a row without one.
func (n *named) Text() string {
	if n == nil {
		return ""
	}
	return cmp.Or(n.Name, IDText(n.ID))
}

// eventRow is an event.
type eventRow struct {
	named

	StartDate string `json:"StartDate"`
	EndDate   string `json:"EndDate"`
	TimeZone  string `json:"TimeZone"`
}

// divisionRow is a division.
type divisionRow struct {
	named

	Active   bool    `json:"Active"`
	Event    *named  `json:"Event"`
	Brackets []named `json:"Brackets"`
}

// teamRow is a team with its roster.
type teamRow struct {
	named

	Paid     bool     `json:"Paid"`
	Division *named   `json:"Division"`
	External string   `json:"ExternalTeamId"`
	Players  []person `json:"Players"`
	Coaches  []person `json:"Coaches"`
	Pools    []struct {
		Number anyText `json:"Number"`
		Pool   poolRow `json:"Pool"`
	} `json:"Pools"`
}

// poolRow is a pool.
type poolRow struct {
	Name  string `json:"Name"`
	Label string `json:"Label"`
}

// text returns the name of a pool for people.
func (p *poolRow) text() string {
	if p.Label != "" {
		return p.Label
	}
	return p.Name
}

// person is a line of a roster, a coach, or a player.
type person struct {
	ID        int64   `json:"Id"`
	PlayerID  int64   `json:"PlayerId"`
	Number    anyText `json:"Number"`
	FirstName string  `json:"FirstName"`
	LastName  string  `json:"LastName"`
	Position  string  `json:"Position"`
	BirthYear anyText `json:"BirthYear"`
	Email     string  `json:"Email"`
}

// name returns first and last name.
func (p *person) name() string { return strings.TrimSpace(p.FirstName + " " + p.LastName) }

// playerRow is a player with the teams.
type playerRow struct {
	person

	Teams []struct {
		named

		Number anyText `json:"Number"`
	} `json:"Teams"`
}

// venueRow is a venue with its courts.
type venueRow struct {
	named

	Address *struct {
		Location string `json:"Location"`
		City     string `json:"City"`
		State    string `json:"StateRegion"`
	} `json:"Address"`
	Locations []named `json:"Locations"`
}

// place returns where the venue is.
func (r *venueRow) place() string {
	if r.Address == nil {
		return ""
	}
	return joined(", ", r.Address.City, r.Address.State)
}

// gameRow is a game.
type gameRow struct {
	ID       int64   `json:"Id"`
	Number   anyText `json:"Number"`
	Date     string  `json:"Date"`
	Time     string  `json:"Time"`
	Division *struct {
		named

		Event *named `json:"Event"`
	} `json:"Division"`
	VenueCourt *struct {
		Court *named `json:"Court"`
		Venue *named `json:"Venue"`
	} `json:"VenueCourt"`
	Away        *side  `json:"AwayTeam"`
	Home        *side  `json:"HomeTeam"`
	BracketName string `json:"BracketName"`
	Round       int    `json:"Round"`
}

// side is a side of a game.
type side struct {
	Name        string       `json:"Name"`
	TeamID      int64        `json:"TeamId"`
	Score       *json.Number `json:"Score"`
	WonBy       anyText      `json:"WonBy"`
	Forfeited   bool         `json:"Forfeited"`
	BracketID   int64        `json:"BracketId"`
	BracketName string       `json:"BracketName"`
	Seed        anyText      `json:"Seed"`
}

// text returns the name of the side.
func (s *side) text() string {
	if s == nil {
		return "not known"
	}
	return cmp.Or(s.Name, "not known")
}

// team returns the id of the team of a side, 0 for none.
func (s *side) team() int64 {
	if s == nil {
		return 0
	}
	return s.TeamID
}

// score returns the score of a side without a fraction of 0, "" for none.
func (s *side) score() string {
	if s == nil || s.Score == nil {
		return ""
	}
	whole, fraction, _ := strings.Cut(s.Score.String(), ".")
	if strings.Trim(fraction, "0") == "" {
		return whole
	}
	return s.Score.String()
}

// declared reports whether a side was declared the winner, and whether it forfeited.
func (s *side) declared() (won, forfeited bool) {
	return s.WonBy != "" && s.WonBy != "0" && !strings.EqualFold(string(s.WonBy), "None"), s.Forfeited
}

// result says who won a game.
type result int

const (
	undecided result = iota
	awayWon
	homeWon
	drawn
	nobodyWon
)

// result returns who won. It follows the rule of the standings: assumption winner.
func (g *gameRow) result() result {
	if g.Away == nil || g.Home == nil {
		return undecided
	}
	awayBest, awayOut := g.Away.declared()
	homeBest, homeOut := g.Home.declared()
	switch {
	case awayBest && (homeBest || awayOut), homeBest && homeOut:
		return undecided
	case awayOut && homeOut:
		return nobodyWon
	case awayBest || homeOut:
		return awayWon
	case homeBest || awayOut:
		return homeWon
	case g.played():
		return g.byScore()
	}
	return undecided
}

// played reports whether both sides have a score.
func (g *gameRow) played() bool {
	return g.Away != nil && g.Home != nil && g.Away.Score != nil && g.Home.Score != nil
}

func (g *gameRow) byScore() result {
	away, awayErr := g.Away.Score.Float64()
	home, homeErr := g.Home.Score.Float64()
	switch {
	case awayErr != nil || homeErr != nil:
		return undecided
	case away > home:
		return awayWon
	case away < home:
		return homeWon
	}
	return drawn
}

// label names a game by its number in the schedule, or by its id.
func (g *gameRow) label() string {
	if g.Number != "" {
		return "Game " + string(g.Number)
	}
	return "Game " + IDText(g.ID)
}

// sides returns the names of both sides.
func (g *gameRow) sides() string { return g.Away.text() + " at " + g.Home.text() }

// scoreText returns both scores, "" for a game without one.
func (g *gameRow) scoreText() string {
	if g.Away.score() == "" && g.Home.score() == "" {
		return ""
	}
	return cmp.Or(g.Away.score(), "–") + " : " + cmp.Or(g.Home.score(), "–")
}

// The forms of days and times in rows, and of days in the admin API.
const (
	rowDay  = "1/2/2006"
	rowTime = "3:04 PM"
	ISODay  = "2006-01-02"
)

// dayOf returns a day of a row, the zero time for none.
func dayOf(text string) time.Time {
	day, _ := time.Parse(rowDay, text) // what is no day counts as none
	return day
}

// start returns when a game begins, and whether its time is known. Rows have no zone, so this is a clock on a wall.
func (g *gameRow) start() (at time.Time, timed bool) {
	day := dayOf(g.Date)
	clock, err := time.Parse(rowTime, g.Time)
	if day.IsZero() || err != nil {
		return day, false
	}
	return day.Add(time.Duration(clock.Hour())*time.Hour + time.Duration(clock.Minute())*time.Minute), true
}

// clockTime returns the time of the game, as 14:30.
func (g *gameRow) clockTime() string {
	if at, timed := g.start(); timed {
		return at.Format("15:04")
	}
	return ""
}

// dayText returns the day of the game for people.
func (g *gameRow) dayText() string {
	if day := dayOf(g.Date); !day.IsZero() {
		return day.Format("Mon 2 Jan 2006")
	}
	return ""
}

// shortDay returns the day of a game without the year.
func (g *gameRow) shortDay() string {
	if day := dayOf(g.Date); !day.IsZero() {
		return day.Format("Mon 2 Jan")
	}
	return ""
}

// venue returns the name of the venue of a game, "" for none.
func (g *gameRow) venue() string {
	if g.VenueCourt == nil {
		return ""
	}
	return g.VenueCourt.Venue.Text()
}

// court returns the name of the court of a game, "" for none.
func (g *gameRow) court() string {
	if g.VenueCourt == nil {
		return ""
	}
	return g.VenueCourt.Court.Text()
}

// division returns the name of the division of a game, "" for none.
func (g *gameRow) division() string {
	if g.Division == nil {
		return ""
	}
	return g.Division.Text()
}
