package console

import (
	"net/http"
	"net/url"
	"strconv"
)

// rowDetail is a row with what belongs to it.
type rowDetail struct {
	Noun, One, Name string
	ID              int64
	List            string // what its list is called
	Facts           []fact
	Links           []cell
	Tables          []rowTable
	Score           *scoreForm // of a game
	Values          []member   // all members of the row
}

// fact is a member of a row for people.
type fact struct {
	Label string
	cell
}

func loadRow(v *visit) (body, error) {
	n, err := nounOf(v.Named["noun"])
	if err != nil {
		return nil, err
	}
	id, err := strconv.ParseInt(v.Named["id"], 10, 64)
	if err != nil {
		return nil, invalid("the id of a row of %s: expected a whole number, found %q", n.name, excerpt(v.Named["id"]))
	}
	d, err := n.detail(v, id)
	if err != nil {
		return nil, err
	}
	d.Noun, d.One, d.List, d.ID = n.name, capital(oneOf(n.name)), n.title, id
	return d, nil
}

// oneRow returns a row, and its members by their names.
func oneRow[T any](v *visit, noun string, id int64) (row T, all []member, err error) {
	path := "rows/" + noun + "/" + strconv.FormatInt(id, 10)
	row, err = get[T](v.API, path)
	if err != nil {
		return row, nil, err
	}
	data, err := v.API.send(http.MethodGet, path+"?form=edit", nil)
	if err != nil {
		return row, nil, err
	}
	all = membersIn(data)
	return row, all[:min(len(all), maxMembers)], nil
}

// some appends the facts that have a text.
func some(facts ...fact) (kept []fact) {
	for _, f := range facts {
		if f.Text != "" {
			kept = append(kept, f)
		}
	}
	return kept
}

// filtered returns the path of a page with a parameter.
func filtered(path, name string, id int64) string {
	return path + "?" + url.Values{name: {IDText(id)}}.Encode()
}

// tableOf returns the first rows that belong to a row, and the way to the others.
func tableOf(v *visit, rows lister, noun, by string, id int64) (rowTable, error) {
	t, next, total, err := rows(v, by, IDText(id))
	if next > 0 {
		t.More, t.All = filtered(nounPath+noun, by, id), "All "+noun
		if total != nil {
			t.All = "All " + grouped(int64(*total)) + " " + noun
		}
	}
	return t, err
}

func eventDetail(v *visit, id int64) (*rowDetail, error) {
	r, all, err := oneRow[eventRow](v, "events", id)
	if err != nil {
		return nil, err
	}
	d := &rowDetail{Name: r.Name, Values: all, Facts: some(
		fact{"Days", cell{Text: joined(" – ", r.StartDate, r.EndDate)}}, fact{"Time zone", cell{Text: r.TimeZone}},
	)}
	for _, other := range nouns()[2:] {
		d.Links = append(d.Links, cell{other.title, filtered(nounPath+other.name, "event", id)})
	}
	d.Links = append(d.Links, playLinks(v, "event", id)...)
	t, err := tableOf(v, listerOf("divisions", divisionTable), "divisions", "event", id)
	d.Tables = []rowTable{t}
	return d, err
}

// playLinks returns the links to those of the pages of the play that the console has.
func playLinks(v *visit, by string, id int64) (links []cell) {
	for _, name := range []string{"schedule", "standings", "bracket", "leaders"} {
		if p, _ := v.Pages.At(name); p != nil {
			links = append(links, cell{p.Title, filtered(name, by, id)})
		}
	}
	return links
}

func divisionDetail(v *visit, id int64) (*rowDetail, error) {
	r, all, err := oneRow[divisionRow](v, "divisions", id)
	if err != nil {
		return nil, err
	}
	d := &rowDetail{Name: r.Name, Values: all, Links: playLinks(v, "division", id), Facts: some(
		fact{"Event", toNamed("events", r.Event)}, fact{"Active", yesNo(r.Active)},
	)}
	pools, err := get[struct{ Rows []poolRow }](v.API, "rows/pools?division="+IDText(id))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range pools.Rows {
		names = append(names, p.text())
	}
	d.Facts = append(d.Facts, some(fact{"Pools", cell{Text: joined(", ", names...)}})...)
	teams, err := tableOf(v, listerOf("teams", teamTable), "teams", "division", id)
	if err != nil {
		return nil, err
	}
	games, err := tableOf(v, listerOf("games", gameTable), "games", "division", id)
	d.Tables = []rowTable{teams, games}
	return d, err
}

func teamDetail(v *visit, id int64) (*rowDetail, error) {
	r, all, err := oneRow[teamRow](v, "teams", id)
	if err != nil {
		return nil, err
	}
	d := &rowDetail{Name: r.Name, Values: all, Facts: some(
		fact{"Division", toNamed("divisions", r.Division)}, fact{"Paid", yesNo(r.Paid)},
		fact{"External id", cell{Text: r.External}},
	)}
	for i := range r.Pools {
		pool := joined(", position ", r.Pools[i].Pool.text(), string(r.Pools[i].Number))
		d.Facts = append(d.Facts, fact{"Pool", cell{Text: pool}})
	}
	for i := range r.Coaches {
		d.Facts = append(d.Facts, some(fact{"Coach", cell{Text: joined(", ", r.Coaches[i].name(), r.Coaches[i].Email)}})...)
	}
	games, err := tableOf(v, listerOf("games", gameTable), "games", "team", id)
	d.Tables = []rowTable{rosterTable(r.Players), games}
	return d, err
}

func playerDetail(v *visit, id int64) (*rowDetail, error) {
	r, all, err := oneRow[playerRow](v, "players", id)
	if err != nil {
		return nil, err
	}
	d := &rowDetail{Name: r.name(), Values: all}
	for i := range r.Teams {
		team := toNamed("teams", &r.Teams[i].named)
		if r.Teams[i].Number != "" {
			team.Text += ", number " + string(r.Teams[i].Number)
		}
		d.Facts = append(d.Facts, fact{"Team", team})
	}
	return d, nil
}

func venueDetail(v *visit, id int64) (*rowDetail, error) {
	r, all, err := oneRow[venueRow](v, "venues", id)
	if err != nil {
		return nil, err
	}
	d := &rowDetail{Name: r.Name, Values: all, Facts: some(fact{"Place", cell{Text: r.place()}})}
	t := rowTable{Title: "Courts", Heads: []head{headID, headName, {"Short", ""}}}
	for _, c := range r.Locations {
		cells := []cell{{Text: IDText(c.ID)}, {Text: c.Name}, {Text: c.Abbr}}
		t.Lines = append(t.Lines, rowLine{"court-" + IDText(c.ID), cells})
	}
	d.Tables = []rowTable{t}
	return d, nil
}

func gameDetail(v *visit, id int64) (*rowDetail, error) {
	g, all, err := oneRow[gameRow](v, "games", id)
	if err != nil {
		return nil, err
	}
	d := &rowDetail{Name: g.label() + ": " + g.sides(), Values: all, Score: &scoreForm{
		Away: scoreOf(g.Away, g.result() == awayWon), Home: scoreOf(g.Home, g.result() == homeWon),
	}}
	division := cell{}
	if g.Division != nil {
		division = toNamed("divisions", &g.Division.named)
	}
	venue := cell{}
	if g.VenueCourt != nil {
		venue = toNamed("venues", g.VenueCourt.Venue)
		venue.Text = joined(", ", venue.Text, g.court())
	}
	d.Facts = some(
		fact{"Away", linkTo("teams", g.Away.team(), g.Away.text())},
		fact{"Home", linkTo("teams", g.Home.team(), g.Home.text())},
		fact{"Begins", cell{Text: joined(", ", g.dayText(), g.clockTime())}}, fact{"Division", division},
		fact{"Place", venue},
		fact{"Bracket", cell{Text: g.BracketName}},
	)
	return d, nil
}
