package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/tourney-go/tourney"
)

// Debt is what a team owes.
type Debt struct {
	TeamID   int64
	Team     string
	Division string
	Amount   tourney.Decimal
}

// Treasury knows who owes what.
type Treasury struct{ Client *tourney.Client }

// Debts returns what the teams of an event owe, the most first.
func (t Treasury) Debts(ctx context.Context, eventID int64) ([]Debt, error) {
	fees, err := t.fees(ctx, eventID)
	if err != nil {
		return nil, fmt.Errorf("fees: %w", err)
	}
	var debts []Debt
	// A filter on paid switches off the division's settings for what is shown, so teams on the waiting list come too,
	// which owe nothing yet, unless the status is asked for as well.
	list := tourney.TeamListOptions{EventID: eventID, Paid: new(false), Status: new(tourney.TeamActive)}
	for team, err := range t.Client.Teams.All(ctx, list) {
		if err != nil {
			return nil, fmt.Errorf("unpaid teams: %w", err)
		}
		if team.Division == nil {
			continue
		}
		if fee, ok := fees[team.Division.ID]; ok {
			debts = append(debts, Debt{TeamID: team.ID, Team: team.Name, Division: team.Division.Name, Amount: fee})
		}
	}
	slices.SortFunc(debts, func(a, b Debt) int {
		return cmp.Or(b.Amount.Cmp(a.Amount), cmp.Compare(a.Team, b.Team))
	})
	return debts, nil
}

// fees returns what each division of an event charges for a team.
func (t Treasury) fees(ctx context.Context, eventID int64) (map[int64]tourney.Decimal, error) {
	fees := map[int64]tourney.Decimal{}
	list := tourney.DivisionListOptions{EventID: eventID, Includes: []tourney.Include{tourney.IncludePrices}}
	for division, err := range t.Client.Divisions.All(ctx, list) {
		if err != nil {
			return nil, err
		}
		for _, price := range division.Prices {
			if price.Type == tourney.PriceEventFee {
				fees[division.ID] = fees[division.ID].Add(price.Amount)
			}
		}
	}
	return fees, nil
}

// Forgive marks a team as paid without a payment.
func (t Treasury) Forgive(ctx context.Context, teamID int64) error {
	if err := t.Client.Teams.Update(ctx, tourney.TeamUpdateInput{ID: teamID, Paid: new(true)}); err != nil {
		return fmt.Errorf("forgiving team %d: %w", teamID, err)
	}
	return nil
}
