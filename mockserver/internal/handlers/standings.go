package handlers

import (
	"fmt"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/standings"
)

func getStandings(ex *Exchange, in tourney.StandingsOptions) (any, error) {
	ex.Assume(assumption.Standings)
	if set := ex.Store.Standings; set != nil {
		return ex.orNull(len(set.Groups), *set), nil
	}
	display, ok := displays[strings.ToLower(string(in.Display))]
	if !ok {
		found := redact.Safe(string(in.Display))
		return nil, refusal.Invalid("display", fmt.Sprintf("must be one of Pool, Division, Event, Bracket, found %q", found))
	}
	ex.Assume(assumption.CountedGames)
	ex.filter("eventid", "event", ex.Store.Events.Known, in.EventID)
	ex.filter("divisionid", "division", ex.Store.Divisions.Known, in.DivisionID)
	question := standings.StandingsQuestion{Display: display, EventID: in.EventID, DivisionID: in.DivisionID, BracketID: in.BracketID}
	view := standings.StandingsView(ex.Store.Variant, standings.Groupings[display](ex.Store, &question))
	return ex.orNull(len(view.Groups), view), nil
}

// displays are the groupings by their names and numbers (section 4.14; observed).
var displays = map[string]standings.Display{
	"": standings.ByPool, "pool": standings.ByPool, "0": standings.ByPool, "division": standings.ByDivision, "1": standings.ByDivision,
	"event": standings.ByEvent, "2": standings.ByEvent, "bracket": standings.ByBracket, "3": standings.ByBracket,
}
