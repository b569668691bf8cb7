package main

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// calendar has the flags of a calendar of games.
type calendar struct {
	Zone   *time.Location
	Length *time.Duration

	from *tourney.Client
}

func (c *calendar) Declare(p *command.Parameters) {
	command.Add(p, &c.Zone, "timezone", "NAME", zoneOf, "With --ics: where the games are, such as Europe/Zurich. The "+
		"default is the zone of the event, or else the times are those of whoever reads the calendar.").
		Offer(commonZones...).Unbound = true
	command.Add(p, &c.Length, "length", "DURATION", command.Optional(command.Duration),
		"With --ics: how long a game takes, which no host says. The default is 1h.").Unbound = true
}

// commonZones are some of the names that time.LoadLocation knows. Go does not list the names.
var commonZones = []string{
	"UTC", "America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles",
	"America/Anchorage", "Pacific/Honolulu", "America/Toronto", "Europe/London", "Europe/Zurich", "Australia/Sydney",
}

func zoneOf(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return nil, fmt.Errorf("expected a time zone such as Europe/Zurich, found %q", name)
	}
	return zone, nil
}

// printCalendar prints an event of RFC 5545 for each game that has a day. A program that has an earlier calendar takes
// the event with the same UID and the higher SEQUENCE. This program remembers nothing, so the sequence is the number of
// seconds since 2020.
func (c *calendar) printCalendar(ctx context.Context, to command.Terminal, rows [][]byte) error {
	base, err := url.Parse(c.from.BaseURL())
	if err != nil {
		return err
	}
	made := time.Now().UTC()
	zones := map[int64]*time.Location{}
	cal := ics.NewCalendarFor("tourney")
	cal.SetMethod(ics.MethodPublish)
	undated := 0
	for _, data := range rows {
		var g tourney.Game
		if err := tourney.UnmarshalRow(data, &g); err != nil {
			return err
		}
		if g.Date.IsZero() {
			undated++
			continue
		}
		e := cal.AddEvent(fmt.Sprintf("game-%d@%s", g.ID, base.Host))
		e.SetDtStampTime(made)
		e.SetSequence(int(made.Sub(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)) / time.Second))
		e.SetSummary(nameOf(g.AwayTeam) + " at " + nameOf(g.HomeTeam))
		if place := placeOf(g.VenueCourt); place != "" {
			e.SetLocation(place)
		}
		if about := aboutGame(g); about != "" {
			e.SetDescription(about)
		}
		zone, err := c.zoneOf(ctx, g, zones)
		if err != nil {
			return err
		}
		c.setTimes(e, g, zone)
	}
	if undated > 0 {
		fmt.Fprintf(to.Errs, "%d games have no day, and are not in the calendar\n", undated)
	}
	if len(cal.Events()) == 0 { // which no calendar may lack
		fmt.Fprintln(to.Errs, "no games, so there is no calendar")
		return nil
	}
	return printBytes(to, []byte(cal.Serialize(ics.WithNewLineWindows)))
}

// setTimes sets when a game begins and ends: all day if the host states no time. Without a zone the times have none.
func (c *calendar) setTimes(e *ics.VEvent, g tourney.Game, zone *time.Location) {
	const floating = "20060102T150405"
	start, timed := g.Start(cmp.Or(zone, time.UTC))
	end := start.Add(*cmp.Or(c.Length, new(time.Hour)))
	switch {
	case !timed:
		day := g.Date.At(tourney.TimeOfDay{}, time.UTC)
		e.SetAllDayStartAt(day)
		e.SetAllDayEndAt(day.AddDate(0, 0, 1))
	case zone == nil:
		e.SetProperty(ics.ComponentPropertyDtStart, start.Format(floating))
		e.SetProperty(ics.ComponentPropertyDtEnd, end.Format(floating))
	default:
		e.SetStartAt(start)
		e.SetEndAt(end)
	}
}

// zoneOf returns the zone of a game: that of the flag, or that of its event, nil if that has none that is known here.
func (c *calendar) zoneOf(ctx context.Context, g tourney.Game, known map[int64]*time.Location) (*time.Location, error) {
	if c.Zone != nil || g.Division == nil || g.Division.Event == nil {
		return c.Zone, nil
	}
	id := g.Division.Event.ID
	if zone, ok := known[id]; ok {
		return zone, nil
	}
	event, err := c.from.Events.Get(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("event %d of game %d, for its time zone, which --timezone gives too: %w", id, g.ID, err)
	}
	known[id], _ = zoneOf(event.TimeZone)
	return known[id], nil
}

func nameOf(side *tourney.GameSide) string {
	if side == nil || side.Name == "" {
		return "to be decided"
	}
	return plaintext.OneLine(side.Name)
}

// placeOf names a venue and a court.
func placeOf(at *tourney.VenueCourt) (place string) {
	if at != nil && at.Venue != nil {
		place = at.Venue.Name
	}
	if at != nil && at.Court != nil && at.Court.Name != "" {
		place = joined(place, at.Court.Name)
	}
	return plaintext.OneLine(place)
}

// aboutGame names the division, the bracket and the score of a game.
func aboutGame(g tourney.Game) (about string) {
	if g.Division != nil {
		about = g.Division.Name
	}
	about = joined(about, g.BracketName)
	if g.Played() {
		about = joined(about, fmt.Sprintf("%s : %s", g.AwayTeam.Score, g.HomeTeam.Score))
	}
	return plaintext.OneLine(about)
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}
