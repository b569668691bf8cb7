package tournament

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
	"github.com/tourney-go/tourney/mockserver/internal/form"
)

// schedulePage is the content of the page of the games of a day.
type schedulePage struct {
	Scope  *scope
	Days   []view.Tab
	Day    string // for people; "" without any day
	Today  bool
	Now    string // the time of day of the mock's clock
	Counts []stateCount
	Venues []venueGames
	Next   string // the link to more games of the day, "" for none
}

// stateCount says how many games of the day are in a state.
type stateCount struct {
	gameState

	Games int
}

// venueGames are the games of a day at a venue.
type venueGames struct {
	Key, Name string
	Games     []dayGame
}

// dayGame is a game of a day.
type dayGame struct {
	game

	State         gameState
	FirstAfterNow bool // the page draws the line for the present time above this game
}

// gameState is a word for the state of a game, with the kind of its badge.
type gameState struct{ Text, Kind string }

// The states of a game. The interface has no member for the state: a game with a score or a winner is over, and any
// other game counts as running for gameTakes after its start.
var (
	stateOver   = gameState{"final", "good"}
	stateOn     = gameState{"on now", "warn"}
	stateWaits  = gameState{"no score yet", "bad"}
	stateToCome = gameState{"to come", "plain"}
)

// gameTakes is how long a game without a score counts as running.
const gameTakes = 2 * time.Hour

// gamesOfDay bounds how many games of a day a page shows.
const gamesOfDay = 200

// maxDays bounds how many days of an event have a link.
const maxDays = 31

func loadSchedule(v *view.Visit) (view.Body, error) {
	sc, err := scopeOf(v, true)
	if err != nil {
		return nil, err
	}
	clock, err := ask.Get[form.Clock](v.API, "clock")
	if err != nil {
		return nil, err
	}
	// The local time at a venue, without a zone, because rows have no zone.
	now := tourney.DateOf(clock.Now).At(tourney.TimeOfDayOf(clock.Now), time.UTC)
	p := &schedulePage{Scope: sc, Now: now.Format("15:04")}
	day, err := p.chooseDay(v, tourney.DateOf(now))
	if err != nil || day.IsZero() {
		return p, err
	}
	p.Day, p.Today = dayText(day, "Monday 2 January 2006"), day == tourney.DateOf(now)
	sc.Keep = [][2]string{{"day", day.ISO()}}
	pairs := append(sc.smallest(), "day", day.ISO(), "after", v.Query.Get("after"))
	rows, err := ask.RowsOf[tourney.Game](v.API, "games", gamesOfDay, pairs...)
	if err != nil {
		return nil, err
	}
	if rows.Next > 0 {
		p.Next = sc.link("day", day.ISO(), "after", strconv.FormatInt(rows.Next, 10))
	}
	p.fill(rows.Rows, now)
	return p, nil
}

// chooseDay finds the days that have games, and returns the day to show: the day in the query, else today, else the
// next day with games, else the last day.
func (p *schedulePage) chooseDay(v *view.Visit, today tourney.Date) (chosen tourney.Date, err error) {
	days, err := p.days(v)
	if err != nil {
		return chosen, err
	}
	if text := v.Query.Get("day"); text != "" && (chosen.Scan(text) != nil || chosen.IsZero()) {
		return chosen, ask.Invalid("day: expected a day such as 2026-06-12, found %q", prose.Excerpt(text))
	}
	for _, d := range days {
		if chosen.IsZero() && d.Compare(today) >= 0 {
			chosen = d
		}
	}
	if chosen.IsZero() && len(days) > 0 {
		chosen = days[len(days)-1]
	}
	if !chosen.IsZero() && !slices.Contains(days, chosen) {
		days = append(days, chosen)
		slices.SortFunc(days, tourney.Date.Compare)
	}
	for _, d := range days {
		rows, err := ask.RowsOf[tourney.Game](v.API, "games", 1, append(p.Scope.smallest(), "day", d.ISO())...)
		if err != nil {
			return chosen, err
		}
		link := view.Tab{
			To: p.Scope.link("day", d.ISO()), Title: dayText(d, shortDay), Day: d.ISO(),
			Count: "0", Here: d == chosen, Today: d == today,
		}
		if rows.Total != nil {
			link.Count = prose.Grouped(*rows.Total)
		}
		p.Days = append(p.Days, link)
	}
	return chosen, nil
}

// days returns the days of the event. If the event has no days, it returns the days of the first games.
func (p *schedulePage) days(v *view.Visit) (days []tourney.Date, err error) {
	for i := range p.Scope.Events {
		e := &p.Scope.Events[i]
		if e.ID != p.Scope.Event || e.StartDate.IsZero() {
			continue
		}
		days = append(days, e.StartDate)
		for d := e.StartDate.AddDays(1); d.Compare(e.EndDate) <= 0 && len(days) < maxDays; d = d.AddDays(1) {
			days = append(days, d)
		}
	}
	if len(days) > 0 {
		return days, nil
	}
	rows, err := ask.RowsOf[tourney.Game](v.API, "games", gamesOfDay, p.Scope.smallest()...)
	for i := range rows.Rows {
		if d := rows.Rows[i].Date; !d.IsZero() && !slices.Contains(days, d) {
			days = append(days, d)
		}
	}
	slices.SortFunc(days, tourney.Date.Compare)
	return days[:min(len(days), maxDays)], err
}

// stateOf returns the state of a game at a time.
func stateOf(g *game, now time.Time) gameState {
	at, timed := g.starts()
	switch {
	case g.Winner() != tourney.WinnerUndecided || g.Played():
		return stateOver
	case g.Date.IsZero() || at.After(now), !timed && g.Date == tourney.DateOf(now):
		return stateToCome
	case timed && now.Sub(at) < gameTakes:
		return stateOn
	}
	return stateWaits
}

// fill groups the games by venue, in the order in which they begin.
func (p *schedulePage) fill(rows []tourney.Game, now time.Time) {
	games := make([]game, len(rows))
	for i := range rows {
		games[i] = game{rows[i]}
	}
	slices.SortStableFunc(games, earlier)
	counts, venues := map[gameState]int{}, map[string]int{}
	for _, g := range games {
		name := nameOr(g.venue().Name, g.venue().ID)
		at, ok := venues[name]
		if !ok {
			at = len(p.Venues)
			venues[name] = at
			p.Venues = append(p.Venues, venueGames{Key: "venue-" + strconv.Itoa(at), Name: cmp.Or(name, "No place yet")})
		}
		shown := dayGame{game: g, State: stateOf(&g, now)}
		counts[shown.State]++
		p.Venues[at].Games = append(p.Venues[at].Games, shown)
	}
	slices.SortStableFunc(p.Venues, func(a, b venueGames) int { return cmp.Compare(a.Name, b.Name) })
	for _, s := range []gameState{stateOn, stateOver, stateWaits, stateToCome} {
		if counts[s] > 0 {
			p.Counts = append(p.Counts, stateCount{s, counts[s]})
		}
	}
	if p.Today {
		for i := range p.Venues {
			p.Venues[i].markNow(p.Now)
		}
	}
}

// markNow marks the first game that begins after now. Games without a time are last in the list.
func (g *venueGames) markNow(now string) {
	for i := range g.Games {
		if at := g.Games[i].ClockTime(); at == "" || at > now {
			g.Games[i].FirstAfterNow = true
			return
		}
	}
}

// earlier orders games by start, and games with the same start by number.
func earlier(a, b game) int { return cmp.Or(startKey(&a).Compare(startKey(&b)), bySequence(a, b)) }

// startKey returns when a game begins, for sorting. For a game without a time it returns the end of the day.
func startKey(g *game) time.Time {
	at, timed := g.starts()
	if !timed {
		return at.Add(24 * time.Hour)
	}
	return at
}
