package contract

import (
	"maps"
	"slices"
)

// Ways are how a host differs from its variant. Where a member is zero, the value of the variant applies.
type Ways struct {
	Title      string
	Wording    Wording
	Columns    []Column
	Points     Points
	Categories []Category
	Names      HostNames
}

// Wording selects among the spellings of a parameter. The text of a Wording is its spelling of awayscore.
type Wording string

// The wordings of the result of a game. One sport was seen to use TeamScoreWording, also for won-by.
const (
	ScoreWording     Wording = "awayscore"
	TeamScoreWording Wording = "awayteamscore"
)

// Category is a category of leaders. A request names its code, and an answer shows its name.
type Category struct {
	Code, Name string
	Statistic  string // whose values count
	PerGame    bool   // the mean of the games with a value, and not the total
}

// With returns the variant with the ways of a host. The result shares no memory with w.
func (v *Variant) With(w Ways) *Variant {
	row := *v
	if w.Title != "" {
		row.Title = w.Title
	}
	row.Wording = w.Wording
	if w.Columns != nil {
		row.Columns, row.Points = slices.Clone(w.Columns), w.Points
	}
	if w.Categories != nil {
		row.Categories = slices.Clone(w.Categories)
		row.Statistics = statisticsOf(w.Categories, v.Statistics)
	}
	row.Names = HostNames{maps.Clone(w.Names.Paths), maps.Clone(w.Names.Parameters)}
	return &row
}

// statisticsOf returns the usual statistics, with the statistics of the categories in front.
func statisticsOf(categories []Category, usual []string) []string {
	var names []string
	for _, c := range categories {
		names = append(names, c.Statistic)
	}
	names = append(names, usual...)
	seen := map[string]bool{}
	return slices.DeleteFunc(names, func(name string) bool {
		had := seen[name]
		seen[name] = true
		return had
	})
}

// figures maps the names in a profile to the figures.
var figures = map[string]Figure{
	"played": Played, "wins": Wins, "losses": Losses, "ties": Ties, "for": For, "against": Against,
	"difference": Difference, "percentage": Percentage, "table points": TablePoints,
}

// Figures returns the names of the figures, sorted.
func Figures() []string { return slices.Sorted(maps.Keys(figures)) }

// LookupFigure returns the figure with a name.
func LookupFigure(name string) (Figure, bool) {
	f, ok := figures[name]
	return f, ok
}
