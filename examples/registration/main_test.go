package main

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/deed"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestOutput(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(&out))
	want := strings.TrimPrefix(`
everything is right
  registered and paid, done
a form and a card with mistakes
  not registered, please correct: name is required; coaches[0].email must be a valid e-mail address, found "nettie at example.com"; coaches must have exactly one with primarycontact true, found 0; payment.creditcardnumber is not a card number: its check digit is wrong
a division that is closed
  not registered, refused: divisionid names a division that does not take registrations: 2003
a card that is declined
  registered, not paid, the card was declined, nothing was charged: take another card
the answer to the registration is lost
  registered and paid, done
the answer to the payment is lost
  registered and paid, done
the same form comes again
  registered and paid, done

The host has 4 registrations and 3 payments.
`, "\n")
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
	assert.NotContains(t, out.String(), "4111")
}

// roundTripper is a network made of a function.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// newDesk returns a desk at a host. The options are of its client.
func newDesk(t *testing.T, opts ...tourney.Option) (Desk, *mockserver.Server) {
	t.Helper()
	srv, err := mockserver.New(tourney.Lacrosse)
	require.NoError(t, err)
	client := srv.Client(append(opts, tourney.WithRetry(tourney.Retry{}))...)
	return Desk{Client: client, Store: deed.Memory(), Settle: time.Minute}, srv
}

// However the network fails, a team is registered once and pays at most once.
func TestEverythingHappensOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, op := range []string{"Teams.Create", "Registration.Register", "Payments.Pay"} {
			for _, arrives := range []bool{true, false} {
				desk, srv := newDesk(t)
				lost := fault.On(op).Nth(1)
				if arrives {
					lost = lost.AfterCommit()
				}
				srv.Faults.Add(lost.Drop())
				got, err := desk.Enroll(t.Context(), "form-1", form("Lantern Otters", open), fee(goodCard))
				require.Len(t, srv.Registrations.All(), 1, op)
				team, _ := srv.Teams.Get(got.TeamID)
				if op == "Payments.Pay" && !arrives {
					require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "not to see a payment is no proof that there is none")
					require.Empty(t, srv.Payments.All(), op)
					require.False(t, got.Paid || *team.Paid, op)
					continue
				}
				require.NoError(t, err, op)
				require.Len(t, srv.Payments.All(), 1, op)
				assert.Equal(t, Enrolled{TeamID: srv.Registrations.All()[0].TeamID, Paid: true}, got, op)
				assert.Equal(t, got.TeamID, srv.Payments.All()[0].TeamID, op)
				assert.Equal(t, tourney.MustDecimal("395.00"), srv.Payments.All()[0].Amount, op)
				assert.True(t, *team.Paid, op)
			}
		}
	})
}

// When the look-up fails too, the outcome stays unknown, and nothing is sent again.
func TestUnknownStaysUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, path := range []string{"/register", "/payments"} {
			down, host := false, http.RoundTripper(nil)
			desk, srv := newDesk(t, tourney.WithHTTPClient(&http.Client{Transport: roundTripper(func(req *http.Request) (*http.Response, error) {
				down = down || strings.HasSuffix(req.URL.Path, path)
				if down {
					return nil, io.ErrUnexpectedEOF
				}
				return host.RoundTrip(req)
			})}))
			host = srv
			got, err := desk.Enroll(t.Context(), "form-1", form("Lantern Otters", open), fee(goodCard))
			require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
			assert.Contains(t, Explain(err), "do not repeat it")
			assert.Equal(t, path == "/payments", got.TeamID != 0, "the registration is known")
			assert.False(t, got.Paid)
			assert.Empty(t, srv.Payments.All())
		}
	})
}

func TestDeclinedCardCanBePaidWithAnother(t *testing.T) {
	desk, srv := newDesk(t)
	got, err := desk.Enroll(t.Context(), "form-1", form("Copper Spenders", open), fee(mockserver.CardInsufficientFunds))
	require.ErrorIs(t, err, tourney.CodePermissionDenied)
	require.NotZero(t, got.TeamID)
	require.NoError(t, desk.Pay(t.Context(), "form-1", got.TeamID, fee(goodCard)))
	assert.Len(t, srv.Payments.All(), 1)
	assert.Len(t, srv.Registrations.All(), 1)
}

// The director decides about a payment that left no trace.
func TestDirectorDecides(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, charged := range []bool{true, false} {
			desk, srv := newDesk(t)
			srv.Faults.Add(fault.On("Payments.Pay").Nth(1).Drop())
			enroll := func() (Enrolled, error) {
				return desk.Enroll(t.Context(), "form-1", form("Lantern Otters", open), fee(goodCard))
			}
			_, err := enroll()
			require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
			_, err = enroll()
			require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "it stays unknown")
			require.NoError(t, desk.Decide(t.Context(), "form-1", charged))
			got, err := enroll()
			require.NoError(t, err)
			require.True(t, got.Paid)
			require.Equal(t, !charged, len(srv.Payments.All()) == 1)
		}
	})
}

// A payment that cannot be sent keeps its team from being registered.
func TestMistakesInThePaymentRegisterNothing(t *testing.T) {
	desk, srv := newDesk(t)
	payment := fee(goodCard)
	payment.Address = nil
	got, err := desk.Enroll(t.Context(), "form-1", form("Lantern Otters", open), payment)
	require.Zero(t, got)
	require.Empty(t, srv.Registrations.All())
	require.Empty(t, srv.Calls.All(""))
	require.Contains(t, Explain(err), "please correct: payment.address.streetaddress is required")
}

func TestExplain(t *testing.T) {
	const unknown = "it may have gone through: do not repeat it, call the event director"
	for want, err := range map[string]error{
		"done":                                nil,
		"the host is busy: try again in 1m0s": &tourney.APIError{Status: 429, RetryAfter: time.Minute},
		"the desk has to sign in again":       &tourney.APIError{Status: 401},
		"refused with status 503 (request 7)": &tourney.APIError{Status: 503, RequestID: "7"},
		"the host cannot be reached, nothing happened: try again later": &tourney.TransportError{Err: io.EOF},
		unknown:                               &tourney.OutcomeUnknownError{Err: &tourney.APIError{Status: 500}},
		unknown + " about team 77":            &tourney.OutcomeUnknownError{TeamID: 77},
		unknown + ` about transaction "TX-7"`: &tourney.OutcomeUnknownError{TransactionID: "TX-7"},
		"please correct: name is required; year must be a number":       invalid("name is required", "year must be a number"),
		"the host has it already: nothing was sent":                     deed.ErrThere,
		"another desk is at it: ask again in a moment":                  deed.ErrUnderWay,
		"the form was sent with other entries: call the event director": deed.ErrOtherInput,
		"internal error: the printer is out of paper":                   errors.New("the printer is out of paper"),
	} {
		assert.Equal(t, want, Explain(err))
	}
}

func invalid(messages ...string) error {
	e := &tourney.ValidationError{Op: "Registration.Register"}
	for _, m := range messages {
		e.Fields = append(e.Fields, tourney.FieldError{Message: m})
	}
	return e
}
