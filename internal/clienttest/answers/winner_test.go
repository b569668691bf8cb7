package answers

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
)

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
