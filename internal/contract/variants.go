package contract

// The bits of the variants.
const (
	multiSport Set = 1 << iota
	baseball
	softball
	football
	volleyball
	rugby
	lacrosse
	hockey
	pickleball
	soccer
	waterPolo
)

// variants is the list of section 1, in its order. Years and limits are from sections 4.16 and 8. Columns, Points,
// Statistics and SportCode are usual in the sport. The document does not state these four, so no request is refused
// because of them.
var variants = []*Variant{
	{
		Name: "multi-sport", Title: "Multi-sport", bit: multiSport, SportCode: 3,
		Columns:    winsLossesTies(pointsFor, pointsAgainst, difference, percentage),
		Statistics: []string{"Points", "Assists", "Rebounds", "Steals", "Blocks", "Turnovers", "Fouls"},
	},
	{
		Name: "baseball", Title: "Baseball", bit: baseball, SportCode: 8,
		Columns: winsLossesTies(runsFor, runsAgainst, difference, percentage),
		Statistics: []string{
			"AtBats", "Runs", "Hits", "RunsBattedIn", "HomeRuns", "Walks", "Strikeouts", "StolenBases",
			"InningsPitched", "InningsPitchedNumerator", "InningsPitchedDenominator", "PitchCount", "EarnedRuns",
		},
	},
	{
		Name: "softball", Title: "Softball", bit: softball, SportCode: 6,
		Columns: winsLossesTies(runsFor, runsAgainst, difference, percentage),
		Statistics: []string{
			"AtBats", "Runs", "Hits", "RunsBattedIn", "HomeRuns", "Walks", "Strikeouts", "StolenBases",
			"InningsPitched", "EarnedRuns",
		},
	},
	{
		Name: "football", Title: "Football", bit: football, SportCode: 1,
		Columns: winsLossesTies(pointsFor, pointsAgainst, difference, percentage),
		Statistics: []string{
			"PassingYards", "RushingYards", "ReceivingYards", "Touchdowns", "FieldGoals", "Tackles", "Sacks",
			"Interceptions", "Fumbles",
		},
	},
	{
		Name: "volleyball", Title: "Volleyball", bit: volleyball, SportCode: 4,
		Columns: []Column{
			wins, losses, {"Sets Won", "SW", For}, {"Sets Lost", "SL", Against}, difference, percentage,
		},
		RegistrationYear: 2018, RegistrationMeta: 10, RegistrationCoaches: 10, RegistrationPlayers: 10, PersonMeta: 10,
		Statistics: []string{"Kills", "Assists", "Aces", "Digs", "Blocks", "ServiceErrors", "AttackErrors"},
	},
	{
		Name: "rugby", Title: "Rugby", bit: rugby, SportCode: 7,
		Columns: []Column{
			played, wins, {"Draws", "D", Ties}, losses, pointsFor, pointsAgainst,
			{"Points Difference", "PD", Difference}, tablePoints,
		},
		Points:     Points{Win: 4, Tie: 2},
		Statistics: []string{"Tries", "Conversions", "PenaltyGoals", "DropGoals", "YellowCards", "RedCards"},
	},
	{
		Name: "lacrosse", Title: "Lacrosse", bit: lacrosse, SportCode: 2,
		Columns:          winsLossesTies(goalsFor, goalsAgainst, goalDifference, percentage),
		RegistrationYear: 2026, RegistrationMeta: 20, RegistrationCoaches: 20, RegistrationPlayers: 20, PersonMeta: 20,
		Statistics: []string{"Goals", "Assists", "Shots", "GroundBalls", "FaceoffsWon", "Turnovers", "Saves"},
	},
	{
		Name: "hockey", Title: "Hockey", bit: hockey, SportCode: 9,
		Columns:    append([]Column{played}, winsLossesTies(goalsFor, goalsAgainst, difference, tablePoints)...),
		Points:     Points{Win: 2, Tie: 1},
		Statistics: []string{"Goals", "Assists", "PlusMinus", "PenaltyMinutes", "Shots", "Saves", "GoalsAgainst"},
	},
	{
		Name: "pickleball", Title: "Pickleball", bit: pickleball, SportCode: 11,
		Columns:    []Column{wins, losses, pointsFor, pointsAgainst, difference, percentage},
		Statistics: []string{"Points", "GamesWon", "GamesLost", "Aces", "Faults"},
	},
	{
		Name: "soccer", Title: "Soccer", bit: soccer, SportCode: 5,
		Columns:    append([]Column{played}, winsLossesTies(goalsFor, goalsAgainst, goalDifference, tablePoints)...),
		Points:     Points{Win: 3, Tie: 1},
		Statistics: []string{"Goals", "Assists", "Shots", "ShotsOnGoal", "Saves", "YellowCards", "RedCards"},
	},
	{
		Name: "water-polo", Title: "Water polo", bit: waterPolo, SportCode: 10,
		Columns:    append([]Column{played}, winsLossesTies(goalsFor, goalsAgainst, goalDifference, tablePoints)...),
		Points:     Points{Win: 2, Tie: 1},
		Statistics: []string{"Goals", "Assists", "Shots", "Steals", "Blocks", "Exclusions", "Saves"},
	},
}

// The columns that several sports share.
var (
	played         = Column{"Games Played", "GP", Played}
	wins           = Column{"Wins", "W", Wins}
	losses         = Column{"Losses", "L", Losses}
	ties           = Column{"Ties", "T", Ties}
	pointsFor      = Column{"Points For", "PF", For}
	pointsAgainst  = Column{"Points Against", "PA", Against}
	runsFor        = Column{"Runs For", "RF", For}
	runsAgainst    = Column{"Runs Against", "RA", Against}
	goalsFor       = Column{"Goals For", "GF", For}
	goalsAgainst   = Column{"Goals Against", "GA", Against}
	difference     = Column{"Differential", "Diff", Difference}
	goalDifference = Column{"Goal Difference", "GD", Difference}
	percentage     = Column{"Winning Percentage", "Pct", Percentage}
	tablePoints    = Column{"Points", "Pts", TablePoints}
)

func winsLossesTies(more ...Column) []Column {
	return append([]Column{wins, losses, ties}, more...)
}

// Variants returns every variant, in the order of section 1.
func Variants() []*Variant { return append([]*Variant(nil), variants...) }

// LookupVariant returns the variant of that name.
func LookupVariant(name string) (*Variant, bool) {
	for _, v := range variants {
		if v.Name == name {
			return v, true
		}
	}
	return nil, false
}
