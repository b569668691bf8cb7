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
	{Name: "eventid", Type: Integer, Min: 1, Except: softball},
	{Name: "divisionid", Type: Integer, Min: 1},
	{Name: "name", Type: String, Stay: StayName},
	{Name: "age", Type: Enum, Except: softball},
	{Name: "grade", Type: Enum, Except: softball},
	{Name: "externalteamid", Type: String, Numbers: true, Stay: StayID},
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
	{Name: "abbreviation", Type: String, Stay: StayName},
	{Name: "coaches", Type: List, Max: 5, Except: softball},
}, under("coaches", teamCoachParams...), []Param{
	{Name: "players", Type: List, Max: 20, Except: softball},
}, under("players", teamPlayerParams...))

// teamCoachParams are the rows of section 4.4 for one coach.
var teamCoachParams = []Param{
	{Name: "primary", Type: Boolean, Default: "false", Except: softball},
	{Name: "type", Type: Enum, Except: softball},
	{Name: "firstname", Type: String, Max: 100, Except: softball},
	{Name: "lastname", Type: String, Max: 100, Except: softball},
	{Name: "city", Type: String, Max: 100, Except: softball},
	{Name: "stateregion", Type: String, Max: 100, Except: softball},
	{Name: "postalcode", Type: String, Max: 10, Except: softball},
	{Name: "status", Type: Enum, Except: softball},
	{Name: "externalcoachid", Type: String, Numbers: true, Stay: StayCode, Except: softball, OnlyInSamples: true},
	{Name: "email", Type: String, Format: Email, Except: softball, OnlyInSamples: true},
	{Name: "phone", Type: String, Except: softball, OnlyInSamples: true},
}

// teamPlayerParams are the rows of section 4.4 for one player. The spelling "gradudationyear" is the document's.
var teamPlayerParams = []Param{
	{Name: "firstname", Type: String, Max: 100, Except: softball},
	{Name: "lastname", Type: String, Max: 100, Except: softball},
	{Name: "city", Type: String, Max: 100, Except: softball},
	{Name: "stateregion", Type: String, Max: 100, Except: softball},
	{Name: "postalcode", Type: String, Max: 10, Except: softball},
	{Name: "position", Type: String, Max: 100, Except: softball},
	{Name: "bats", Type: Enum, Only: baseball},
	{Name: "throws", Type: Enum, Only: baseball},
	{Name: "height", Type: String, Max: 100, Except: softball},
	{Name: "weight", Type: Integer, Max: 3, Except: softball},
	{Name: "gradudationyear", Type: Integer, Max: 4, Except: softball},
	{Name: "grade", Type: String, Max: 100, Except: softball},
	{Name: "school", Type: String, Max: 100, Except: softball},
	{Name: "number", Type: Integer, Max: 3, Format: Jersey, Except: softball},
	{Name: "status", Type: Enum, Except: softball},
	{Name: "externalplayerid", Type: String, Numbers: true, Stay: StayCode, Except: softball, OnlyInSamples: true},
	{Name: "email", Type: String, Format: Email, Except: softball, OnlyInSamples: true},
	{Name: "phone", Type: String, Except: softball, OnlyInSamples: true},
}

// teamUpdateParams is section 4.5: the table of 4.4, the team's id, and the optional id of a player. The document does
// not mention the id of a coach, so a coach may have an id by analogy.
var teamUpdateParams = slices.Concat([]Param{idRow}, withoutDefaults(teamCreateParams), []Param{
	{Name: "coaches.id", Type: Integer, Min: 1, Except: softball, OnlyInSamples: true},
	{Name: "players.id", Type: Integer, Min: 1, Except: softball},
})

// teamUpdateRules: "the external team id may be used in its place" (section 4.5).
var teamUpdateRules = []Rule{
	{Kind: OneOf, Names: [][]string{{"id"}, {"externalteamid"}}, Section: "4.5"},
}
