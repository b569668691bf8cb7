package contract

import "slices"

// teamListParams is section 4.3.
var teamListParams = slices.Concat(paging, []Param{
	{Name: "eventid", Type: Integer, Min: 1},
	{Name: "divisionid", Type: Integer, Min: 1},
	{Name: "teamids", Type: Integers},
	{Name: "status", Type: Enum},
	{Name: "paid", Type: Boolean},
	includesRow,
})

// teamListRules is the note of section 4.3 that section 7 repeats.
var teamListRules = []Rule{
	{Kind: OneOf, Names: [][]string{{"eventid"}, {"divisionid"}}, Only: multiSport | baseball, Section: "4.3, 7"},
}

// teamCreateParams is section 4.4.
var teamCreateParams = slices.Concat([]Param{
	{Name: "eventid", Type: Integer, Min: 1, Lacks: softball},
	{Name: "divisionid", Type: Integer, Min: 1},
	{Name: "name", Type: String},
	{Name: "age", Type: Enum, Lacks: softball},
	{Name: "grade", Type: Enum, Lacks: softball},
	{Name: "externalteamid", Type: String},
	{Name: "gender", Type: Enum},
	{Name: "paid", Type: Boolean, Default: "true"},
	{Name: "status", Type: Enum},
	{Name: "address", Type: Object},
	{Name: "address.city", Type: String, Max: 100},
	{Name: "address.stateregion", Type: String, Max: 100},
	{Name: "address.postalcode", Type: String, Max: 10},
	{Name: "notes", Type: String},
	{Name: "website", Type: String, Format: HTTP},
	{Name: "twitterhandle", Type: String, Format: Handle},
	{Name: "instagramhandle", Type: String, OnlyInSamples: true},
	{Name: "facebookpage", Type: String, OnlyInSamples: true},
	{Name: "abbreviation", Type: String},
	{Name: "coaches", Type: List, Max: 5, Lacks: softball},
}, under("coaches", teamCoachParams...), []Param{
	{Name: "players", Type: List, Max: 20, Lacks: softball},
}, under("players", teamPlayerParams...))

// teamCoachParams are the rows of section 4.4 for one coach.
var teamCoachParams = []Param{
	{Name: "primary", Type: Boolean, Default: "false", Lacks: softball},
	{Name: "type", Type: Enum, Lacks: softball},
	{Name: "firstname", Type: String, Max: 100, Lacks: softball},
	{Name: "lastname", Type: String, Max: 100, Lacks: softball},
	{Name: "city", Type: String, Max: 100, Lacks: softball},
	{Name: "stateregion", Type: String, Max: 100, Lacks: softball},
	{Name: "postalcode", Type: String, Max: 10, Lacks: softball},
	{Name: "status", Type: Enum, Lacks: softball},
	{Name: "externalcoachid", Type: String, Lacks: softball, OnlyInSamples: true},
	{Name: "email", Type: String, Format: Email, Lacks: softball, OnlyInSamples: true},
	{Name: "phone", Type: String, Lacks: softball, OnlyInSamples: true},
}

// teamPlayerParams are the rows of section 4.4 for one player. The document spells "gradudationyear" so.
var teamPlayerParams = []Param{
	{Name: "firstname", Type: String, Max: 100, Lacks: softball},
	{Name: "lastname", Type: String, Max: 100, Lacks: softball},
	{Name: "city", Type: String, Max: 100, Lacks: softball},
	{Name: "stateregion", Type: String, Max: 100, Lacks: softball},
	{Name: "postalcode", Type: String, Max: 10, Lacks: softball},
	{Name: "position", Type: String, Max: 100, Lacks: softball},
	{Name: "bats", Type: Enum, Only: baseball},
	{Name: "throws", Type: Enum, Only: baseball},
	{Name: "height", Type: String, Max: 100, Lacks: softball},
	{Name: "weight", Type: Integer, Max: 3, Lacks: softball},
	{Name: "gradudationyear", Type: Integer, Max: 4, Lacks: softball},
	{Name: "grade", Type: String, Max: 100, Lacks: softball},
	{Name: "school", Type: String, Max: 100, Lacks: softball},
	{Name: "number", Type: Integer, Max: 3, Lacks: softball},
	{Name: "status", Type: Enum, Lacks: softball},
	{Name: "externalplayerid", Type: String, Lacks: softball, OnlyInSamples: true},
	{Name: "email", Type: String, Format: Email, Lacks: softball, OnlyInSamples: true},
	{Name: "phone", Type: String, Lacks: softball, OnlyInSamples: true},
}

// teamUpdateParams is section 4.5: the table of 4.4, the team's id, and the id that a player may carry. The document is
// silent on coaches, so a coach may carry an id by analogy.
var teamUpdateParams = slices.Concat([]Param{idRow}, withoutDefaults(teamCreateParams), []Param{
	{Name: "coaches.id", Type: Integer, Min: 1, Lacks: softball, OnlyInSamples: true},
	{Name: "players.id", Type: Integer, Min: 1, Lacks: softball},
})

// teamUpdateRules: "the external team id may be used in its place" (section 4.5).
var teamUpdateRules = []Rule{
	{Kind: OneOf, Names: [][]string{{"id"}, {"externalteamid"}}, Section: "4.5"},
}
