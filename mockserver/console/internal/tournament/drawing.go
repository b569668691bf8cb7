package tournament

import (
	"cmp"
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// bracketPage is the content of the page of a division's brackets.
type bracketPage struct {
	Scope    *scope
	Drawings []*drawing
	Cut      bool // the division has more games than the page reads
	Max      int
}

// drawing is a bracket as a picture and as a list.
type drawing struct {
	Name          string
	Width, Height int
	Columns       []drawnColumn
	Lines         []drawnLine
	Boxes         []drawnBox
}

// drawnColumn is the head above the column of a round.
type drawnColumn struct {
	X    int
	Name string
}

// drawnLine is the line from a game to the next game of one of its teams.
type drawnLine struct {
	Path  string
	Loser bool
}

// drawnBox is a game in the picture.
type drawnBox struct {
	ID         int64
	X, Y       int
	Label      string
	Round      string
	When       string
	Away, Home drawnSide
}

// Says returns in words what a person sees only in the picture: the round, which is the column, and the winner, who
// is in bold letters.
func (b drawnBox) Says() string {
	switch {
	case b.Away.Won:
		return b.Round + ", " + b.Away.Name + " won"
	case b.Home.Won:
		return b.Round + ", " + b.Home.Name + " won"
	case b.Away.Score == "" && b.Home.Score == "":
		return b.Round + ", no score"
	}
	return b.Round
}

// drawnSide is a side of a game in the picture and in the list.
type drawnSide struct {
	Name    string
	From    string // in words, from which game the side comes; "" when not known
	Score   string
	Won     bool
	Waits   bool // no team is known
	Carried bool // the team comes from the previous game, but the game does not have it yet
}

// gamesOfBracket bounds how many games of a division the page reads.
const gamesOfBracket = 1000

func loadBracket(v *view.Visit) (view.Body, error) {
	sc, err := scopeOf(v, false)
	if err != nil {
		return nil, err
	}
	p := &bracketPage{Scope: sc, Max: gamesOfBracket}
	if sc.Division == 0 {
		return p, nil
	}
	rows, err := ask.RowsOf[tourney.Game](v.API, "games", gamesOfBracket, "division", ask.IDText(sc.Division))
	if err != nil {
		return nil, err
	}
	p.Cut = rows.Next > 0
	list, err := bracketsOf(rows.Rows, func(id int64) (stored.GameDetails, error) {
		return ask.Get[stored.GameDetails](v.API, "rows/games/"+ask.IDText(id)+"/details")
	})
	for _, b := range list {
		p.Drawings = append(p.Drawings, b.draw())
	}
	return p, err
}

// The measures of the picture, in pixels.
const (
	boxWidth, boxHeight = 216, 72
	boxGap, columnGap   = 16, 48
	headHeight          = 32
)

// draw returns the picture. It puts the games into columns, and each game at the height of the games that lead to it.
// Games without a next game are in the last column.
func (b *bracket) draw() *drawing {
	last := 0
	for _, g := range b.games {
		last = max(last, g.findDepth())
	}
	rows := 0
	for _, g := range b.games {
		g.column = last - g.depth
	}
	for _, g := range b.games {
		if len(g.next) == 0 {
			rows = b.place(g, rows)
		}
	}
	for _, g := range b.games {
		rows = b.place(g, rows)
	}
	d := &drawing{
		Name: b.name, Width: (last+1)*(boxWidth+columnGap) - columnGap + 2,
		Height: headHeight + rows*(boxHeight+boxGap) - boxGap + 2,
	}
	d.fill(b, last)
	return d
}

// place sets the place of a game's box: between the games that lead to it, or in the next free row if there are none.
// It returns the number of rows in use.
func (b *bracket) place(g *bracketGame, rows int) int {
	if g.placed {
		return rows
	}
	g.placed = true
	sum, count := 0, 0
	for _, f := range []feed{g.away, g.home} {
		if f.game == nil || f.game.in.Key() != g.in.Key() || f.game.placed || f.game.column >= g.column {
			continue
		}
		rows = b.place(f.game, rows)
		sum, count = sum+f.game.y, count+1
	}
	g.x = 1 + g.column*(boxWidth+columnGap)
	if g.y = headHeight + rows*(boxHeight+boxGap); count > 0 {
		g.y = sum / count
		return rows
	}
	return rows + 1
}

// fill adds the columns, the boxes and the lines of the picture.
func (d *drawing) fill(b *bracket, last int) {
	names := make([]string, last+1)
	for _, g := range b.games {
		names[g.column] = cmp.Or(names[g.column], roundNames[valueOf(g.Round)])
	}
	names[last] = cmp.Or(names[last], "Final")
	for i, name := range names {
		d.Columns = append(d.Columns, drawnColumn{1 + i*(boxWidth+columnGap), cmp.Or(name, fmt.Sprint("Round ", i+1))})
	}
	for _, g := range b.games {
		d.Boxes = append(d.Boxes, drawnBox{
			ID: g.ID, X: g.x, Y: g.y, Label: g.Label(), Round: d.Columns[g.column].Name,
			When: prose.Joined(", ", dayText(g.Date, shortDay), g.ClockTime()),
			Away: g.drawnSide(g.AwayTeam, g.away, tourney.WinnerAway),
			Home: g.drawnSide(g.HomeTeam, g.home, tourney.WinnerHome),
		})
		for i, f := range []feed{g.away, g.home} {
			if f.game != nil && f.game.in.Key() == g.in.Key() && f.game.column < g.column {
				d.Lines = append(d.Lines, drawnLine{lineBetween(f.game, g, i), f.loser})
			}
		}
	}
}

// roundNames are the names of the columns, as real hosts were seen to use them.
var roundNames = map[tourney.Round]string{
	tourney.RoundChampionship: "Championship", tourney.RoundSemifinal: "Semifinals",
	tourney.RoundQuarterfinal: "Quarterfinals",
}

// lineBetween returns the SVG path of a line from a game to a side of the next game.
func lineBetween(from, to *bracketGame, side int) string {
	x, y := from.x+boxWidth, from.y+boxHeight/2
	end := to.y + boxHeight/2 + 20*side
	return fmt.Sprintf("M%d %dH%dV%dH%d", x, y, to.x-columnGap/2, end, to.x)
}

func (g *bracketGame) drawnSide(s *tourney.GameSide, f feed, wins tourney.Winner) drawnSide {
	d := drawnSide{From: f.text(), Score: scoreText(s), Won: g.Winner() == wins}
	comer := f.comer()
	switch {
	case teamOf(s) != 0:
		d.Name = sideName(s)
	case teamOf(comer) != 0:
		d.Name, d.Carried = sideName(comer), true
	case d.From != "":
		d.Name, d.Waits = prose.Capital(d.From), true
	default:
		d.Name, d.Waits = sideName(s), true
	}
	return d
}
