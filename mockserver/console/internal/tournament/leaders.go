package tournament

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// leadersPage is the content of the page of the best players in each category.
type leadersPage struct {
	Scope      *scope
	Categories []tourney.StatisticCategory // with the best players first
}

// leadersShown is how many players of a category a page lists.
const leadersShown = "10"

func loadLeaders(v *view.Visit) (view.Body, error) {
	sc, err := scopeOf(v, true)
	if err != nil {
		return nil, err
	}
	query := ask.Values("pagesize", leadersShown, "eventid", ask.IDText(sc.Event), "divisionid", ask.IDText(sc.Division))
	found, err := ask.Row[struct {
		Players struct{ Statistics []tourney.StatisticCategory }
	}](v.API, "view/statistics?"+query.Encode())
	return &leadersPage{sc, found.Players.Statistics}, err
}

// linesOf returns the lines of the players of a category, whose number tells them from those of another one.
func linesOf(leaders []tourney.Leader, number string) (lines []view.Line) {
	for _, p := range leaders {
		lines = append(lines, view.Line{Key: view.Key("leader-"+number, p.PlayerID), Cells: []view.Cell{
			linkTo("players", p.PlayerID, p.FirstName+" "+p.LastName), text(p.Value.String()),
		}})
	}
	return lines
}

// spaced returns a name of the interface as words, such as Shots on goal for ShotsOnGoal. It returns a text that is
// no such name unchanged.
func spaced(name string) string {
	var words []byte
	for i := range len(name) {
		c := name[i]
		isUpper, isLower := 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z'
		if !isUpper && !isLower {
			return name
		}
		if isUpper && i > 0 && 'a' <= name[i-1] && name[i-1] <= 'z' {
			words = append(words, ' ', c+'a'-'A')
			continue
		}
		words = append(words, c)
	}
	return string(words)
}
