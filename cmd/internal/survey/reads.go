package survey

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/openapi"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/mockserver"
)

var formats = []tourney.Format{tourney.FormatJSON, tourney.FormatXML}

// readAll requests every list, first without includes and then with all, and a row of each, in both formats, and counts
// what the members look like.
func readAll(s *survey) {
	for _, all := range []bool{false, true} {
		s.plain = maps.Clone(s.tally.counts)
		for _, format := range formats {
			for _, op := range contract.Operations() {
				if op.Class == contract.Read && !op.ByID {
					s.readOne(op, format, all)
				}
			}
		}
	}
}

// readOne requests the list of an operation, or the list with all includes and the details of its first row.
func (s *survey) readOne(op *contract.Operation, format tourney.Format, all bool) {
	service, _, _ := strings.Cut(op.ID, ".")
	includes := strings.Join(op.Includes(), ",")
	query := fmt.Sprintf("%s?eventid=%d", op.Path, s.o.Event)
	if op.Param("eventid") == nil {
		query = op.Path + "?page=1"
	}
	if !all || includes != "" {
		s.take(op, format, query+map[bool]string{true: "&includes=" + includes}[all])
	}
	a, detail := s.kept(op.ID, format), contract.Lookup(service+".Get")
	if !all || detail == nil || !detail.ByID || len(a.ids()) == 0 {
		return
	}
	id := a.ids()[0]
	got := s.take(detail, format, fmt.Sprintf("%s?id=%d&includes=%s", op.Path, id, includes))
	if !got.ok() {
		return
	}
	holds := number(text(&got.body, detail.Row, "Id")) == id
	s.say("asked-rows", holds, "details have the row of the request: %t", holds)
	for _, m := range a.rows()[0].Members {
		other := at(&got.body, detail.Row, m.Name)
		s.tally.odd("/"+detail.Row+"/"+s.tally.shown(m.Name), "differs between the list and the details",
			holds && other != nil && other.Text != m.Text && m.Kind != node.Null)
	}
}

// take requests an operation, and keeps and counts the answer.
func (s *survey) take(op *contract.Operation, format tourney.Format, query string) *answer {
	a := s.send(s.client, format, http.MethodGet, query, nil)
	if !a.ok() {
		return a
	}
	s.lists[op.ID+string(format)] = a
	s.tally.value("", "", a.body, record.ShapeOf(openapi.Answer(op.ID)), a.form)
	decodes := a.decodes(op.ID) || len(s.tally.deviations) > 0
	a.raw = nil // the answer stays in memory
	s.tally.odd("/"+op.ID, "the client cannot decode the answer", !decodes)
	s.say("answer-memory", decodes, "answers fit into the memory that the client allows: %t", decodes)
	asked := a.form.XML == (format == tourney.FormatXML)
	s.say("answer-format", asked, "answers have the format that Accept names: %t", asked)
	s.say("format", true, "a request in %s got %d", format, a.Status)
	return a
}

// kept returns the last success of an operation; an answer without rows if there is none.
func (s *survey) kept(op string, format tourney.Format) *answer {
	return cmp.Or(s.lists[op+string(format)], &answer{})
}

// inJSON returns the last success of an operation in JSON.
func (s *survey) inJSON(op string) *answer { return s.kept(op, tourney.FormatJSON) }

// members judges what the tally counted.
func members(s *survey) {
	t := s.tally
	if len(t.counts) == 0 {
		return
	}
	names := func(of map[string]string) []string { return slices.Sorted(maps.Keys(of)) }
	expect(s, "absent-members", &s.found.AbsentAsNull, len(t.nulls) > 0, "%d members were null%s", len(t.nulls),
		such(names(t.nulls)))
	var seen []string
	rows := s.plain["Team.ExternalTeamId"] // which the teams of a division have too
	for _, f := range contract.ResponseFields() {
		if n := t.counts[f.Type+"."+f.Member]; f.Observed && (n > 0 || f.Type == "TeamRow" && rows > 0) {
			seen = append(seen, f.Type+"."+f.Member)
		}
	}
	foreign := slices.DeleteFunc(names(t.unknown), func(name string) bool { return !strings.Contains(name, ":") })
	s.say("xml-namespaces", len(foreign) == 0, "%d members had a foreign namespace%s", len(foreign), such(foreign))
	for _, look := range []struct {
		row, what string
		good, bad int // how often something was as the row says, and how often not
		objects   int // in which a host that is not strict has a member
	}{
		{"names-in-any-case", "members in another letter case" + such(names(t.otherCase)), len(t.otherCase), 0, 0},
		{"unset-dates", "dates that were 1/1/0001", t.counts["1/1/0001"], 0, 0},
		{"xml-booleans", "booleans that were 1 or 0", t.counts["1 or 0"], 0, 0},
		{"roster-status", "Status and Active", t.counts["TeamPlayer.Status"] + t.counts["TeamPlayer.Active"], 0, 0},
		{"hands", "texts of hands as the mock writes them", t.counts["hand"], t.counts["other hand"], 0},
		{"totals", "players with Totals that were null", t.counts["null Player.Totals"], t.counts["PlayerTotals"], 0},
		{"enumerations", "codes with a name" + such(names(t.unnamed)), t.counts["code"], len(t.unnamed), 0},
		{"observed-members", "observed members" + such(seen), len(seen), 0, max(len(seen), min(t.counts["Team"], 1))},
		{"team-rows", "teams with an ExternalTeamId", rows, 0, s.plain["Team"]},
		{"observed-sides", "sides with a PoolId", t.counts["GameSide.PoolId"], 0, t.counts["GameSide"]},
		{"court-sport", "courts with a Sport", t.counts["Court.Sport"], 0, t.counts["Court"]},
	} {
		holds := look.bad == 0
		if look.objects > 0 {
			holds = (look.good > 0) != s.o.Profile.Strict
		}
		if look.good+look.bad+look.objects > 0 {
			s.say(look.row, holds, "%d %s; otherwise %d", look.good, look.what, max(look.bad, look.objects-look.good))
		}
	}
}

// nested looks at what came inside rows.
func nested(s *survey) {
	asked, unasked, before := 0, []string(nil), len(s.found.DefaultIncludes)
	for _, op := range contract.Operations() {
		if !op.ByID {
			continue
		}
		for _, name := range op.Includes() {
			member, include := op.Row+"."+name, tourney.Include(name)
			if asked += min(1, s.tally.counts[member]); s.plain[member] == 0 {
				continue
			}
			if unasked = append(unasked, member); !slices.Contains(s.found.DefaultIncludes, include) {
				s.found.DefaultIncludes = append(slices.Clip(s.found.DefaultIncludes), include)
			}
		}
	}
	if asked > 0 {
		holds := len(s.found.DefaultIncludes) == before
		s.say("includes", holds, "%d includes came when asked for, %d unasked%s", asked, len(unasked), such(unasked))
	}
	for _, player := range s.inJSON("Players.List").rows() {
		seen := map[string]bool{}
		for _, team := range items(at(&player, "Teams")) {
			id := text(&team, "Id")
			s.say("player-teams", !seen[id], "a player has each team once: %t", !seen[id])
			seen[id] = true
		}
	}
}

// wonBy pairs the codes of JSON with the names of XML.
func wonBy(s *survey) {
	games, inXML := s.inJSON("Games.List").rows(), s.kept("Games.List", tourney.FormatXML).rows()
	for i := range min(len(games), len(inXML)) {
		for _, side := range []string{"AwayTeam", "HomeTeam"} {
			name, code := text(&inXML[i], side, "WonBy"), int(number(text(&games[i], side, "WonBy")))
			known := s.found.CompleteWonBy(tourney.WonBy{Code: code})
			switch {
			case code < 1 || code > 999 || text(&games[i], "Id") != text(&inXML[i], "Id"):
			case name == strconv.Itoa(code):
				s.say("won-by-text", true, "XML has the code of JSON")
			case known.Name == name || s.tally.shown(name) == name: // else no profile can have it
				s.say("won-by", known.Name == name, "the code %d came with the name %s", code, name)
				if known.Name == "" {
					s.found.WonBy = append(slices.Clip(s.found.WonBy), tourney.WonBy{Code: code, Name: name})
				}
			}
		}
	}
}

// tables looks at standings and at leaders.
func tables(s *survey) {
	var came, want []string
	for _, c := range items(at(&s.inJSON("Standings.Get").body, "Columns")) {
		came = append(came, text(&c, "Abbr"))
	}
	for _, c := range s.o.Profile.Columns {
		want = append(want, c.Abbr)
	}
	for _, c := range s.row.Columns {
		if s.o.Profile.Columns == nil && s.found.Name == s.row.Name { // else nothing says which columns to expect
			want = append(want, c.Abbr)
		}
	}
	if came != nil && want != nil {
		s.say("standings", slices.Equal(came, want), "%d columns came, and %d were expected", len(came), len(want))
	}
	leaders := items(at(&s.inJSON("Statistics.Leaders").body, "Players", "Statistics"))
	if len(leaders) == 0 {
		return
	}
	category := tourney.ProfileCategory{Code: text(&leaders[0], "Name"), Name: text(&leaders[0], "Name")}
	if len(s.found.Categories) > 0 {
		category = s.found.Categories[0]
	}
	codes := map[string]string{"categories": category.Code, "category-names": strings.ToUpper(category.Code)}
	for row, code := range codes {
		a := s.get("/statistics?eventid=%d&categories=%s", s.o.Event, url.QueryEscape(code))
		if got := items(at(&a.body, "Players", "Statistics")); a.ok() {
			s.say(row, len(got) == 1 && text(&got[0], "Name") == category.Name, "of one category %d came", len(got))
		}
	}
}

// invariants looks for answers that contradict each other or themselves.
func invariants(s *survey) {
	odd := s.tally.odd
	page := func(n int) *answer { return s.get("/teams?eventid=%d&pagesize=3&page=%d", s.o.Event, n) }
	first, second := page(1), page(2)
	for _, id := range second.ids() {
		odd("/Teams/Results", "page 2 has rows of page 1", slices.Contains(first.ids(), id))
	}
	total, of := text(&first.body, "Teams", "Total"), s.inJSON("Teams.List")
	odd("/Teams/Total", "differs between pages", second.ok() && text(&second.body, "Teams", "Total") != total)
	odd("/Teams/Total", "is below the number of rows", total != "" && int(number(total)) < len(of.rows()))
	if games := s.inJSON("Games.List").rows(); len(games) > 0 {
		day := text(&games[0], "Date")
		for _, game := range s.get("/games?eventid=%d&date=%s", s.o.Event, url.QueryEscape(day)).rows() {
			odd("/Games/Results[]/Date", "is of another day than was asked for", text(&game, "Date") != day)
		}
	}
	table := &s.inJSON("Standings.Get").body
	for _, group := range items(at(table, "Groups")) {
		for _, list := range items(at(&group, "List")) {
			for _, p := range items(at(&list, "Participants")) {
				odd("/Groups[]/List[]/Participants[]/Columns", "has another length than the Columns of the table",
					len(items(at(&p, "Columns"))) != len(items(at(table, "Columns"))))
			}
		}
	}
	for _, category := range items(at(&s.inJSON("Statistics.Leaders").body, "Players", "Statistics")) {
		var last float64
		for i, p := range items(at(&category, "Participants")) {
			value, _ := strconv.ParseFloat(text(&p, "Value"), 64)
			odd("/Players/Statistics[]/Participants", "are not from the greatest value down", i > 0 && value > last)
			last = value
		}
	}
}

// refusals looks at the answers to wrong reads.
func refusals(s *survey) {
	fields, came := 0, 0
	for _, format := range formats {
		for _, query := range []string{"/teams?id=" + itoa(nowhere), "/games?eventid=tourney"} {
			a := s.send(s.client, format, http.MethodGet, query, nil)
			if !a.refused() {
				continue
			}
			holds := len(a.errors) > 0 && a.errors[0].Message != ""
			if s.say("error-body", holds, "a refusal with %d had %d Errors", a.Status, len(a.errors)); a.errors == nil {
				continue
			}
			came++
			fields += min(1, len(a.errors[0].Field))
			code := a.errors[0].Code
			known, isKnown := contract.LookupCode(int(code))
			s.say("error-code-names", isKnown, "the codes of Errors are known: %t", isKnown)
			want := cmp.Or(s.found.ErrorStatuses[code], known.Status)
			s.say("error-status", want == a.Status, "code %d came with %d", min(int(code), 999), a.Status)
			if want != a.Status && (a.Status == http.StatusOK || a.Status >= http.StatusBadRequest) {
				s.found.ErrorStatuses[code] = a.Status
			}
			if a.Status/100 == 2 {
				s.say("error-anywhere", true, "Errors came with %d", a.Status)
			}
		}
	}
	if came > 0 {
		expect(s, "error-body", &s.found.NoErrorFields, fields == 0, "%d of %d refusals named a Field", fields, came)
	}
	if fields > 0 {
		s.say("error-field", true, "%d of %d refusals named a Field", fields, came)
	}
}

// paths asks for paths beside those of the variant.
func paths(s *survey) {
	if a := s.get("/tourney-check"); a.Status == http.StatusOK || a.Status >= http.StatusBadRequest {
		status := a.Status
		if len(a.errors) > 0 {
			status = 0
		}
		expect(s, "unknown-paths", &s.found.UnknownPathStatus, status, "an unknown path got %d and %d Errors", a.Status,
			len(a.errors))
	}
	for _, alias := range contract.Lookup("Games.List").Aliases {
		a := s.get("%s?eventid=%d", alias.Path, s.o.Event)
		if a.ok() && len(s.inJSON("Games.List").rows()) > 0 {
			holds := same(a, s.inJSON("Games.List"))
			s.say("game-names", holds, "GET %s has the rows of GET /games: %t", alias.Path, holds)
		}
		if a.Status != 0 && !alias.Shown.Has(s.row) {
			expect(s, "not-shown", &s.found.Strict, a.Status == http.StatusNotFound, "GET %s got %d", alias.Path, a.Status)
		}
	}
	s.calm()
}

// pages looks for the greatest page, and at the order of rows.
func pages(s *survey) {
	ids := s.inJSON("Teams.List").ids()
	up, down := slices.IsSorted(ids), sort.SliceIsSorted(ids, func(i, j int) bool { return ids[i] > ids[j] })
	if len(ids) > 1 {
		s.say("list-order", up || down, "the ids of %d teams rise: %t, fall: %t", len(ids), up, down)
		expect(s, "list-order", &s.found.NewestFirst, down, "the ids of %d teams rise: %t, fall: %t", len(ids), up, down)
	}
	const most = 1000
	list := func(size int) *answer { return s.get("/teams?eventid=%d&pagesize=%d", s.o.Event, size) }
	a := list(most)
	refuses, size := a.refused(), int(number(text(&a.body, "Teams", "PageSize")))
	if refuses {
		size = sort.Search(most-1, func(i int) bool { return !list(i + 1).ok() })
	}
	was := s.found.MaxPageSize
	if size > 0 {
		s.say("page-size", size == was && refuses == s.found.RefuseLargePages || size == most && (was == 0 || was > most),
			"a page of %d rows has %d; the host refuses to cut it down: %t", most, size, refuses)
	}
	if 0 < size && size < most {
		s.found.MaxPageSize, s.found.RefuseLargePages = size, refuses
	}
}

// emptyList looks at a list that selects nothing.
func emptyList(s *survey) {
	if a := s.get("/games?eventid=%d&date=1/1/1900", s.o.Event); a.Status/100 == 2 {
		expect(s, "null-lists", &s.found.EmptyListsAsNull, at(&a.body, "Games") == nil, "an empty list came as a page: %t",
			at(&a.body, "Games") != nil)
		s.say("empty-lists", a.decodes("Games.List"), "the client reads an empty list: %t", a.decodes("Games.List"))
	}
}

// hidden looks at which teams of the first division the host shows.
func hidden(s *survey) {
	divisions := s.inJSON("Divisions.List").rows()
	if len(divisions) == 0 {
		return
	}
	status := number(text(&divisions[0], "Settings", "RegistrationStatus"))
	for _, team := range s.get("/teams?divisionid=%d", number(text(&divisions[0], "Id"))).rows() {
		shows := status == int64(tourney.RegistrationAll) || slices.Contains([]string{"", "1"}, text(&team, "Status")) &&
			(status < int64(tourney.RegistrationActivePaid) || text(&team, "Paid") != "false")
		s.say("shown-teams", shows, "RegistrationStatus %d shows the teams that were listed: %t", min(status, 99), shows)
	}
}

// limited says what is known of a rate limit.
func limited(s *survey) {
	if n := s.guard.limited; n > 0 {
		s.say("rate-limit", s.found.RateLimit != mockserver.RateLimit{}, "%d of %d requests got 429 or 503", n,
			s.guard.answered)
	}
}
