package traffic

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// faultMedium is a way from a client to a server.
type faultMedium struct {
	inProcess bool
	reach     func(t *testing.T, srv *mockserver.Server) (baseURL string, hc *http.Client)
}

var faultMedia = map[string]faultMedium{
	"in process": {inProcess: true, reach: func(_ *testing.T, srv *mockserver.Server) (string, *http.Client) {
		return srv.URL(), &http.Client{Transport: srv}
	}},
	"HTTP/1.1": {reach: func(t *testing.T, srv *mockserver.Server) (string, *http.Client) {
		return ownListener(t, srv, &http.Transport{})
	}},
	"HTTP/2": {reach: func(t *testing.T, srv *mockserver.Server) (string, *http.Client) {
		protocols := &http.Protocols{}
		protocols.SetUnencryptedHTTP2(true)
		return ownListener(t, srv, &http.Transport{Protocols: protocols})
	}},
	"HTTP/1.1 behind another server": {reach: func(t *testing.T, srv *mockserver.Server) (string, *http.Client) {
		return otherServer(t, srv, func(other *httptest.Server) { other.Start() })
	}},
	"HTTP/1.1 over TLS behind another server": {reach: func(t *testing.T, srv *mockserver.Server) (string, *http.Client) {
		return otherServer(t, srv, func(other *httptest.Server) { other.StartTLS() })
	}},
	"HTTP/2 over TLS behind another server": {reach: func(t *testing.T, srv *mockserver.Server) (string, *http.Client) {
		return otherServer(t, srv, func(other *httptest.Server) { other.EnableHTTP2 = true; other.StartTLS() })
	}},
}

func ownListener(t *testing.T, srv *mockserver.Server, transport *http.Transport) (string, *http.Client) {
	t.Helper()
	require.NoError(t, srv.Listen("127.0.0.1:0"))
	t.Cleanup(transport.CloseIdleConnections)
	return srv.URL(), &http.Client{Transport: transport}
}

func otherServer(t *testing.T, srv *mockserver.Server, start func(*httptest.Server)) (string, *http.Client) {
	t.Helper()
	other := httptest.NewUnstartedServer(srv)
	start(other)
	t.Cleanup(other.Close)
	return other.URL, other.Client()
}

// faultCell is the class of error that a client sees when a read and a payment meet a fault, in the words of classOf.
type faultCell struct {
	read, pay string
	local     *faultCell // in process, where it differs
}

// faultRow makes the rule of an action, and has the cells of its phases.
type faultRow struct {
	do    func(r fault.Rule, inProcess bool) fault.Rule
	cells map[rules.Phase]faultCell
}

var (
	lost     = faultCell{read: "no answer", pay: "unknown: no answer"}
	unread   = faultCell{read: "unreadable", pay: "unknown: unreadable"}
	answered = faultCell{read: "ok", pay: "ok"}
)

func inAll(c faultCell, phases ...rules.Phase) map[rules.Phase]faultCell {
	cells := map[rules.Phase]faultCell{}
	for _, p := range phases {
		cells[p] = c
	}
	return cells
}

// fixed is an action that is the same over all media.
func fixed(do func(fault.Rule) fault.Rule) func(fault.Rule, bool) fault.Rule {
	return func(r fault.Rule, _ bool) fault.Rule { return do(r) }
}

// faultRows has a row for every action.
var faultRows = map[rules.Kind]faultRow{
	rules.Status: {
		fixed(func(r fault.Rule) fault.Rule { return r.Status(503) }),
		inAll(faultCell{read: "503", pay: "unknown: 503"}, rules.Before, rules.AfterCommit),
	},
	rules.Reset: {fixed(fault.Rule.Reset), inAll(lost, rules.Phases()...)},
	rules.Drop:  {fixed(fault.Rule.Drop), inAll(lost, rules.Phases()...)},
	rules.Empty: {fixed(fault.Rule.Empty), inAll(unread, rules.Phases()...)},
	rules.Hang:  {fixed(fault.Rule.Hang), inAll(lost, rules.Phases()...)},
	rules.Delay: {func(r fault.Rule, inProcess bool) fault.Rule {
		if inProcess {
			return r.Delay(3 * time.Second)
		}
		return r.Delay(time.Millisecond)
	}, inAll(answered, rules.Phases()...)},
	rules.Truncate: {
		fixed(func(r fault.Rule) fault.Rule { return r.Truncate(10) }),
		inAll(lost, rules.AfterCommit, rules.Writing),
	},
	rules.Garble: {fixed(fault.Rule.Garble), inAll(unread, rules.AfterCommit, rules.Writing)},
	rules.ContentType: {
		fixed(func(r fault.Rule) fault.Rule { return r.ContentType("application/pdf") }),
		inAll(unread, rules.AfterCommit, rules.Writing),
	},
	rules.Gateway: {
		fixed(func(r fault.Rule) fault.Rule { return r.Gateway(502) }),
		inAll(faultCell{read: "502", pay: "unknown: 502"}, rules.Before, rules.AfterCommit),
	},
	rules.Throttle: {func(r fault.Rule, inProcess bool) fault.Rule {
		if inProcess {
			return r.Throttle(7)
		}
		return r.Throttle(1 << 24)
	}, inAll(answered, rules.AfterCommit, rules.Writing)},
	rules.Redirect: {
		fixed(func(r fault.Rule) fault.Rule {
			return r.Redirect(307, "https://elsewhere.example.com/api/v1/teams")
		}),
		inAll(faultCell{read: "no answer", pay: "unknown: 307"}, rules.Before, rules.AfterCommit),
	},
	rules.BesideErrors: {
		fixed(func(r fault.Rule) fault.Rule {
			return r.BesideErrors(tourney.ErrorItem{Code: tourney.CodeInvalid, Message: "wrong"})
		}),
		inAll(faultCell{read: "200 Invalid", pay: "unknown: 200 Invalid"}, rules.AfterCommit),
	},
	rules.NoResult: {fixed(fault.Rule.NoResult), inAll(unread, rules.Before, rules.AfterCommit)},
	rules.ExpireKeys: {fixed(fault.Rule.ExpireKeys), map[rules.Phase]faultCell{
		rules.Before:      {read: "401 InvalidCredentials", pay: "401 InvalidCredentials"},
		rules.AfterCommit: answered,
	}},
	rules.Unreachable: {
		fixed(func(r fault.Rule) fault.Rule { return r.Unreachable(time.Hour) }),
		map[rules.Phase]faultCell{
			rules.Before:      {lost.read, lost.pay, &faultCell{read: "no answer", pay: "no answer"}},
			rules.AfterCommit: lost,
		},
	},
}

// silent are the actions after which the client gets no header, unless the phase is Writing.
var silent = []rules.Kind{rules.Reset, rules.Drop, rules.Hang, rules.Unreachable}

// classOf returns the class of a client's error in words.
func classOf(err error) string {
	var (
		unknown *tourney.OutcomeUnknownError
		refused *tourney.APIError
		decode  *tourney.DecodeError
		failed  *tourney.TransportError
	)
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &unknown):
		return "unknown: " + classOf(unknown.Err)
	case errors.As(err, &refused):
		text := fmt.Sprint(refused.Status)
		for _, item := range refused.Errors {
			text += " " + item.Code.String()
		}
		return text
	case errors.As(err, &decode):
		return "unreadable"
	case errors.As(err, &failed):
		return "no answer"
	}
	return err.Error()
}

// TestEveryFault goes through all actions, phases, media and formats. An action without a row fails.
func TestEveryFault(t *testing.T) {
	picked := mocktest.Sample(t, 5)
	for _, kind := range rules.Kinds() {
		row, ok := faultRows[kind]
		require.True(t, ok, "%s has no row", kind)
		for _, p := range rules.Phases() {
			cell, meaningful := row.cells[p]
			require.Equal(t, slices.Contains(kind.Phases(), p), meaningful, "%s in %s", kind, p)
			if !meaningful {
				srv := mocktest.Empty(t, tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}))
				_, err := mocktest.AddFault(srv.World, row.do(inPhase(fault.OnAny(), p), false))
				require.ErrorContains(t, err, "phase: "+kind.String()+" has no meaning in "+p.String())
				continue
			}
			for name, medium := range faultMedia {
				for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
					for _, pays := range []bool{false, true} {
						if !picked() {
							continue
						}
						meet := &faultMeeting{kind, p, medium, format, pays, row.do, cell}
						t.Run(fmt.Sprintf("%s/%s/%s/%s/%t", kind, p, name, format, pays), meet.test)
					}
				}
			}
		}
	}
	require.Len(t, faultRows, len(rules.Kinds()))
}

func inPhase(r fault.Rule, p rules.Phase) fault.Rule {
	switch p {
	case rules.Before:
		return r.Before()
	case rules.AfterCommit:
		return r.AfterCommit()
	}
	return r.Writing()
}

// faultMeeting is a request that meets a fault.
type faultMeeting struct {
	kind   rules.Kind
	phase  rules.Phase
	medium faultMedium
	format tourney.Format
	pays   bool
	do     func(fault.Rule, bool) fault.Rule
	cell   faultCell
}

func (m *faultMeeting) test(t *testing.T) {
	if m.medium.inProcess {
		synctest.Test(t, m.run) // where waits take no time
		return
	}
	m.run(t)
}

func (m *faultMeeting) run(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	opts := []mockserver.Option{mockserver.OnCall(func(c journal.Call) {
		if c.Fault != "" && m.kind == rules.Hang {
			cancel() // it would hang for ever
		}
	})}
	if m.kind == rules.ExpireKeys {
		opts = append(opts, mockserver.RequireAuth(auth.HMAC{}))
	}
	srv := mocktest.World(t, tourney.Soccer, opts...)
	defer srv.Close()
	url, hc := m.medium.reach(t, srv)
	client, err := tourney.New(url, tourney.Soccer, tourney.WithHTTPClient(hc), tourney.WithFormat(m.format),
		tourney.WithRetry(tourney.Retry{}), tourney.WithSigner(auth.HMAC{}), tourney.WithCredentials(mocktest.KeysOf(srv.World)))
	require.NoError(t, err)
	call, want := m.call(client)
	require.NoError(t, call(ctx), "before the rule is there")
	armed := srv.Faults.Add(m.do(inPhase(fault.OnAny(), m.phase), m.medium.inProcess).Nth(1))

	begun, before := time.Now(), len(srv.Payments.All())
	err = call(ctx)
	require.Equal(t, want, classOf(err), "%v", err)
	require.Equal(t, 1, armed.Hits())
	m.requireWrite(t, len(srv.Payments.All())-before)
	m.requireJournal(t, srv, armed)
	if m.medium.inProcess && (m.kind == rules.Delay || m.kind == rules.Throttle) {
		require.GreaterOrEqual(t, time.Since(begun), 3*time.Second)
	}
	m.requireAfterwards(t, call)
}

// call returns the request, and the class of its error.
func (m *faultMeeting) call(client *tourney.Client) (call func(context.Context) error, want string) {
	cell := &m.cell
	if m.medium.inProcess && cell.local != nil {
		cell = cell.local
	}
	if m.pays {
		return func(ctx context.Context) error {
			_, err := client.Payments.Pay(ctx, tourney.PaymentInput{
				EventID: mocktest.Cup, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{PriceID: mocktest.EntryFee},
			})
			return err
		}, cell.pay
	}
	return func(ctx context.Context) error {
		_, err := client.Teams.Get(ctx, mocktest.Herons)
		return err
	}, cell.read
}

// requireWrite requires that a payment was made unless the fault came before it.
func (m *faultMeeting) requireWrite(t *testing.T, made int) {
	t.Helper()
	want := 0
	if m.pays && (m.phase != rules.Before || m.kind == rules.Delay) {
		want = 1
	}
	require.Equal(t, want, made, "payments")
}

// requireJournal requires that the call is there, also when the client got no answer.
func (m *faultMeeting) requireJournal(t *testing.T, srv *mockserver.Server, armed *fault.Armed) {
	t.Helper()
	calls := srv.Calls.All("")
	last := calls[len(calls)-1]
	require.Equal(t, armed.ID(), last.Fault)
	require.NotEmpty(t, last.Op)
	require.Equal(t, m.phase != rules.Writing && slices.Contains(silent, m.kind), last.Status == 0, "status %d", last.Status)
}

// requireAfterwards requires that the next request is answered, apart from the faults that last.
func (m *faultMeeting) requireAfterwards(t *testing.T, call func(context.Context) error) {
	t.Helper()
	got := classOf(call(t.Context()))
	switch m.kind {
	case rules.ExpireKeys:
		require.Equal(t, "401 InvalidCredentials", got)
	case rules.Unreachable:
		require.Contains(t, got, "no answer")
	default:
		require.Equal(t, "ok", got)
	}
}

// TestFaultsPage compares the last table of docs/faults.md with the cells that TestEveryFault goes through. Phases of
// an action with the same cells share a line.
func TestFaultsPage(t *testing.T) {
	var table strings.Builder
	table.WriteString("| action | phases | a read | a payment |\n|---|---|---|---|\n")
	for _, kind := range rules.Kinds() {
		var cells []faultCell
		phases := map[faultCell][]string{}
		for _, p := range rules.Phases() {
			if cell, ok := faultRows[kind].cells[p]; ok {
				if phases[cell] == nil {
					cells = append(cells, cell)
				}
				phases[cell] = append(phases[cell], "`"+p.String()+"`")
			}
		}
		for _, cell := range cells {
			fmt.Fprintf(&table, "| `%s` | %s | %s | %s |\n", kind, strings.Join(phases[cell], ", "), cell.read, cell.pay)
		}
	}
	mocktest.ComparePage(t, "faults.md", "errors", table.String())
}
