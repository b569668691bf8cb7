package contract

import "slices"

// registrationParams is section 4.16. It has the payment rows of section 4.17. The note "lacrosse variant" at eventid
// does not exclude other variants.
var registrationParams = slices.Concat([]Param{
	{Name: "eventid", Type: Integer, Min: 1},
	{Name: "divisionid", Type: Integer, Min: 1},
	{Name: "name", Type: String, Max: 100, Stay: StayName},
	{Name: "year", Type: Integer, Format: Year},
	{Name: "gender", Type: Enum},
	{Name: "notes", Type: String},
}, payingParams, []Param{
	{Name: "address", Type: Object},
	{Name: "address.city", Type: String, Max: 100},
	{Name: "address.stateregion", Type: String, Max: 100},
	{Name: "address.postalcode", Type: String, Max: 10},
}, metaParams(RegistrationMeta), []Param{
	{Name: "coaches", Type: List, Limit: RegistrationCoaches},
}, under("coaches", registrationCoachParams...), []Param{
	{Name: "players", Type: List, Limit: RegistrationPlayers},
}, under("players", registrationPlayerParams...), paymentObjectParams)

// registrationCoachParams are the rows of section 4.16 for one coach.
var registrationCoachParams = slices.Concat([]Param{
	{Name: "primarycontact", Type: Boolean, Default: "false"},
	{Name: "firstname", Type: String, Max: 100},
	{Name: "lastname", Type: String, Max: 100},
	{Name: "email", Type: String, Max: 100, Format: Email},
	{Name: "type", Type: Enum, Default: "Other"},
	{Name: "ncaacoachesapprovalnumber", Type: String, Max: 100},
	{Name: "mobilephone", Type: String, Max: 100},
	{Name: "homephone", Type: String, Max: 100},
	{Name: "workphone", Type: String, Max: 100},
	{Name: "faxphone", Type: String, Max: 100},
	{Name: "notes", Type: String, OnlyInSamples: true},
	{Name: "mobilecarrier", Type: String, OnlyInSamples: true},
}, personAddressParams, metaParams(PersonMeta))

// registrationPlayerParams are the rows of section 4.16 for one player.
var registrationPlayerParams = slices.Concat([]Param{
	{Name: "id", Type: Integer, Min: 1, OnlyInSamples: true},
	{Name: "active", Type: Boolean, OnlyInSamples: true},
	{Name: "firstname", Type: String, Max: 100},
	{Name: "lastname", Type: String, Max: 100},
	{Name: "birthdate", Type: BirthDate},
	{Name: "homephone", Type: String, Max: 100},
	{Name: "mobilephone", Type: String, Max: 100},
	{Name: "email", Type: String, Max: 100, Format: Email},
}, personAddressParams, []Param{
	{Name: "number", Type: Integer, Format: Jersey},
	{Name: "position", Type: String, Max: 100},
	{Name: "school", Type: String, Max: 100},
	{Name: "graduationyear", Type: Integer},
}, metaParams(PersonMeta))

// personAddressParams is the address of a coach or a player in section 4.16.
var personAddressParams = []Param{
	{Name: "address", Type: Object},
	{Name: "address.streetaddress", Type: String, Max: 100},
	{Name: "address.extendedaddress", Type: String, Max: 100},
	{Name: "address.city", Type: String, Max: 100},
	{Name: "address.stateregion", Type: String, Max: 100},
	{Name: "address.postalcode", Type: String, Max: 10},
}

// metaParams are the rows of a meta list. The table calls its first member key, and sample bodies call it Name.
func metaParams(limit Limit) []Param {
	return []Param{
		{Name: "meta", Type: List, Limit: limit},
		{Name: "meta.key", Type: String, Max: 100, Wire: "Key", Also: "meta.name", AlsoAs: "Name"},
		{Name: "meta.value", Type: String, Max: 100},
	}
}

// registrationRules are the notes of section 4.16 that section 7 repeats. The rules of a payment apply only when the
// request has a payment.
var registrationRules = slices.Concat([]Rule{
	{Kind: ExactlyOne, Each: "coaches", Names: [][]string{{"primarycontact"}}, Section: "4.16, 7"},
	{Kind: OneOf, Names: [][]string{{"divisionid"}, {"eventid"}}, Section: "4.16", Assumed: "registration-target"},
}, onlyWithPayment(paymentObjectRules))
