package requests

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/journal"
	"github.com/tourney-go/tourney/observe"
	"github.com/tourney-go/tourney/secret"
)

// The planted secrets. Every escape changes the first two, and they are long enough that a bounded text cuts them.
const (
	plantedSecret   = `s<e>c&r"e't/of+the=account é ` + "0123456789-0123456789-0123456789-0123456789-0123456789-0123456789"
	plantedPassword = `p<a>s&s"w'o/r+d=of pat é 0123456789-0123456789`
	plantedCard     = "378282246310005"
	plantedCVV      = "7316"
	issuedKey       = `k<e>y&i"s's/u+e=d é 0123456789-0123456789`
	issuedSecret    = `n<e>w&s"e'c/r+e=t of the login é 0123456789-0123456789-0123456789-0123456789`
)

var plantedKeys = auth.Credentials{APIKey: "the-api-key", APISecret: secret.New(plantedSecret)}

// printings returns a text as formats and encoders print it.
func printings(secret string) []string {
	return []string{
		secret, escapedXML(secret), strings.Trim(quoted(secret), `"`), strings.Trim(strconv.Quote(secret), `"`),
		hex.EncodeToString([]byte(secret)),
	}
}

// address matches pointers in the format of fmt, whose digits are random.
var address = regexp.MustCompile(`0x[0-9a-f]+`)

// digits matches the security code outside a longer number.
var digits = regexp.MustCompile(`\b` + plantedCVV + `\b`)

// digitsInHex matches the security code inside a longer number in hexadecimal, such as a duration.
var digitsInHex = regexp.MustCompile(`(?:3\d)+37333136(?:3\d)*|37333136(?:3\d)+`)

// searched are the texts that must not appear: the planted secrets and their beginnings.
var searched = func() (all []string) {
	for _, secret := range []string{plantedSecret[:20], plantedPassword[:20], plantedCard[:12], plantedSecret, plantedPassword, plantedCard,
		plantedCVV} {
		all = append(all, printings(secret)...)
	}
	for _, issued := range []string{issuedKey, issuedSecret} {
		written := base64.StdEncoding.EncodeToString([]byte(issued))
		all = slices.Concat(all, printings(issued), printings(issued[:20]), printings(written), printings(written[:24]))
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(form string) bool { return form == plantedCVV })
}()

// shown returns the planted secrets that a text shows.
func shown(text string) []string {
	text = address.ReplaceAllString(text, "")
	if strings.Contains(text, hex.EncodeToString([]byte(plantedCVV))) { // the expression is slow, and rarely matches
		text = digitsInHex.ReplaceAllString(text, "")
	}
	var found []string
	for _, form := range searched {
		if at := strings.Index(text, form); at >= 0 {
			found = append(found, text[max(0, at-60):min(len(text), at+len(form)+20)])
		}
	}
	if strings.Contains(text, plantedCVV) {
		found = append(found, digits.FindAllString(text, -1)...)
	}
	return found
}

// paper collects all texts during a call and afterwards.
type paper struct{ bytes.Buffer }

// options make a client write to the paper: a log at every level, as text and as JSON, and the events of an Observer.
func (p *paper) options() []tourney.Option {
	return []tourney.Option{tourney.WithLogger(p.logger()), tourney.WithObserver(p.observer())}
}

func (p *paper) observer() observe.Observer {
	return clienttest.Listener(func(_ context.Context, e any) { p.everything("event", e) })
}

func (p *paper) logger() *slog.Logger {
	all := &slog.HandlerOptions{Level: slog.Level(-100), AddSource: true}
	return slog.New(slog.NewMultiHandler(slog.NewTextHandler(p, all), slog.NewJSONHandler(p, all)))
}

// everything writes a value with every format and encoder.
func (p *paper) everything(what string, value any) {
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		_, _ = fmt.Fprintf(p, what+" "+verb+"\n", value)
	}
	p.logger().Error(what, "value", value, slog.Group("group", "value", value))
	if data, err := json.Marshal(value); err == nil {
		_, _ = p.Write(data)
	}
	if data, err := xml.Marshal(value); err == nil {
		_, _ = p.Write(data)
	}
}

// failure writes an error, and all errors that Unwrap and As reach.
func (p *paper) failure(err error) {
	if err == nil {
		return
	}
	p.everything("error", err)
	switch e := err.(type) { //nolint:errorlint // each error of the chain is looked at
	case *tourney.APIError:
		p.everything("answered", *e)
		p.everything("excerpt", e.Excerpt())
	case *tourney.DecodeError:
		p.everything("unreadable", *e)
		p.everything("excerpt", e.Excerpt())
	case *tourney.ValidationError:
		p.everything("invalid", *e)
	case *tourney.TransportError:
		p.everything("broken", *e)
	case interface{ Unwrap() []error }:
		for _, below := range e.Unwrap() {
			p.failure(below)
		}
	}
	for _, target := range reachable() {
		if errors.As(err, target) {
			p.everything("found", reflect.ValueOf(target).Elem().Interface())
		}
	}
	p.failure(errors.Unwrap(err))
}

// reachable returns targets for errors.As: the errors of the transports and signers here, and the errors below them.
func reachable() []any {
	return []any{
		new(*net.OpError), new(*url.Error), new(url.EscapeError), new(net.Error), new(*talkative), new(formatting), new(*record.Error),
		new(fmt.Formatter), new(interface{ Unwrap() []error }),
	}
}

// caller makes a call and writes its request and its result.
type caller struct {
	ctx     context.Context
	c       *tourney.Client
	opts    []tourney.CallOption
	paper   *paper
	results bool
}

// asks writes a request.
func asks[T any](w caller, in T) T {
	w.paper.everything("request", in)
	return in
}

// got writes a result of the mock. Other hosts may answer anything.
func (w caller) got(out any, err error) error {
	if w.results {
		w.paper.everything("result", out)
	}
	return err
}

func plantedPayment() *tourney.PaymentDetailsInput {
	return &tourney.PaymentDetailsInput{
		Amount: new(tourney.NewDecimal(39550, -2)), Title: new("Entry"), Description: new("Entry"), FirstName: new("Pat"), LastName: new("Field"),
		Email: new("pat@example.com"), Phone: new("515-555-0101"), CreditCardType: new(tourney.CardAmericanExpress),
		CreditCardNumber: secret.New(plantedCard), CreditCardCVV2: secret.New(plantedCVV),
		CreditCardExpireYear: new(30), CreditCardExpireMonth: new(12),
		Address: &tourney.PersonAddressInput{
			StreetAddress: new("1 Loop"), ExtendedAddress: new("Gate 2"), City: new("Otterford"), StateRegion: new("MO"), PostalCode: new("64101"),
		},
	}
}

// planting makes the call of an operation, and writes its parameters and its result.
func planting(op string, in any) func(w caller) error {
	return func(w caller) error {
		return w.got(clienttest.Call(w.ctx, w.c, op, asks(w, in), clienttest.ForList(w.opts)...))
	}
}

// plantedCalls makes every operation with all secrets that it can carry, and the calls that are no operation. Reads that
// are not named need no parameters but an id.
var plantedCalls = withReads(map[string]func(w caller) error{
	"Authentication.Authenticate": planting("Authentication.Authenticate",
		tourney.Login{Username: "pat", Password: secret.New(plantedPassword)}),
	"Teams.Get":          planting("Teams.Get", int64(4001)),
	"Teams.List":         planting("Teams.List", tourney.TeamListOptions{EventID: 1001}),
	"Teams.Create":       planting("Teams.Create", tourney.TeamCreateInput{Name: new("Otters")}),
	"Teams.Update":       planting("Teams.Update", tourney.TeamUpdateInput{ID: 4001, Name: new("Otters")}),
	"Divisions.List":     planting("Divisions.List", tourney.DivisionListOptions{EventID: 1001}),
	"Divisions.Create":   planting("Divisions.Create", tourney.DivisionCreateInput{Name: new("Gold")}),
	"Divisions.Update":   planting("Divisions.Update", tourney.DivisionUpdateInput{ID: 2001, Name: new("Gold")}),
	"Games.List":         planting("Games.List", tourney.GameListOptions{EventID: 1001}),
	"Games.Update":       planting("Games.Update", tourney.GameUpdateInput{ID: 7001, AwayScore: tourney.Score(3)}),
	"Players.List":       planting("Players.List", tourney.PlayerListOptions{TeamIDs: []int64{4001}}),
	"Events.List":        planting("Events.List", tourney.EventListOptions{Type: "1"}),
	"Standings.Get":      planting("Standings.Get", tourney.StandingsOptions{EventID: 1001}),
	"Standings.Update":   planting("Standings.Update", tourney.StandingsUpdateInput{TeamPoolID: 3001, TeamID: 4001}),
	"Statistics.Leaders": planting("Statistics.Leaders", tourney.LeadersOptions{EventID: 1001}),
	"Statistics.Update": planting("Statistics.Update", tourney.StatisticsUpdateInput{GameID: 7001, Away: &tourney.SideStatisticsInput{
		ID: 4001, Players: []tourney.PlayerStatisticsInput{
			{TeamPlayerID: 5001, Statistics: []tourney.StatisticInput{{Name: "Goals", Value: new("1")}}},
		},
	}}),
	"Registration.Register": planting("Registration.Register", tourney.RegistrationInput{
		EventID: 1001, Name: new("Otters"), Payment: plantedPayment(), Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}},
	}),
	"Payments.Pay": planting("Payments.Pay", tourney.PaymentInput{EventID: 1001, Payment: plantedPayment()}),
	"Payments.Pay, with what cannot be sent": func(w caller) error {
		in := asks(w, tourney.PaymentInput{EventID: 1001, Payment: plantedPayment()})
		in.Payment.CreditCardNumber = secret.New(strings.Repeat(plantedCard, 7))
		in.Payment.CreditCardCVV2 = secret.New(strings.Repeat(plantedCVV+" ", 21))
		return w.got(w.c.Payments.Pay(w.ctx, in, w.opts...))
	},
	"Teams.All": func(w caller) error {
		for _, err := range w.c.Teams.All(w.ctx, tourney.TeamListOptions{EventID: 1001}, clienttest.ForList(w.opts)...) {
			if err != nil {
				return err
			}
		}
		return nil
	},
	"Do": func(w caller) error {
		_, err := w.c.Do(w.ctx, tourney.RawRequest{Method: http.MethodGet, Path: "/api/v1/venues"}, w.opts...)
		return err
	},
})

// withReads adds the reads that have no call.
func withReads(calls map[string]func(w caller) error) map[string]func(w caller) error {
	for _, op := range contract.Operations() {
		in := clienttest.Parameters[op.ID]
		if op.ByID {
			in = int64(4001)
		}
		if op.Class == contract.Read && calls[op.ID] == nil {
			calls[op.ID] = planting(op.ID, in)
		}
	}
	return calls
}

// TestEveryOperationIsPlanted fails when an operation is added without its call here.
func TestEveryOperationIsPlanted(t *testing.T) {
	for _, op := range contract.Operations() {
		require.Contains(t, plantedCalls, op.ID)
	}
}

func quoted(text string) string {
	data, _ := json.Marshal(text)
	return string(data)
}

func escapedXML(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}

// failingWith is a body that breaks off with an error.
type failingWith struct{ err error }

func (f failingWith) Read([]byte) (int, error) { return 0, f.err }

// brokenSigner fails with an error that holds the secret.
type brokenSigner struct{}

func (brokenSigner) Sign(_ *http.Request, keys auth.Credentials) error {
	return errors.New("cannot sign with " + keys.APISecret.Reveal())
}

// plantedSigners put keys where errors and panics show them.
var plantedSigners = map[string][]tourney.Option{
	"in queries, XML": {
		tourney.WithSigner(auth.Query{Key: "k", Secret: "s"}), tourney.WithCredentials(plantedKeys),
		tourney.WithFormat(tourney.FormatXML),
	},
	"in what the signer says": {tourney.WithSigner(brokenSigner{}), tourney.WithCredentials(plantedKeys)},
	"in the key store": {
		tourney.WithSigner(auth.Header{Key: "K", Secret: "S"}), tourney.WithLogin("pat", plantedPassword),
		tourney.WithKeyStore(plantedStore{}),
	},
}

// plantedStore keeps the keys, and fails with an error that holds them when the host refused them.
type plantedStore struct{}

func (plantedStore) Keys(
	_ context.Context, refused auth.Credentials, _ func(context.Context) (auth.Credentials, error),
) (auth.Credentials, error) {
	if refused.APIKey == "" {
		return plantedKeys, nil
	}
	return plantedKeys, fmt.Errorf("refused: %s and %s", refused.APIKey, refused.APISecret.Reveal())
}

// sweeper returns a client that logs and observes to a paper.
func sweeper(t *testing.T, out *paper, over http.RoundTripper, options ...tourney.Option) *tourney.Client {
	t.Helper()
	c, err := tourney.New("https://soccer.example.com", tourney.Soccer, slices.Concat([]tourney.Option{
		tourney.WithHTTPClient(&http.Client{Transport: over}), tourney.WithRetry(tourney.Retry{Max: 1}),
	}, out.options(), options)...)
	require.NoError(t, err)
	return c
}

// TestPlantedSecretsAtTheMock makes every operation at the mock, and searches its answers and its journal as well.
func TestPlantedSecretsAtTheMock(t *testing.T) {
	for _, signer := range []auth.Verifier{auth.HMAC{}, auth.Header{Key: "K", Secret: "S"},
		auth.Query{Key: "k", Secret: "s"}} {
		for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
			var out paper
			srv, err := mockserver.New(tourney.Soccer, mockserver.RequireAuth(signer),
				mockserver.Account("pat", plantedPassword, tourney.Account{Credentials: plantedKeys}),
				mockserver.OnCall(func(c journal.Call) {
					c.Duration = 0 // its digits are accidental
					out.everything("call", c)
				}))
			require.NoError(t, err)
			answers := clienttest.Transport(func(req *http.Request) (*http.Response, error) {
				res, err := srv.RoundTrip(req)
				if err != nil || strings.HasSuffix(req.URL.Path, "/authenticate") { // whose answer is the keys
					return res, err
				}
				body, err := io.ReadAll(res.Body)
				res.Body = io.NopCloser(bytes.NewReader(body))
				_, _ = fmt.Fprintf(&out, "%v %s\n", res.Header, body)
				return res, err
			})
			for _, extra := range []tourney.Option{tourney.WithUserAgent("x"), tourney.WithoutChecks()} {
				c := sweeper(t, &out, answers, tourney.WithSigner(signer), tourney.WithLogin("pat", plantedPassword), tourney.WithFormat(format), extra)
				for op, call := range plantedCalls {
					err := call(caller{ctx: t.Context(), c: c, paper: &out, results: true})
					out.failure(err)
					if slices.Contains([]string{"Authentication.Authenticate", "Registration.Register", "Payments.Pay", "Do"}, op) {
						require.NoError(t, err)
					}
				}
				out.everything("client", c)
				out.everything("client", *c)
			}
			for _, c := range srv.Calls.All("") {
				c.Duration = 0
				out.everything("journal", c)
			}
			out.everything("payments", srv.Payments.All())
			out.everything("registrations", srv.Registrations.All())
			out.everything("server", srv)
			require.Empty(t, shown(out.String()), "%T, %v", signer, format)
		}
	}
}

// TestPlantedSecretsInPanics: a panic of the transport passes through the client unchanged, and the client writes
// nothing.
func TestPlantedSecretsInPanics(t *testing.T) {
	for op, call := range plantedCalls {
		var out paper
		c := sweeper(t, &out, clienttest.Transport(func(req *http.Request) (*http.Response, error) { panic(req) }),
			plantedSigners["in queries, XML"]...)
		value := func() (value any) {
			defer func() { value = recover() }()
			_ = call(caller{ctx: t.Context(), c: c, paper: &out})
			return nil
		}()
		if op != "Payments.Pay, with what cannot be sent" {
			require.IsType(t, &http.Request{}, value, op)
		}
		require.Empty(t, shown(out.String()), op)
	}
}

// TestPlantedSecretsInWhatIsWrong: errors do not repeat refused options and base URLs.
func TestPlantedSecretsInWhatIsWrong(t *testing.T) {
	var out paper
	for _, base := range []string{
		"https://pat:" + url.QueryEscape(plantedPassword) + "@host.example.com", "https://host.example.com/?s=" + url.QueryEscape(plantedSecret),
		"https://host.example.com/#" + plantedCard, plantedSecret,
	} {
		_, err := tourney.New(base, tourney.Soccer)
		require.Error(t, err)
		out.failure(err)
	}
	for _, wrong := range [][]tourney.Option{
		{tourney.WithCredentials(plantedKeys)}, {tourney.WithLogin("pat", plantedPassword)}, {tourney.WithLogin("", plantedPassword)},
		{tourney.WithCredentials(auth.Credentials{APISecret: plantedKeys.APISecret})},
	} {
		_, err := tourney.New(clienttest.BaseURL, tourney.Soccer, wrong...)
		require.Error(t, err)
		out.failure(err)
		out.everything("options", wrong)
	}
	_, err := auth.Decode("YQ==", plantedSecret)
	require.Error(t, err)
	out.failure(err)
	require.Empty(t, shown(out.String()))
}

// TestPlantedSecretsInValues prints values with secrets with every format and encoder, and as a test prints what differs.
func TestPlantedSecretsInValues(t *testing.T) {
	hidden := plantedKeys.APISecret
	for _, value := range []any{
		hidden, &hidden, plantedKeys, &plantedKeys, tourney.Account{Credentials: plantedKeys}, plantedPayment(), *plantedPayment(),
		tourney.Login{Username: "u", Password: hidden}, tourney.PaymentInput{Payment: plantedPayment()},
		tourney.RegistrationInput{Payment: plantedPayment()}, []secret.Text{hidden}, map[string]secret.Text{"s": hidden},
		struct{ s secret.Text }{hidden}, // fmt calls no methods on what lies below an unexported field
	} {
		var out paper
		out.everything("value", value)
		require.False(t, assert.Equal(&out, reflect.Zero(reflect.TypeOf(value)).Interface(), value))
		require.Empty(t, shown(out.String()), "%T", value)
		clienttest.RequireNoTrace(t, out.String(), plantedSecret)
	}
	require.Contains(t, fmt.Sprintf("%+v", *plantedPayment()), "CreditCardNumber:[redacted]")
}

// Errorf writes a failure of an assertion to the paper.
func (p *paper) Errorf(format string, args ...any) { _, _ = fmt.Fprintf(p, format, args...) }

// TestPlantedSecretsAreSeen: a search that finds nothing would prove nothing.
func TestPlantedSecretsAreSeen(t *testing.T) {
	for _, secret := range []string{plantedSecret, plantedPassword, plantedCard, plantedCVV} {
		for _, form := range printings(secret) {
			require.NotEmpty(t, shown("a text with "+form+" in it"), form)
			var out paper
			out.failure(fmt.Errorf("wrapped: %w", errors.New(form)))
			require.NotEmpty(t, shown(out.String()), form)
		}
	}
	for _, issued := range []string{issuedKey, issuedSecret, base64.StdEncoding.EncodeToString([]byte(issuedSecret))} {
		require.NotEmpty(t, shown("issued: "+issued))
	}
	require.NotEmpty(t, shown("cut: "+plantedSecret[:25]+"…"))
	require.Empty(t, shown("0xc000731600 17316 312e3937333136386d73 [redacted]"))
}
