package handlers

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// setTeamAddress sets the fields of a team's address that the request has.
func setTeamAddress(t *tourney.Team, in *tourney.TeamAddressInput) {
	if in == nil {
		return
	}
	var address tourney.Address
	if t.Address != nil {
		address = *t.Address
	}
	values.Set(&address.City, in.City)
	values.Set(&address.StateRegion, in.StateRegion)
	values.Set(&address.PostalCode, in.PostalCode)
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
	values.Set(&address.StreetAddress, in.StreetAddress)
	values.Set(&address.ExtendedAddress, in.ExtendedAddress)
	values.Set(&address.City, in.City)
	values.Set(&address.StateRegion, in.StateRegion)
	values.Set(&address.PostalCode, in.PostalCode)
	*to = &address
}
