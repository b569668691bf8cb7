package mockserver

import (
	"fmt"
	"maps"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// defaultsOf returns the options that hold for a host before those of the caller.
func defaultsOf(p tourney.Profile) (options, error) {
	o := defaults()
	o.settings.includes = o.settings.includes.with(p.DefaultIncludes)
	o.settings.strict, o.settings.noTransactionID = p.Strict, p.NoTransactionID
	if p.MaxPageSize > 0 {
		o.settings.maxPageSize = p.MaxPageSize
	}
	o.settings.errors.statuses, o.settings.errors.fields = maps.Clone(p.ErrorStatuses), p.ErrorFields
	o.settings.refuseLargePages, o.settings.updateAnswer = p.RefuseLargePages, p.UpdateAnswer
	o.settings.acceptEmptyUpdates, o.settings.refuseUnknownFilters = p.AcceptEmptyUpdates, p.RefuseUnknownFilters
	o.settings.unknownPathStatus, o.settings.absentAsNull = p.UnknownPathStatus, p.AbsentAsNull
	o.settings.emptyListsAsNull = p.EmptyListsAsNull
	o.settings.completeWonBy = p.CompleteWonBy
	o.settings.newestFirst, o.settings.hands = p.NewestFirst, maps.Clone(p.HandNames)
	if p.RegisteredStatus != nil {
		o.settings.registeredStatus = *p.RegisteredStatus
	}
	o.rateLimit, o.skew = p.RateLimit, p.ClockSkew
	o.settings.keys.lifetime, o.settings.keys.overlap = p.KeyLifetime, p.KeyOverlap
	if !p.RequireSignature {
		return o, nil
	}
	verifier, ok := p.Signer.(tourney.Verifier)
	if !ok {
		return o, fmt.Errorf("mockserver: Profile.Signer: %T cannot verify: it must be a tourney.Verifier", p.Signer)
	}
	o.verifier = verifier
	return o, nil
}

// rowOf returns the row of the contract that holds for a host.
func rowOf(p tourney.Profile) *contract.Variant {
	row, _ := contract.LookupVariant(string(p.Variant)) // ProfileOf has checked it
	ways := contract.Ways{Wording: contract.Wording(p.Results), Points: contract.Points(p.Points)}
	if p.Name != string(p.Variant) {
		ways.Title = p.Name
	}
	if p.Columns != nil {
		ways.Columns = mapped(p.Columns, func(c tourney.ProfileColumn) contract.Column {
			figure, _ := contract.LookupFigure(string(c.Figure))
			return contract.Column{Name: c.Name, Abbr: c.Abbr, Figure: figure}
		})
	}
	if p.Categories != nil {
		ways.Categories = mapped(p.Categories, func(c tourney.ProfileCategory) contract.Category {
			return contract.Category(c)
		})
	}
	return row.With(ways)
}
