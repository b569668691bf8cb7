package mockserver

import (
	"fmt"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

func getStandings(ex *exchange, in tourney.StandingsOptions) (any, error) {
	ex.assume(assumeStandings)
	if set := ex.store.standings; set != nil {
		return ex.orNull(len(set.Groups), *set), nil
	}
	display, ok := displays[strings.ToLower(string(in.Display))]
	if !ok {
		found := redact.Safe(string(in.Display))
		return nil, invalid("display", fmt.Sprintf("must be one of Pool, Division, Event, Bracket, found %q", found))
	}
	ex.assume(assumeCountedGames)
	ex.filter("eventid", "event", ex.store.events.Known, in.EventID)
	ex.filter("divisionid", "division", ex.store.divisions.Known, in.DivisionID)
	question := standingsQuestion{display, in.EventID, in.DivisionID, in.BracketID}
	view := standingsView(ex.store.variant, groupings[display](ex.store, &question))
	return ex.orNull(len(view.Groups), view), nil
}

// displays are the groupings by their names and numbers (section 4.14; observed).
var displays = map[string]display{
	"": byPool, "pool": byPool, "0": byPool, "division": byDivision, "1": byDivision,
	"event": byEvent, "2": byEvent, "bracket": byBracket, "3": byBracket,
}
