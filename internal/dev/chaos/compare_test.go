package chaos

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// numberOf returns the number of the write that a tag belongs to, -1 when the text is no tag.
func numberOf(tag string) int {
	digits, ok := strings.CutPrefix(tag, "w-")
	number, err := strconv.Atoi(digits)
	if !ok || err != nil {
		return -1
	}
	return number
}

// state holds the rows and values of the host.
type state struct {
	rows   map[int]map[string][]string // ids of the rows that a write made, by its number and their table
	values []map[string]string         // values of each worker's rows, by the operation that sets them
	strays []string                    // rows that nobody wrote
}

// add files a row under the write that its tag names.
func (s *state) add(table, tag, id string) {
	number := numberOf(tag)
	if number < 0 {
		s.strays = append(s.strays, table+" "+id+" "+tag)
		return
	}
	if s.rows[number] == nil {
		s.rows[number] = map[string][]string{}
	}
	s.rows[number][table] = append(s.rows[number][table], id)
}

// state reads the host without HTTP.
func (r *run) state() *state {
	s := &state{rows: map[int]map[string][]string{}}
	mine := map[int64]bool{}
	for _, o := range r.owned {
		mine[o.team], mine[o.division] = true, true
		s.values = append(s.values, r.values(o))
		s.people(r, o)
	}
	for _, t := range r.host.Teams.All() {
		if !mine[t.ID] {
			s.add(teams, t.Name, text(t.ID))
		}
	}
	for _, d := range r.host.Divisions.All() {
		if !mine[d.ID] {
			details, _ := r.host.Divisions.Details(d.ID)
			s.add(divisions, details.ExternalID, text(d.ID))
		}
	}
	for _, p := range r.host.Payments.All() {
		s.add(payments, p.Title, p.TransactionID)
	}
	for _, g := range r.host.Registrations.All() {
		s.add(registrations, *g.Request.Name, text(g.TeamID))
	}
	return s
}

// people files the players and coaches that were added to a worker's team.
func (s *state) people(r *run, o owned) {
	team, _ := r.host.Teams.Get(o.team)
	for _, p := range team.Players {
		if p.ID != o.line {
			s.add(players, p.FirstName, "")
		}
	}
	for _, c := range team.Coaches {
		s.add(coaches, c.FirstName, "")
	}
}

// values returns the values that updates have set, as the tag or number of the update.
func (r *run) values(o owned) map[string]string {
	team, _ := r.host.Teams.Get(o.team)
	details, _ := r.host.Teams.Details(o.team)
	division, _ := r.host.Divisions.Get(o.division)
	game, _ := r.host.Games.Get(o.game)
	points, _ := r.host.Statistics.Get(o.game, o.line, "Points")
	var score, teamPool string
	if game.AwayTeam.Score != nil {
		score = "w-" + game.AwayTeam.Score.String()
	}
	for _, at := range r.host.Pools.Positions(o.pool) {
		if at.TeamID == o.team {
			teamPool += text(at.ID)
		}
	}
	more, _ := r.host.Games.Details(o.game)
	return map[string]string{
		"Teams.Update":      whole(team.Name, details.Notes),
		"Divisions.Update":  whole(division.Name, *division.Description),
		"Games.Update":      whole(more.ExternalID, score),
		"Standings.Update":  teamPool,
		"Statistics.Update": "w-" + points.String(),
	}
}

// whole returns a value that one write sets in two places, or both values when they differ.
func whole(a, b string) string {
	if a == b {
		return a
	}
	return a + " and " + b
}

// value returns the value that a write sets, as values reads it.
func (r *run) value(w *write) string {
	if w.kind.op == "Standings.Update" {
		o := r.owned[w.number%workers]
		return text(o.teamPools[w.number/workers%len(o.teamPools)])
	}
	return tagOf(w.number)
}

// first are the values before any write: no name, score, teamPool or points, or the text "first".
var first = []string{"", "first", "first and ", "w-0"}

// compare returns all differences between the host and the results of the calls.
func (r *run) compare() []string {
	s := r.state()
	var wrong []string
	for _, stray := range s.strays {
		wrong = append(wrong, "nobody wrote it: "+stray)
	}
	for i := range r.writes {
		w := &r.writes[i]
		for _, what := range slices.Concat(w.against(s.rows[w.number]), r.sentRightly(w)) {
			wrong = append(wrong, what+": "+w.String())
		}
	}
	wrong = append(wrong, twice(s)...)
	for worker := range workers {
		wrong = append(wrong, r.updates(worker, s.values[worker])...)
	}
	return wrong
}

// against compares one write with the rows that it made.
func (w *write) against(rows map[string][]string) (wrong []string) {
	for table, ids := range rows {
		if !slices.Contains(w.kind.makes, table) {
			wrong = append(wrong, "a row in the wrong table, "+table)
		}
		if len(ids) > 1 {
			wrong = append(wrong, fmt.Sprintf("written %d times, %s", len(ids), table))
		}
	}
	for _, table := range w.kind.makes {
		switch there := len(rows[table]) > 0; {
		case w.told == done && !there:
			wrong = append(wrong, "acknowledged and missing, "+table)
		case w.told == undone && there:
			wrong = append(wrong, "called undone and there, "+table)
		case there && len(rows) != len(w.kind.makes):
			wrong = append(wrong, "written in part")
		}
	}
	return append(wrong, w.ids(rows)...)
}

// ids compares the id in the answer or in the error of a write with the row that it made.
func (w *write) ids(rows map[string][]string) []string {
	if len(w.kind.makes) == 0 || w.told != done && w.result == "" {
		return nil
	}
	if made := rows[w.kind.makes[0]]; len(made) == 1 && made[0] != w.result {
		return []string{"answered with the id of another row"}
	}
	return nil
}

// sentRightly compares the result of the call, and the number of tries, with the faults of the tries. An update may be
// sent again after every failure, and its error does not tell the outcome.
func (r *run) sentRightly(w *write) (wrong []string) {
	switch {
	case !r.traced:
		return nil
	case w.kind.makes == nil && w.told == unknown:
		return []string{"an update that sets values has no unknown outcome"}
	case w.kind.makes == nil:
		return nil
	}
	then, named := undone, false
	for i, t := range w.tries {
		if i > 0 && then != undone {
			wrong = append(wrong, "sent again though it may have happened")
		}
		then, named = t.then, t.named
	}
	if named && w.result == "" {
		wrong = append(wrong, "told nothing of the row that was named")
	}
	if then&w.told == 0 {
		wrong = append(wrong, fmt.Sprintf("should have been told %q", then))
	}
	return wrong
}

// twice returns the ids that several writes got.
func twice(s *state) (wrong []string) {
	seen := map[string]bool{}
	for _, tables := range s.rows {
		for table, ids := range tables {
			for _, id := range ids {
				key := table + " " + id
				if id != "" && seen[key] {
					wrong = append(wrong, "given out twice: "+key)
				}
				seen[key] = true
			}
		}
	}
	return wrong
}

// updates compares the values of a worker's rows with its calls. The value must be that of the last acknowledged
// update, or of a later update that failed and may have happened.
func (r *run) updates(worker int, values map[string]string) (wrong []string) {
	last := map[string][]string{}
	for op := range values {
		last[op] = first
	}
	for number := worker; number < len(r.writes); number += workers {
		switch w := &r.writes[number]; {
		case w.kind.makes != nil:
		case w.told == done:
			last[w.kind.op] = []string{r.value(w)}
		default:
			last[w.kind.op] = append(slices.Clone(last[w.kind.op]), r.value(w))
		}
	}
	for op, value := range values {
		if !slices.Contains(last[op], value) {
			wrong = append(wrong, fmt.Sprintf("%s of worker %d: found %q, acknowledged and since then tried were %q", op, worker, value, last[op]))
		}
	}
	return wrong
}
