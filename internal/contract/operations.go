package contract

import "net/http"

// operations are the operations of section 4, in the document's order, and after them the observed operations.
var operations = []*Operation{
	{
		ID: "Authentication.Authenticate", Method: http.MethodPost, Path: "/authenticate", Class: Login, Open: true,
		Section: "4.1", Params: loginParams, Rules: loginRules,
	},
	{
		ID: "Teams.Get", Method: http.MethodGet, Path: "/teams", Class: Read, ByID: true, Row: "Team",
		Section: "4.2", Params: details, Rules: requiresID("4.2"),
	},
	{
		ID: "Teams.List", Method: http.MethodGet, Path: "/teams", Class: Read, Paged: true,
		Lists: []string{"Teams"}, Rows: "/Teams/Results", Section: "4.3", Params: teamListParams, Rules: teamListRules,
	},
	{
		ID: "Teams.Create", Method: http.MethodPost, Path: "/teams", Class: Create,
		Section: "4.4", Params: teamCreateParams, Result: "Id",
		Tolerated: []Tolerated{{In: softball, Param: "eventid"}, {In: softball, Param: "players"}},
	},
	{
		ID: "Teams.Update", Method: http.MethodPut, Path: "/teams", PathID: true, Class: Write, Partial: true,
		Section: "4.5", Params: teamUpdateParams, Rules: teamUpdateRules,
		Target: []string{"id", "coaches.id", "players.id"}, Adds: []string{"coaches", "players"}, Instead: "externalteamid",
	},
	{
		ID: "Divisions.Get", Method: http.MethodGet, Path: "/divisions", Class: Read, ByID: true, Row: "Division",
		Section: "4.6", Params: details, Rules: requiresID("4.6"),
	},
	{
		ID: "Divisions.List", Method: http.MethodGet, Path: "/divisions", Class: Read, Paged: true,
		Lists: []string{"Divisions"}, Rows: "/Divisions/Results", Section: "4.7", Params: divisionListParams,
	},
	{
		ID: "Divisions.Create", Method: http.MethodPost, Path: "/divisions", Class: Create, Shown: rugby,
		Section: "4.8", Params: divisionCreateParams, Result: "Id",
	},
	{
		ID: "Divisions.Update", Method: http.MethodPut, Path: "/divisions", Class: Write, Partial: true, Shown: rugby,
		Section: "4.8", Params: divisionUpdateParams, Rules: addressed("4.8"), Target: []string{"id"},
	},
	{
		ID: "Games.Get", Method: http.MethodGet, Path: "/games", Aliases: gameAliases, Class: Read, ByID: true, Row: "Game",
		Section: "4.9", Params: details, Rules: requiresID("4.9"),
	},
	{
		ID: "Games.List", Method: http.MethodGet, Path: "/games", Aliases: gameAliases, Class: Read, Paged: true,
		Lists: []string{"Games"}, Rows: "/Games/Results", Section: "4.10", Params: gameListParams,
	},
	{
		ID: "Games.Update", Method: http.MethodPut, Path: "/games", Aliases: gameAliases, Class: Write, Partial: true,
		Section: "4.11", Params: gameUpdateParams, Rules: addressed("4.11"), Target: []string{"id"},
	},
	{
		ID: "Players.Get", Method: http.MethodGet, Path: "/players", Class: Read, ByID: true, Row: "Player",
		Section: "4.12", Params: details, Rules: requiresID("4.12"),
	},
	{
		ID: "Players.List", Method: http.MethodGet, Path: "/players", Class: Read, Paged: true,
		Lists: []string{"Players"}, Rows: "/Players/Results", Section: "4.12", Params: playerListParams,
	},
	{
		ID: "Venues.Get", Method: http.MethodGet, Path: "/venues", Class: Read, ByID: true, Row: "Venue",
		Section: "4.13", Params: []Param{idRow}, Rules: requiresID("4.13"),
	},
	{
		ID: "Venues.List", Method: http.MethodGet, Path: "/venues", Class: Read, Lists: []string{"Venues"}, Rows: "/Venues",
		Section: "4.13", Params: []Param{{Name: "eventid", Type: Integer, Min: 1}},
	},
	{
		ID: "Standings.Get", Method: http.MethodGet, Path: "/standings", Class: Read, Lists: []string{"Groups", "Columns"},
		Section: "4.14", Params: standingsParams,
	},
	{
		ID: "Standings.Update", Method: http.MethodPut, Path: "/standings", Class: Write, Partial: true,
		Section: "4.14", Params: standingsUpdateParams, Rules: standingsUpdateRules,
		Target: []string{"teampoolid", "eventid"},
	},
	{
		ID: "Statistics.Leaders", Method: http.MethodGet, Path: "/statistics", Class: Read, Lists: []string{"Players"},
		Section: "4.15", Params: leaderParams,
	},
	{
		ID: "Statistics.Update", Method: http.MethodPut, Path: "/statistics", Class: Write, Partial: true,
		Section: "4.15", Params: statisticsUpdateParams, Rules: statisticsUpdateRules, Target: statisticsTarget,
	},
	{
		ID: "Registration.Register", Method: http.MethodPost, Path: "/register", Class: Charge,
		Section: "4.16", Params: registrationParams, Rules: registrationRules, Result: "TeamId",
	},
	{
		ID: "Payments.Pay", Method: http.MethodPost, Path: "/payments", Class: Charge,
		Section: "4.17", Params: paymentParams, Rules: paymentRules,
		Result: "TransactionId", ResultUnless: "enablecreditcard",
	},
	{
		ID: "Events.Get", Method: http.MethodGet, Path: "/events", PathID: true, Class: Read, ByID: true, Row: "Event",
		Observed: true, Section: observed, Params: details, Rules: requiresID(observed),
	},
	{
		ID: "Events.List", Method: http.MethodGet, Path: "/events", Class: Read, Paged: true,
		Lists: []string{"Events"}, Rows: "/Events/Results", Observed: true, Section: observed, Params: eventListParams,
	},
}

// observed is the Section of a row that the document does not state.
const observed = "observed"

// requiresID is the rule of a request that needs an id, because it is about one row.
func requiresID(section string) []Rule {
	return []Rule{{Kind: Required, Names: [][]string{{"id"}}, Section: section}}
}

// addressed is the rule of an update that needs an id. The document does not say that the id is required.
func addressed(section string) []Rule {
	return []Rule{{Kind: Required, Names: [][]string{{"id"}}, Section: section, Assumed: "addressed-updates"}}
}

const page = "Page PageSize Total"

// answers are the objects in answers. The answer itself is the object "".
var answers = rowsOf(map[string]shown{
	"": {numbers: "Id TeamId", words: "Status", ids: "TransactionId", gone: "ApiKey ApiSecretKey Email",
		parts: "Team Teams Division Divisions Game Games Player Players Venue Venues=Venue Event Events Columns=Column " +
			"Groups=Group Errors=Error Statistics=StatisticCategory"},
	"Teams":     {numbers: page, parts: "Results=Team"},
	"Divisions": {numbers: page, parts: "Results=Division"},
	"Games":     {numbers: page, parts: "Results=Game"},
	"Players":   {numbers: page, parts: "Results=Player Statistics=StatisticCategory"},
	"Events":    {numbers: page, parts: "Results=Event"},
	"Error":     {words: "Code", gone: "Message Field"},
	"Team": {numbers: "Id Sport ParentId", switches: "Paid", words: "Gender Status", ids: "ExternalTeamId", names: "Name",
		parts: "Division Address=Place Players=Player Coaches=Coach Pools=TeamPool Season"},
	"Player": {numbers: "Id PlayerId ParentId Number BirthYear Weight GraduationYear ACTScore SATScore GPA",
		switches: "Active", words: "Bats Throws Status", codes: "ExternalPlayerId",
		gone:  "FirstName LastName Birthdate HomePhone MobilePhone Email Height School Grade Position TravelTeam",
		parts: "Address Meta Profile=Player Teams=PlayerTeam Totals"},
	"Coach": {numbers: "Id CoachId ParentId", words: "Type", parts: "Address",
		gone: "FirstName LastName HomePhone MobilePhone FaxPhone WorkPhone Email"},
	"Meta":    {gone: "Name Value"},
	"Address": {gone: "Location StreetAddress ExtendedAddress City StateRegion PostalCode Country Latitude Longitude"},
	"Place": {numbers: "Latitude Longitude",
		gone: "Location StreetAddress ExtendedAddress City StateRegion PostalCode Country"},
	"TeamPool": {numbers: "Number", parts: "Pool"},
	"Pool":     {numbers: "Id", names: "Name Label", parts: "Division"},
	"Season":   {numbers: "Id StartYear EndYear SeasonDivisionId", names: "SeasonDivision", gone: "Session"},
	"Division": {numbers: "Id Order", switches: "Active", words: "Gender", names: "Name", gone: "Description",
		parts: "Event Settings Prices=Price Teams=Team Assets=Asset Reports=Report Brackets=Bracket"},
	"Settings": {numbers: "RosterLimit", words: "RegistrationStatus", times: "RegistrationStartDate " +
		"RegistrationStartTime RegistrationEndDate RegistrationEndTime ScheduleAvailabilityDate ScheduleAvailabilityTime",
		switches: "EnableRegistration ShowStandings ShowSchedule ShowPools ShowBrackets ShowTeams ShowParticipants"},
	"Price":   {numbers: "Id Amount", words: "Type", gone: "Name Description"},
	"Asset":   {numbers: "Id", times: "DateModified DateCreated", gone: "Name Description Url"},
	"Report":  {words: "Type", times: "DateModified", gone: "Name Description Url"},
	"Bracket": {numbers: "Id", times: "DateModified", names: "Name", gone: "Url", parts: "Results=Result"},
	"Result":  {gone: "Name", parts: "Images=Image"},
	"Image":   {gone: "Name Url"},
	"Game": {numbers: "Id", words: "Type Round", times: "Date Time", figures: "Number", names: "BracketName",
		parts: "Division VenueCourt AwayTeam=GameSide HomeTeam=GameSide"},
	"VenueCourt": {numbers: "Id", parts: "Court=Location Venue"},
	"GameSide": {
		numbers:  "PoolNumber Score TeamId TeamPoolId BracketId DivisionSeed Seed DivisionId PoolSeed PoolId",
		switches: "Exhibition Forfeited", words: "WonBy", colors: "Color", ids: "ExternalId ExternalBracketId",
		names: "Name Pool PoolName DivisionName BracketName"},
	"Venue":    {numbers: "Id", names: "Name Abbr", parts: "Address=Place Locations=Location"},
	"Location": {numbers: "Id Sport", names: "Name Abbr"},
	"PlayerTeam": {numbers: "Id Number DivisionId ParentId", ids: "ExternalTeamId", names: "Name DivisionName",
		parts: "Games=PlayerGame Team=PlayerTeam"},
	"PlayerGame": {numbers: "Id", times: "Date Time", names: "Venue Court", parts: "Statistic Game=PlayerGame"},
	"Statistic":  {numbers: "InningsPitched InningsPitchedNumerator InningsPitchedDenominator PitchCount"},
	"Event": {numbers: "Id", switches: "Archive", times: "StartDate EndDate", words: "Gender Type ParticipationType",
		names: "Name", gone: "Image TimeZone TravelWebsite ContactName ContactEmail ContactPhone",
		parts: "Address=Place Settings Organization"},
	"Organization":      {numbers: "Id", gone: "Name"},
	"Column":            {names: "Name Abbr"},
	"Group":             {numbers: "Id", names: "Name", parts: "List=Item"},
	"Item":              {numbers: "Id", names: "Name", parts: "Participants=Participant"},
	"Participant":       {numbers: "Id ParticipantId", figures: "Columns Place Number", ids: "ExternalId", names: "Name"},
	"StatisticCategory": {names: "Name", parts: "Participants=Statistics"},
	"Statistics":        {numbers: "Value PlayerId", gone: "FirstName LastName"},
})

// Operations returns every operation, in the order of section 4. The observed operations come last.
func Operations() []*Operation { return append([]*Operation(nil), operations...) }

// Lookup returns the operation with that id; nil when there is none.
func Lookup(id string) *Operation { return byID[id] }

var byID = indexByID()

func indexByID() map[string]*Operation {
	index := make(map[string]*Operation, len(operations))
	for _, op := range operations {
		index[op.ID] = op
	}
	return index
}
