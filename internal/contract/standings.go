package contract

// standingsParams is the first table of section 4.14.
var standingsParams = []Param{
	{Name: "eventid", Type: Integer, Min: 1},
	{Name: "divisionid", Type: Integer, Min: 1},
	{Name: "bracketid", Type: Integer, Min: 1},
	{Name: "display", Type: Name, Default: "Pool"},
}

// standingsUpdateParams is the second table of section 4.14.
var standingsUpdateParams = []Param{
	{Name: "eventid", Type: Integer, Min: 1},
	{Name: "teampoolid", Type: Integer, Min: 1},
	{Name: "teamid", Type: Integer, Min: 1},
}

// standingsUpdateRules: teampoolid is "required to update with a team id" (section 4.14).
var standingsUpdateRules = []Rule{
	{Kind: Required, Names: [][]string{{"teampoolid"}}, When: "teamid", Section: "4.14"},
}
