// Package handlers carries out the operations of the contract, with one file for each kind of rows. A handler reads and
// writes the version in an Exchange, and returns the value to write or a refusal. It uses neither the request nor the
// format of the answer, except in kept.go, which stores encoded rows. The code for the effect of an operation or
// parameter belongs in this package. The function ordered in exchange.go gives all lists their order. internal/contract
// lists the parameters, and the index for a filter belongs in the keys of a row in package model. Package views decides
// how rows are shown. Values that are computed from several rows belong in package model or standings.
package handlers

import (
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// handlers has the handler of each operation of the contract.
var handlers = map[string]Handler{
	"Authentication.Authenticate": typed(authenticate),
	"Teams.Get":                   typed(teams.get),
	"Teams.List":                  typed(listTeams),
	"Teams.Create":                typed(createTeam),
	"Teams.Update":                typed(updateTeam),
	"Divisions.Get":               typed(divisions.get),
	"Divisions.List":              typed(listDivisions),
	"Divisions.Create":            typed(createDivision),
	"Divisions.Update":            typed(updateDivision),
	"Games.Get":                   typed(games.get),
	"Games.List":                  typed(listGames),
	"Games.Update":                typed(updateGame),
	"Players.Get":                 typed(players.get),
	"Players.List":                typed(listPlayers),
	"Venues.Get":                  typed(venues.get),
	"Venues.List":                 typed(listVenues),
	"Standings.Get":               typed(getStandings),
	"Standings.Update":            typed(updateStandings),
	"Statistics.Leaders":          typed(getLeaders),
	"Statistics.Update":           typed(updateStatistics),
	"Registration.Register":       typed(register),
	"Payments.Pay":                typed(pay),
	"Events.Get":                  typed(getEvent),
	"Events.List":                 typed(listEvents),
}

// For returns the handler of an operation of the contract.
func For(op *contract.Operation) Handler { return handlers[op.ID] }

// Handler carries out an operation.
type Handler struct {
	// Bind makes the input from the parameters of a request.
	Bind func(node.Node) (any, error)

	// Run returns the value to write, or a refusal. After a refusal the server drops the fork, with all changes that
	// Run made. It never changes the input, because other requests may share the input.
	Run func(ex *Exchange, input any) (any, error)
}

// typed returns a handler that binds the request to the type of the function's parameters.
func typed[T any](f func(*Exchange, T) (any, error)) Handler {
	return Handler{
		Bind: func(n node.Node) (any, error) {
			in := new(T)
			if err := record.Bind(n, in); err != nil {
				return nil, refusal.FromBind(err)
			}
			return in, nil
		},
		Run: func(ex *Exchange, input any) (any, error) {
			return f(ex, *input.(*T)) //nolint:forcetypeassert // as bind makes it
		},
	}
}
