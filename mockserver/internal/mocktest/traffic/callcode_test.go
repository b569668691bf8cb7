package traffic

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// repeated are calls at a new server, with what bash makes of them: its arguments for curl, with a line for each.
var repeated = map[string]struct {
	method, target, contentType, body string
	curl                              string
}{
	"a read": {"GET", "/teams?id=7&x=it's%20$HOME", "", "", "-sS\n--globoff\n--path-as-is\n-X\nGET\nM/api/v1/teams?id=7&x=it's%20$HOME\n"},
	"an update": {
		"PUT", "/teams", "application/json", "{\"Id\":4001,\"Notes\":\"it's `$HOME` \\\"now\\\"!\"}",
		"-sS\n--globoff\n--path-as-is\n-X\nPUT\nM/api/v1/teams\n-H\nContent-Type: application/json\n--data-binary\n" +
			"{\"Id\":4001,\"Notes\":\"it's `$HOME` \\\"now\\\"!\"}\n",
	},
	"a login": {
		"POST", "/authenticate?x=1", "application/json", `{"Username":"director","Password":"let-me-in"}`,
		"-sS\n--globoff\n--path-as-is\n-X\nPOST\nM/api/v1/authenticate?x=P\n-H\nContent-Type: application/json\n--data-binary\n" +
			`{"Username":"director","Password":"let-me-in"}` + "\n",
	},
	"a payment in XML": {
		"POST", "/payments", "application/xml",
		`<Request><Payment><CreditCardCvv2>7316</CreditCardCvv2><CreditCardNumber>378282246310005</CreditCardNumber></Payment></Request>`,
		"-sS\n--globoff\n--path-as-is\n-X\nPOST\nM/api/v1/payments\n-H\nContent-Type: application/xml\n--data-binary\n" +
			`<Request xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Payment><CreditCardCvv2>7316</CreditCardCvv2>` +
			`<CreditCardNumber>378282246310005</CreditCardNumber></Payment></Request>` + "\n",
	},
	"a body that is withheld": {
		"POST", "/payments", "application/json", `{"CreditCardCvv2":"7316`,
		"-sS\n--globoff\n--path-as-is\n-X\nPOST\nM/api/v1/payments\n-H\nContent-Type: application/json\n--data-binary\nB\n",
	},
	"a path with spaces": {"GET", "/te%20ams", "", "", "-sS\n--globoff\n--path-as-is\n-X\nGET\nM/api/v1/te%20ams\n"},
	"a search":           {"GET", "/teams?cvv=7316&page=2", "", "", "-sS\n--globoff\n--path-as-is\n-X\nGET\nM/api/v1/teams?cvv=7316&page=2\n"},
	"no body": {
		"PUT", "/teams", "application/json", "",
		"-sS\n--globoff\n--path-as-is\n-X\nPUT\nM/api/v1/teams\n-H\nContent-Type: application/json\n",
	},
}

// secretVariables are the variables of a shell that repeats the calls.
var secretVariables = []string{
	"MOCK=M", "BODY=B", "PASSWORD=let-me-in", "CARD_NUMBER=" + secretNumber, "CVV=" + secretCVV, "SECRET=P",
}

// calledAgain makes a call at a new server and returns what the journal has of it.
func calledAgain(t *testing.T, name string) journal.Call {
	t.Helper()
	c := repeated[name]
	srv := mocktest.New(t, tourney.Rugby)
	mocktest.Send(t, srv, c.method, "/api/v1"+c.target, c.body, "Content-Type", c.contentType)
	call := srv.Calls.All("")[0]
	if c.contentType == "" {
		delete(call.Header, "Content-Type")
	}
	return call
}

// TestCurl gives the commands to bash, with a function in the place of curl.
func TestCurl(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	for name, c := range repeated {
		call := calledAgain(t, name)
		require.Empty(t, leaks(call.Curl()), name)
		cmd := exec.CommandContext(t.Context(), bash, "-c", `curl() { printf '%s\n' "$@"; }; `+call.Curl())
		cmd.Env = append(os.Environ(), secretVariables...)
		out, err := cmd.Output()
		require.NoError(t, err, call.Curl())
		require.Equal(t, c.curl, string(out), "%s: %s", name, call.Curl())
	}
	call := journal.Call{Method: "GET", Path: "/x", Header: map[string][]string{"X-Api-Key": {"[redacted]"}, "Accept-Encoding": {"gzip"}}}
	require.Equal(t, "curl -sS --globoff --path-as-is -X 'GET' \"$MOCK\"'/x' \\\n  -H 'X-Api-Key: '\"$X_API_KEY\"", call.Curl())
}

// TestCurlIsExact sends requests with curl again, that curl would change without the right options.
func TestCurlIsExact(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("no curl")
	}
	srv := mocktest.World(t, tourney.Soccer)
	require.NoError(t, srv.Listen("127.0.0.1:0"))
	t.Cleanup(srv.Close)
	for _, c := range []struct{ method, target, body, contentType string }{
		{"GET", "/teams?a={b,c}&d[1-3]=x&cvv=7316", "", ""},
		{"GET", "/teams?name=%zz&page=2", "", ""},
		{"GET", "/teams?name=a%23b", "", ""},
		{"GET", "/../teams/./{a}[1-2]", "", ""},
		{"GET", "/payments/378282246310005/x", "", ""},
		{"HEAD", "/teams", "", ""},
		{"PUT", "/teams", `{"Id":101,"Notes":"n"}`, ""},
		{"PUT", "/teams", "@/etc/hostname", "application/json"},
		{"PUT", "/teams", "{}\r\n", "application/json"},
	} {
		srv.Calls.Clear()
		first := sendExactly(t, srv, c.method, "/api/v1"+c.target, c.body, c.contentType)
		cmd := exec.CommandContext(t.Context(), bash, "-c", first.Curl())
		cmd.Env = append(os.Environ(), "MOCK="+srv.URL(), "CVV=7316", "SECRET=378282246310005")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", first.Curl(), out)
		calls := srv.Calls.All("")
		require.Len(t, calls, 2, first.Curl())
		again := calls[1]
		if strings.HasPrefix(first.Query, "[redacted]") {
			continue // a variable stands for a whole parameter
		}
		require.Equal(t, first.String(), again.String(), first.Curl())
		require.Equal(t, []any{first.Status, first.Body, first.Path}, []any{again.Status, again.Body, again.Path}, first.Curl())
	}
}

// sendExactly sends a request as it is written, and returns what the journal has of it.
func sendExactly(t *testing.T, srv *mockserver.Server, method, target, body, contentType string) journal.Call {
	t.Helper()
	header := ""
	if contentType != "" {
		header = "Content-Type: " + contentType + "\r\n"
	}
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(srv.URL(), "http://"))
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close()) }()
	_, err = fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%sContent-Length: %d\r\n\r\n%s",
		method, target, header, len(body), body)
	require.NoError(t, err)
	_, err = io.Copy(io.Discard, conn)
	require.NoError(t, err)
	return srv.Calls.All("")[0]
}

// TestCurlOfLongBodies: a body that was cut cannot be repeated.
func TestCurlOfLongBodies(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Notes":"`+strings.Repeat("ü", 10_000)+`"}`)
	call := srv.Calls.All("")[0]
	require.NotEmpty(t, call.Body)
	require.Contains(t, call.Curl(), `--data-binary "$BODY"`)
}

const (
	schema         = "http://www.w3.org/2001/XMLSchema"
	schemaInstance = schema + "-instance"
)

// keptBody returns what the journal keeps of a body in XML.
func keptBody(t *testing.T, method, path, body string) string {
	t.Helper()
	srv := guarded(t)
	mocktest.Send(t, srv, method, "/api/v1"+path, body, "Content-Type", "application/xml")
	call := srv.Calls.All("")[0]
	require.Equal(t, len(body), call.BodySize)
	quietCall(t, &call, body)
	return call.Body
}

// TestXMLBodiesStay: the journal keeps a body in which nothing was redacted byte for byte.
func TestXMLBodiesStay(t *testing.T) {
	for _, body := range []string{
		"<Request>\r\n\t<TeamId>102</TeamId>\n<EnableCreditCard >false</EnableCreditCard ></Request>\n",
		"\uFEFF<?xml version='1.0'  encoding=\"utf-8\" standalone='yes'?>\n<Request><TeamId>102</TeamId></Request>",
		`<Request><TeamId>1&#48;2</TeamId><Payment><Title><![CDATA[a & b]]> &amp; c</Title></Payment></Request>`,
		`<Request xmlns:xsi="` + schemaInstance + `" xmlns:xsd='` + schema + `'><TeamId xsi:nil="true"/><Payment/></Request>`,
		`<Request xmlns:i="` + schemaInstance + `"><TeamId i:nil=" 1 "></TeamId><Payment></Payment></Request>`,
	} {
		require.Equal(t, body, keptBody(t, "POST", "/payments", body))
	}
	for _, body := range []string{
		`<Request><Notes>Tom &amp; Ann</Notes><!-- the first one --><Id>101</Id></Request>`,
		`<x:Request xmlns:x="urn:a&amp;b" x:y="z"><x:Id>101</x:Id><?go on?></x:Request>`,
	} {
		require.Equal(t, body, keptBody(t, "PUT", "/teams", body))
	}
}

// TestXMLBodiesConcealNothing: a body is written anew where it may have a secret that is no value.
func TestXMLBodiesConcealNothing(t *testing.T) {
	const written = `<Request xmlns:i="` + schemaInstance + `"><TeamId>102</TeamId></Request>`
	for _, body := range []string{
		`<Request><!--7316--><TeamId>102</TeamId></Request>`,
		`<Request><TeamId>10<!--7316-->2</TeamId></Request>`,
		`<!--7316--><Request><TeamId>102</TeamId></Request>`,
		`<Request><TeamId>102</TeamId></Request><!--7316-->`,
		`<Request><?x 7316?><TeamId>102</TeamId></Request>`,
		`<?xml version="1.7316"?><Request><TeamId>102</TeamId></Request>`,
		`<Request code="7316"><TeamId>102</TeamId></Request>`,
		`<Request><TeamId code="&#55;316">102</TeamId></Request>`,
		`<Request xmlns="urn:7316"><TeamId>102</TeamId></Request>`,
		`<Request xmlns:i="urn:7316"><TeamId>102</TeamId></Request>`,
		`<Request xmlns:i="` + schemaInstance + `"><TeamId i:nil="7316">102</TeamId></Request>`,
		`<a7316:Request xmlns:a7316="` + schema + `"><a7316:TeamId>102</a7316:TeamId></a7316:Request>`,
	} {
		require.Equal(t, written, keptBody(t, "POST", "/payments", body), body)
	}
	const null = `<Request xmlns:i="` + schemaInstance + `"><TeamId i:nil="true">`
	require.Equal(t, `<Request xmlns:i="`+schemaInstance+`"><TeamId i:nil="true"/></Request>`,
		keptBody(t, "POST", "/payments", null+`7316</TeamId></Request>`))
	for _, body := range []string{
		`<Request><!-- pass&lt;-&gt;word 7316 --><Id>101</Id></Request>`,
		`<Request pin="7316" a="&amp;"><Id>101</Id></Request>`,
		`<Request><?x ` + secretPassword + `?><Id>101</Id></Request>`,
		`<Request><!-- 3782&#45;822463&#45;10005 --><Id>101</Id></Request>`,
	} {
		require.Equal(t, `<Request xmlns:i="`+schemaInstance+`"><Id>101</Id></Request>`, keptBody(t, "PUT", "/teams", body), body)
	}
}

// TestXMLBodiesInParts: a section, a comment or an instruction inside of a text does not conceal the number of a card.
func TestXMLBodiesInParts(t *testing.T) {
	for _, name := range []string{
		"41111<![CDATA[11111]]>111111", "41111<!-- x -->11111<?pi y?>111111", "41111<![CDATA[11111111111]]>",
	} {
		kept := keptBody(t, "PUT", "/teams", "<Request><Id>101</Id><Name>"+name+"</Name></Request>")
		require.NotContains(t, kept, "11111", name)
	}
}
