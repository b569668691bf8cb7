package contract

import "slices"

// playerListParams is section 4.12.
var playerListParams = slices.Concat(paging, []Param{
	{Name: "eventid", Type: Integer},
	{Name: "divisionid", Type: Integer},
	{Name: "playerids", Type: Integers},
	{Name: "teamids", Type: Integers},
	includesRow,
})
