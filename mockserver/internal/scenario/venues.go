package scenario

import (
	"fmt"

	"github.com/tourney-go/tourney"
)

func (t *tournament) planVenues() {
	t.addVenue(tourney.Venue{Name: "Whistlestop Fieldhouse", Abbr: "WSF", Address: &tourney.Address{
		Location: "Behind the water tower", StreetAddress: "1 Whistlestop Loop", ExtendedAddress: "Gate 2",
		City: towns[0].name, StateRegion: stateRegion, PostalCode: towns[0].postalCode(),
		Latitude: degrees(41_5868), Longitude: degrees(-93_6250),
	}}, 3)
	t.addVenue(tourney.Venue{Name: "Teapot Park", Abbr: "TPK", Address: &tourney.Address{
		Location: "North of the duck pond", StreetAddress: "40 Saucer Street",
		City: towns[1].name, StateRegion: stateRegion, PostalCode: towns[1].postalCode(),
		Latitude: degrees(41_6005), Longitude: degrees(-93_6091),
	}}, 2)
}

func (t *tournament) addVenue(v tourney.Venue, courts int) {
	v.ID = int64(firstVenue + len(t.venues))
	inGame := v
	for range courts {
		index := len(t.courts)
		court := tourney.Court{
			ID: int64(firstCourt + index), Name: fmt.Sprintf("Court %d", index+1), Abbr: fmt.Sprintf("C%d", index+1),
			Sport: t.variant.SportCode,
		}
		v.Locations = append(v.Locations, tourney.Location(court))
		t.courts = append(t.courts, tourney.VenueCourt{ID: int64(firstVenueCourt + index), Court: &court, Venue: &inGame})
	}
	t.venues = append(t.venues, v)
}

func degrees(tenThousandths int) *float64 { return new(float64(tenThousandths) / 10_000) }
