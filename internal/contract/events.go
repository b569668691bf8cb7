package contract

import "slices"

// eventListParams were observed. The document shows no operation that reads an event.
var eventListParams = slices.Concat(paging, []Param{
	{Name: "organizationid", Type: Integer, Min: 1},
	{Name: "parentid", Type: Integer, Min: 1},
	{Name: "startdate", Type: Date},
	{Name: "enddate", Type: Date},
	{Name: "type", Type: Name},
	{Name: "archive", Type: Boolean},
	includesRow,
})
