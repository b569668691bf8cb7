package mockserver

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"github.com/tourney-go/tourney"
)

// farValue returns the single value of an answer.
func farValue[T any](r *RemoteServer, method, path string) T {
	var body valueJSON[T]
	r.must(method, http.MethodGet, path, nil, nil, &body)
	return body.Value
}

// setFar sets a single value, and reports whether its row is there.
func setFar[T any](r *RemoteServer, method, path string, value T) bool {
	return r.found(method, http.MethodPut, path, nil, valueJSON[T]{value}, nil)
}

// EventDivisions is that of Server.
func (r *RemoteServer) EventDivisions(eventID int64) []int64 {
	return farValue[[]int64](r, "EventDivisions", farPath("rows", "events", eventID, "divisions"))
}

// EventOwner is that of Server.
func (r *RemoteServer) EventOwner(eventID int64) (owner EventOwner, ok bool) {
	ok = r.found("EventOwner", http.MethodGet, farPath("rows", "events", eventID, "owner"), nil, nil, &owner)
	return owner, ok
}

// SetEventOwner is that of Server.
func (r *RemoteServer) SetEventOwner(eventID int64, o EventOwner) bool {
	return r.found("SetEventOwner", http.MethodPut, farPath("rows", "events", eventID, "owner"), nil, o, nil)
}

// DivisionExternalID is that of Server.
func (r *RemoteServer) DivisionExternalID(id int64) string {
	return farValue[string](r, "DivisionExternalID", farPath("rows", "divisions", id, "externalId"))
}

// SetDivisionExternalID is that of Server.
func (r *RemoteServer) SetDivisionExternalID(divisionID int64, externalID string) bool {
	return setFar(r, "SetDivisionExternalID", farPath("rows", "divisions", divisionID, "externalId"), externalID)
}

// TeamPools is that of Server.
func (r *RemoteServer) TeamPools(poolID int64) []TeamPool {
	return farList(r, "TeamPools", farPath("rows", "pools", poolID, "positions"), nil, plainForm[TeamPool]())
}

// AddTeamPools is that of Server.
func (r *RemoteServer) AddTeamPools(poolID int64, positions int, ids ...int64) []int64 {
	var made adminID
	query := url.Values{"positions": {strconv.Itoa(positions)}, "ids": numbersQuery(ids)}
	r.must("AddTeamPools", http.MethodPost, farPath("rows", "pools", poolID, "positions"), query, nil, &made)
	return made.TeamPoolIDs
}

// TeamEvent is that of Server.
func (r *RemoteServer) TeamEvent(teamID int64) int64 {
	return farValue[int64](r, "TeamEvent", farPath("rows", "teams", teamID, "event"))
}

// SetTeamEvent is that of Server.
func (r *RemoteServer) SetTeamEvent(teamID, eventID int64) bool {
	return setFar(r, "SetTeamEvent", farPath("rows", "teams", teamID, "event"), eventID)
}

// SetSeason is that of Server.
func (r *RemoteServer) SetSeason(teamID int64, season *tourney.Season) bool {
	data := farRow(r, "SetSeason", season, season == nil)
	return r.found("SetSeason", http.MethodPut, farPath("rows", "teams", teamID, "season"), farKeep, data, nil)
}

// farRow returns a row in JSON, null for none.
func farRow[T any](r *RemoteServer, method string, row T, none bool) json.RawMessage {
	if none {
		return json.RawMessage("null")
	}
	data, err := rowForm[T]().encode(row)
	r.panicFar(method, err)
	return data
}

// TeamDetails is that of Server.
func (r *RemoteServer) TeamDetails(id int64) (details TeamDetails, ok bool) {
	ok = r.found("TeamDetails", http.MethodGet, farPath("rows", "teams", id, "details"), nil, nil, &details)
	return details, ok
}

// EditTeamDetails is that of Server.
func (r *RemoteServer) EditTeamDetails(teamID int64, f func(*TeamDetails)) {
	farEdit(r, "EditTeamDetails", farPath("rows", "teams", teamID, "details"), nil, farDetails, f)
}

// VenueEvents is that of Server.
func (r *RemoteServer) VenueEvents(venueID int64) []int64 {
	return farValue[[]int64](r, "VenueEvents", farPath("rows", "venues", venueID, "events"))
}

// SetVenueEvents is that of Server.
func (r *RemoteServer) SetVenueEvents(venueID int64, eventIDs ...int64) bool {
	return setFar(r, "SetVenueEvents", farPath("rows", "venues", venueID, "events"), eventIDs)
}

// GameExternalID is that of Server.
func (r *RemoteServer) GameExternalID(id int64) string {
	return farValue[string](r, "GameExternalID", farPath("rows", "games", id, "externalId"))
}

// SetGameExternalID is that of Server.
func (r *RemoteServer) SetGameExternalID(gameID int64, externalID string) bool {
	return setFar(r, "SetGameExternalID", farPath("rows", "games", gameID, "externalId"), externalID)
}

// farStatistic returns the place of a statistic.
func farStatistic(gameID, teamPlayerID int64, name string) (path string, query url.Values) {
	return farPath("rows", "games", gameID, "statistics"),
		url.Values{"player": {strconv.FormatInt(teamPlayerID, 10)}, "name": {name}}
}

// Statistic is that of Server.
func (r *RemoteServer) Statistic(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool) {
	var body valueJSON[tourney.Decimal]
	path, query := farStatistic(gameID, teamPlayerID, name)
	ok := r.found("Statistic", http.MethodGet, path, query, nil, &body)
	return body.Value, ok
}

// Statistics is that of Server.
func (r *RemoteServer) Statistics(gameID int64) []StatisticValue {
	return farList(r, "Statistics", farPath("rows", "games", gameID, "statistics"), nil, plainForm[StatisticValue]())
}

// SetStatistic is that of Server.
func (r *RemoteServer) SetStatistic(gameID, teamPlayerID int64, name string, value tourney.Decimal) bool {
	path, query := farStatistic(gameID, teamPlayerID, name)
	return r.found("SetStatistic", http.MethodPut, path, query, valueJSON[tourney.Decimal]{value}, nil)
}

// RemoveStatistic is that of Server.
func (r *RemoteServer) RemoveStatistic(gameID, teamPlayerID int64, name string) {
	path, query := farStatistic(gameID, teamPlayerID, name)
	r.must("RemoveStatistic", http.MethodDelete, path, query, nil, nil)
}

// AddPayment is that of Server. The number and the security code of the card are not sent.
func (r *RemoteServer) AddPayment(p PaymentRecord) string {
	var made struct {
		ID string `json:"id"`
	}
	p.Request.Payment = withoutCard(p.Request.Payment)
	farPayments.add(r, p, nil, &made)
	return made.ID
}

// Payments is that of Server.
func (r *RemoteServer) Payments() []PaymentRecord { return farPayments.all(r, "Payments", nil) }

func paymentOfRecord(p *PaymentRecord) **tourney.PaymentDetailsInput { return &p.Request.Payment }

func paymentOfRegistration(r *RegistrationRecord) **tourney.PaymentDetailsInput {
	return &r.Request.Payment
}

// withoutCardOf returns a function that changes a record as f does, and removes the number and the security code of the
// card, so that they are not sent.
func withoutCardOf[T any](f func(*T), payment func(*T) **tourney.PaymentDetailsInput) func(*T) {
	if f == nil {
		return nil
	}
	return func(record *T) {
		f(record)
		p := payment(record)
		*p = withoutCard(*p)
	}
}

// EditPayment is that of Server.
func (r *RemoteServer) EditPayment(transactionID string, f func(*PaymentRecord)) {
	farPayments.edit(r, transactionID, withoutCardOf(f, paymentOfRecord))
}

// RemovePayment is that of Server.
func (r *RemoteServer) RemovePayment(transactionID string) { farPayments.remove(r, transactionID) }

// AddRegistration is that of Server. The number and the security code of the card are not sent.
func (r *RemoteServer) AddRegistration(p RegistrationRecord) {
	p.Request.Payment = withoutCard(p.Request.Payment)
	farRegistrations.add(r, p, nil, nil)
}

// Registrations is that of Server.
func (r *RemoteServer) Registrations() []RegistrationRecord {
	return farRegistrations.all(r, "Registrations", nil)
}

// EditRegistration is that of Server.
func (r *RemoteServer) EditRegistration(teamID int64, f func(*RegistrationRecord)) {
	farRegistrations.edit(r, teamID, withoutCardOf(f, paymentOfRegistration))
}

// RemoveRegistration is that of Server.
func (r *RemoteServer) RemoveRegistration(teamID int64) { farRegistrations.remove(r, teamID) }
