package openapi

import (
	"reflect"

	"github.com/tourney-go/tourney"
)

// operation has the Go types of a request and of its answer. The question of a GET is the type of the query.
type operation struct {
	question, answer reflect.Type
	folder           string   // of testdata/wire and testdata/observed, with bodies of the operation
	assumed          []string // the ids of the assumptions about the whole operation
}

func of[Q, A any](folder string, assumed ...string) operation {
	return operation{reflect.TypeFor[Q](), reflect.TypeFor[A](), folder, assumed}
}

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

// operations has what the documents say of each operation of the contract, beside the contract itself.
var operations = map[string]operation{
	"Authentication.Authenticate": of[login, account]("authenticate", "local-checks", "auth"),
	"Teams.Get":                   of[byID, struct{ Team tourney.Team }]("teams-get", "includes"),
	"Teams.List": of[tourney.TeamListOptions, struct{ Teams tourney.Page[tourney.Team] }](
		"teams-list", "list-order", "page-size", "shown-teams", "includes", "unknown-filters", "empty-id-lists",
	),
	"Teams.Create": of[tourney.TeamCreateInput, created]("teams-create", "phone", "hands", "roster-counts"),
	"Teams.Update": of[tourney.TeamUpdateInput, empty](
		"teams-update", "empty-updates", "update-answer", "coach-ids", "external-ids", "roster-counts",
	),
	"Divisions.Get": of[byID, struct{ Division tourney.Division }]("divisions-get", "includes"),
	"Divisions.List": of[tourney.DivisionListOptions, struct {
		Divisions tourney.Page[tourney.Division]
	}]("divisions-list", "list-order", "page-size", "includes", "unknown-filters"),
	"Divisions.Create": of[tourney.DivisionCreateInput, created]("divisions-create", "division-event"),
	"Divisions.Update": of[tourney.DivisionUpdateInput, empty](
		"divisions-update", "empty-updates", "addressed-updates",
	),
	"Games.Get": of[byID, struct{ Game tourney.Game }]("games-get", "game-names"),
	"Games.List": of[tourney.GameListOptions, struct{ Games tourney.Page[tourney.Game] }](
		"games-list", "game-names", "list-order", "page-size", "unknown-filters",
	),
	"Games.Update": of[tourney.GameUpdateInput, empty](
		"games-update", "empty-updates", "addressed-updates", "game-names", "scores-as-text", "won-by-names",
		"waiting-sides",
	),
	"Players.Get": of[byID, struct{ Player tourney.Player }]("players-get", "includes"),
	"Players.List": of[tourney.PlayerListOptions, struct{ Players tourney.Page[tourney.Player] }](
		"players-list", "list-order", "page-size", "includes", "unknown-filters", "empty-id-lists",
	),
	"Venues.Get": of[venueByID, struct{ Venue tourney.Venue }]("venues-get"),
	"Venues.List": of[tourney.VenueListOptions, struct {
		Venues []tourney.Venue `item:"Venue"`
	}]("venues-list", "list-order", "unknown-filters"),
	"Standings.Get": of[tourney.StandingsOptions, tourney.Standings]("standings-get", "standings"),
	"Standings.Update": of[tourney.StandingsUpdateInput, empty](
		"standings-update", "empty-updates", "team-pool-change",
	),
	"Statistics.Leaders": of[tourney.LeadersOptions, struct{ Players leaders }]("statistics-get", "categories"),
	"Statistics.Update": of[tourney.StatisticsUpdateInput, empty](
		"statistics-update", "empty-updates", "addressed-updates", "external-ids", "statistic-values",
	),
	"Registration.Register": of[tourney.RegistrationInput, tourney.RegistrationResult](
		"register", "registration-target", "registration-without-payment", "registration-counts", "registered-players",
		"registered-status", "closed-registration",
	),
	"Payments.Pay": of[tourney.PaymentInput, tourney.PaymentResult](
		"payments", "cards", "prices", "payees", "transaction-id", "both-spellings",
	),
	"Events.Get": of[byID, struct{ Event tourney.Event }]("events-get", "events"),
	"Events.List": of[tourney.EventListOptions, struct{ Events tourney.Page[tourney.Event] }](
		"events-list", "events",
	),
}

// Answer returns the type that an answer of an operation is decoded into.
func Answer(operation string) reflect.Type { return operations[operation].answer }

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
