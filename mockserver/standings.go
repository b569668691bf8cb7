package mockserver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
)

func getStandings(ex *exchange, in tourney.StandingsOptions) (any, error) {
	ex.assume(assumeStandings)
	if set := ex.store.standings; set != nil {
		return ex.orNull(len(set.Groups), *set), nil
	}
	display, ok := displays[strings.ToLower(string(in.Display))]
	if !ok {
		found := safe(string(in.Display))
		return nil, invalid("display", fmt.Sprintf("must be one of Pool, Division, Event, Bracket, found %q", found))
	}
	ex.assume(assumeCountedGames)
	ex.filter("eventid", "event", ex.store.events.Known, in.EventID)
	ex.filter("divisionid", "division", ex.store.divisions.Known, in.DivisionID)
	answer := standingsAnswer{ex.store, standingsQuestion{display, in.EventID, in.DivisionID, in.BracketID}, ex.kept}
	if ex.settings.emptyListsAsNull {
		return ex.orNull(len(answer.count()), answer), nil
	}
	return answer, nil
}

// displays are the groupings by their names and numbers (section 4.14; observed).
var displays = map[string]display{
	"": byPool, "pool": byPool, "0": byPool, "division": byDivision, "1": byDivision,
	"event": byEvent, "2": byEvent, "bracket": byBracket, "3": byBracket,
}

// standingsAnswer is the answer to a question on a version. The version counts the games only if nobody has asked the
// question since other rows than those of games and teams changed.
type standingsAnswer struct {
	store    *version
	question standingsQuestion
	kept     *keptAnswers
}

// encode appends the encoded standings.
func (a standingsAnswer) encode(e *encoder, dst []byte) ([]byte, error) {
	if !a.kept.keeper.Keeps() {
		return a.encodeAnew(e, dst)
	}
	key := answerKey{a.question, e}
	parts := a.kept.get(a.store, key)
	if parts == nil {
		made, err := encodedStandingsOf(e, a.store.variant, a.count())
		if err != nil {
			return a.encodeAnew(e, dst) // the error then names the place in the answer
		}
		parts = a.kept.add(a.store, key, made)
	}
	size := 0
	for _, part := range parts {
		size += len(part)
	}
	dst = slices.Grow(dst, size)
	for _, part := range parts {
		dst = append(dst, part...)
	}
	return dst, nil
}

// count counts the games.
func (a standingsAnswer) count() []countedGroup {
	return groupings[a.question.display](a.store, &a.question)
}

// encodeAnew encodes the standings as a whole.
func (a standingsAnswer) encodeAnew(e *encoder, dst []byte) ([]byte, error) {
	v := a.store.variant
	body, err := e.encode(standingsView(v, a.count(), func(l *countedList) []tourney.Participant {
		return newLineViews(len(l.tally.lines)).participants(l.tally.lines, v)
	}))
	return append(dst, body...), err
}
