package traffic

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// once is a client that sends every request once.
func once(srv *mockserver.Server, opts ...tourney.Option) *tourney.Client {
	return srv.Client(append([]tourney.Option{tourney.WithRetry(tourney.Retry{})}, opts...)...)
}

// TestWrongFaults: the error names the field and what was expected.
func TestWrongFaults(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer, mockserver.Strict())
	for want, rule := range map[string]fault.Rule{
		`operation: there is no "Payment.Pay": the nearest is Payments.Pay`: fault.On("Payment.Pay").Drop(),
		"operation: is empty":                               fault.On("").Drop(),
		"operation: this server does not serve Events.List": fault.On("Events.List").Drop(),
		"path: is empty":                                    fault.OnPath("").Drop(),
		`where[0].name: Payments.Pay has no parameter "TeemId": the nearest is teamid`: fault.On("Payments.Pay").Where("TeemId", "7").Drop(),
		"action: is required":                                fault.OnAny().Nth(1),
		"action: a rule has one, found Drop and Reset":       fault.OnAny().Drop().Reset(),
		"status: expected a status of 200 to 599, found 0":   fault.OnAny().Status(0),
		"errors[0].Extra: the mock writes none":              fault.OnAny().Status(400, tourney.ErrorItem{Extra: tourney.Extra{"A": nil}}),
		"retryAfter: a rule has one, found two":              fault.OnAny().Status(429).RetryAfter(1).RetryAfterDate(1),
		"action: ExpireKeys needs a server that checks keys": fault.OnAny().ExpireKeys(),
	} {
		f, err := mocktest.AddFault(srv.World, rule)
		require.Nil(t, f)
		require.ErrorContains(t, err, want)
		require.True(t, strings.HasPrefix(err.Error(), "mockserver: Faults.Add: "), err)
		require.PanicsWithError(t, err.Error(), func() { srv.Faults.Add(rule) })
	}
	require.PanicsWithError(t, "mockserver: Faults.AddWhen: the function is nil", func() {
		srv.Faults.AddWhen(fault.OnAny().Drop(), nil)
	})
	require.Empty(t, srv.Faults.All())
	signed := mocktest.Empty(t, tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}))
	_, err := mocktest.AddFault(signed.World, fault.On("Authentication.Authenticate").ExpireKeys())
	require.ErrorContains(t, err, "action: ExpireKeys: Authentication.Authenticate is not signed")
	_, err = mocktest.AddFault(srv.World, fault.On("4111 1111 1111 1111").Drop())
	require.NotContains(t, err.Error(), "1111")
}

// TestMostFaults: a server takes 10,000 rules, in the package and over HTTP, and goes on when there is room again.
func TestMostFaults(t *testing.T) {
	srv := mocktest.New(t, tourney.Soccer, admin.Serve())
	rule := fault.On("Teams.List").Nth(1).Drop()
	for range 10_000 {
		require.NoError(t, clienttest.Err(mocktest.AddFault(srv.World, rule)))
	}
	const says = "Faults.Add: the server has 10000 rules already: Remove or Faults.Clear ends some"
	require.EqualError(t, clienttest.Err(mocktest.AddFault(srv.World, rule)), "mockserver: "+says)
	const spelled = `{"operation":"Teams.List","action":"drop"}`
	a := mocktest.Send(t, srv, "POST", "/_mock/faults", spelled)
	require.Equal(t, http.StatusBadRequest, a.Status)
	require.Contains(t, a.Body, says)
	require.Len(t, srv.Faults.All(), 10_000)
	srv.Faults.All()[0].Remove()
	require.Equal(t, http.StatusCreated, mocktest.Send(t, srv, "POST", "/_mock/faults", spelled).Status)
}

// TestSecretsOfRules: no text of a rule shows a secret, whatever the place.
func TestSecretsOfRules(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	rule := fault.OnPath("/api/v1/paymets").Where("Payment.Cvv", secretCVV).Where("password", secretPassword).
		Where("Card", secretNumber).Where("Notes", "cvv: "+secretCVV).
		Redirect(307, "https://pat:"+secretPassword+"@example.com/y?z="+secretCVV+"#"+secretCVV)
	f := srv.Faults.Add(rule)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		text := fmt.Sprintf(verb, rule) + address.ReplaceAllString(fmt.Sprintf(verb, f), "")
		require.Empty(t, leaks(text), verb)
	}
	require.Equal(t, `OnPath("/api/v1/paymets").Where("Payment.Cvv", "[redacted]").Where("password", "[redacted]")`+
		`.Where("Card", "[redacted]").Where("Notes", "[redacted]").Before().Redirect(307, "https://example.com/y")`, rule.String())
	require.Equal(t, f.String(), rule.String())
	require.Equal(t, `fault.On("Teams.List").Nth(2)`, fmt.Sprintf("%#v", fault.On("Teams.List").Nth(2)), "not complete")
	for _, body := range []string{
		`{"action":"drop","trigger":"nth","n":"378282246310005"}`, `{"action":"drop","378282246310005":1}`,
		`{"action":"378282246310005"}`, `{"action":"drop","trigger":"nth","n":378282246310005.5}`,
	} {
		var read fault.Rule
		err := json.Unmarshal([]byte(body), &read)
		require.Error(t, err)
		require.Empty(t, leaks(err.Error()))
	}
}

// TestRuleAsJSON: what MarshalJSON writes, UnmarshalJSON reads, and the rule does the same.
func TestRuleAsJSON(t *testing.T) {
	rule := fault.On("Payments.Pay").Where("TeamId", "7").Nth(2).AfterCommit().
		Status(400, tourney.ErrorItem{Code: tourney.CodeInactive, Message: "closed", Field: "DivisionId"}).RetryAfter(time.Minute)
	text, err := json.Marshal(rule)
	require.NoError(t, err)
	require.JSONEq(t, `{"operation":"Payments.Pay","where":[{"name":"TeamId","value":"7"}],"trigger":"nth","n":2,
		"phase":"afterCommit","action":"status","status":400,
		"errors":[{"code":10,"message":"closed","field":"DivisionId"}],"retryAfter":"1m0s"}`, string(text))
	var again fault.Rule
	require.NoError(t, json.Unmarshal(text, &again))
	srv := mocktest.Empty(t, tourney.Soccer)
	require.Equal(t, srv.Faults.Add(rule).String(), srv.Faults.Add(again).String())

	require.ErrorContains(t, clienttest.Err(json.Marshal(rule.Drop())), "fault: action: a rule has one, found Status and Drop")
	err = json.Unmarshal([]byte(`{"action":"drop","nth":2}`), &again)
	require.ErrorContains(t, err, `fault: "nth": no such member`)
}

// TestWhere: conditions hold for queries and for bodies in both formats, with the names of the document.
func TestWhere(t *testing.T) {
	for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
		srv := mocktest.World(t, tourney.Soccer)
		client := once(srv, tourney.WithFormat(format))
		read := srv.Faults.Add(fault.On("Teams.Get").Where("ID", fmt.Sprint(mocktest.Herons)).Drop())
		nested := srv.Faults.Add(fault.On("Teams.Update").Where("Players.FirstName", "Bo").Drop())
		flag := srv.Faults.Add(fault.OnPath("/api/v1/teams").Where("paid", "true").Drop())
		when := srv.Faults.AddWhen(fault.OnAny().Drop(), func(c journal.Call) bool { return c.Op == "Venues.List" })

		require.NoError(t, clienttest.Err(client.Teams.Get(t.Context(), mocktest.Otters)))
		require.ErrorIs(t, clienttest.Err(client.Teams.Get(t.Context(), mocktest.Herons)), io.EOF)
		update := tourney.TeamUpdateInput{ID: mocktest.Otters, Players: []tourney.PlayerUpdateInput{
			{PlayerInput: tourney.PlayerInput{FirstName: new("Ada")}}, {PlayerInput: tourney.PlayerInput{FirstName: new("Bo")}},
		}}
		require.ErrorIs(t, client.Teams.Update(t.Context(), update), tourney.ErrOutcomeUnknown)
		update.Players = update.Players[:1]
		require.NotErrorIs(t, client.Teams.Update(t.Context(), update), io.EOF)
		require.ErrorIs(t, client.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: mocktest.Otters, Paid: new(true)}), io.EOF)
		require.ErrorIs(t, clienttest.Err(client.Venues.List(t.Context(), tourney.VenueListOptions{})), io.EOF)
		require.Equal(t, []int{1, 1, 1, 1}, []int{read.Hits(), nested.Hits(), flag.Hits(), when.Hits()})
	}
}

// TestFaultsWithoutAnOperation: a rule for a path, or for all, sees requests that no operation takes, and bodies that
// cannot be read.
func TestFaultsWithoutAnOperation(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	srv.Faults.Add(fault.OnPath("/api/v1/nothing").Where("a", "1").Gateway(502))
	srv.Faults.Add(fault.OnAny().Where("name", "x").Status(418))
	require.Equal(t, 502, mocktest.Send(t, srv, http.MethodGet, "/api/v1/nothing?a=1", "").Status)
	require.Equal(t, 404, mocktest.Send(t, srv, http.MethodGet, "/api/v1/nothing?a=2", "").Status)
	require.Equal(t, 502, mocktest.Send(t, srv, http.MethodPost, "/api/v1/nothing", `{"A":1}`).Status)
	require.Equal(t, 502, mocktest.Send(t, srv, http.MethodPost, "/api/v1/nothing",
		`<Request><A>1</A></Request>`, "Content-Type", "text/xml").Status)
	require.Equal(t, 404, mocktest.Send(t, srv, http.MethodPost, "/api/v1/nothing", `{"A":`).Status)
	require.Equal(t, 418, mocktest.Send(t, srv, http.MethodPost, "/api/v1/teams", `{"Name":"x"}`).Status)
	require.Equal(t, 418, mocktest.Send(t, srv, http.MethodPatch, "/api/v1/teams", `{"Name":"x"}`).Status)
	require.Equal(t, 400, mocktest.Send(t, srv, http.MethodPost, "/api/v1/teams", `{"Name":"x"`).Status)
	require.Equal(t, 405, mocktest.Send(t, srv, http.MethodPatch, "/api/v1/teams", `{"Name":"y"}`).Status)
}

// TestAnswersOfFaults compares status, header and body.
func TestAnswersOfFaults(t *testing.T) {
	type want struct {
		status int
		body   string
		header map[string]string
	}
	item := tourney.ErrorItem{Code: tourney.CodeInactive, Message: "closed <now>", Field: "TeamId"}
	for name, test := range map[string]struct {
		rule fault.Rule
		json want
		xml  string // its body, where it differs
	}{
		"Errors": {fault.OnAny().Errors(item), want{400, `{"Errors":[{"Code":10,"Message":"closed <now>","Field":"TeamId"}]}`, nil},
			`<Errors><Error><Code>10</Code><Field>TeamId</Field><Message>closed &lt;now&gt;</Message></Error></Errors></Response>`},
		"a status": {fault.OnAny().Status(503).RetryAfter(90 * time.Second),
			want{503, "", map[string]string{"Retry-After": "90", "Content-Type": ""}}, ""},
		"no status": {fault.OnAny().Status(204), want{204, "", map[string]string{"Content-Type": "", "Content-Length": ""}}, ""},
		"a body": {fault.OnAny().StatusBody(200, "text/plain", "hello"),
			want{200, "hello", map[string]string{"Content-Type": "text/plain"}}, "hello"},
		"a redirect": {fault.OnAny().Redirect(308, "/x?y=z"), want{308, "", map[string]string{"Location": "/x?y=z"}}, ""},
		"no result":  {fault.OnAny().NoResult(), want{200, "{}", nil}, `<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance"/>`},
		"empty":      {fault.OnAny().Empty(), want{200, "", nil}, ""},
		"garbled":    {fault.OnAny().Garble(), want{200, `{"Venues":[]{`, nil}, `<Venues/></Response<`},
		"beside": {fault.OnAny().BesideErrors(tourney.ErrorItem{}), want{200, `{"Venues":[],"Errors":[{"Code":0,"Message":""}]}`, nil},
			`<Venues/><Errors><Error><Code>0</Code><Message></Message></Error></Errors></Response>`},
		"another type": {fault.OnAny().ContentType("text/html"),
			want{200, `{"Venues":[]}`, map[string]string{"Content-Type": "text/html"}}, "<Venues/></Response>"},
		"no type": {fault.OnAny().ContentType(""),
			want{200, `{"Venues":[]}`, map[string]string{"Content-Type": ""}}, "<Venues/></Response>"},
	} {
		srv := mocktest.Empty(t, tourney.Soccer)
		other := httptest.NewServer(srv)
		f := srv.Faults.Add(test.rule)
		for _, accept := range []string{"application/json", "application/xml"} {
			for _, base := range []string{"", other.URL} {
				got := fetch(t, srv, base, accept)
				require.Equal(t, test.json.status, got.Status, name)
				require.Equal(t, f.ID(), got.Header.Get("X-Mock-Fault"), name)
				for key, value := range test.json.header {
					require.Equal(t, value, got.Header.Get(key), "%s: %s of %s", name, key, accept)
				}
				if accept == "application/json" {
					require.Equal(t, test.json.body, got.Body, name)
				} else {
					require.True(t, strings.HasSuffix(got.Body, test.xml), "%s: %s", name, got.Body)
				}
			}
		}
		other.Close()
	}
}

// fetch reads the venues, without a socket if the base URL is empty.
func fetch(t *testing.T, srv *mockserver.Server, base, accept string) mocktest.Answer {
	t.Helper()
	if base == "" {
		return mocktest.Send(t, srv, http.MethodGet, "/api/v1/venues", "", "Accept", accept)
	}
	return mocktest.Ask(t, http.MethodGet, base+"/api/v1/venues", "", "Accept", accept)
}

// TestRetryAfterDate: the date is that of the client's clock, whatever the clock of the server.
func TestRetryAfterDate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.Empty(t, tourney.Soccer)
		srv.Clock.Set(time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC))
		srv.Faults.Add(fault.On("Venues.List").First(1).Status(429).RetryAfterDate(20 * time.Second))
		begun := time.Now()
		require.NoError(t, clienttest.Err(srv.Client().Venues.List(t.Context(), tourney.VenueListOptions{})))
		require.Equal(t, 20*time.Second, time.Since(begun))
		require.Equal(t, []int{429, 200}, []int{srv.Calls.All("")[0].Status, srv.Calls.All("")[1].Status})
	})
}

// TestPhasesAdd: several rules can act on one request, one in each phase, and the journal names them all.
func TestPhasesAdd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.Empty(t, tourney.Soccer)
		srv.Faults.Add(fault.OnAny().Delay(time.Second))
		srv.Faults.Add(fault.OnAny().AfterCommit().BesideErrors(tourney.ErrorItem{Code: 2, Message: "m"}))
		srv.Faults.Add(fault.OnAny().Writing().Delay(2 * time.Second))
		begun := time.Now()
		a := mocktest.Send(t, srv, http.MethodGet, "/api/v1/venues", "")
		require.Equal(t, `{"Venues":[],"Errors":[{"Code":2,"Message":"m"}]}`, a.Body)
		require.Equal(t, 3*time.Second, time.Since(begun))
		require.Equal(t, "f1, f2, f3", a.Header.Get("X-Mock-Fault"))
		require.Equal(t, "f1, f2, f3", srv.Calls.All("")[0].Fault)
	})
}

// TestThrottle: the body takes its time. A slow body and one that hangs end when the client goes.
func TestThrottle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.Empty(t, tourney.Soccer)
		srv.Venues.Add(tourney.Venue{Name: strings.Repeat("x", 1000)})
		srv.Faults.Add(fault.OnAny().Throttle(100))
		begun := time.Now()
		a := mocktest.Send(t, srv, http.MethodGet, "/api/v1/venues", "")
		require.InDelta(t, float64(len(a.Body))/100, time.Since(begun).Seconds(), 0.2)

		for _, c := range []struct {
			rule fault.Rule
			sent int
		}{{fault.OnAny().Throttle(100), 300}, {fault.OnAny().Writing().Hang(), len(a.Body) / 2}} {
			srv.Faults.Clear()
			srv.Faults.Add(c.rule)
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			res, err := srv.RoundTrip(mocktest.GetRequest(t, "http://localhost/api/v1/venues").WithContext(ctx))
			require.NoError(t, err)
			body, err := io.ReadAll(res.Body)
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.InDelta(t, c.sent, len(body), 15)
			require.NoError(t, res.Body.Close())
			cancel()
		}
	})
}

// TestConcurrentFaults: whichever of many requests comes first, exactly one is the tenth.
func TestConcurrentFaults(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	tenth := srv.Faults.Add(fault.On("Venues.List").Nth(10).Status(503))
	early := srv.Faults.Add(fault.On("Venues.List").First(5).AfterCommit().Drop())
	var clients sync.WaitGroup
	for range 8 {
		client := once(srv)
		clients.Go(func() {
			for range 10 {
				_, _ = client.Venues.List(t.Context(), tourney.VenueListOptions{})
				_ = srv.Faults.All()[0].Hits()
			}
		})
	}
	clients.Wait()
	require.Equal(t, 1, tenth.Hits())
	require.Equal(t, 5, early.Hits())
	require.Len(t, srv.Calls.All(""), 80)
}
