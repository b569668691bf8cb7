package mockserver

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// playerSum holds the values of one player in a category.
type playerSum struct {
	total tourney.Decimal
	games map[int64]bool
}

// sums holds the values of the players of one statistic, by person.
type sums map[int64]*playerSum

// categories returns the leaders of the categories of a scope, with the best player of each category first. Without
// names it returns all categories that have a value.
func (s *version) categories(where scope, names []string, size int) []tourney.StatisticCategory {
	rows := s.statistics.Under(statisticKey{scope: where})
	known := s.variant.Categories
	if known == nil {
		known = s.statisticsOf(rows)
	}
	known = s.inOrder(known)
	values := sumsOf(rows)
	list := []tourney.StatisticCategory{}
	for _, c := range known {
		if of := values[strings.ToLower(c.Statistic)]; of != nil && selects(names, c) {
			list = append(list, s.leadersOf(c, of, size))
		}
	}
	return list
}

// statisticsOf returns a category for each statistic that has a value, those that are usual in the sport first.
func (s *version) statisticsOf(rows []*statisticRow) []contract.Category {
	seen := map[string]bool{}
	var list []contract.Category
	for _, r := range rows {
		if key := strings.ToLower(r.name); !seen[key] {
			seen[key] = true
			list = append(list, contract.Category{Code: r.name, Name: r.name, Statistic: r.name})
		}
	}
	slices.SortFunc(list, func(a, b contract.Category) int {
		return cmp.Or(
			cmp.Compare(s.usualOrder(a.Name), s.usualOrder(b.Name)),
			cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)),
		)
	})
	return list
}

// inOrder returns the categories in the order of SetStatisticOrder. Others come behind them as they are.
func (s *version) inOrder(list []contract.Category) []contract.Category {
	place := func(c contract.Category) int {
		same := func(name string) bool { return strings.EqualFold(name, c.Statistic) }
		if i := slices.IndexFunc(s.statNames, same); i >= 0 {
			return i
		}
		return len(s.statNames)
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b contract.Category) int { return cmp.Compare(place(a), place(b)) })
	return list
}

// usualOrder returns the index of a statistic in the variant's usual statistics. Other statistics come behind them.
func (s *version) usualOrder(name string) int {
	usual := s.variant.Statistics
	if i := slices.IndexFunc(usual, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 {
		return i
	}
	return len(usual)
}

// sumsOf returns the values of each statistic, by its name in lower case.
func sumsOf(rows []*statisticRow) map[string]sums {
	all := map[string]sums{}
	for _, r := range rows {
		key := strings.ToLower(r.name)
		if all[key] == nil {
			all[key] = sums{}
		}
		of := all[key][r.personID]
		if of == nil {
			of = &playerSum{games: map[int64]bool{}}
			all[key][r.personID] = of
		}
		of.total = of.total.Add(r.value)
		of.games[r.gameID] = true
	}
	return all
}

// selects reports whether a request names a category, by its code or its name. No names select every category.
func selects(names []string, c contract.Category) bool {
	return len(names) == 0 || slices.ContainsFunc(names, func(n string) bool {
		n = strings.TrimSpace(n)
		return strings.EqualFold(n, c.Code) || strings.EqualFold(n, c.Name)
	})
}

// value returns what a category shows: the total, or the mean of the games with one digit after the point.
func (v *playerSum) value(c contract.Category) tourney.Decimal {
	if !c.PerGame {
		return v.total
	}
	mean, ok := new(big.Rat).SetString(v.total.String())
	if !ok {
		return v.total
	}
	mean.Quo(mean, big.NewRat(int64(len(v.games)), 1))
	if rounded, err := tourney.ParseDecimal(mean.FloatString(1)); err == nil {
		return rounded
	}
	return v.total // too many digits for a Decimal
}

func (s *version) leadersOf(c contract.Category, values sums, size int) tourney.StatisticCategory {
	leaders := make([]tourney.Leader, 0, len(values))
	for id, of := range values {
		leader := tourney.Leader{PlayerID: id, Value: of.value(c)}
		if p := s.people.Get(id); p != nil {
			leader.FirstName, leader.LastName = p.player.FirstName, p.player.LastName
		}
		leaders = append(leaders, leader)
	}
	slices.SortFunc(leaders, func(a, b tourney.Leader) int {
		return cmp.Or(b.Value.Cmp(a.Value), cmp.Compare(a.PlayerID, b.PlayerID))
	})
	return tourney.StatisticCategory{Name: c.Name, Participants: leaders[:min(size, len(leaders))]}
}
