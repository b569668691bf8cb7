package mockserver

import "github.com/tourney-go/tourney"

// setTeamAddress sets the fields of a team's address that the request has.
func setTeamAddress(t *tourney.Team, in *tourney.TeamAddressInput) {
	if in == nil {
		return
	}
	var address tourney.Address
	if t.Address != nil {
		address = *t.Address
	}
	set(&address.City, in.City)
	set(&address.StateRegion, in.StateRegion)
	set(&address.PostalCode, in.PostalCode)
	t.Address = &address
}

// setAddress sets the fields of a person's address that the request has.
func setAddress(to **tourney.Address, in tourney.PersonAddressInput) {
	if in == (tourney.PersonAddressInput{}) {
		return
	}
	var address tourney.Address
	if *to != nil {
		address = **to
	}
	set(&address.StreetAddress, in.StreetAddress)
	set(&address.ExtendedAddress, in.ExtendedAddress)
	set(&address.City, in.City)
	set(&address.StateRegion, in.StateRegion)
	set(&address.PostalCode, in.PostalCode)
	*to = &address
}

// readAddress returns the part of a team's address that reads show (section 2, Address).
func readAddress(a *tourney.Address) *tourney.Address {
	if a == nil {
		return nil
	}
	return &tourney.Address{City: a.City, Latitude: a.Latitude, Longitude: a.Longitude}
}
