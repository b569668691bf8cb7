package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/tourney-go/tourney"
)

// Debt is an unpaid fee of a team.
type Debt struct {
	TeamID   int64
	Team     string
	Division string
	Amount   tourney.Decimal
}

// Treasury reads and forgives the debts of teams.
type Treasury struct{ Client *tourney.Client }

// Debts returns the debts of the teams of an event, the largest first.
func (t Treasury) Debts(ctx context.Context, eventID int64) ([]Debt, error) {
	fees, err := t.fees(ctx, eventID)
	if err != nil {
		return nil, fmt.Errorf("fees: %w", err)
	}
	var debts []Debt
	// A filter on paid switches off the division's setting that hides teams. So filter by status too: teams on the waiting
	// list owe nothing yet.
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

// fees returns the fee of each division of an event.
func (t Treasury) fees(ctx context.Context, eventID int64) (map[int64]tourney.Decimal, error) {
	fees := map[int64]tourney.Decimal{}
	list := tourney.DivisionListOptions{EventID: eventID}
	for division, err := range t.Client.Divisions.All(ctx, list, tourney.IncludePrices) {
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
