package answers

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
)

// TestBooleansOfXML: XML Schema spells booleans in four ways. JSON has two.
func TestBooleansOfXML(t *testing.T) {
	for text, want := range map[string]*bool{
		"true": new(true), "1": new(true), " 1\n": new(true), "&#49;": new(true),
		"false": new(false), "0": new(false), "FALSE": new(false), "": nil,
	} {
		body := clienttest.XML("<Team><Id>5</Id><Paid>" + text + "</Paid></Team>")
		c, _ := clienttest.InFormat(t, tourney.FormatXML, body)
		team, err := c.Teams.Get(t.Context(), 5)
		require.NoError(t, err, text)
		require.Equal(t, want, team.Paid, text)
	}
	for _, text := range []string{"2", "01", "yes", "-1", "1.0", "10"} {
		c, _ := clienttest.InFormat(t, tourney.FormatXML, clienttest.XML("<Team><Id>5</Id><Paid>"+text+"</Paid></Team>"))
		_, err := c.Teams.Get(t.Context(), 5)
		require.ErrorContains(t, err, "/Team/Paid", text)
	}
	for _, text := range []string{"1", `"1"`, "0"} {
		c, _ := clienttest.InFormat(t, tourney.FormatJSON, `{"Team":{"Id":5,"Paid":`+text+`}}`)
		_, err := c.Teams.Get(t.Context(), 5)
		require.ErrorContains(t, err, "/Team/Paid", text)
	}
}

// TestNamespacesOfDataContracts: a .NET host writes members in the namespaces of its own code. Other namespaces are another
// matter.
func TestNamespacesOfDataContracts(t *testing.T) {
	const contracts, other = "http://schemas.datacontract.org/2004/07/", "http://example.com/ns"
	get := func(t *testing.T, body string) tourney.Division {
		c, _ := clienttest.InFormat(t, tourney.FormatXML, body)
		division, err := c.Divisions.Get(t.Context(), 5)
		require.NoError(t, err)
		return division
	}
	want := tourney.Division{ID: 5, Name: "Gold", Prices: []tourney.Price{{ID: 51, Amount: tourney.MustDecimal("57.50")}}}
	for name, body := range map[string]string{
		"around each member": `<Response xmlns="` + contracts + `Host.Api"><Division><Id>5</Id><Name>Gold</Name><Prices>` +
			`<Price><a:Amount xmlns:a="` + contracts + `Host.Models">57.50</a:Amount><Id>51</Id></Price></Prices></Division></Response>`,
		"on the list": `<Response><Division><Id>5</Id><Name>Gold</Name><Prices xmlns:a="` + contracts + `Host.Models">` +
			`<a:Price><a:Amount>57.50</a:Amount><a:Id>51</a:Id></a:Price></Prices></Division></Response>`,
		"everywhere": `<Response xmlns:q="` + contracts + `A" xmlns:r="` + contracts + `"><q:Division><q:Id>5</q:Id><r:Name>Gold</r:Name>` +
			`<r:Prices><q:Price><q:Amount>57.50</q:Amount><r:Id>51</r:Id></q:Price></r:Prices></q:Division></Response>`,
		"arrays": `<Response xmlns:b="http://schemas.microsoft.com/2003/10/Serialization/Arrays"><Division><Id>5</Id><b:Name>Gold</b:Name>` +
			`<Prices><b:anyType><Amount>57.50</Amount><Id>51</Id></b:anyType></Prices></Division></Response>`,
	} {
		require.Empty(t, cmp.Diff(want, get(t, body)), name)
	}
	foreign := get(t, `<Response><Division><Id>5</Id><Name>Gold</Name>`+
		`<a:Description xmlns:a="`+other+`">no</a:Description></Division></Response>`)
	require.Nil(t, foreign.Description)
	require.Equal(t, `"no"`, string(foreign.Extra["a:Description"]))

	c, _ := clienttest.InFormat(t, tourney.FormatXML, `<Response><e:Errors xmlns:e="`+contracts+`E"><e:Error><e:Code>1</e:Code></e:Error>`+
		`</e:Errors></Response>`)
	_, err := c.Divisions.Get(t.Context(), 5)
	require.ErrorIs(t, err, tourney.ErrNotFound)
}

// TestCommonOptionsOfOneCall: a call has its own values, and changes no other call.
func TestCommonOptionsOfOneCall(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(503, ``))
	update := tourney.TeamUpdateInput{ID: 7, Name: new("A")}
	err := c.Teams.Update(t.Context(), update, tourney.WithFormat(tourney.FormatXML), tourney.WithRetry(tourney.Retry{}))
	require.ErrorIs(t, err, tourney.ErrUnavailable)
	require.Len(t, h.Requests(), 1)
	require.Equal(t, "application/xml", h.Requests()[0].Header.Get("Accept"))
	require.Contains(t, h.Requests()[0].Body, "<Id>7</Id>")

	err = c.Teams.Update(t.Context(), update, tourney.WithRetry(tourney.Retry{Max: 1}))
	require.Error(t, err)
	require.Len(t, h.Requests(), 3)
	require.Equal(t, "application/json", h.Requests()[2].Header.Get("Accept"))

	for _, wrong := range []tourney.CallOption{
		tourney.WithRetry(tourney.Retry{Max: -1}), tourney.WithFormat("YAML"), tourney.WithTimeout(-1), tourney.WithHeader("Host", "x"),
	} {
		require.Error(t, c.Teams.Update(t.Context(), update, wrong))
	}
	require.Len(t, h.Requests(), 3)
}

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

// sideOf builds a side from words: a score, "won" with a won-by, "lost" with a forfeit, and the values that mean neither.
func sideOf(t *testing.T, words ...string) *tourney.GameSide {
	t.Helper()
	side := &tourney.GameSide{}
	for _, word := range words {
		switch word {
		case "no side":
			return nil
		case "won":
			side.WonBy = new(tourney.WonByForfeit)
		case "won by 9":
			side.WonBy = &tourney.WonBy{Code: 9}
		case "won by name":
			side.WonBy = &tourney.WonBy{Name: "Shootout"}
		case "won by 0":
			side.WonBy = &tourney.WonBy{}
		case "won by none":
			side.WonBy = &tourney.WonBy{Name: "none"}
		case "lost":
			side.Forfeited = new(true)
		case "not lost":
			side.Forfeited = new(false)
		default:
			side.Score = new(tourney.MustDecimal(word))
		}
	}
	return side
}

func TestWinner(t *testing.T) {
	type words []string
	none := words{}
	for _, c := range []struct {
		away, home words
		want       tourney.Winner
	}{
		// Scores. An absent one is not 0.
		{none, none, tourney.WinnerUndecided},
		{words{"2"}, words{"1"}, tourney.WinnerAway},
		{words{"1"}, words{"2"}, tourney.WinnerHome},
		{words{"10"}, words{"9"}, tourney.WinnerAway},
		{words{"2"}, words{"2.0"}, tourney.WinnerTie},
		{words{"0"}, words{"0"}, tourney.WinnerTie},
		{words{"0.5"}, words{"0.25"}, tourney.WinnerAway},
		{words{"-1"}, words{"0"}, tourney.WinnerHome},
		{words{"2"}, none, tourney.WinnerUndecided},
		{none, words{"0"}, tourney.WinnerUndecided},
		{words{"2"}, words{"no side"}, tourney.WinnerUndecided},
		{words{"no side"}, words{"no side"}, tourney.WinnerUndecided},
		// A won-by decides whatever the scores are.
		{words{"won"}, none, tourney.WinnerAway},
		{none, words{"won by 9"}, tourney.WinnerHome},
		{words{"1", "won by name"}, words{"2"}, tourney.WinnerAway},
		{words{"2"}, words{"2", "won by 9"}, tourney.WinnerHome},
		{words{"no side"}, words{"won"}, tourney.WinnerUndecided},
		// Values that mean no won-by and no forfeit.
		{words{"1", "won by 0", "not lost"}, words{"2", "won by 0", "not lost"}, tourney.WinnerHome},
		{words{"1", "won by none"}, words{"1", "won by none"}, tourney.WinnerTie},
		{words{"won by 0"}, words{"won by none"}, tourney.WinnerUndecided},
		{words{"1", "won by none"}, words{"2", "won"}, tourney.WinnerHome},
		// A forfeit gives the game to the other side whatever the scores are.
		{words{"lost"}, none, tourney.WinnerHome},
		{none, words{"lost"}, tourney.WinnerAway},
		{words{"7", "lost"}, words{"0"}, tourney.WinnerHome},
		{words{"lost"}, words{"no side"}, tourney.WinnerUndecided},
		{words{"lost"}, words{"won"}, tourney.WinnerHome},
		{words{"won", "not lost"}, words{"lost"}, tourney.WinnerAway},
		{words{"lost"}, words{"lost"}, tourney.WinnerNobody},
		{words{"3", "lost"}, words{"1", "lost"}, tourney.WinnerNobody},
		// Contradictions.
		{words{"3", "won"}, words{"1", "won"}, tourney.WinnerUndecided},
		{words{"won", "lost"}, none, tourney.WinnerUndecided},
		{words{"1"}, words{"2", "won", "lost"}, tourney.WinnerUndecided},
		{words{"won", "lost"}, words{"lost"}, tourney.WinnerUndecided},
		{words{"lost"}, words{"won", "lost"}, tourney.WinnerUndecided},
		{words{"won", "lost"}, words{"won"}, tourney.WinnerUndecided},
	} {
		t.Run(fmt.Sprint(c.away, " at ", c.home), func(t *testing.T) {
			game := tourney.Game{AwayTeam: sideOf(t, c.away...), HomeTeam: sideOf(t, c.home...)}
			before := game
			require.Equal(t, c.want, game.Winner())
			require.Empty(t, cmp.Diff(before, game))
			swapped := map[tourney.Winner]tourney.Winner{
				tourney.WinnerAway: tourney.WinnerHome, tourney.WinnerHome: tourney.WinnerAway,
			}[c.want]
			if swapped == "" {
				swapped = c.want
			}
			require.Equal(t, swapped, tourney.Game{AwayTeam: game.HomeTeam, HomeTeam: game.AwayTeam}.Winner())
		})
	}
}

// TestWinnerIsTheSameInBothFormats: JSON carries the code of a won-by and XML its name.
func TestWinnerIsTheSameInBothFormats(t *testing.T) {
	for inJSON, c := range map[string]struct {
		inXML string
		want  tourney.Winner
	}{
		`{"AwayTeam":{"Score":3,"WonBy":0},"HomeTeam":{"Score":1,"WonBy":7}}`: {
			`<AwayTeam><Score>3</Score><WonBy>None</WonBy></AwayTeam><HomeTeam><Score>1</Score><WonBy>Forfeit</WonBy></HomeTeam>`,
			tourney.WinnerHome,
		},
		`{"AwayTeam":{"Score":3,"WonBy":null},"HomeTeam":{"Score":"","WonBy":""}}`: {
			`<AwayTeam><Score>3</Score><WonBy/></AwayTeam><HomeTeam><Score/><WonBy/></HomeTeam>`, tourney.WinnerUndecided,
		},
		`{"AwayTeam":{"Forfeited":"false"},"HomeTeam":{"Forfeited":true}}`: {
			`<AwayTeam><Forfeited>false</Forfeited></AwayTeam><HomeTeam><Forfeited>true</Forfeited></HomeTeam>`, tourney.WinnerAway,
		},
	} {
		var game tourney.Game
		require.NoError(t, clienttest.Decode(tourney.FormatJSON, []byte(inJSON), &game))
		require.Equal(t, c.want, game.Winner(), inJSON)
		require.NoError(t, clienttest.Decode(tourney.FormatXML, []byte(`<Response>`+c.inXML+`</Response>`), &game))
		require.Equal(t, c.want, game.Winner(), c.inXML)
	}
}
