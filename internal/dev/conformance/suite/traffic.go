package suite

import (
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
)

// Record runs the suite against a mock of the variant, reads the rows of every scenario, and sends requests with
// every kind of mistake. It returns all exchanges.
func Record(t *testing.T, v tourney.Variant, format tourney.Format) []Exchange {
	t.Helper()
	kept := &tape{}
	start := func(opts ...mockserver.Option) visitor {
		srv, err := mockserver.New(v, opts...)
		require.NoError(t, err)
		return visitor{srv, recorder{to: srv, on: kept}, format}
	}
	signed, strict, open := start(mockserver.RequireAuth(auth.HMAC{})), start(mockserver.Strict()), start()
	signed.runSuite(t)
	signed.login(t)
	for _, scenario := range []string{"not-started", "finished", "empty"} {
		start(mockserver.Scenario(scenario)).readAll(t)
	}
	open.writeOddities(t)
	open.readAll(t)
	open.makeMistakes(t)
	signed.sendBare(t)
	strict.sendBare(t)
	return kept.all
}

// visitor sends requests to a mock in a format.
type visitor struct {
	srv    *mockserver.Server
	to     recorder // sends requests to srv
	format tourney.Format
}

// client returns a client whose requests are recorded.
func (v visitor) client(opts ...tourney.Option) *tourney.Client {
	recorded := tourney.WithHTTPClient(&http.Client{Transport: v.to})
	return v.srv.Client(append(opts, tourney.WithFormat(v.format), recorded)...)
}

func (v visitor) runSuite(t *testing.T) {
	t.Helper()
	Run(t, Target{Client: v.client(), EventID: v.srv.Events.All()[0].ID})
}

func (v visitor) login(t *testing.T) {
	t.Helper()
	_, err := v.client().Authenticate(t.Context(), mockserver.DefaultUsername, mockserver.DefaultPassword)
	require.NoError(t, err)
	_, err = v.client().Authenticate(t.Context(), mockserver.DefaultUsername, "]]>&<wrong>")
	require.ErrorIs(t, err, tourney.ErrUnauthorized)
}

// accepts has the media type of each format.
var accepts = map[tourney.Format]string{tourney.FormatJSON: "application/json", tourney.FormatXML: "application/xml"}

// send sends a request that the client would not send, and returns the status of the answer.
func (v visitor) send(t *testing.T, method, path, body string) int {
	t.Helper()
	return v.sendAs(t, accepts[v.format], method, path, body)
}

// sendAs does what send does, with this media type for the body.
func (v visitor) sendAs(t *testing.T, media, method, path, body string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, "http://mock"+path, nil)
	require.NoError(t, err)
	if body != "" {
		req.Body = io.NopCloser(strings.NewReader(body))
		req.Header.Set("Content-Type", media)
	}
	req.Header.Set("Accept", accepts[v.format])
	by := v.to
	by.byHand = true
	res, err := by.RoundTrip(req)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	return res.StatusCode
}

// sendBare sends a request of every operation without parameters.
func (v visitor) sendBare(t *testing.T) {
	t.Helper()
	for _, op := range contract.Operations() {
		v.send(t, op.Method, contract.BasePath+op.Path, "")
	}
}

// readAll requests every list and some rows of each list, without includes and with all includes.
func (v visitor) readAll(t *testing.T) {
	t.Helper()
	some := v.someIDs()
	events := append(slices.Clone(some["Events"]), 1)
	for _, op := range contract.Operations() {
		if op.Class != contract.Read {
			continue
		}
		service, _, _ := strings.Cut(op.ID, ".")
		for _, query := range queries(op, some[service], events) {
			status := v.send(t, http.MethodGet, contract.BasePath+op.Path+"?"+query, "")
			require.Contains(t, []int{http.StatusOK, http.StatusNotFound}, status, query)
		}
		for _, alias := range op.Aliases {
			v.send(t, http.MethodGet, contract.BasePath+alias.Path+"?"+queries(op, some[service], events[:1])[0], "")
		}
	}
}

// someIDs returns ids of some rows, by the service of the rows.
func (v visitor) someIDs() map[string][]int64 {
	return map[string][]int64{
		"Events":    idsOf(v.srv.Events.All(), func(r tourney.Event) int64 { return r.ID }),
		"Teams":     idsOf(v.srv.Teams.All(), func(r tourney.Team) int64 { return r.ID }),
		"Divisions": idsOf(v.srv.Divisions.All(), func(r tourney.Division) int64 { return r.ID }),
		"Games":     idsOf(v.srv.Games.All(), func(r tourney.Game) int64 { return r.ID }),
		"Players":   idsOf(v.srv.Players.All(), func(r tourney.Player) int64 { return r.ID }),
		"Venues":    idsOf(v.srv.Venues.All(), func(r tourney.Venue) int64 { return r.ID }),
	}
}

// idsOf returns the ids of the first row, of a row in the middle, and of the last row.
func idsOf[T any](rows []T, id func(T) int64) (ids []int64) {
	if len(rows) == 0 {
		return nil
	}
	return slices.Compact([]int64{id(rows[0]), id(rows[len(rows)/2]), id(rows[len(rows)-1])})
}

// queries returns queries for requests of an operation, each without includes and with all includes.
func queries(op *contract.Operation, ids, events []int64) (list []string) {
	for _, query := range plainQueries(op, ids, events) {
		list = append(list, query)
		if all := op.Includes(); len(all) > 0 {
			list = append(list, query+"&includes="+strings.Join(all, ","))
		}
	}
	return list
}

func plainQueries(op *contract.Operation, ids, events []int64) (list []string) {
	if op.ByID {
		for _, id := range append(ids, 1<<40) {
			list = append(list, "id="+itoa(id))
		}
		return list
	}
	for _, event := range events {
		list = append(list, ofEvent(op, "eventid="+itoa(event))...)
	}
	return list
}

// ofEvent returns the queries of an operation about an event.
func ofEvent(op *contract.Operation, query string) []string {
	list := []string{query}
	if op.Paged {
		list = append(list, query+"&page=2&pagesize=3", query+"&page=9999")
	}
	if op.ID == "Standings.Get" {
		for _, display := range []tourney.Display{
			tourney.DisplayPool, tourney.DisplayDivision, tourney.DisplayEvent, tourney.DisplayBracket,
		} {
			list = append(list, query+"&display="+string(display))
		}
	}
	return list
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
