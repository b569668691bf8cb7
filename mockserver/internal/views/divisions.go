package views

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Division returns a division as responses show it.
func Division(s *model.Reader, r *model.DivisionRow, in Includes) tourney.Division {
	d := DivisionWithoutTeams(s, r, in)
	if in.Has(tourney.IncludeTeams) {
		in := model.Scope{Level: model.InDivision, ID: d.ID}
		d.Teams = values.Mapped(s.Teams.Under(model.EveryTeamIn(in)), summary)
	}
	return d
}

// DivisionWithoutTeams returns a division as responses show it, without its teams.
func DivisionWithoutTeams(s *model.Reader, r *model.DivisionRow, in Includes) tourney.Division {
	d := r.Division
	d.Active = new(r.Active)
	if e := s.Events.Get(r.EventID); e != nil {
		d.Event = model.NestedEvent(e.Event)
	}
	if !in.Has(tourney.IncludeSettings) {
		d.Settings = nil
	}
	d.Prices = Listed(in, tourney.IncludePrices, d.Prices)
	d.Assets = Listed(in, tourney.IncludeAssets, d.Assets)
	d.Reports = Listed(in, tourney.IncludeReports, d.Reports)
	d.Brackets = brackets(d.Brackets, in)
	return d
}

// brackets returns brackets if the includes contain brackets or results, with their results.
func brackets(of []tourney.Bracket, in Includes) []tourney.Bracket {
	asked := tourney.IncludeBrackets
	if !in.Has(asked) {
		asked = tourney.IncludeResults
	}
	list := slices.Clone(Listed(in, asked, of))
	for i := range list {
		list[i].Results = Listed(in, asked, list[i].Results)
	}
	return list
}
