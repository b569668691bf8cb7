package answers

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
)

// TestObservedMembersInEveryForm: no one knows whether hosts write these as text or as numbers, and one row that cannot
// be read would take the whole page with it.
func TestObservedMembersInEveryForm(t *testing.T) {
	read := func(body, contentType string) tourney.Game {
		c, _ := clienttest.Serve(t, tourney.MultiSport, clienttest.Always(200, body, "Content-Type", contentType))
		game, err := c.Games.Get(t.Context(), 5)
		require.NoError(t, err, body)
		return game
	}
	for body, want := range map[string]tourney.Game{
		`{"Game":{"Id":5,"Number":12,"AwayTeam":{"Name":"A","ExternalId":4001,"PoolId":7}}}`: {
			ID: 5, Number: new(tourney.TextOrNumber("12")),
			AwayTeam: &tourney.GameSide{Name: "A", ExternalID: "4001", PoolID: new(int64(7))},
		},
		`{"Game":{"Id":5,"number":"B3","AwayTeam":{"Name":"A","externalid":"007","poolname":"Gold é"}}}`: {
			ID: 5, Number: new(tourney.TextOrNumber("B3")),
			AwayTeam: &tourney.GameSide{Name: "A", ExternalID: "007", PoolName: new("Gold é")},
		},
		`{"Game":{"Id":5,"Number":null,"AwayTeam":{"Name":"A","ExternalId":null,"PoolName":null,"PoolId":null}}}`: {
			ID: 5, AwayTeam: &tourney.GameSide{Name: "A"},
		},
		`{"Game":{"Id":5,"Number":"","AwayTeam":{"Name":"A","ExternalId":"","ExternalBracketId":"","PoolName":""}}}`: {
			ID: 5, AwayTeam: &tourney.GameSide{Name: "A", PoolName: new("")}, // blank text says nothing
		},
	} {
		require.Empty(t, cmp.Diff(want, read(body, "application/json")), body)
	}
	inXML := `<Response><Game><Id>5</Id><Number>12</Number><AwayTeam><Name>A</Name><ExternalId> 4001</ExternalId>` +
		`<PoolName xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/></AwayTeam></Game></Response>`
	require.Empty(t, cmp.Diff(tourney.Game{
		ID: 5, Number: new(tourney.TextOrNumber("12")), AwayTeam: &tourney.GameSide{Name: "A", ExternalID: " 4001"},
	}, read(inXML, "application/xml")))
}

// TestEventsKeepWhatHasNoField: what was seen without its form stays reachable, in both formats.
func TestEventsKeepWhatHasNoField(t *testing.T) {
	for contentType, body := range map[string]string{
		"application/json": `{"Event":{"Id":5,"Name":"Cup","Type":"League","Season":{"Id":7},"ContactFax":"Pat"}}`,
		"application/xml": `<Response><Event><ContactFax>Pat</ContactFax><Id>5</Id><Name>Cup</Name>` +
			`<Season><Id>7</Id></Season><Type>League</Type></Event></Response>`,
	} {
		c, _ := clienttest.Serve(t, tourney.MultiSport, clienttest.Always(200, body, "Content-Type", contentType))
		event, err := c.Events.Get(t.Context(), 5)
		require.NoError(t, err)
		require.Equal(t, tourney.TextOrNumber("League"), event.Type)
		require.Len(t, event.Extra, 2, contentType)
		require.Contains(t, string(event.Extra["Season"]), "7")
		require.JSONEq(t, `"Pat"`, string(event.Extra["ContactFax"]))
	}
}

// TestListsOfEvents: pages, filters and the copies of a listing's options.
func TestListsOfEvents(t *testing.T) {
	srv, err := mockserver.New(tourney.Baseball, mockserver.Scenario("empty"))
	require.NoError(t, err)
	for i := range 7 {
		srv.Events.Add(tourney.Event{ID: int64(i + 1), Name: "Event", Archive: new(i%2 == 1)})
	}
	archive := new(false)
	list := srv.Client().Events.All(t.Context(), tourney.EventListOptions{PageSize: 2, Archive: archive}, tourney.Prefetch(4))
	*archive = true
	for range 2 {
		var ids []int64
		for event, err := range list {
			require.NoError(t, err)
			ids = append(ids, event.ID)
		}
		require.Equal(t, []int64{1, 3, 5, 7}, ids)
	}
	pages := 0
	for page, err := range srv.Client().Events.Pages(t.Context(), tourney.EventListOptions{PageSize: 3, Page: 2}) {
		require.NoError(t, err)
		require.Equal(t, 7, page.Total)
		pages++
	}
	require.Equal(t, 2, pages)
}

func TestEventsThatAreNotSent(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	var invalid *tourney.ValidationError
	strict, err := tourney.New(clienttest.BaseURL, tourney.Profile{Strict: true})
	require.NoError(t, err)
	_, err = strict.Events.List(t.Context(), tourney.EventListOptions{})
	require.ErrorAs(t, err, &invalid)
	require.ErrorContains(t, err, "the interface document does not show it")
	_, err = srv.Client().Events.List(t.Context(), tourney.EventListOptions{OrganizationID: -1, Page: -1})
	require.ErrorAs(t, err, &invalid)
	require.Len(t, invalid.Fields, 2)
	_, err = srv.Client().Events.Get(t.Context(), 0)
	require.ErrorAs(t, err, &invalid)
	require.Empty(t, srv.Calls.All(""), "none was sent")
	_, err = srv.Client().Events.Get(t.Context(), 7)
	require.ErrorIs(t, err, tourney.ErrNotFound)
	require.Equal(t, http.StatusNotFound, srv.Calls.All("")[0].Status)
}

// TestTypesOfEvents: numbers, names and unknown values survive both formats, and a filter carries the number.
func TestTypesOfEvents(t *testing.T) {
	for kind, name := range map[tourney.TextOrNumber]string{
		tourney.EventTournament: "Tournament", tourney.EventLeague: "League", tourney.EventCampClinic: "CampClinic",
		tourney.EventTryout: "Tryout", tourney.EventPractice: "Practice", tourney.EventTraining: "Training",
		"6": "6", "Gala": "Gala", "": "",
	} {
		require.Equal(t, name, tourney.Event{Type: kind}.TypeName())
	}
	require.Equal(t, "Team Individual ParticipationType(7)",
		fmt.Sprint(tourney.ParticipationTeam, tourney.ParticipationIndividual, tourney.ParticipationType(7)))
	for body, kind := range map[string]tourney.TextOrNumber{
		`{"Id":5,"Name":"Cup","Type":0}`: tourney.EventTournament, `{"Id":5,"Name":"Cup","Type":17}`: "17",
		`{"Id":5,"Name":"Cup","Type":"Gala"}`: "Gala", `{"Id":5,"Name":"Cup"}`: "", `{"Id":5,"Name":"Cup","Type":null}`: "",
	} {
		c, _ := clienttest.Serve(t, tourney.MultiSport, clienttest.Always(200, `{"Event":`+body+`}`, "Content-Type", "application/json"))
		event, err := c.Events.Get(t.Context(), 5)
		require.NoError(t, err)
		require.Equal(t, kind, event.Type, body)
		again, err := tourney.MarshalRow(event)
		require.NoError(t, err)
		require.JSONEq(t, strings.Replace(body, `,"Type":null`, "", 1), string(again))
	}
	inXML := `<Response><Event><Id>5</Id><Name>Cup</Name><ParticipationType>9</ParticipationType><Type>Gala</Type></Event></Response>`
	c, _ := clienttest.Serve(t, tourney.MultiSport, clienttest.Always(200, inXML, "Content-Type", "application/xml"))
	event, err := c.Events.Get(t.Context(), 5)
	require.NoError(t, err)
	require.Equal(t, tourney.TextOrNumber("Gala"), event.Type)
	require.Equal(t, tourney.ParticipationType(9), *event.ParticipationType)

	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	for kind, total := range map[tourney.TextOrNumber]int{tourney.EventTournament: 1, "tournament": 1, tourney.EventLeague: 0} {
		page, err := srv.Client().Events.List(t.Context(), tourney.EventListOptions{Type: kind})
		require.NoError(t, err)
		require.Equal(t, total, page.Total, "%q", string(kind))
	}
}

// TestSettingsOfEventsInEveryForm: the form of their dates is not known, and a page must not be lost for one.
func TestSettingsOfEventsInEveryForm(t *testing.T) {
	for _, day := range []string{"3/1/2026", "2026-03-01T00:00:00", "soon"} {
		body := fmt.Sprintf(`{"Event":{"Id":5,"Name":"Cup","Settings":{"RegistrationStartDate":%q,"RosterLimit":12}}}`, day)
		c, _ := clienttest.Serve(t, tourney.MultiSport, clienttest.Always(200, body, "Content-Type", "application/json"))
		event, err := c.Events.Get(t.Context(), 5)
		require.NoError(t, err)
		require.Equal(t, tourney.TextOrNumber(day), event.Settings.RegistrationStartDate)
		require.Nil(t, event.Settings.ShowTeams)
		require.JSONEq(t, `12`, string(event.Settings.Extra["RosterLimit"]))
	}
}
