package traffic

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
	"github.com/tourney-go/tourney/secret"
)

// The secrets of the tests. The code is a part of no other number.
const (
	secretNumber   = "378282246310005"
	secretCVV      = "7316"
	secretPassword = "pass-word-of-pat"
	secretKey      = "the-api-secret"
)

// leaks returns the parts of secrets in a text.
func leaks(text string) []string {
	var found []string
	squeezed := strings.NewReplacer(" ", "", "-", "").Replace(text)
	for _, secret := range []string{secretNumber, secretCVV, secretPassword, secretKey, base64.StdEncoding.EncodeToString([]byte(secretKey))} {
		if strings.Contains(text, secret) {
			found = append(found, secret)
		}
	}
	if strings.Contains(squeezed, secretNumber) {
		found = append(found, "number")
	}
	return found
}

// address matches a pointer in the formats of fmt, also in that of %x, which has no prefix. Its digits can look like a
// secret by chance, because the runtime puts the heap anywhere.
var address = regexp.MustCompile(`0x[0-9a-f]+|\b[0-9a-f]{9,12}\b`)

// quiet requires that neither a server nor an answer shows a secret.
func quiet(t *testing.T, srv *mockserver.Server, a mocktest.Answer, what string) {
	t.Helper()
	require.Empty(t, leaks(a.Body), what)
	for name, values := range a.Header {
		require.Empty(t, leaks(name+strings.Join(values, "")), what)
	}
	all := mocktest.Dump(srv.World)
	data, err := json.Marshal(all)
	require.NoError(t, err)
	require.Empty(t, leaks(string(data)), what)
	calls := srv.Calls.All("")
	for i := range calls {
		calls[i].Duration, calls[i].Arrived = 0, time.Time{} // their digits are accidental
		quietCall(t, &calls[i], what)
	}
	for _, shown := range []any{all, all.Payments, all.Registrations, calls, srv} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
			require.Empty(t, leaks(address.ReplaceAllString(fmt.Sprintf(verb, shown), "")), "%s: %s", verb, what)
		}
	}
	data, err = json.Marshal(calls)
	require.NoError(t, err)
	require.Empty(t, leaks(string(data)), what)
}

// quietCall requires that no part of a call has a secret, also after its escapes are removed.
func quietCall(t *testing.T, c *journal.Call, what string) {
	t.Helper()
	texts := []string{c.Nearest, c.Method, c.Path, c.Query, c.Body, c.String(), fmt.Sprintf("%#v", *c)}
	texts = append(texts, fmt.Sprint(c.Header, c.Errors, c.Ignored))
	for name, value := range c.Params() {
		texts = append(texts, name, value)
	}
	for _, text := range texts {
		require.Empty(t, leaks(text), what)
		require.Empty(t, readable(text), what)
	}
}

func TestSecretsDoNotComeBack(t *testing.T) {
	payment := `{"PriceId":51,` +
		strings.NewReplacer("Visa", "American Express", "4111111111111111", secretNumber, `"123"`, `"`+secretCVV+`"`).
			Replace(mocktest.Card) + `}`
	spaced := strings.Replace(payment, secretNumber, "3782 822463-10005", 1)
	srv := mocktest.World(t, tourney.Soccer, mockserver.Account("pat", secretPassword, tourney.Account{
		Credentials: auth.Credentials{APIKey: "key", APISecret: secret.New(secretKey)},
	}))
	for _, c := range []struct {
		target, body string
		status       int
	}{
		{"payments", `{"TeamId":102,"Payment":` + payment + `}`, 200},
		{"payments", `{"TeamId":102,"Payment":` + spaced + `}`, 200},
		{"register", mocktest.Registering(`"Payment":` + payment), 200},
		{"payments", `{"TeamId":999,"Payment":` + payment + `}`, 404},
		{"payments", `{"Payment":` + payment + `}`, 400},
		{"payments", `{"TeamId":102,"Payment":` + strings.Replace(payment, "American Express", "Visa", 1) + `}`, 400},
		{"payments", `{"TeamId":102,"Payment":` + strings.Replace(payment, `:30`, `:20`, 1) + `}`, 400},
		{"payments", `{"TeamId":102,"Payment":` + strings.Replace(payment, `"`+secretNumber+`"`, secretNumber, 1) + `}`, 400},
		{"payments", `{"TeamId":102,"Payment":` + strings.Replace(payment, `"`+secretCVV+`"`, secretCVV, 1) + `}`, 400},
		{"payments", `{"TeamId":102,"Payment":` + strings.Replace(payment, `"`+secretCVV+`"`, `{"x":`+secretCVV+`}`, 1) + `}`, 400},
		{"payments", `{"TeamId":102,"Payment":` + strings.Replace(payment, `"`+secretNumber+`"`, `["`+secretNumber+`"]`, 1) + `}`, 400},
		{"payments", `{"TeamId":102,"Payment":` +
			strings.Replace(payment, `"`+secretNumber+`"`, `"`+secretNumber+strings.Repeat("0", 90)+`"`, 1) + `}`, 400},
		{"register", mocktest.Registering(`"Year":1,"Payment":` + payment), 400},
		{"register", `{"Payment":` + payment + `}`, 400},
		// secrets in a wrong place, and under an unknown name
		{"payments", `{"TeamId":102,"Payment":"` + secretNumber + `"}`, 400},
		{"payments", `{"TeamId":"` + secretNumber + `x","Payment":` + payment + `}`, 400},
		{"payments", `{"TeamId":` + secretNumber + `,"Payment":` + payment + `}`, 404},
		{"payments", `{"TeamId":102,"Payment":` + strings.Replace(payment, "American Express", secretNumber, 1) + `}`, 400},
		{"payments", `{"TeamId":102,"CardNumber":"` + secretNumber + `","Payment":{"CVV":"` +
			secretCVV + `","PriceId":51,` + mocktest.Card + `}}`, 200},
		{"payments", `{"TeamId":102,"` + secretNumber + `":1,"Payment":` + payment + `}`, 200},
		{"teams", `{"CreditCardNumber":"` + secretNumber + `","CreditCardCvv2":"` + secretCVV + `"}`, 200},
		{"teams", `{"Website":"` + secretNumber + `"}`, 400},
		{"register", mocktest.Registering(`"Players":[{"Email":"3782-822463-10005"}]`), 400},
		// malformed bodies
		{"payments", `{"TeamId":102,"Payment":{"CreditCardNumber":"` + secretNumber, 400},
		{"payments", `{"TeamId":102,"Payment":{"CreditCardNumber":` + secretNumber + `x`, 400},
		{"payments", `{"TeamId":102,"Payment":{"CreditCardNumber":` + secretNumber + `"`, 400},
		{"payments", `{"TeamId":102,"Payment":{"CreditCardCvv2":` + secretCVV + `}`, 400},
		{"payments", `{"CreditCardCvv2":"` + secretCVV + "\n" + `"}`, 400},
		{"payments", `{"` + secretNumber + `:1}`, 400},
		{"payments", `{"` + secretNumber + `":x}`, 400},
		{"payments", secretNumber, 400},
		{"payments", `"` + secretNumber + `"`, 400},
		{"payments", `CreditCardNumber=` + secretNumber, 400},
		{"authenticate", `{"Username":"pat","Password":"` + secretPassword + `!"}`, 401},
		{"authenticate", `{"Username":"nobody","Password":"` + secretPassword + `"}`, 401},
		{"authenticate", `{"Username":"pat","Password":"` + secretPassword + strings.Repeat("x", 50) + `"}`, 400},
		{"authenticate", `{"Username":"pat","Password":["` + secretPassword + `"]}`, 400},
		{"authenticate", `{"Username":"pat","Password":"` + secretPassword + `"`, 400},
		{"authenticate", `{"Username":"pat","password":"` + secretPassword + `","Password":"x"}`, 400},
	} {
		a := mocktest.Send(t, srv, http.MethodPost, "/api/v1/"+c.target, c.body)
		require.Equal(t, c.status, a.Status, "%s: %s", c.body, a.Body)
		quiet(t, srv, a, c.body)
		srv.Calls.Clear()
	}
	for _, target := range []string{
		"/api/v1/payments?CreditCardNumber=" + secretNumber, "/api/v1/payments/" + secretNumber, "/api/v1/teams?id=" + secretNumber,
		"/api/v1/teams?" + secretNumber + "=1", "/api/v1/teams?id=" + secretNumber + "x", "/api/v1/teams?id=" + secretNumber + "%zz",
	} {
		quiet(t, srv, mocktest.Send(t, srv, http.MethodGet, target, ""), target)
	}
	a := mocktest.Send(t, srv, http.MethodPost, "/api/v1/payments", "number="+secretNumber, "Content-Type", "text/"+secretNumber)
	require.Equal(t, 415, a.Status)
	quiet(t, srv, a, "content type")
	a = mocktest.Send(t, srv, secretNumber, "/api/v1/payments", "")
	quiet(t, srv, a, "method")
}

// TestRefusalsRepeatIDs: the id that a request names is no secret, unless it has the check digit of a card.
func TestRefusalsRepeatIDs(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer, admin.Serve())
	for _, c := range []struct{ method, target, body, says string }{
		{"GET", "/api/v1/teams?id=9223372036854775807", "", "id names no team: 9223372036854775807"},
		{"GET", "/api/v1/players?ID=123456789012345", "", "id names no player: 123456789012345"},
		{"POST", "/api/v1/teams", `{"DivisionId":9223372036854775807}`, "divisionid names no division: 9223372036854775807"},
		{"GET", "/_mock/rows/teams/9223372036854775807", "", "there is no team 9223372036854775807"},
		{"GET", "/api/v1/teams?id=" + secretNumber, "", "id names no team: [redacted]"},
	} {
		require.Contains(t, mocktest.Send(t, srv, c.method, c.target, c.body).Body, c.says, c.target)
	}
}

// escaped returns a text as it is and behind escapes.
func escaped(text string) map[string]string {
	inJSON, _ := json.Marshal("<" + text)
	return map[string]string{
		"as it is": text, "capitals": strings.ToUpper(text), "a query": url.QueryEscape(text), "HTML": html.EscapeString(text),
		"JSON": strings.Trim(string(inJSON), `"`), "every byte": strings.ReplaceAll(fmt.Sprintf("% X", " "+text), " ", "%")[2:],
		"JSON, every letter": lettered(text, `\u%04x`), "HTML, every letter": lettered(text, "&#%d;"),
		"HTML of a query": lettered(url.QueryEscape(text), "&#x%x;"),
	}
}

// lettered writes each letter of a text with a format.
func lettered(text, format string) string {
	var b strings.Builder
	for _, r := range text {
		_, _ = fmt.Fprintf(&b, format, r)
	}
	return b.String()
}

// TestEscapedNumbersDoNotComeBack sends the number of a card in a wrong place, also behind escapes.
func TestEscapedNumbersDoNotComeBack(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	for _, number := range []string{secretNumber, "3782 822463 10005", "3782-822463-10005"} {
		for form, text := range escaped(number) {
			body, err := json.Marshal(map[string]any{"TeamId": text, text: 1, "Payment": map[string]any{"CreditCardType": text}})
			require.NoError(t, err)
			answers := []mocktest.Answer{
				mocktest.Send(t, srv, http.MethodPost, "/api/v1/payments", string(body)),
				mocktest.Send(t, srv, http.MethodPost, "/api/v1/payments", text),
				mocktest.Send(t, srv, http.MethodPost, "/api/v1/payments", `{"TeamId":"`+text+`"`),
				mocktest.Send(t, srv, http.MethodGet, "/api/v1/teams?"+url.Values{"id": {text}, text: {"1"}}.Encode(), ""),
				mocktest.Send(t, srv, http.MethodGet, "/api/v1/"+url.PathEscape(text), ""),
				mocktest.Send(t, srv, http.MethodPost, "/api/v1/payments", "x", "Content-Type", "text/"+url.PathEscape(text)),
			}
			for _, a := range answers {
				require.Empty(t, readable(a.Body), "%s: %s", form, a.Body)
				require.Empty(t, readable(strings.Join(slices.Concat(slices.Collect(maps.Values(a.Header))...), "\n")), form)
			}
			require.Empty(t, readable(fmt.Sprint(srv.Calls.All(""))), form)
			srv.Reset()
		}
	}
}

// readable returns the parts of the number in a text after its escapes are removed.
func readable(text string) (found []string) {
	for range 4 {
		plain := strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) || unicode.IsLetter(r) {
				return r
			}
			return -1
		}, text)
		if strings.Contains(plain, secretNumber) {
			found = append(found, text)
		}
		text = html.UnescapeString(text)
		if unquoted, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, "'") + `"`); err == nil {
			text = unquoted
		}
		if unescaped, err := url.PathUnescape(text); err == nil {
			text = unescaped
		}
	}
	return found
}

// TestSecretsOfLogins checks that only the answer to authenticate has the keys.
func TestSecretsOfLogins(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer, mockserver.RequireAuth(auth.Query{Key: "k", Secret: "s"}),
		mockserver.Account("pat", secretPassword, tourney.Account{
			Credentials: auth.Credentials{APIKey: "key", APISecret: secret.New(secretKey)},
		}))
	a := mocktest.Send(t, srv, http.MethodPost, "/api/v1/authenticate", `{"Username":"pat","Password":"`+secretPassword+`"}`)
	require.Equal(t, 200, a.Status)
	require.Equal(t, []string{base64.StdEncoding.EncodeToString([]byte(secretKey))}, leaks(a.Body))
	a.Body = ""
	quiet(t, srv, a, "login")
	signed := url.Values{"k": {"key"}, "s": {secretKey}}.Encode()
	for _, target := range []string{"teams?id=101&", "teams?id=x&", "nowhere?", "venues?"} {
		quiet(t, srv, mocktest.Send(t, srv, http.MethodGet, "/api/v1/"+target+signed, ""), target)
	}
	_, err := srv.Client().Teams.Get(t.Context(), 999)
	require.ErrorIs(t, err, tourney.ErrNotFound)
	require.Empty(t, leaks(fmt.Sprintf("%+v %#v", err, err)))
}

// TestSecretsInTheLogOfAFailedTest checks that the log has no secrets.
func TestSecretsInTheLogOfAFailedTest(t *testing.T) {
	b := &mocktest.TB{}
	srv := mockserver.Start(b, tourney.Soccer)
	mocktest.Send(t, srv, http.MethodPost, "/api/v1/payments", `{"Payment":"`+secretNumber+`"}`)
	mocktest.Send(t, srv, http.MethodPost, "/api/v1/payments/"+secretNumber+"?cvv="+secretCVV, "")
	b.HasFailed = true
	b.End()
	require.Contains(t, b.Log, "Payments.Pay")
	require.Empty(t, leaks(b.Log))
}

// TestSecretsOfTheClient checks that an error of the client does not repeat its request.
func TestSecretsOfTheClient(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	p := mocktest.Paying(map[string]any{"number": secretNumber, "cvv": secretCVV})
	for _, option := range []tourney.Option{tourney.WithUserAgent("x"), tourney.WithoutChecks()} {
		_, err := srv.Client(option).Payments.Pay(t.Context(), tourney.PaymentInput{TeamID: mocktest.Herons, Payment: p})
		require.Error(t, err)
		require.Empty(t, leaks(fmt.Sprintf("%v %+v %#v", err, err, err)))
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://host.example.com/api/v1/payments", io.NopCloser(broken{}))
	require.NoError(t, err)
	res, err := srv.RoundTrip(req)
	require.NoError(t, err)
	require.Equal(t, 400, res.StatusCode)
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Contains(t, string(body), "the body broke off")
	require.Empty(t, leaks(string(body)))
}

// broken is a body that fails with an error that contains a secret.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, fmt.Errorf("card %s", secretNumber) }

func TestMasked(t *testing.T) {
	for text, want := range map[string]string{
		`found "4111111111111111"`:      `found "[redacted]"`,
		`found "4111 1111-1111 1111"`:   `found "[redacted]"`,
		"378282246310005 and 12345":     "[redacted] and 12345",
		"names no team: 40010001":       "names no team: 40010001",
		"number 41111111111111111111 x": "number [redacted] x",
		strings.Repeat("12 34-", 50):    "[redacted]-",
		"12345678901":                   "12345678901",
	} {
		require.Equal(t, want, redact.Masked(text))
	}
}

// TestSafeLeavesNoPartOfANumber checks texts that are cut in a number.
func TestSafeLeavesNoPartOfANumber(t *testing.T) {
	text := strings.Repeat("x", 195) + "4111\n1111 1111-1111"
	require.NotContains(t, redact.Safe(text), "4111")
	require.NotContains(t, redact.Safe("4111\n1111\n1111\n1111"), "1111")
}

// TestThePackageIsNamedOnceAndInFront also checks errors that wrap an error of the client's package.
func TestThePackageIsNamedOnceAndInFront(t *testing.T) {
	fails := func(opt mockserver.Option) string {
		_, err := mockserver.New(tourney.Soccer, opt)
		require.Error(t, err)
		return err.Error()
	}
	newOf := func(h tourney.Host) string {
		_, err := mockserver.New(h)
		require.Error(t, err)
		return err.Error()
	}
	starts := func(v tourney.Variant, opts ...mockserver.Option) string {
		b := &mocktest.TB{}
		require.Nil(t, mockserver.Start(b, v, opts...))
		return b.Log
	}
	listens := func(address string) string {
		srv := mocktest.Empty(t, tourney.Soccer)
		defer srv.Close()
		err := srv.Listen(address)
		require.Error(t, err)
		return err.Error()
	}
	panics := func(opt tourney.Option) (text string) {
		defer func() { text = fmt.Sprint(recover()) }()
		mocktest.Empty(t, tourney.Soccer).Client(opt)
		return ""
	}
	for name, text := range map[string]string{
		"no variant":              newOf(tourney.Variant("chess")),
		"a variant in upper case": newOf(tourney.Variant("Soccer")),
		"scenario":                fails(mockserver.Scenario("x")),
		"page size":               newOf(mockserver.Profile{MaxPageSize: -1}),
		"limits":                  fails(mockserver.WithLimits(mockserver.Limits{Calls: -1})),
		"account":                 fails(mockserver.Account("u", "", tourney.Account{})),
		"signer":                  fails(mockserver.RequireAuth(nil)),
		"now":                     fails(mockserver.Now(nil)),
		"calls":                   fails(mockserver.OnCall(nil)),
		"nil":                     fails(mockserver.Option{}),
		"listen":                  listens("nowhere"),
		"start, no variant":       starts("chess"),
		"start, an option":        starts(tourney.Soccer, mockserver.Scenario("x")),
		"client":                  panics(tourney.WithMaxConcurrent(-1)),
		"client, nil":             panics(nil),
	} {
		require.Regexp(t, `^mockserver(\.Start)?: `, text, name)
		require.Equal(t, 1, strings.Count(text, "mockserver"), "%s: %s", name, text)
		require.NotContains(t, text, "tourney: ", name)
	}
}
