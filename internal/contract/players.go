package contract

import "slices"

// playerListParams is section 4.12.
var playerListParams = slices.Concat(paging, []Param{
	{Name: "eventid", Type: Integer, Min: 1},
	{Name: "divisionid", Type: Integer, Min: 1},
	{Name: "playerids", Type: Integers},
	{Name: "teamids", Type: Integers},
	includesRow,
})
