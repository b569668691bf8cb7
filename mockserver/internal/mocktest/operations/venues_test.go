package operations

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

func TestVenues(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	first := `{"Id":71,"Name":"Fieldhouse","Abbr":"FH","Locations":[{"Id":76,"Name":"Court 1","Abbr":"C1","Sport":8}],
		"Address":{"Location":"Behind the tower","StreetAddress":"1 Loop","ExtendedAddress":"Gate 2","City":"Otterford","StateRegion":"MO",
			"PostalCode":"64101","Latitude":39.5,"Longitude":-94.25}}`
	require.JSONEq(t, `{"Venue":`+first+`}`, mocktest.Get(t, srv, "/api/v1/venues?Id=71"))
	require.JSONEq(t, `{"Venues":[`+first+`,{"Id":72,"Name":"Park"}]}`, mocktest.Get(t, srv, "/api/v1/venues"))
	require.JSONEq(t, `{"Venues":[`+first+`]}`, mocktest.Get(t, srv, "/api/v1/venues?eventid=1"))
	require.JSONEq(t, `{"Venues":[`+first+`]}`, mocktest.Get(t, srv, "/api/v1/venues?EventId=1&page=2&pagesize=1"), "not paged")
	require.JSONEq(t, `{"Venues":[]}`, mocktest.Get(t, srv, "/api/v1/venues?EventId=2"))
	c := srv.Client()
	list, err := c.Venues.List(t.Context(), tourney.VenueListOptions{EventID: mocktest.Cup})
	require.NoError(t, err)
	one, err := c.Venues.Get(t.Context(), mocktest.Fieldhouse)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([]tourney.Venue{one}, list))
	_, err = c.Venues.Get(t.Context(), 999)
	require.ErrorIs(t, err, tourney.ErrNotFound)
}

// TestVenuesAreListedOnce adds venues to several events.
func TestVenuesAreListedOnce(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	srv.Events.Add(tourney.Event{ID: 1})
	srv.Events.Add(tourney.Event{ID: 2})
	id := mocktest.AddVenue(srv.World, tourney.Venue{Name: "x"}, 1, 1, 0, 2)
	for _, eventID := range []int64{0, 1, 2} {
		list, err := srv.Client().Venues.List(t.Context(), tourney.VenueListOptions{EventID: eventID})
		require.NoError(t, err)
		require.Len(t, list, 1)
	}
	require.Equal(t, []int64{1, 2}, mocktest.DetailsOf(srv.Venues, id).EventIDs)
	srv.Venues.EditDetails(id, func(d *stored.VenueDetails) { d.EventIDs = []int64{2, 2} })
	require.Equal(t, `{"Venues":[]}`, mocktest.Get(t, srv, "/api/v1/venues?EventId=1"))
	require.Contains(t, mocktest.Get(t, srv, "/api/v1/venues?EventId=2"), `"x"`)
}
