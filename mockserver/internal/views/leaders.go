package views

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// Leaders returns at most size leaders of each named category, counted in scopes that share no row, the best player
// first. Without names it returns all categories that have a value.
func (t *Totals) Leaders(s *model.Version, where []model.Scope, names []string, size int) []tourney.StatisticCategory {
	list := []tourney.StatisticCategory{}
	b, known := t.in(s, where), s.Variant.Categories
	if known == nil {
		known = statisticsOf(s, b)
	}
	for _, c := range inOrder(s, known) {
		if of := b[strings.ToLower(c.Statistic)]; of != nil && selects(names, c) {
			list = append(list, leadersOf(s, c, of, size))
		}
	}
	return list
}

// Unknown returns those names that belong to no category, to no usual statistic and to no statistic with a value.
func (t *Totals) Unknown(s *model.Version, names []string) (unknown []string) {
	if len(names) == 0 {
		return nil
	}
	known := s.Variant.Categories
	if known == nil {
		known = statisticsOf(s, t.in(s, []model.Scope{{}}))
		for _, name := range s.Variant.Statistics {
			known = append(known, contract.Category{Code: name, Name: name})
		}
	}
	for _, name := range names {
		isKnown := func(c contract.Category) bool { return selects([]string{name}, c) }
		if name = strings.TrimSpace(name); name != "" && !slices.ContainsFunc(known, isKnown) {
			unknown = append(unknown, name)
		}
	}
	return unknown
}

// statisticsOf returns a category for each statistic that has a value. The statistics that are usual in the sport come
// first.
func statisticsOf(s *model.Version, b boards) []contract.Category {
	var list []contract.Category
	for _, of := range b {
		list = append(list, contract.Category{Code: of.name, Name: of.name, Statistic: of.name})
	}
	slices.SortFunc(list, func(a, b contract.Category) int {
		return cmp.Or(
			cmp.Compare(usualOrder(s, a.Name), usualOrder(s, b.Name)),
			cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)),
		)
	})
	return list
}

// inOrder returns the categories in the order of Statistics.SetOrder. The categories that this order does not contain
// follow in the order in which they are.
func inOrder(s *model.Version, list []contract.Category) []contract.Category {
	place := func(c contract.Category) int {
		same := func(name string) bool { return strings.EqualFold(name, c.Statistic) }
		if i := slices.IndexFunc(s.StatNames, same); i >= 0 {
			return i
		}
		return len(s.StatNames)
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b contract.Category) int { return cmp.Compare(place(a), place(b)) })
	return list
}

// usualOrder returns the index of a statistic in the variant's usual statistics. Other statistics get a larger index.
func usualOrder(s *model.Version, name string) int {
	usual := s.Variant.Statistics
	if i := slices.IndexFunc(usual, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 {
		return i
	}
	return len(usual)
}

// selects reports whether names contains the code or the name of a category. If names is empty, every category is
// selected.
func selects(names []string, c contract.Category) bool {
	return len(names) == 0 || slices.ContainsFunc(names, func(n string) bool {
		n = strings.TrimSpace(n)
		return strings.EqualFold(n, c.Code) || strings.EqualFold(n, c.Name)
	})
}

func leadersOf(s *model.Version, c contract.Category, b *board, size int) tourney.StatisticCategory {
	best := b.best(size, c.PerGame)
	leaders := make([]tourney.Leader, len(best))
	for i, p := range best {
		leaders[i] = tourney.Leader{PlayerID: p.person, Value: p.shown(c.PerGame).Decimal()}
		if r := s.People.Get(p.person); r != nil {
			leaders[i].FirstName, leaders[i].LastName = r.Player.FirstName, r.Player.LastName
		}
	}
	return tourney.StatisticCategory{Name: c.Name, Participants: leaders}
}

// fewLeaders is the largest number of leaders for which best looks at all players once. For more leaders it is quicker
// to sort the players.
const fewLeaders = 200

// best returns the best players, the best first.
func (b *board) best(size int, perGame bool) []*total {
	compare := func(p, q *total) int {
		return cmp.Or(q.shown(perGame).Compare(p.shown(perGame)), cmp.Compare(p.person, q.person))
	}
	best := make([]*total, 0, min(size, len(b.players))+1)
	if size > fewLeaders {
		for i := range b.players {
			best = append(best, &b.players[i])
		}
		slices.SortFunc(best, compare)
		return best[:min(size, len(best))]
	}
	for i := range b.players {
		p := &b.players[i]
		if len(best) == size && compare(p, best[size-1]) > 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, p, compare)
		best = slices.Insert(best, at, p)
		best = best[:min(size, len(best))]
	}
	return best
}
