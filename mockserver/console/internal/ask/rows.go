package ask

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

// RowPage is a page of rows of the admin API.
type RowPage[T any] struct {
	Rows  []T   `json:"rows"`
	Next  int64 `json:"next"`  // where the next page begins; 0 on the last page
	Total *int  `json:"total"` // nil where the admin API does not count
}

// Values returns parameters from pairs of names and values. It leaves out a parameter whose value is empty.
func Values(pairs ...string) url.Values {
	values := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			values.Set(pairs[i], pairs[i+1])
		}
	}
	return values
}

// RowsOf requests a page of rows of a kind, with the parameters that Values makes of the pairs.
func RowsOf[T any](c *Client, noun string, limit int, pairs ...string) (RowPage[T], error) {
	query := Values(append(pairs, "limit", strconv.Itoa(limit))...)
	return Get[RowPage[T]](c, "rows/"+noun+"?"+query.Encode())
}

// IDText returns an id as the value of a parameter, "" for 0.
func IDText(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

// anyText is a text that a row can also have as a number.
type anyText string

// UnmarshalJSON reads a text, a number or null.
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

// Named is the id and the name of a row, as other rows contain them.
type Named struct {
	ID   int64  `json:"Id"`
	Name string `json:"Name"`
	Abbr string `json:"Abbr"`
}

// Text returns the name of the row, or the id of a row without a name.
func (n *Named) Text() string {
	if n == nil {
		return ""
	}
	return cmp.Or(n.Name, IDText(n.ID))
}

// EventRow is an event.
type EventRow struct {
	Named

	StartDate string `json:"StartDate"`
	EndDate   string `json:"EndDate"`
	TimeZone  string `json:"TimeZone"`
}

// DivisionRow is a division.
type DivisionRow struct {
	Named

	Active   bool    `json:"Active"`
	Event    *Named  `json:"Event"`
	Brackets []Named `json:"Brackets"`
}

// TeamRow is a team with its roster.
type TeamRow struct {
	Named

	Paid     bool     `json:"Paid"`
	Division *Named   `json:"Division"`
	External string   `json:"ExternalTeamId"`
	Players  []Person `json:"Players"`
	Coaches  []Person `json:"Coaches"`
	Pools    []struct {
		Number anyText `json:"Number"`
		Pool   PoolRow `json:"Pool"`
	} `json:"Pools"`
}

// PoolRow is a pool.
type PoolRow struct {
	Name  string `json:"Name"`
	Label string `json:"Label"`
}

// Text returns the name of a pool for people.
func (p *PoolRow) Text() string {
	if p.Label != "" {
		return p.Label
	}
	return p.Name
}

// Person is a line of a roster, a coach, or a player.
type Person struct {
	ID        int64   `json:"Id"`
	PlayerID  int64   `json:"PlayerId"`
	Number    anyText `json:"Number"`
	FirstName string  `json:"FirstName"`
	LastName  string  `json:"LastName"`
	Position  string  `json:"Position"`
	BirthYear anyText `json:"BirthYear"`
	Email     string  `json:"Email"`
}

// Name returns first and last name.
func (p *Person) Name() string { return strings.TrimSpace(p.FirstName + " " + p.LastName) }

// PlayerRow is a player with the player's teams.
type PlayerRow struct {
	Person

	Teams []struct {
		Named

		Number anyText `json:"Number"`
	} `json:"Teams"`
}

// GameRow is a game.
type GameRow struct {
	ID       int64   `json:"Id"`
	Number   anyText `json:"Number"`
	Date     string  `json:"Date"`
	Time     string  `json:"Time"`
	Division *struct {
		Named

		Event *Named `json:"Event"`
	} `json:"Division"`
	VenueCourt *struct {
		Court *Named `json:"Court"`
		Venue *Named `json:"Venue"`
	} `json:"VenueCourt"`
	Away        *Side  `json:"AwayTeam"`
	Home        *Side  `json:"HomeTeam"`
	BracketName string `json:"BracketName"`
	Round       int    `json:"Round"`
}

// Side is a side of a game.
type Side struct {
	Name        string       `json:"Name"`
	TeamID      int64        `json:"TeamId"`
	Score       *json.Number `json:"Score"`
	WonBy       anyText      `json:"WonBy"`
	Forfeited   bool         `json:"Forfeited"`
	BracketID   int64        `json:"BracketId"`
	BracketName string       `json:"BracketName"`
	Seed        anyText      `json:"Seed"`
}

// Text returns the name of the side.
func (s *Side) Text() string {
	if s == nil {
		return "not known"
	}
	return cmp.Or(s.Name, "not known")
}

// Team returns the id of the team of a side, 0 if no team is known.
func (s *Side) Team() int64 {
	if s == nil {
		return 0
	}
	return s.TeamID
}

// ScoreText returns the score of a side, "" if there is no score. It leaves out a fraction of 0: 3 for 3.0.
func (s *Side) ScoreText() string {
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
func (s *Side) declared() (won, forfeited bool) {
	return s.WonBy != "" && s.WonBy != "0" && !strings.EqualFold(string(s.WonBy), "None"), s.Forfeited
}

// Result says who won a game.
type Result int

// The results. If both sides forfeited, the result is nobodyWon.
const (
	Undecided Result = iota
	AwayWon
	HomeWon
	drawn
	nobodyWon
)

// Result returns who won the game, by the rule that the standings follow: see the assumption with the id winner.
func (g *GameRow) Result() Result {
	if g.Away == nil || g.Home == nil {
		return Undecided
	}
	awayBest, awayOut := g.Away.declared()
	homeBest, homeOut := g.Home.declared()
	switch {
	case awayBest && (homeBest || awayOut), homeBest && homeOut:
		return Undecided
	case awayOut && homeOut:
		return nobodyWon
	case awayBest || homeOut:
		return AwayWon
	case homeBest || awayOut:
		return HomeWon
	case g.Played():
		return g.byScore()
	}
	return Undecided
}

// Played reports whether both sides have a score.
func (g *GameRow) Played() bool {
	return g.Away != nil && g.Home != nil && g.Away.Score != nil && g.Home.Score != nil
}

func (g *GameRow) byScore() Result {
	away, awayErr := g.Away.Score.Float64()
	home, homeErr := g.Home.Score.Float64()
	switch {
	case awayErr != nil || homeErr != nil:
		return Undecided
	case away > home:
		return AwayWon
	case away < home:
		return HomeWon
	}
	return drawn
}

// Label returns the number of a game in the schedule, or its id if it has no number.
func (g *GameRow) Label() string {
	if g.Number != "" {
		return "Game " + string(g.Number)
	}
	return "Game " + IDText(g.ID)
}

// Sides returns the names of both sides.
func (g *GameRow) Sides() string { return g.Away.Text() + " at " + g.Home.Text() }

// ScoreText returns both scores, "" for a game without a score.
func (g *GameRow) ScoreText() string {
	if g.Away.ScoreText() == "" && g.Home.ScoreText() == "" {
		return ""
	}
	return cmp.Or(g.Away.ScoreText(), "–") + " : " + cmp.Or(g.Home.ScoreText(), "–")
}

// The forms of days and times in rows, and of days in the admin API.
const (
	RowDay  = "1/2/2006"
	rowTime = "3:04 PM"
	ISODay  = "2006-01-02"
)

// DayOf returns the day in a text of a row, the zero time for a text that is no day.
func DayOf(text string) time.Time {
	day, _ := time.Parse(RowDay, text) // Parse returns the zero time with an error
	return day
}

// Start returns when a game begins, and whether its time is known. Rows have no time zone, so this is the local time at
// the venue.
func (g *GameRow) Start() (at time.Time, timed bool) {
	day := DayOf(g.Date)
	clock, err := time.Parse(rowTime, g.Time)
	if day.IsZero() || err != nil {
		return day, false
	}
	return day.Add(time.Duration(clock.Hour())*time.Hour + time.Duration(clock.Minute())*time.Minute), true
}

// ClockTime returns the time of the game, as 14:30.
func (g *GameRow) ClockTime() string {
	if at, timed := g.Start(); timed {
		return at.Format("15:04")
	}
	return ""
}

// DayText returns the day of the game for people.
func (g *GameRow) DayText() string {
	if day := DayOf(g.Date); !day.IsZero() {
		return day.Format("Mon 2 Jan 2006")
	}
	return ""
}

// ShortDay returns the day of a game without the year.
func (g *GameRow) ShortDay() string {
	if day := DayOf(g.Date); !day.IsZero() {
		return day.Format("Mon 2 Jan")
	}
	return ""
}

// VenueName returns the name of the venue of a game, "" for none.
func (g *GameRow) VenueName() string {
	if g.VenueCourt == nil {
		return ""
	}
	return g.VenueCourt.Venue.Text()
}

// CourtName returns the name of the court of a game, "" for none.
func (g *GameRow) CourtName() string {
	if g.VenueCourt == nil {
		return ""
	}
	return g.VenueCourt.Court.Text()
}

// DivisionName returns the name of the division of a game, "" for none.
func (g *GameRow) DivisionName() string {
	if g.Division == nil {
		return ""
	}
	return g.Division.Text()
}
