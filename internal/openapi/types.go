package openapi

import (
	"reflect"

	"github.com/tourney-go/tourney"
)

// bodies are the Go types of a request and of its answer. The question of a GET is the type of the query.
type bodies struct{ question, answer reflect.Type }

func of[Q, A any]() bodies { return bodies{reflect.TypeFor[Q](), reflect.TypeFor[A]()} }

// Types for bodies that have no exported Go type.
type (
	byID struct {
		ID       int64    `url:"id"`
		Includes []string `url:"includes"`
	}
	venueByID struct {
		ID int64 `url:"Id"`
	}
	login struct {
		Username string `json:"Username"`
		Password string `json:"Password"`
	}
	account struct {
		ID           int64  `json:"Id"`
		APIKey       string `json:"ApiKey"`
		APISecretKey string `json:"ApiSecretKey"`
		Email        string `json:"Email"`
	}
	created struct {
		ID int64 `json:"Id"`
	}
	leaders struct {
		Statistics []tourney.StatisticCategory `json:"Statistics" item:"StatisticCategory"`
	}
	errorsBody struct {
		Errors []tourney.ErrorItem `json:"Errors" item:"Error"`
	}
	empty struct{}
)

// operationBodies has the bodies of each operation of the contract.
var operationBodies = map[string]bodies{
	"Authentication.Authenticate": of[login, account](),
	"Teams.Get":                   of[byID, struct{ Team tourney.Team }](),
	"Teams.List":                  of[tourney.TeamListOptions, struct{ Teams tourney.Page[tourney.Team] }](),
	"Teams.Create":                of[tourney.TeamCreateInput, created](),
	"Teams.Update":                of[tourney.TeamUpdateInput, empty](),
	"Divisions.Get":               of[byID, struct{ Division tourney.Division }](),
	"Divisions.List": of[tourney.DivisionListOptions, struct {
		Divisions tourney.Page[tourney.Division]
	}](),
	"Divisions.Create": of[tourney.DivisionCreateInput, created](),
	"Divisions.Update": of[tourney.DivisionUpdateInput, empty](),
	"Games.Get":        of[byID, struct{ Game tourney.Game }](),
	"Games.List":       of[tourney.GameListOptions, struct{ Games tourney.Page[tourney.Game] }](),
	"Games.Update":     of[tourney.GameUpdateInput, empty](),
	"Players.Get":      of[byID, struct{ Player tourney.Player }](),
	"Players.List":     of[tourney.PlayerListOptions, struct{ Players tourney.Page[tourney.Player] }](),
	"Venues.Get":       of[venueByID, struct{ Venue tourney.Venue }](),
	"Venues.List": of[tourney.VenueListOptions, struct {
		Venues []tourney.Venue `item:"Venue"`
	}](),
	"Standings.Get":         of[tourney.StandingsOptions, tourney.Standings](),
	"Standings.Update":      of[tourney.StandingsUpdateInput, empty](),
	"Statistics.Leaders":    of[tourney.LeadersOptions, struct{ Players leaders }](),
	"Statistics.Update":     of[tourney.StatisticsUpdateInput, empty](),
	"Registration.Register": of[tourney.RegistrationInput, tourney.RegistrationResult](),
	"Payments.Pay":          of[tourney.PaymentInput, tourney.PaymentResult](),
	"Events.Get":            of[byID, struct{ Event tourney.Event }](),
	"Events.List":           of[tourney.EventListOptions, struct{ Events tourney.Page[tourney.Event] }](),
}

// Answer returns the type that an answer of an operation is decoded into.
func Answer(operation string) reflect.Type { return operationBodies[operation].answer }

// folders are the folders of testdata/wire and testdata/observed that hold the bodies of an operation.
var folders = map[string]string{
	"Authentication.Authenticate": "authenticate",
	"Teams.Get":                   "teams-get",
	"Teams.List":                  "teams-list",
	"Teams.Create":                "teams-create",
	"Teams.Update":                "teams-update",
	"Divisions.Get":               "divisions-get",
	"Divisions.List":              "divisions-list",
	"Divisions.Create":            "divisions-create",
	"Divisions.Update":            "divisions-update",
	"Games.Get":                   "games-get",
	"Games.List":                  "games-list",
	"Games.Update":                "games-update",
	"Players.Get":                 "players-get",
	"Players.List":                "players-list",
	"Venues.Get":                  "venues-get",
	"Venues.List":                 "venues-list",
	"Standings.Get":               "standings-get",
	"Standings.Update":            "standings-update",
	"Statistics.Leaders":          "statistics-get",
	"Statistics.Update":           "statistics-update",
	"Registration.Register":       "register",
	"Payments.Pay":                "payments",
	"Events.Get":                  "events-get",
	"Events.List":                 "events-list",
}

// sections has the part of section 2 that describes a type of answers. Types without a row are parts of types with
// one.
var sections = map[string]string{
	"Address": "Address", "Team": "Team", "TeamDivision": "Team", "TeamPlayer": "Team Player", "MetaItem": "Team Player",
	"Coach": "Coach", "TeamPool": "TeamPool", "Pool": "TeamPool", "Season": "Season", "Division": "Division",
	"DivisionSettings": "Division", "Price": "Division", "Asset": "Division", "Report": "Division",
	"Bracket": "Division", "BracketResult": "Division", "Image": "Division", "Game": "Game", "GameSide": "Game",
	"GameDivision": "Game", "VenueCourt": "Game", "Court": "Game", "Venue": "Venue", "Location": "Venue",
	"Player": "Player", "PlayerProfile": "Player", "PlayerTeam": "Player", "PlayerGame": "Player",
	"GameStatistic": "Player", "PlayerTotals": "Player", "Standings": "Standings", "StandingsColumn": "Standings",
	"StandingsGroup": "Standings", "StandingsList": "Standings", "Participant": "Standings",
	"StatisticCategory": "Statistics leaders", "Leader": "Statistics leaders", "Event": "Division and Game",
	"RegistrationResult": "Results of writes", "PaymentResult": "Results of writes",
}

// descriptions describes the types of answers, and the members, that are in no part of section 2.
var descriptions = map[string]string{
	"Page":            "A page of a list (section 1, convention 5).",
	"Page.Page":       "The number of this page. The first has 1.",
	"Page.PageSize":   "How many rows a full page has.",
	"Page.Total":      "How many rows the whole list has.",
	"ErrorItem":       "One thing that is wrong (section 7 shows no body).",
	"ErrorItem.Field": "The host's own word for the field that is wrong. It is missing where the host names none.",
}
