package survey

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver"
)

// made is the name of everything that a survey creates.
const made = "tourney check"

// createdTeam is the line of a report about a team.
const createdTeam = "created team %d, named “" + made + "”"

// write sends a write in the format of the profile.
func (s *survey) write(method, path string, pairs ...any) *answer {
	return s.send(s.client, s.found.Format, method, path, object(pairs...))
}

// object returns a body from names and values: texts, numbers and lists of objects.
func object(pairs ...any) *node.Node {
	n := &node.Node{Kind: node.Object}
	for pair := range slices.Chunk(pairs, 2) {
		name, value := fmt.Sprint(pair[0]), node.Node{Kind: node.Text, Text: fmt.Sprint(pair[1])}
		switch v := pair[1].(type) {
		case int64:
			value.Kind = node.Number
		case []node.Node:
			value = node.Node{Kind: node.List, Item: strings.TrimSuffix(name, "es"), Items: v}
		}
		n.Members = append(n.Members, node.Member{Name: name, Node: value})
	}
	return n
}

// create creates a team in a division of the scratch event, and notes it for the report. The id is 0 unless the answer
// has it, and the host shows that team in the division.
func (s *survey) create(division int64, pairs ...any) (id int64, a *answer) {
	if contract.Lookup("Teams.Create").Param("eventid").In(s.row) {
		pairs = append(pairs, "EventId", s.o.Scratch)
	}
	a = s.write(http.MethodPost, "/teams", append(pairs, "DivisionId", division, "Name", made)...)
	id = number(text(&a.body, "Id"))
	if id < 1 {
		if a.unknown || a.Status/100 == 2 && a.errors == nil {
			s.perhaps++
		}
		return 0, a
	}
	s.created = append(s.created, fmt.Sprintf(createdTeam, id))
	shown := s.get("/teams?id=%d", id)
	if text(&shown.body, "Team", "Name") != made || text(&shown.body, "Team", "Division", "Id") != itoa(division) {
		s.foreign = "the host does not show the team that it said it made"
		return 0, a
	}
	s.guard.permit("/teams", id)
	return id, a
}

// lost notes the teams that were perhaps made: with their ids, if the division has teams that it did not have before.
func (s *survey) lost(list func() *answer, before []int64) {
	if s.perhaps == 0 {
		return
	}
	ctx := s.ctx
	s.ctx = context.WithoutCancel(ctx)
	for _, row := range list().rows() {
		id := number(text(&row, "Id"))
		known := fmt.Sprintf(createdTeam, id)
		if text(&row, "Name") == made && !slices.Contains(before, id) && !slices.Contains(s.created, known) {
			s.created = append(s.created, known+", as a list shows: no answer named it")
			s.perhaps--
		}
	}
	s.ctx = ctx
	for range s.perhaps {
		s.created = append(s.created, "perhaps created a team named “"+made+"”: no answer names it")
	}
}

// first returns the first row of the scratch event in a list, and permits writes into it. There is none when the host
// does not select by event: see notSelected.
func (s *survey) first(path string) (row node.Node, id int64) {
	if s.scratch == nil {
		s.scratch = map[string][]node.Node{}
		for _, path := range []string{"/divisions", "/games"} {
			s.scratch[path] = s.get(path+"?eventid=%d", s.o.Scratch).rows()
			s.foreign = cmp.Or(s.foreign, s.notSelected(path, s.scratch[path]))
		}
	}
	rows := s.scratch[path]
	if len(rows) > 0 && s.foreign == "" {
		row, id = rows[0], number(text(&rows[0], "Id"))
	}
	if id < 1 {
		s.trouble = cmp.Or(s.foreign, s.trouble, "the scratch event has no row in "+path)
		return row, 0
	}
	s.guard.permit(path, id)
	return row, id
}

// notSelected returns why rows of a list may be of another event than the scratch event. It returns "" if each row
// names the scratch event and no other, if the list of no event has no row, and if the event that is read has none of
// these rows.
func (s *survey) notSelected(path string, rows []node.Node) string {
	none, read := s.get(path+"?eventid=%d", nowhere).ids(), s.get(path+"?eventid=%d", s.o.Event).ids()
	isOther := func(event string) bool { return event != itoa(s.o.Scratch) }
	for i := range rows {
		named, row := events(&rows[i]), fmt.Sprintf("row %d of the scratch event in %s ", i+1, path)
		switch {
		case len(none) > 0:
			return "the host does not select by event, so nothing tells the rows of the scratch event"
		case len(named) == 0:
			return row + "names no event"
		case slices.ContainsFunc(named, isOther), slices.Contains(read, number(text(&rows[i], "Id"))):
			return row + "is of another event"
		}
	}
	return ""
}

// events returns the ids of the events that a row names.
func events(row *node.Node) (ids []string) {
	for _, path := range [][]string{{"EventId"}, {"Event", "Id"}, {"Division", "EventId"}, {"Division", "Event", "Id"}} {
		if at(row, path...) != nil {
			ids = append(ids, text(row, path...))
		}
	}
	return ids
}

// teams creates teams in the scratch event, and changes them.
func teams(s *survey) {
	_, division := s.first("/divisions")
	if division == 0 {
		return
	}
	coach := *object("FirstName", "Tourney", "LastName", "Check", "Phone", "555-0100")
	people := contract.Lookup("Teams.Create").Param("coaches").In(s.row)
	list := func() *answer { return s.get("/teams?divisionid=%d", division) }
	defer s.lost(list, list().ids())
	var id int64
	var a *answer
	if people {
		id, _ = s.create(division, "Coaches", []node.Node{coach})
	}
	switch {
	case s.foreign != "":
	case people:
		_, a = s.create(division, "Coaches", []node.Node{coach, coach, coach, coach, coach, coach})
		s.say("roster-counts", a.refused(), "a team with 6 coaches got %d", a.Status)
	default:
		id, a = s.create(division, "EventId", s.o.Scratch)
		s.say("tolerated-parameters", a.ok() != s.o.Profile.Strict, "a team with an EventId got %d", a.Status)
	}
	if s.trouble = cmp.Or(s.foreign, s.trouble); id == 0 || s.foreign != "" {
		return
	}
	s.say("result-values", true, "a new team got an id above 0")
	s.update(id)
	s.coach(id)
	before := list()
	if _, a = s.create(division, "Website", "ftp://example.com"); a.refused() {
		s.say("settled", same(list(), before), "a refused create, with %d, left the division as it was", a.Status)
	}
}

// update changes a team that the survey created.
func (s *survey) update(id int64) {
	change := func(name string, value any) *answer { return s.write(http.MethodPut, "/teams", "Id", id, name, value) }
	if a := change("Notes", made); a.Status/100 == 2 && !a.refused() {
		seen := mockserver.AnswerEmpty
		if at(&a.body, "Team") != nil {
			seen = mockserver.AnswerRow
		} else if at(&a.body, "Id") != nil {
			seen = mockserver.AnswerID
		}
		expect(s, "update-answer", &s.found.UpdateAnswer, seen, "an update got %d and %d members", a.Status,
			len(a.body.Members))
	}
	a := change("TourneyCheck", "1")
	accepts := !a.refused()
	expect(s, "empty-updates", &s.found.AcceptEmptyUpdates, accepts, "an update of an unknown member got %d", a.Status)
	a = change("ExternalTeamId", id)
	s.say("external-id-numbers", !a.refused() != s.o.Profile.Strict, "an external id as a number got %d", a.Status)
	if s.found.Format == tourney.FormatJSON {
		a = change("Name", made+"\x01")
		s.say("text-characters", a.refused(), "a name with a control character got %d", a.Status)
	}
}

// coach changes the coach of a team that the survey created.
func (s *survey) coach(id int64) {
	read := func() []node.Node {
		return items(at(&s.get("/teams?id=%d&includes=Coaches", id).body, "Team", "Coaches"))
	}
	if list := read(); len(list) == 1 {
		phone := text(&list[0], "MobilePhone") != ""
		s.say("phone", phone, "the Phone of a new coach came as MobilePhone: %t", phone)
		changed := *object("Id", number(text(&list[0], "Id")), "LastName", "Checked")
		if a := s.write(http.MethodPut, "/teams", "Id", id, "Coaches", []node.Node{changed}); !a.refused() {
			n := len(read())
			s.say("coach-ids", n == 1, "after an update with the id of its coach the team had %d", n)
		}
	}
}

// spellings are the names of the result of the home side.
var spellings = map[bool][2]string{false: {"HomeScore", "HomeWonBy"}, true: {"HomeTeamScore", "HomeTeamWonBy"}}

// results changes the score of a game of the scratch event, and sets it back if the game had one.
func results(s *survey) {
	game, id := s.first("/games")
	if id == 0 {
		return
	}
	tried, was := []string(nil), text(&game, "HomeTeam", "Score")
	defer func() { s.setBack(id, tried, was) }()
	s.created = append(s.created, fmt.Sprintf("changed the result of the home side of game %d", id))
	home := func(member string) string { return text(&s.get("/games?id=%d", id).body, "Game", "HomeTeam", member) }
	op := contract.Lookup("Games.Update")
	usual := op.Param("homescore").NameIn(s.row) != "homescore"
	for _, teamScore := range []bool{usual, !usual} {
		names := spellings[teamScore]
		if s.ctx.Err() != nil {
			return
		}
		tried = append(tried, names[0])
		a := s.write(http.MethodPut, "/games", "Id", id, names[0], "41")
		holds := home("Score") == "41"
		s.say("result-names", holds || teamScore != usual, "%s got %d and changed the score: %t", names[0], a.Status, holds)
		if !holds {
			continue
		}
		if teamScore != usual {
			s.found.Results = map[bool]tourney.ResultNames{
				false: tourney.ResultNamesScore, true: tourney.ResultNamesTeamScore,
			}[teamScore]
		}
		s.say("scores-as-text", true, "a score in text got %d, and the game has it", a.Status)
		if op.Param("homewonby").In(s.row) {
			a = s.write(http.MethodPut, "/games", "Id", id, names[1], tourney.WonByForfeit.Name)
			s.say("won-by-names", !a.refused() && home("WonBy") != "", "a won-by as a name got %d", a.Status)
		}
		return
	}
}

// setBack sets a score back under every name that may have changed it, also after an interrupt.
func (s *survey) setBack(id int64, names []string, was string) {
	ctx := s.ctx
	s.ctx = context.WithoutCancel(ctx)
	for _, name := range names {
		if was != "" {
			s.write(http.MethodPut, "/games", "Id", id, name, was)
		}
	}
	s.ctx = ctx
}
