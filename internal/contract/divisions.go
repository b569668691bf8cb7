package contract

import "slices"

// divisionListParams is section 4.7.
var divisionListParams = slices.Concat(paging, []Param{
	{Name: "eventid", Type: Integer, Min: 1},
	includesRow,
})

// divisionWriteParams is section 4.8, whose table serves both writes.
var divisionWriteParams = []Param{
	{Name: "eventid", Type: Integer, Min: 1}, // create only
	idRow,                                    // update only
	{Name: "name", Type: String, Stay: StayName},
	{Name: "description", Type: String},
	{Name: "order", Type: Integer},
	{Name: "active", Type: Boolean, Default: "true"},
	{Name: "externalid", Type: String, Numbers: true, Stay: StayID},
}

var (
	divisionCreateParams = without(divisionWriteParams, "id")
	divisionUpdateParams = withoutDefaults(without(divisionWriteParams, "eventid"))
)
