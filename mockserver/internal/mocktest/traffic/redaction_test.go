package traffic

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
	"github.com/tourney-go/tourney/secret"
)

// guarded returns a server with an account whose secrets are those of the tests.
func guarded(t testing.TB) *mockserver.Server {
	t.Helper()
	return mocktest.World(t, tourney.Soccer, mockserver.Account("pat", secretPassword, tourney.Account{
		Credentials: auth.Credentials{APIKey: "key", APISecret: secret.New(secretKey)},
	}))
}

// TestRedactedBodies checks what the journal keeps of bodies: what is no secret stays. The brackets «» mark what is
// redacted.
func TestRedactedBodies(t *testing.T) {
	const ofXML = `<Request xmlns:i="http://www.w3.org/2001/XMLSchema-instance">`
	srv := guarded(t)
	for name, request := range map[string]string{
		"nothing to hide": `PUT /teams { "Id" : 101,"Notes":"a \"b\" \u00e9" }`,
		"a payment": `POST /payments {"TeamId":102,"Payment":{"PriceId":51,"CreditCardType":"Visa","CreditCardNumber":«"378282246310005"»,` +
			`"CreditCardCvv2":«"7316"»,"CreditCardExpireYear":30,"Email":"pat@example.com","Address":{"City":"Otterford"}}}`,
		"a payment in XML": `POST /payments ` + ofXML + `<Payment><CreditCardCvv2>«7316»</CreditCardCvv2>` +
			`<CreditCardNumber>«3782 822463 10005»</CreditCardNumber></Payment><TeamId>102</TeamId></Request>`,
		"no card":                `POST /payments {"TeamId":102,"EnableCreditCard":false}`,
		"in another letter case": `POST /payments {"payment":{"CREDITCARDNUMBER":«378282246310005»,"creditcardcvv2":«7316»}}`,
		"doubled":                `POST /payments {"Payment":{"CreditCardCvv2":«"7316"»,"CREDITCARDCVV2":«"7316"»},"payment":«"7316"»}`,
		"nested":                 `POST /payments {"Payment":{"CreditCardCvv2":«{"a":["7316"]}»}}`,
		"null":                   `POST /payments {"Payment":{"CreditCardCvv2":null}}`,
		"under a row":            `POST /payments {"Payment":{"CreditCardType":«"7316"»,"Title":«" 7316"»,"CreditCardExpireMonth":«7316»}}`,
		"repeated":               `POST /payments {"TeamId":102,"Payment":{"Description":«"code 7316!"»,"CreditCardCvv2":«"7316"»}}`,
		"repeated among numbers": `POST /payments {"TeamId":6410,"Payment":{"Title":«"12 6410"»,"CreditCardCvv2":«"6410"»,` +
			`"Address":{"PostalCode":"64101"}}}`,
		"an object in place of a value": `POST /payments {"TeamId":«{"TeamId":7316,"Email":"x"}»}`,
		"a password of digits":          `POST /authenticate {"Username":«"x64101"»,"Password":«"64101"»}`,
		"in an object": `POST /payments {"TeamId":4001,` +
			`"Payment":{"Title":«{"Password":"hunter22"}»,"Description":«"hunter22"»}}`,
		"in an unknown object": `POST /payments {"TeamId":4001,"Foo":«{"Password":"hunter22"}»,"Payment":{"Description":«"hunter22"»}}`,
		"in a text":            `POST /payments {"Payment":{"Description":«"the CVV is 7316"»}}`,
		"a player":             `POST /register {"DivisionId":11,"Players":[{"FirstName":"Ada","CVV":«"7316"»,"Number":7}]}`,
		"a player in XML": `POST /register ` + ofXML + `<DivisionId>11</DivisionId><Players><Player><Cvv>«7316»</Cvv>` +
			`<FirstName>Ada</FirstName></Player></Players></Request>`,
		"a login":         `POST /authenticate {"Username":"pat","Password":«"another-7316"»}`,
		"a swapped login": `POST /authenticate {"Username":«"pass-word-of-pat"»,"Password":«"pat"»}`,
		"a team":          `PUT /teams {"Id":101,"CreditCardCvv2":«"7316"»,"Access-Token":«{"x":"7316"}»,"Notes":"n"}`,
		"a team with keys": `PUT /teams {"Id":101,"Notes":«"the-api-secret"»,"Name":«"issued ` +
			base64.StdEncoding.EncodeToString([]byte(secretKey)) + `"»}`,
		"a card in a note": `PUT /teams {"Id":101,"Notes":«"pay with 3782-822463-10005"»}`,
		"a document in a note": `PUT /teams {"Id":101,"Name":«"<Cvv>7316</Cvv>"»,"Notes":«"{\"Pin\": 7316}"»,"Phone":«"\u0063vv=7316"»,` +
			`"Foo":"a token for all"}`,
		"a document in a number": `PUT /games {"Id":1,"AwayScore":«"{\"cvv\":\"7316\"}"»}`,
		"a typing error":         `POST /paymets {"TeamId":102,"Payment":{"CardNo":«"1"»,"Code":«"7316"»}}`,
		"cut off, nothing":       `PUT /teams {"Id":101,"Name":"x"`,
	} {
		no := `"[redacted]"`
		if strings.Contains(request, " <") {
			no = "[redacted]"
		}
		sent := strings.NewReplacer("«", "", "»", "").Replace(request)
		want := regexp.MustCompile("«[^»]*»").ReplaceAllString(request, no)
		keptOf(t, srv, name, sent, want[strings.IndexAny(want, "{<"):])
	}
	for name, c := range map[string][2]string{
		"escaped": {
			`POST /payments {"Payment":{"\u0043reditCardCvv2":"\u0037\u003316","Title":"&#55;316"}}`,
			`{"Payment":{"CreditCardCvv2":"[redacted]","Title":"[redacted]"}}`,
		},
		"unknown names": {
			`POST /payments {"Foo":7316,"Bar":[{"a":"7316"}],"7316":1,"TeamId":102}`,
			`{"Foo":"[redacted]","Bar":"[redacted]","[redacted]":"[redacted]","TeamId":102}`,
		},
		"a team in XML": {`PUT /teams ` + ofXML + `<Id>101</Id><!-- password 7316 --></Request>`, ofXML + `<Id>101</Id></Request>`},
		"attributes": {
			`POST /payments <Request code="7316"><TeamId x="7316">102</TeamId></Request>`, ofXML + `<TeamId>102</TeamId></Request>`,
		},
		"compressed":      {"PUT /teams \x1f\x8b\b\x00\x00", ""},
		"many secrets":    {`POST /payments {"TeamId":102,"Payment":{` + strings.Repeat(`"CVV":"7316",`, 99) + `"CVV":"7316"}}`, ""},
		"cut off":         {`POST /payments {"Payment":{"CreditCardCvv2":"7316"`, ""},
		"no object":       {`POST /payments ["7316"]`, ""},
		"cut off, a team": {`PUT /teams {"Id":101,"Cvv":"7316"`, ""},
	} {
		keptOf(t, srv, name, c[0], c[1])
	}
	srv.Calls.Clear()
	mocktest.Send(t, srv, "POST", "/api/v1/payments", "code=7316", "Content-Type", "application/x-www-form-urlencoded")
	require.Empty(t, srv.Calls.All("")[0].Body)
}

// keptOf sends a request, which begins with its method and path, and compares the body that the journal keeps of it.
func keptOf(t *testing.T, srv *mockserver.Server, name, request, want string) {
	t.Helper()
	parts := strings.SplitN(request, " ", 3)
	srv.Calls.Clear()
	mocktest.Send(t, srv, parts[0], "/api/v1"+parts[1], parts[2])
	call := srv.Calls.All("")[0]
	require.Equal(t, want, call.Body, name)
	require.Equal(t, len(parts[2]), call.BodySize, name)
	quietCall(t, &call, name)
}

// TestNamedValues: what a named value such as one of Meta has under the name of a secret is nowhere in the journal and
// in what it shows, whose Meta it is.
func TestNamedValues(t *testing.T) {
	const canary = "canary-word"
	var told []string
	srv := mocktest.World(t, tourney.Soccer, admin.Serve(), mockserver.OnCall(func(c journal.Call) {
		told = append(told, c.Body, c.Curl())
	}))
	for _, name := range []string{"Password", "Key", "cvv", "CreditCardNumber", "Card Number", "ACCESS TOKEN"} {
		for _, body := range []string{
			`{"Meta":[{"Name":"NAME","Value":"canary-word"}]}`,
			`{"Meta":[{"Value":"canary-word","Key":"NAME"},{"Key":"Size","Value":"L"}]}`,
			`{"Players":[{"FirstName":"Ann","Meta":[{ "name" : "NAME", "VALUE" : "canary-word" }]}]}`,
			`{"Coaches":[{"LastName":"Lee","Meta":[{"Key":"NAME","Name":"NAME","Value":["canary-word"]}]}]}`,
			`{"Meta":{"Name":"NAME","Value":{"a":"canary-word"}}}`,
			`<Request><Meta><Meta><Name>NAME</Name><Value>canary-word</Value></Meta></Meta></Request>`,
			`<Request><Players><Player><Meta><Meta><Value>canary-word</Value><Key>NAME</Key></Meta></Meta></Player></Players></Request>`,
		} {
			for _, target := range []string{"POST /register", "PUT /teams", "POST /teams", "PUT /players", "POST /nothing"} {
				method, path, _ := strings.Cut(target, " ")
				mocktest.Send(t, srv, method, "/api/v1"+path, strings.ReplaceAll(body, "NAME", name))
			}
		}
	}
	require.NotContains(t, mocktest.Send(t, srv, "GET", "/_mock/requests", "").Body, canary)
	require.Len(t, told, 2*6*7*5)
	for _, text := range told {
		require.NotContains(t, text, canary)
	}
	srv.Calls.Clear()
	const plain = `{"Id":101,"Meta":[{"Name":"Hockey","Value":"L"}]}`
	mocktest.Send(t, srv, "PUT", "/api/v1/teams", plain)
	require.Equal(t, plain, srv.Calls.All("")[0].Body)
}

func TestRedactedQueries(t *testing.T) {
	srv := guarded(t)
	for target, want := range map[string]string{
		"GET /teams?id=101&includes=Players,Coaches":                      "id=101&includes=Players,Coaches",
		"GET /teams?name=a%20b+c&x":                                       "name=a%20b+c&x",
		"GET /teams?Cvv=7316&id=1":                                        "Cvv=[redacted]&id=1",
		"GET /teams?c%76v=7316":                                           "c%76v=[redacted]",
		"GET /teams?x=another-host's-key&id=101&includes=Players,Coaches": "x=[redacted]&id=101&includes=Players,Coaches",
		"GET /teams?k=key&s=the-api-secret":                               "k=key&s=[redacted]",
		"GET /teams?s=the%2Dapi%2Dsecret":                                 "s=[redacted]",
		"GET /teams?id=378282246310005":                                   "id=[redacted]",
		"GET /teams?id=3782+822463+10005":                                 "id=[redacted]",
		"GET /teams?378282246310005=1":                                    "[redacted]=1",
		"GET /teams?id=%zz":                                               "[redacted]",
		"GET /teams?password":                                             "password",
		"GET /teams?Password%3D7316":                                      "[redacted]",
		"GET /teams?name=the%20pin:7316":                                  "name=[redacted]",
		"POST /payments?teamid=102&code=7316&7316=x":                      "teamid=102&code=[redacted]&[redacted]=[redacted]",
		"GET /paymets?code=7316&teamid=102":                               "code=[redacted]&teamid=102",
		"GET /teams?a=1;b=2":                                              "a=1;b=2",
	} {
		method, path, _ := strings.Cut(target, " ")
		srv.Calls.Clear()
		mocktest.Send(t, srv, method, "/api/v1"+path, "")
		call := srv.Calls.All("")[0]
		require.Equal(t, want, call.Query, target)
		quietCall(t, &call, target)
	}
}

// TestRedactedKeys: a client can sign with keys that the server does not know.
func TestRedactedKeys(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer, mockserver.RequireAuth(auth.Query{Key: "k", Secret: "sig"}))
	mocktest.Send(t, srv, "GET", "/api/v1/teams?k=key&SIG=7316&id=101", "")
	require.Equal(t, "k=[redacted]&SIG=[redacted]&id=101", srv.Calls.All("")[0].Query)
}

// TestRedactedPlaces plants the secrets of the account, also behind escapes, where an operation has no secrets.
func TestRedactedPlaces(t *testing.T) {
	srv := guarded(t)
	for _, secret := range []string{secretPassword, secretKey} {
		for form, text := range escaped(secret) {
			body, err := json.Marshal(map[string]any{"Id": 101, "Notes": text, text: 1})
			require.NoError(t, err)
			srv.Calls.Clear()
			mocktest.Send(t, srv, "PUT", "/api/v1/teams", string(body))
			mocktest.Send(t, srv, "PUT", "/api/v1/teams?"+url.Values{"x": {text}}.Encode(), "")
			mocktest.Send(t, srv, "GET", "/api/v1/teams?"+url.Values{text: {"x"}}.Encode(), "")
			mocktest.Send(t, srv, "GET", "/api/v1/"+url.PathEscape(text), "")
			mocktest.Send(t, srv, "GET", "/api/v1/teams", "", "X-Request-Id", url.PathEscape(text))
			for _, call := range srv.Calls.All("") {
				for _, kept := range []string{
					call.Body, call.Query, call.Path, call.String(), call.Header.Get("X-Request-Id"), strings.Join(call.Ignored, " "),
				} {
					require.NotContains(t, kept, secret, form)
					require.NotContains(t, strings.ReplaceAll(kept, text, secret), secret, form)
				}
			}
		}
	}
}

// TestSecretsInPathsAndHeaders plants secrets beside their names.
func TestSecretsInPathsAndHeaders(t *testing.T) {
	srv := guarded(t)
	for _, path := range []string{
		"/authenticate;password=7316", "/teams/password/7316", "/teams/pin%3A%207316", "/payments/7316/x", "/teams/cvv/7316",
	} {
		mocktest.Send(t, srv, "POST", "/api/v1"+path, "")
	}
	for _, header := range [][2]string{
		{"User-Agent", "agent (password=7316)"}, {"Origin", "https://pat:7316@example.com"}, {"Cookie", "s=7316"},
		{"X-Request-Id", `{"cvv":"7316"}`}, {"X-Request-Id", "Mzc4MjgyMjQ2MzEwMDA1"}, {"User-Agent", "333738323832323436333130303035"},
		{"X-Api-378282246310005", "1"}, {"Authorization", "Basic 7316"},
	} {
		mocktest.Send(t, srv, "GET", "/api/v1/teams", "", header[0], header[1])
		mocktest.Handle(srv, mocktest.Request(t, "PUT", "http://127.0.0.1/api/v1/teams", "", header[0], header[1]))
	}
	for _, call := range srv.Calls.All("") {
		quietCall(t, &call, call.String())
	}
}

// TestACodeHidesNoID: the digits of a card's code are also those of ids and postal codes, which the journal keeps.
func TestACodeHidesNoID(t *testing.T) {
	for code, brand := range map[string][2]string{
		"102": {"Visa", "4111111111111111"}, "641": {"Visa", "4111111111111111"}, "6410": {"American Express", secretNumber},
	} {
		srv := mocktest.World(t, tourney.Soccer)
		for format, body := range map[string]string{
			"json": `{"TeamId":102,"Payment":{"PriceId":51,"CreditCardType":"%s","CreditCardNumber":"%s","CreditCardCvv2":"%s",
				"CreditCardExpireYear":30,"CreditCardExpireMonth":12,"Description":"code %[3]s",
				"Address":{"StreetAddress":"1 Loop","ExtendedAddress":"-","City":"C","StateRegion":"MO","PostalCode":"64101"}}}`,
			"xml": `<Request><TeamId>102</TeamId><Payment><PriceId>51</PriceId><CreditCardType>%s</CreditCardType>
				<CreditCardNumber>%s</CreditCardNumber><CreditCardCvv2>%s</CreditCardCvv2>
				<CreditCardExpireYear>30</CreditCardExpireYear><CreditCardExpireMonth>12</CreditCardExpireMonth>
				<Address><StreetAddress>1 Loop</StreetAddress><ExtendedAddress>-</ExtendedAddress><City>C</City>
				<StateRegion>MO</StateRegion><PostalCode>64101</PostalCode></Address></Payment></Request>`,
		} {
			body = fmt.Sprintf(body, brand[0], brand[1], code)
			a := mocktest.Send(t, srv, http.MethodPost, "/api/v1/payments", body, "Content-Type", "application/"+format)
			require.Equal(t, http.StatusOK, a.Status, a.Body)
			calls := srv.Calls.All("Payments.Pay", journal.Where("TeamId", "102"))
			require.Len(t, calls, 1, "%s in %s", code, format)
			require.Equal(t, "64101", calls[0].Param("Payment.Address.PostalCode"))
			require.Equal(t, "51", calls[0].Param("Payment.PriceId"))
			require.Equal(t, "[redacted]", calls[0].Param("Payment.CreditCardCvv2"))
			require.Equal(t, "[redacted]", calls[0].Param("Payment.CreditCardNumber"))
			srv.Calls.Clear()
		}
	}
}
