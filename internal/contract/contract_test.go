package contract

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// TestCounts holds the number of rows of every table of section 4. Rows that the document joins are split. "made"
// counts containers that the document names only in the dotted names of their members.
func TestCounts(t *testing.T) {
	type count struct{ rows, made, beyond int }
	want := map[string]count{
		"Authentication.Authenticate": {2, 0, 0},
		"Teams.Get":                   {2, 0, 0},
		"Teams.List":                  {8, 0, 0},
		"Teams.Create":                {41, 1, 8},
		"Teams.Update":                {43, 1, 9},
		"Divisions.Get":               {2, 0, 0},
		"Divisions.List":              {4, 0, 0},
		"Divisions.Create":            {6, 0, 0},
		"Divisions.Update":            {6, 0, 0},
		"Games.Get":                   {2, 0, 0},
		"Games.List":                  {7, 0, 0},
		"Games.Update":                {8, 0, 0},
		"Players.Get":                 {2, 0, 0},
		"Players.List":                {7, 0, 0},
		"Venues.Get":                  {1, 0, 0},
		"Venues.List":                 {1, 0, 0},
		"Standings.Get":               {4, 0, 0},
		"Standings.Update":            {3, 0, 0},
		"Statistics.Leaders":          {4, 0, 0},
		"Statistics.Update":           {17, 2, 0},
		"Registration.Register":       {72, 4, 7},
		"Payments.Pay":                {24, 2, 6},
		"Events.Get":                  {2, 0, 0},
		"Events.List":                 {9, 0, 0},
	}
	made := []string{"address", "coaches.address", "players.address", "payment.address", "away", "home"}
	got := map[string]count{}
	for _, op := range Operations() {
		var c count
		for _, p := range op.Params {
			switch {
			case p.OnlyInSamples:
				c.beyond++
			case slices.Contains(made, p.Name), p.Name == "payment" && op.ID == "Payments.Pay":
				c.made++
			default:
				c.rows++
			}
		}
		got[op.ID] = c
	}
	assert.Empty(t, cmp.Diff(want, got, cmp.AllowUnexported(count{})))
}

func TestOperations(t *testing.T) {
	seen := map[string]bool{}
	for _, op := range Operations() {
		key := op.Method + " " + op.Path
		if op.ByID {
			key += " by id"
		}
		assert.False(t, seen[key], "%s: another operation has %s", op.ID, key)
		seen[key] = true
		assert.Same(t, op, Lookup(op.ID))
		assert.NotEmpty(t, op.Section, op.ID)
		assert.Equal(t, op.Method == "PUT", op.Partial, op.ID)
		assert.Equal(t, op.Partial, op.Class == Write, op.ID)
		assert.Equal(t, op.Method == "GET", op.Class == Read, op.ID)
		assert.Equal(t, op.Partial, len(op.Target) > 0, op.ID)
		assert.Equal(t, op.Paged, op.Param("page") != nil, op.ID)
		assert.Equal(t, op.Class >= Create, op.Result != "", "%s: what counts in its answer", op.ID)
		assert.Equal(t, op.ByID, op.Row != "", "%s: the row that was asked for", op.ID)
		if op.ResultUnless != "" {
			require.NotNil(t, op.Param(op.ResultUnless), op.ID)
			assert.Equal(t, Boolean, op.Param(op.ResultUnless).Type, op.ID)
			assert.NotEmpty(t, op.Result, op.ID)
		}
		for _, name := range append(slices.Clone(op.Target), op.Instead) {
			assert.True(t, name == "" || op.Param(name) != nil, "%s has no %s", op.ID, name)
		}
		for _, p := range op.Params { // an item without its optional id makes a row
			adds := op.Partial && p.Type == List && op.Param(p.Name+".id") != nil
			assert.Equal(t, adds, slices.Contains(op.Adds, p.Name), "%s %s", op.ID, p.Name)
		}
	}
	assert.Nil(t, Lookup("Teams.Delete"))
	assert.Nil(t, Lookup("Teams.Get").Param("name"))
}

func TestShown(t *testing.T) {
	rugby, _ := LookupVariant("rugby")
	multi, _ := LookupVariant("multi-sport")
	for _, op := range Operations() {
		for _, v := range Variants() {
			limited := op.Path == "/divisions" && op.Class != Read
			assert.Equal(t, !limited || v == rugby, op.Shown.Has(v), "%s in %s", op.ID, v.Name)
		}
		for _, a := range op.Aliases {
			assert.True(t, a.Shown.Has(multi))
			assert.False(t, a.Shown.Has(rugby))
		}
		assert.Equal(t, op.Path == "/games", len(op.Aliases) == 3, op.ID)
	}
}

func TestParams(t *testing.T) {
	for _, op := range Operations() {
		seen := map[string]*Param{}
		for i := range op.Params {
			p := &op.Params[i]
			where := op.ID + " " + p.Name
			assert.Equal(t, strings.ToLower(p.Name), p.Name, where)
			assert.Nil(t, seen[p.Name], "%s: twice", where)
			assert.LessOrEqual(t, strings.Count(p.Name, "."), 3, where)
			if i := strings.LastIndexByte(p.Name, '.'); i > 0 {
				parent := seen[p.Name[:i]]
				require.NotNil(t, parent, "%s: no row for its parent before it", where)
				assert.Contains(t, []Type{List, Object}, parent.Type, where)
			}
			seen[p.Name] = p
		}
	}
}

// TestSpellings: a second spelling has no row of its own, and differs from the wire name only in capitals.
func TestSpellings(t *testing.T) {
	last := func(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
	for _, op := range Operations() {
		for _, p := range op.Params {
			if p.Also == "" && p.Spelled == nil {
				continue
			}
			assert.Equal(t, last(p.Name), strings.ToLower(p.Wire), p.Name)
			if p.Also != "" {
				assert.Equal(t, last(p.Also), strings.ToLower(p.AlsoAs), p.Name)
				assert.Nil(t, op.Param(p.Also), p.Name)
			}
			for _, s := range p.Spelled {
				assert.Equal(t, last(s.Name), strings.ToLower(s.As), p.Name)
				assert.Nil(t, op.Param(s.Name), p.Name)
			}
			if i := strings.LastIndexByte(p.Name, '.'); i > 0 && !strings.HasPrefix(p.Also, p.Name[:i]+".") {
				assert.NotEmpty(t, op.Param(p.Name[:i]).Wire, "%s: its parent may have to be made", p.Name)
			}
		}
	}
	football, _ := LookupVariant("football")
	soccer, _ := LookupVariant("soccer")
	score := Lookup("Games.Update").Param("awayscore")
	assert.Equal(t, "awayteamscore", score.NameIn(football))
	assert.Equal(t, "awayscore", score.NameIn(soccer))
}

// TestWordings: a wording selects the spelling whatever the variant, and no variant has one by itself.
func TestWordings(t *testing.T) {
	want := map[Wording]string{
		"":               "awayscore homescore awaywonby homewonby",
		ScoreWording:     "awayscore homescore awaywonby homewonby",
		TeamScoreWording: "awayteamscore hometeamscore awayteamwonby hometeamwonby",
	}
	for _, v := range Variants() {
		assert.Empty(t, v.Wording, v.Name)
		for wording, names := range want {
			if wording == "" && v.Name == "football" {
				continue // has a spelling of its own
			}
			row := v.With(Ways{Wording: wording})
			var got []string
			for _, p := range Lookup("Games.Update").Params[1:5] {
				got = append(got, p.NameIn(row))
			}
			assert.Equal(t, names, strings.Join(got, " "), "%s %s", v.Name, wording)
		}
	}
}

func TestWaysOfAHost(t *testing.T) {
	soccer, _ := LookupVariant("soccer")
	same := soccer.With(Ways{})
	assert.NotSame(t, soccer, same)
	assert.Empty(t, cmp.Diff(soccer, same, cmp.AllowUnexported(Variant{})))
	columns, categories := []Column{wins, losses}, []Category{{Code: "s", Name: "Shots", Statistic: "Shots"}}
	row := soccer.With(Ways{Title: "Futsal", Columns: columns, Categories: categories})
	columns[0].Name, categories[0].Name = "changed", "changed"
	assert.Equal(t, "Futsal", row.Title)
	assert.Equal(t, "Wins", row.Columns[0].Name)
	assert.Equal(t, "Shots", row.Categories[0].Name)
	assert.Zero(t, row.Points, "the columns count no points")
	assert.Equal(t, []string{"Shots", "Goals", "Assists", "ShotsOnGoal", "Saves", "YellowCards", "RedCards"}, row.Statistics)
	assert.Equal(t, "Goals", soccer.Statistics[0])
	assert.Nil(t, soccer.Categories)
	assert.True(t, Lookup("Divisions.Create").Shown.Has(soccer) == Lookup("Divisions.Create").Shown.Has(row))
}

func TestRules(t *testing.T) {
	for _, op := range Operations() {
		for _, r := range op.Rules {
			assert.NotEmpty(t, r.Section, op.ID)
			for _, name := range []string{r.When, r.Unless, r.Present, r.Each} {
				assert.True(t, name == "" || op.Param(name) != nil, "%s has no %s", op.ID, name)
			}
			for _, name := range slices.Concat(r.Names...) {
				full := strings.TrimPrefix(r.Each+"."+name, ".")
				assert.NotNil(t, op.Param(full), "%s has no %s", op.ID, full)
			}
		}
	}
}

// TestVariantParams holds every "only" and "not in" of section 4.
func TestVariantParams(t *testing.T) {
	got := map[string]string{}
	for _, op := range Operations() {
		for _, p := range op.Params {
			var in []string
			for _, v := range Variants() {
				if p.In(v) {
					in = append(in, v.Name)
				}
			}
			if len(in) < len(Variants()) {
				got[op.ID+" "+p.Name] = strings.Join(in, " ")
			}
		}
	}
	const (
		baseballOnly = "baseball"
		footballOnly = "football"
		noFootball   = "multi-sport baseball softball volleyball rugby lacrosse hockey pickleball soccer water-polo"
		noSoftball   = "multi-sport baseball football volleyball rugby lacrosse hockey pickleball soccer water-polo"
	)
	want := map[string]string{
		"Games.Update awaywonby": noFootball, "Games.Update homewonby": noFootball,
		"Games.Update awayteamforfeited": footballOnly, "Games.Update hometeamforfeited": footballOnly,
		"Teams.Update players.id": noSoftball, "Teams.Update coaches.id": noSoftball,
	}
	for _, op := range []string{"Teams.Create ", "Teams.Update "} {
		for _, name := range strings.Fields(`eventid age grade
			coaches coaches.primary coaches.type coaches.firstname coaches.lastname coaches.city coaches.stateregion
			coaches.postalcode coaches.status coaches.externalcoachid coaches.email coaches.phone
			players players.firstname players.lastname players.city players.stateregion players.postalcode
			players.position players.height players.weight players.gradudationyear players.grade players.school
			players.number players.status players.externalplayerid players.email players.phone`) {
			want[op+name] = noSoftball
		}
		want[op+"players.bats"], want[op+"players.throws"] = baseballOnly, baseballOnly
	}
	assert.Empty(t, cmp.Diff(want, got))
}

func TestLimits(t *testing.T) {
	want := map[string]int{"lacrosse": 20, "volleyball": 10}
	for _, p := range Lookup("Registration.Register").Params {
		if p.Type != List {
			continue
		}
		require.NotEqual(t, NoLimit, p.Limit, p.Name)
		for _, v := range Variants() {
			assert.Equal(t, want[v.Name], p.MaxIn(v), "%s in %s", p.Name, v.Name)
		}
	}
	soccer, _ := LookupVariant("soccer")
	assert.Equal(t, 5, Lookup("Teams.Create").Param("coaches").MaxIn(soccer))
	assert.Equal(t, 20, Lookup("Teams.Update").Param("players").MaxIn(soccer))
	assert.Equal(t, 3, Lookup("Teams.Create").Param("players.weight").MaxIn(soccer))
}

// TestDefaults holds every default of section 4. An update has none, because it leaves absent members unchanged.
func TestDefaults(t *testing.T) {
	got := map[string]string{}
	for _, op := range Operations() {
		for _, p := range op.Params {
			if p.Default != "" {
				got[op.ID+" "+p.Name] = p.Default
			}
		}
	}
	want := map[string]string{
		"Teams.Create paid": "true", "Teams.Create coaches.primary": "false", "Divisions.Create active": "true",
		"Standings.Get display": "Pool", "Statistics.Leaders pagesize": "10",
		"Registration.Register markaspaid": "true", "Registration.Register enablecreditcard": "true",
		"Registration.Register enablepaymentconfirmation": "true",
		"Registration.Register coaches.primarycontact":    "false", "Registration.Register coaches.type": "Other",
		"Payments.Pay markaspaid": "true", "Payments.Pay enablecreditcard": "true",
		"Payments.Pay enablepaymentconfirmation": "true",
	}
	for _, list := range []string{"Teams", "Divisions", "Games", "Players", "Events"} {
		want[list+".List page"], want[list+".List pagesize"] = "1", "50"
	}
	assert.Empty(t, cmp.Diff(want, got))

	year := Lookup("Registration.Register").Param("year")
	years := map[string]string{"lacrosse": "2026", "volleyball": "2018"}
	for _, v := range Variants() {
		assert.Equal(t, years[v.Name], year.DefaultIn(v), v.Name)
	}
}

func TestSecrets(t *testing.T) {
	var got []string
	for _, op := range Operations() {
		for _, p := range op.Params {
			if p.Secret {
				got = append(got, op.ID+" "+p.Name)
			}
		}
	}
	assert.Equal(t, []string{
		"Authentication.Authenticate password",
		"Registration.Register payment.creditcardnumber", "Registration.Register payment.creditcardcvv2",
		"Payments.Pay payment.creditcardnumber", "Payments.Pay payment.creditcardcvv2",
	}, got)
}

func TestVariants(t *testing.T) {
	var names []string
	codes := map[int]bool{}
	var bits Set
	for _, v := range Variants() {
		names = append(names, v.Name)
		got, ok := LookupVariant(v.Name)
		assert.True(t, ok)
		assert.Same(t, v, got)
		assert.Zero(t, bits&v.bit, v.Name)
		assert.False(t, codes[v.SportCode], v.Name)
		assert.NotEmpty(t, v.Title)
		assert.NotEmpty(t, v.Statistics, v.Name)
		bits, codes[v.SportCode] = bits|v.bit, true
		testColumns(t, v)
	}
	assert.Equal(t, "multi-sport baseball softball football volleyball rugby lacrosse hockey pickleball soccer water-polo",
		strings.Join(names, " "))
	_, ok := LookupVariant("curling")
	assert.False(t, ok)
	baseball, _ := LookupVariant("baseball")
	assert.Subset(t, baseball.Statistics,
		[]string{"InningsPitched", "InningsPitchedNumerator", "InningsPitchedDenominator", "PitchCount"})
}

func testColumns(t *testing.T, v *Variant) {
	t.Helper()
	seen := map[string]bool{}
	figures := map[Figure]bool{}
	for _, c := range v.Columns {
		assert.False(t, seen[c.Abbr] || seen[c.Name] || figures[c.Figure], "%s: %s twice", v.Name, c.Name)
		seen[c.Abbr], seen[c.Name], figures[c.Figure] = true, true, true
	}
	assert.True(t, figures[Wins] && figures[Losses], v.Name)
	assert.Equal(t, figures[TablePoints], v.Points != Points{}, v.Name)
}

// TestResponseFields holds every "only" and "not in" of section 2.
func TestResponseFields(t *testing.T) {
	got := map[string]string{}
	for _, f := range ResponseFields() {
		if f.Observed {
			continue
		}
		var in []string
		for _, v := range Variants() {
			if f.In(v) {
				in = append(in, v.Name)
			}
		}
		got[f.Type+"."+f.Member] = strings.Join(in, " ")
	}
	const (
		noFootball = "multi-sport baseball softball volleyball rugby lacrosse hockey pickleball soccer water-polo"
		noSoftball = "multi-sport baseball football volleyball rugby lacrosse hockey pickleball soccer water-polo"
	)
	assert.Empty(t, cmp.Diff(map[string]string{
		"Team.Sport":                        "multi-sport baseball",
		"Team.Season":                       "multi-sport volleyball rugby lacrosse hockey pickleball soccer water-polo",
		"TeamDivision.Description":          "softball",
		"TeamDivision.Gender":               "softball",
		"TeamDivision.Event":                "softball",
		"TeamPlayer.PlayerId":               noSoftball,
		"TeamPlayer.Bats":                   "baseball softball",
		"TeamPlayer.Throws":                 "baseball softball",
		"TeamPlayer.Status":                 noSoftball,
		"TeamPlayer.Active":                 "softball",
		"Coach.CoachId":                     noSoftball,
		"Division.Active":                   "rugby",
		"DivisionSettings.ShowStandings":    "rugby",
		"DivisionSettings.ShowSchedule":     "rugby",
		"DivisionSettings.ShowBrackets":     "rugby",
		"DivisionSettings.ShowParticipants": "rugby",
		"Game.Round":                        noFootball,
		"Court.Id":                          noFootball,
		"GameSide.WonBy":                    noFootball,
		"GameSide.Color":                    noFootball,
		"GameSide.TeamPoolId":               noFootball,
		"GameSide.Forfeited":                "football",
		"Player.Totals":                     "hockey",
		"PlayerProfile.Bats":                "baseball",
		"PlayerProfile.Throws":              "baseball",
		"PlayerGame.Statistic":              "baseball",
	}, got))
}

// TestObserved holds every row that the document does not state. Every variant has them.
func TestObserved(t *testing.T) {
	var got []string
	for _, op := range Operations() {
		assert.Equal(t, op.Section == "observed", op.Observed, op.ID)
		if op.Observed {
			assert.Zero(t, op.Shown, op.ID)
			got = append(got, op.ID)
		}
	}
	for _, f := range ResponseFields() {
		if f.Observed {
			assert.Zero(t, f.Only|f.Except, f.Member)
			got = append(got, f.Type+"."+f.Member)
		}
	}
	assert.Equal(t, strings.Fields(`Events.Get Events.List TeamRow.ExternalTeamId Game.Number
		GameSide.PoolName GameSide.PoolId GameSide.ExternalId GameSide.ExternalBracketId
		Event.Image Event.TimeZone Event.Gender Event.Type Event.Archive Event.Address
		Event.ParticipationType Event.TravelWebsite Event.Settings
		Event.Organization Event.ContactName Event.ContactEmail Event.ContactPhone Address.Country Court.Sport Location.Sport`), got)
}

func TestCodes(t *testing.T) {
	want := map[int]int{
		0: 500, 1: 404, 2: 400, 3: 400, 5: 401, 6: 403, 7: 409, 8: 400, 9: 400, 10: 400, 11: 400, 12: 503, 13: 400, 14: 409,
	}
	got := map[int]int{}
	for _, c := range Codes() {
		got[c.Code] = c.Status
		row, ok := LookupCode(c.Code)
		assert.True(t, ok)
		assert.Equal(t, c, row)
		assert.NotEmpty(t, c.Name)
	}
	assert.Empty(t, cmp.Diff(want, got))
	_, ok := LookupCode(4)
	assert.False(t, ok, "there is no 4")
}

func TestStrings(t *testing.T) {
	assert.Equal(t, "charge", Charge.String())
	assert.Equal(t, "array of integers", Integers.String())
	assert.Equal(t, "object", Object.String())
}

// TestTablesAreTheCallersToChange: functions return copies of the tables.
func TestTablesAreTheCallersToChange(t *testing.T) {
	Operations()[0], Variants()[0], Codes()[0].Code, ResponseFields()[0].Type = nil, nil, 99, ""
	assert.NotNil(t, Operations()[0])
	assert.NotNil(t, Variants()[0])
	assert.Zero(t, Codes()[0].Code)
	assert.NotEmpty(t, ResponseFields()[0].Type)
}

func TestFindOperation(t *testing.T) {
	for _, c := range []struct {
		method, path string
		byID         bool
		want, id     string
	}{
		{"GET", "/api/v1/teams", false, "Teams.List", ""}, {"GET", "/api/v1/teams/", true, "Teams.Get", ""},
		{"PUT", "/api/v1/teams/4001", false, "Teams.Update", "4001"}, {"POST", "/api/v1/teams/4001", false, "", ""},
		{"GET", "/api/v1/bouts", true, "Games.Get", ""}, {"PUT", "/api/v1/standings", true, "Standings.Update", ""},
		{"GET", "/api/v1/events/7", false, "Events.Get", "7"}, {"GET", "/api/v1/events/07", false, "", ""},
		{"GET", "/api/v1/team", false, "", ""}, {"DELETE", "/api/v1/teams", false, "", ""}, {"GET", "", false, "", ""},
	} {
		op, id := FindOperation(c.method, c.path, c.byID)
		got := ""
		if op != nil {
			got = op.ID
		}
		require.Equal(t, c.want+" "+c.id, got+" "+id, c)
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
