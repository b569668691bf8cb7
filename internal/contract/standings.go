package contract

// standingsParams is the first table of section 4.14.
var standingsParams = []Param{
	{Name: "eventid", Type: Integer},
	{Name: "divisionid", Type: Integer},
	{Name: "bracketid", Type: Integer},
	{Name: "display", Type: Name, Default: "Pool"},
}

// standingsUpdateParams is the second table of section 4.14.
var standingsUpdateParams = []Param{
	{Name: "eventid", Type: Integer},
	{Name: "teampoolid", Type: Integer},
	{Name: "teamid", Type: Integer},
}

// standingsUpdateRules: teampoolid is "required to update with a team id" (section 4.14).
var standingsUpdateRules = []Rule{
	{Kind: Required, Names: [][]string{{"teampoolid"}}, When: "teamid", Section: "4.14"},
}
