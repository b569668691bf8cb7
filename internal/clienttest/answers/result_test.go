package answers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// resulting is a create or charge, and the place of its result.
type resulting struct {
	folder string // of testdata/wire
	call   func(context.Context, *tourney.Client, ...tourney.CallOption) (result string, err error)
	named  func(*tourney.OutcomeUnknownError) string // what an error carries as its result
}

// resultings are the rows of the classes create and charge.
var resultings = map[string]resulting{
	"Teams.Create": {
		"teams-create",
		func(ctx context.Context, c *tourney.Client, o ...tourney.CallOption) (string, error) {
			id, err := c.Teams.Create(ctx, tourney.TeamCreateInput{Name: new("A")}, o...)
			return number(id), err
		},
		func(e *tourney.OutcomeUnknownError) string { return number(e.ID) },
	},
	"Divisions.Create": {
		"divisions-create",
		func(ctx context.Context, c *tourney.Client, o ...tourney.CallOption) (string, error) {
			id, err := c.Divisions.Create(ctx, tourney.DivisionCreateInput{Name: new("A")}, o...)
			return number(id), err
		},
		func(e *tourney.OutcomeUnknownError) string { return number(e.ID) },
	},
	"Registration.Register": {
		"register",
		func(ctx context.Context, c *tourney.Client, o ...tourney.CallOption) (string, error) {
			result, err := c.Registration.Register(ctx, tourney.RegistrationInput{
				DivisionID: 1, Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}},
			}, o...)
			return number(result.TeamID), err
		},
		func(e *tourney.OutcomeUnknownError) string { return number(e.TeamID) },
	},
	"Payments.Pay": {
		"payments",
		func(ctx context.Context, c *tourney.Client, o ...tourney.CallOption) (string, error) {
			result, err := c.Payments.Pay(ctx, clienttest.CardPayment(), o...)
			return result.TransactionID, err
		},
		func(e *tourney.OutcomeUnknownError) string { return e.TransactionID },
	},
}

// number returns an id as text, "" for none.
func number(id int64) string {
	if id == 0 {
		return ""
	}
	return fmt.Sprint(id)
}

// eachResulting runs a test for every row of the contract that has a result, in both formats.
func eachResulting(t *testing.T, test func(t *testing.T, member string, r resulting, format tourney.Format)) {
	t.Helper()
	rows := 0
	for _, op := range contract.Operations() {
		if op.Class < contract.Create {
			continue
		}
		rows++
		require.Contains(t, resultings, op.ID)
		for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
			t.Run(op.ID+"/"+string(format), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { test(t, op.Result, resultings[op.ID], format) })
			})
		}
	}
	require.Len(t, resultings, rows)
}

// answered answers with a body of a format. @ stands for the name of the result's member.
func answered(status int, format tourney.Format, member, body string, header ...string) httpmock.Responder {
	media := "application/json"
	if format == tourney.FormatXML {
		media, body = "application/xml", `<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance">`+body+`</Response>`
	}
	return clienttest.Reply(status, strings.ReplaceAll(body, "@", member), append(header, "Content-Type", media)...)
}

// TestResultsAreMembersOfAnswers: the member in the contract's column Result is in the answers' fixtures, and the method returns its value.
func TestResultsAreMembersOfAnswers(t *testing.T) {
	eachResulting(t, func(t *testing.T, member string, r resulting, format tourney.Format) {
		paths := clienttest.Glob(t, "testdata/wire/"+r.folder+"/*.response.json")
		require.NotEmpty(t, paths)
		seen := 0
		for _, f := range clienttest.Fixtures(t, "response") {
			if f.Folder == r.folder {
				n, err := jsoncodec.ParseNode([]byte(f.Body), jsoncodec.Limits{})
				require.NoError(t, err)
				require.True(t, slices.ContainsFunc(n.Members, func(m node.Member) bool { return m.Name == member }), f.Name)
				seen++
			}
		}
		require.Len(t, paths, seen)
		body := map[tourney.Format]string{tourney.FormatJSON: `{"@":7}`, tourney.FormatXML: `<@>7</@>`}[format]
		c, _ := clienttest.Serve(t, tourney.Rugby, clienttest.One(answered(200, format, member, body)))
		result, err := r.call(t.Context(), c)
		require.NoError(t, err)
		require.Equal(t, "7", result)
	})
}

// withoutResult are answers of 200 without a result: the member is missing, or stands for none.
var withoutResult = map[tourney.Format][]string{
	tourney.FormatJSON: {
		`{}`, `{"Message":"queued"}`, `{"Status":1}`, `{"Status":1,"Note":{"@":7}}`, `{"Result":{"@":7}}`,
		`{"Results":[{"@":7}]}`, `{"@":0,"Status":1}`, `{"@":null,"Message":"queued"}`, `{"@":"","Status":1}`,
		`{"@":"  \t","Status":1}`, `{"@":"0"}`, `{"@":0.0}`,
		`{"@":-1,"Status":1}`, `{"@":"-17"}`, `{"@":-1.5}`, `{"Other":1,"Another":{"a":[1,2]}}`,
		`{"@":"","Errors":null}`, `{"Errors":[],"Status":1}`, `{"@s":7}`,
		`null`, `[]`, `[{"@":7}]`, `""`, `0`, `true`, `  `, ``,
	},
	tourney.FormatXML: {
		``, `<Message>queued</Message>`, `<Status>1</Status>`, `<Result><@>7</@></Result>`, `<@>0</@><Status>1</Status>`,
		`<@ i:nil="true"/><Message>queued</Message>`, `<@/><Status>1</Status>`, `<@></@>`, "<@> \n </@>", `<@>00</@>`, `<@>-17</@>`,
		`<@><!-- 7 --></@>`,
		`<Other>1</Other><Another><a>1</a></Another>`, `<Errors/><Status>1</Status>`, `<Errors i:nil="true"/><@/>`, `0`, `7`,
	},
}

// TestWritesWithoutTheirResult: a 200 without a result is no success, whatever its other members.
func TestWritesWithoutTheirResult(t *testing.T) {
	eachResulting(t, func(t *testing.T, member string, r resulting, format tourney.Format) {
		for _, body := range withoutResult[format] {
			c, h := clienttest.Serve(t, tourney.Rugby, clienttest.One(answered(200, format, member, body)))
			result, err := r.call(t.Context(), c)
			unknown := clienttest.RequireUnknown(t, err, body)
			require.Empty(t, r.named(unknown), body)
			require.Empty(t, result, body)
			unreadable := clienttest.As[*tourney.DecodeError](t, err, body)
			require.Equal(t, 200, unreadable.Status)
			require.Len(t, h.Requests(), 1)
			if strings.Contains(body, "Status") {
				require.Equal(t, "/"+member, unreadable.Path, body)
				require.ErrorContains(t, err, "/"+member+": found nothing", body)
			}
		}
	})
}

// TestIDsBelowOneAreNone: such ids are no results, nor are the texts that some platforms write for no id.
func TestIDsBelowOneAreNone(t *testing.T) {
	for _, member := range []string{"Id", "TeamId"} {
		for _, id := range []string{`-1`, `"-7"`, `-9223372036854775808`, `" -1 "`, `-1.5`, `-99999999999999999999`} {
			for _, op := range contract.Operations() {
				if op.Result == member {
					c, _ := clienttest.Serve(t, tourney.Rugby, clienttest.Always(200, `{"`+member+`":`+id+`}`))
					_, err := resultings[op.ID].call(t.Context(), c)
					require.Empty(t, resultings[op.ID].named(clienttest.RequireUnknown(t, err, id)))
				}
			}
		}
	}
	for _, id := range []string{
		`"00000000-0000-0000-0000-000000000000"`, `false`, `"False"`, `"null"`, `"-"`, `" - "`, `"0.00"`, `"00"`, `"-0"`,
		`-1`, `"-1"`, `"-17"`, `-1.5`, `" -1 "`, `"-007"`, `-1e3`, `"-1e999"`, `-99999999999999999999`, `"\u22121"`, `"-17abc"`,
	} {
		c, _ := clienttest.Serve(t, tourney.Rugby, clienttest.Always(200, `{"TransactionId":`+id+`}`))
		_, err := resultings["Payments.Pay"].call(t.Context(), c)
		require.Empty(t, clienttest.RequireUnknown(t, err, id).TransactionID)
	}
	for _, id := range []string{
		`0-00-7`, `N0`, `-abc17`, `5-1`, `1e3`, `99999999999999999999`, `d9b2d63d-0000-4000-8000-000000000000`, `ı`, `零`,
	} {
		c, _ := clienttest.Serve(t, tourney.Rugby, clienttest.Always(200, `{"TransactionId":"`+id+`"}`))
		got, err := resultings["Payments.Pay"].call(t.Context(), c)
		require.NoError(t, err)
		require.Equal(t, id, got)
	}
}

// namingBoth are answers with a result and with Errors. # stands for the code of the Errors.
var namingBoth = map[tourney.Format][]string{
	tourney.FormatJSON: {
		`{"@":7,"Errors":[{"Code":#,"Message":"m"}]}`,
		`{"Errors":[{"Code":#,"Message":"m"}],"@":7}`,
		`{"Status":1,"Errors":[{"Code":#},{"Code":3}],"Extra":{"@":0},"@":"7"}`,
		`{ "errors" : [{"Code":#}] , "@" : 7.0 }`,
		`{"@":7,"Errors":"in words"}`,
	},
	tourney.FormatXML: {
		`<@>7</@><Errors><Error><Code>#</Code><Message>m</Message></Error></Errors>`,
		`<Errors><Error><Code>#</Code></Error></Errors><Status>1</Status><@> 7 </@>`,
		`<ERRORS><Error><Code>#</Code></Error></ERRORS><@>7</@>`,
	},
}

// TestAnswersWithAResultAreNoRefusals: an answer that names a result may follow the write, whatever its status and its Errors. The error
// carries the result, and the request is not sent again.
func TestAnswersWithAResultAreNoRefusals(t *testing.T) {
	statuses := []int{
		200, 201, 202, 300, 302, 400, 401, 402, 403, 404, 405, 408, 409, 410, 422, 425, 429, 451, 500, 501, 502, 503, 504,
	}
	eachResulting(t, func(t *testing.T, member string, r resulting, format tourney.Format) {
		for _, status := range statuses {
			for _, body := range namingBoth[format] {
				for _, code := range []string{"0", "2", "7", "12", "99"} {
					for _, name := range []string{member, strings.ToLower(member), strings.ToUpper(member)} {
						if !clienttest.Sampled(5, name, string(format), strconv.Itoa(status), body, code) {
							continue
						}
						c, h := clienttest.Serve(t, tourney.Rugby, clienttest.One(answered(status, format, name, strings.ReplaceAll(body, "#", code))))
						about := fmt.Sprintf("%d %s %s %s", status, name, code, body)
						result, err := r.call(t.Context(), c)
						unknown := clienttest.RequireUnknown(t, err, about)
						require.Equal(t, "7", strings.TrimSpace(strings.TrimSuffix(r.named(unknown), ".0")), about)
						require.ErrorContains(t, err, "names "+member, about)
						require.Empty(t, result, about)
						require.Len(t, h.Requests(), 1, about)
						require.Equal(t, 1, unknown.Attempts)
						answered := clienttest.As[*tourney.APIError](t, err, about)
						require.Equal(t, status, answered.Status)
					}
				}
			}
		}
	})
}

// TestResultsGivenTwice: an empty member after the result does not hide it, nor one in another letter case. The host acted.
func TestResultsGivenTwice(t *testing.T) {
	bodies := map[tourney.Format][]string{
		tourney.FormatJSON: {
			`{"@":77,"@":null,"Errors":[{"Code":2}]}`, `{"@":"77","@":"","Errors":[{"Code":5}]}`,
			`{"@":null,"@":77,"@":0,"Errors":[{"Code":2}]}`, `{"Errors":[{"Code":2}],"@":77,"LOWER":null}`,
			`{"@":77,"@":0}`,
		},
		tourney.FormatXML: {
			`<@>77</@><@ i:nil="true"/><Errors><Error><Code>2</Code></Error></Errors>`,
			`<@>77</@><LOWER></LOWER><Errors><Error><Code>5</Code></Error></Errors>`,
		},
	}
	eachResulting(t, func(t *testing.T, member string, r resulting, format tourney.Format) {
		for _, body := range bodies[format] {
			body = strings.ReplaceAll(body, "LOWER", strings.ToLower(member))
			for _, status := range []int{200, 400} {
				c, h := clienttest.Serve(t, tourney.Lacrosse, clienttest.One(answered(status, format, member, body)), tourney.WithFormat(format))
				_, err := r.call(t.Context(), c)
				require.Equal(t, "77", r.named(clienttest.RequireUnknown(t, err, body)), body)
				require.Len(t, h.Requests(), 1)
			}
		}
	})
}

// TestNoResultIsNone: the status and the Errors alone decide about an answer whose member stands for no result.
func TestNoResultIsNone(t *testing.T) {
	nones := map[tourney.Format][]string{
		tourney.FormatJSON: {
			``, `"@":null,`, `"@":"",`, `"@":"  ",`, `"@":0,`, `"@":"0",`, `"@":0.0,`, `"@":false,`, `"@":[],`, `"@":{},`,
			`"@":-1,`, `"@":"-17",`,
			`"@2":7,`, `"Data":{"@":0},`, `"Data":{"Text":"{\"@\":0}"},`,
		},
		tourney.FormatXML: {
			``, `<@ i:nil="true"/>`, `<@/>`, `<@></@>`, `<@>  </@>`, `<@>0</@>`, `<@>-1</@>`, `<@>false</@>`, `<Data><@>0</@></Data>`,
		},
	}
	says := map[tourney.Format]string{
		tourney.FormatJSON: `{%s"Errors":[{"Code":%s,"Message":"m"}]}`,
		tourney.FormatXML:  `%s<Errors><Error><Code>%s</Code></Error></Errors>`,
	}
	eachResulting(t, func(t *testing.T, member string, r resulting, format tourney.Format) {
		for _, status := range []int{200, 302, 400, 409, 500} {
			for _, code := range []string{"2", "0"} {
				settled := status/100 == 4 || status/100 != 3 && code == "2"
				for _, none := range nones[format] {
					c, _ := clienttest.Serve(t, tourney.Rugby, clienttest.One(answered(status, format, member, fmt.Sprintf(says[format], none, code))))
					_, err := r.call(t.Context(), c)
					require.Equal(t, !settled, errors.Is(err, tourney.ErrOutcomeUnknown), "%d %s %s: %v", status, code, none, err)
					_ = clienttest.As[*tourney.APIError](t, err)
					var unknown *tourney.OutcomeUnknownError
					if errors.As(err, &unknown) {
						require.Empty(t, r.named(unknown))
					}
				}
			}
		}
	})
}

// TestResultsInAnotherForm: a result that is no valid id still proves that the write happened, but the error has no value.
func TestResultsInAnotherForm(t *testing.T) {
	eachResulting(t, func(t *testing.T, member string, r resulting, format tourney.Format) {
		if format == tourney.FormatXML {
			return
		}
		const lots = 1 << 17 // more than any id has
		for _, value := range []string{`{"Value":7}`, `[7]`, `"` + strings.Repeat("7", lots) + `"`} {
			for _, status := range []int{200, 409} {
				c, _ := clienttest.Serve(t, tourney.Rugby, clienttest.One(answered(status, format, member, `{"@":`+value+`,"Errors":[{"Code":2}]}`)))
				_, err := r.call(t.Context(), c)
				require.Empty(t, r.named(clienttest.RequireUnknown(t, err, value[:3])))
			}
		}
		c, _ := clienttest.Serve(t, tourney.Rugby, clienttest.One(answered(409, format, member, `{"@":"T-17","Errors":[{"Code":2}]}`)))
		_, err := r.call(t.Context(), c)
		want := map[string]string{"TransactionId": "T-17"}[member] // and no id, which is a number
		require.Equal(t, want, r.named(clienttest.RequireUnknown(t, err, "T-17")))
	})
}

// TestUnreadableAnswersCarryTheirResult: a fault in the rest of an answer, or in its content type, does not lose the id.
func TestUnreadableAnswersCarryTheirResult(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Rugby, clienttest.Always(200, `{"TeamId":7,"Status":{"Code":1}}`))
	_, err := resultings["Registration.Register"].call(t.Context(), c)
	require.EqualValues(t, 7, clienttest.RequireUnknown(t, err, "").TeamID)
	require.ErrorContains(t, err, "names TeamId 7")

	c, _ = clienttest.Serve(t, tourney.Rugby, clienttest.Always(200, `{"TransactionId":"T1"}`, "Content-Type", "text/plain"))
	_, err = resultings["Payments.Pay"].call(t.Context(), c)
	require.Equal(t, "T1", clienttest.RequireUnknown(t, err, "").TransactionID)
	require.ErrorContains(t, err, "names TransactionId T1")

	for _, broken := range []string{
		`{"TransactionId":"T1"`, `{"TransactionId":"T1","Errors":[{"Code":2}]`, `{"TransactionId":"T1"}}`,
	} {
		c, _ = clienttest.Serve(t, tourney.Rugby, clienttest.Always(200, broken))
		_, err = resultings["Payments.Pay"].call(t.Context(), c)
		require.Empty(t, clienttest.RequireUnknown(t, err, broken).TransactionID, "it may be a part of one")
	}
}

// TestTransactionIDsStayWhole: many a transaction id contains a security code by chance. The error hides an id that is the card number
// itself.
func TestTransactionIDsStayWhole(t *testing.T) {
	const withheldRepeat = "[withheld: it repeats a secret of the request]"
	for id, want := range map[string]string{
		"TX-" + clienttest.CardCode + "-9": "TX-" + clienttest.CardCode + "-9", clienttest.CardCode: clienttest.CardCode,
		clienttest.CardNumber[:11]: clienttest.CardNumber[:11],
		"A-1":                      "A-1", "7-1": "7-1", "-A1": "-A1", "(x)": "(x)", "0x1": "0x1", "\u0663": "\u0663",
		clienttest.CardNumber: withheldRepeat, "PAY " + clienttest.CardNumber + "-1": withheldRepeat,
		clienttest.CardNumber[:4] + "-" + clienttest.CardNumber[4:9] + "\u00a0" + clienttest.CardNumber[9:]: withheldRepeat,
	} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(409, `{"TransactionId":"`+id+`"}`))
		_, err := resultings["Payments.Pay"].call(t.Context(), c)
		require.Equal(t, want, clienttest.RequireUnknown(t, err, id).TransactionID)
		require.ErrorContains(t, err, "names TransactionId "+want)
	}
}

// mayName are answers that may name a result: @ is its member. Each refuses the request with any status.
func mayName(t *testing.T) map[string]func(status int, member string) httpmock.Responder {
	t.Helper()
	torn := func(beginning string, header ...string) func(int, string) httpmock.Responder {
		return func(status int, member string) httpmock.Responder {
			return clienttest.TornAfter(status, strings.ReplaceAll(beginning, "@", member), header...)
		}
	}
	whole := func(body string, header ...string) func(int, string) httpmock.Responder {
		return func(status int, member string) httpmock.Responder {
			return clienttest.Reply(status, strings.ReplaceAll(body, "@", member), header...)
		}
	}
	const contentType, xml, page = "Content-Type", "application/xml", "text/html; charset=utf-8"
	gzipped := func(kept int, flip bool) func(int, string) httpmock.Responder {
		return func(status int, member string) httpmock.Responder {
			data := []byte(clienttest.Gzip(t, `{"Message":"taken","`+member+`":"T1"}`))
			if flip {
				data[len(data)/2] ^= 0xff
			}
			return clienttest.Reply(status, string(data[:min(kept, len(data))]), "Content-Encoding", "gzip")
		}
	}
	utf16 := func(status int, member string) httpmock.Responder {
		text := "\xff\xfe"
		for _, c := range `{"` + member + `":"T1"}` {
			text += string(c) + "\x00"
		}
		return clienttest.Reply(status, text, contentType, "application/json; charset=utf-16")
	}
	return map[string]func(int, string) httpmock.Responder{
		"a result":                   whole(`{"@":"T1"}`),
		"a result and Errors":        whole(`{"@":"T1","Errors":[{"Code":5,"Message":"m"}]}`),
		"Errors and a nested result": whole(`{"Errors":[{"Code":5,"Message":"m"}],"Payment":{"@":"T1"}}`),
		"nested":                     whole(`{"Payment":{"@":"T1"}}`),
		"nested in lists":            whole(`{"Data":[[{"@":7}]]}`),
		"nested in a list":           whole(`[{"@":7}]`),
		"nested in a text":           whole(`{"d":"{\"@\":\"T1\"}"}`),
		"nested in a text twice":     whole(`"{\"d\":\"{\\\"@\\\":7}\"}"`),
		"nested in XML":              whole(`<Response><Payment><@>T1</@></Payment></Response>`, contentType, xml),
		"in a text in XML":           whole(`<Response><R>&lt;P&gt;&lt;@&gt;T1&lt;/@&gt;&lt;/P&gt;</R></Response>`, contentType, xml),
		"another root":               whole(`<Receipt><@>T1</@></Receipt>`, contentType, xml),
		"the root":                   whole(`<?xml version="1.0"?><@>T1</@>`, contentType, xml),
		"an attribute":               whole(`<Response><Payment @="T1"/></Response>`, contentType, xml),
		"another namespace":          whole(`<Response><b:@ xmlns:b="urn:b">T1</b:@></Response>`, contentType, xml),
		"an unknown charset in XML":  whole(`<?xml version="1.0" encoding="IBM037"?><Response><M>x</M></Response>`, contentType, xml),
		"torn":                       torn(`{"@":"T1","Amount":5,"Te`), "torn at its name": torn(`{"@`), "torn before its name": torn(`{`),
		"torn behind Errors": torn(`{"Errors":[{"Code":5,"Message":"m"}],"`), "torn, nested": torn(`{"Payment":{"@":"T`),
		"torn, without a byte": torn(``), "torn after a blank": torn(" \r\n"), "a torn list": torn(`[`),
		"torn XML":            torn(`<Response><Payment><@>T1</@></Pay`, contentType, xml),
		"torn XML, labeled":   torn(`<Response><`, contentType, "text/plain"),
		"a torn text in JSON": torn(`"{\"Amo`), "torn in a list": torn(`["ok",{"Te`), "torn padding": torn(`)]}',` + "\n"),
		"torn form":             torn(`Status=1&`, contentType, "text/plain"),
		"torn script of a page": torn(`<html><script>var r={"Te`, contentType, page),
		"closed by its host":    whole(`{"@":"T1","Amount":5,"Te`),
		"garbled":               whole(`{"@":"T1",}`),
		"two values":            whole(`{"Message":"m"} {"@":"T1"}`),
		"padded JSON":           whole(`)]}',` + "\n" + `{"@":"T1"}`),
		"a script":              whole(`done({"@":"T1"})`, contentType, "text/javascript"),
		"a form":                whole(`Status=1&@=T1`, contentType, "text/plain"),
		"a table":               whole("@,Amount\nT1,5", contentType, "text/plain"),
		"another table":         whole("number;state\n1;paid", contentType, "text/csv"),
		"lines":                 whole("Status: taken\n@: T1", contentType, "text/plain"),
		"indented lines":        whole("Payment:\n - @: T1", contentType, "text/plain"),
		"last in a table":       whole("Amount,@\r\n5,T1", contentType, "text/plain"),
		"a sentence":            whole("taken, with @=T1", contentType, "text/plain"),
		"a pair":                whole(`{"Fields":[{"Name":"@","Value":"T1"}]}`),
		"a pair in XML":         whole(`<Response><Field name="@">T1</Field></Response>`, contentType, xml),
		"a field of a page":     whole(`<html><input name="@" value="T1"></html>`, contentType, page),
		"a table of a page":     whole(`<html><td>@</td><td>T1</td></html>`, contentType, page),
		"a page with it":        whole(`<html><script>var r={"@":"T1"}</script></html>`, contentType, page),
		"another media type":    whole(`received`, contentType, "application/x-protobuf"),
		"bytes":                 whole("\x81\xa2Id\x07", contentType, "text/plain"),
		"an unknown charset":    whole(`+AHsAIgBJ-`, contentType, "text/plain; charset=utf-7"),
		"UTF-16":                utf16,
		"an unknown coding":     whole(`{"Message":"m"}`, "Content-Encoding", "br"),
		"corrupt gzip":          gzipped(1000, true),
		"torn gzip":             gzipped(30, false),
		"torn gzip, no start":   gzipped(5, false),
		"no gzip":               whole(`{"Message":"m"}`, "Content-Encoding", "gzip"),
	}
}

// namesNothing are answers that cannot name a result. They are plain refusals.
var namesNothing = map[string]httpmock.Responder{
	"nothing": clienttest.Reply(0, ``), "a blank": clienttest.Reply(0, "\n"), "null": clienttest.Reply(0, `null`),
	"Errors":            clienttest.Reply(0, `{"Errors":[{"Code":5,"Message":"{0} is wrong [","Id":"e-1"}]}`),
	"Errors in XML":     clienttest.Reply(0, `<Response><Errors><Error><Id>4</Id></Error></Errors></Response>`, "Content-Type", "text/xml"),
	"no result":         clienttest.Reply(0, `{"Id":0,"TeamId":null,"TransactionId":"","Data":{"Id":-1}}`),
	"problem":           clienttest.Reply(0, `{"title":"m"}`, "Content-Type", "application/problem+json"),
	"a fault":           clienttest.Reply(0, `<Fault xmlns="urn:f"><Code>a</Code><Id>e</Id></Fault>`, "Content-Type", "text/xml"),
	"a text":            clienttest.Reply(0, `The request ID is 77: try again`, "Content-Type", "text/plain"),
	"a text, labeled":   clienttest.Reply(0, `busy`),
	"a text in Latin-1": clienttest.Reply(0, "sp\xe4ter", "Content-Type", "text/plain; charset=ISO-8859-1"),
	"a text in JSON":    clienttest.Reply(0, `"Authorization has been denied"`),
	"a page":            clienttest.Reply(0, "<!-- a -->\n<!DOCTYPE html><html><p id=\"id\">busy<br></html>", "Content-Type", "text/html"),
	"a page, labeled":   clienttest.Reply(0, `<html><br></html>`),
	"a page in XHTML": clienttest.Reply(0, `<?xml version="1.0"?><html xmlns="urn:x"><p>busy</p></html>`, "Content-Type",
		"application/xhtml+xml"),
	"a torn page":        clienttest.TornAfter(0, `<html><bo`, "Content-Type", "text/html"),
	"a text in brackets": clienttest.Reply(0, `[busy] try again`, "Content-Type", "text/plain"),
	"a torn text":        clienttest.TornAfter(0, `Service Un`, "Content-Type", "text/plain"),
	"a whole, torn fact": clienttest.TornAfter(0, `{"Message":"m"}`),
}

// TestAnswersThatMayNameAResultEndTheCall: a host that may have acted gets no create and no charge again, neither after
// a login nor after a wait. A plain refusal is followed by another attempt as the policy says.
func TestAnswersThatMayNameAResultEndTheCall(t *testing.T) {
	calls := map[string]func(context.Context, *tourney.Client) error{}
	members := map[string]string{}
	for id, r := range resultings {
		calls[id] = func(ctx context.Context, c *tourney.Client) error { return clienttest.Err(r.call(ctx, c)) }
		members[id] = contract.Lookup(id).Result
	}
	for _, class := range []string{"create player", "raw charge"} {
		calls[class] = func(ctx context.Context, c *tourney.Client) error { return clienttest.ClassCalls[class](ctx, c) }
		members[class] = "TransactionId"
	}
	answers := mayName(t)
	for name, answer := range namesNothing {
		answers[name] = func(status int, _ string) httpmock.Responder {
			return func(req *http.Request) (*http.Response, error) {
				res, err := answer(req)
				res.StatusCode = status
				return res, err
			}
		}
	}
	for id, call := range calls {
		for name, answer := range answers {
			for _, status := range []int{302, 400, 401, 403, 408, 429, 500, 503} {
				if status != http.StatusUnauthorized && !clienttest.Sampled(5, id, name, strconv.Itoa(status)) {
					continue
				}
				synctest.Test(t, func(t *testing.T) {
					writes, logins := 0, 0
					c := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
						if strings.HasSuffix(req.URL.Path, "/authenticate") {
							logins++
							return clienttest.KeysOfRound(logins), nil
						}
						writes++
						return answer(status, members[id])(req)
					}, tourney.WithRetry(tourney.DefaultRetry()), tourney.WithLogin("u", "p"), tourney.WithSigner(clienttest.Signer))
					err := call(t.Context(), c)
					about := fmt.Sprintf("%s, %d, %s: %v", id, status, name, err)
					require.Error(t, err, about)
					_, plain := namesNothing[name]
					want, open := 1, !plain || status/100 != 4 || status == http.StatusRequestTimeout
					switch create := strings.Contains(strings.ToLower(id), "create"); {
					case !plain:
					case name == "Errors": // that refuse the keys
						open = status/100 == 3
						if want = 2; open {
							want = 1
						}
						if create && status == http.StatusTooManyRequests {
							want = 4
						}
					case status == http.StatusUnauthorized:
						want = 2
					case create && status == http.StatusTooManyRequests:
						want = 4
					}
					require.Equal(t, open, errors.Is(err, tourney.ErrOutcomeUnknown), about)
					require.Equal(t, want, writes, about)
				})
			}
		}
	}
}

// TestTheLastAnswerIsJudged: the client reads a 429 for a result too. It must not judge the call by the statement of an earlier attempt.
func TestTheLastAnswerIsJudged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := clienttest.Serve(t, tourney.Rugby, []httpmock.Responder{
			clienttest.Reply(429, `{"Errors":[{"Code":8,"Message":"later"}]}`),
			clienttest.Reply(200, `{"Id":5,"Errors":[{"Code":0,"Message":"odd"}]}`),
		})
		_, err := c.Divisions.Create(t.Context(), tourney.DivisionCreateInput{EventID: 1, Name: new("N")})
		unknown := clienttest.As[*tourney.OutcomeUnknownError](t, err)
		require.EqualValues(t, 5, unknown.ID)
	})
}

// TestReadingBeforeSendingAgainKeepsTheDeadline: the client reads an answer with a Retry-After first. The time for that must count against
// the deadline.
func TestReadingBeforeSendingAgainKeepsTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const reading = 2 * time.Second
		for name, row := range map[string]struct {
			deadline time.Duration
			attempts int
		}{
			"there is time":     {9 * time.Second, 3},
			"there was time":    {3 * time.Second, 1},
			"time has run out":  {time.Second, 1},
			"the wait is short": {20 * time.Second, 4},
		} {
			attempts := 0
			c := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
				attempts++
				res := clienttest.JSON(429, `{}`)
				res.Header.Set("Retry-After", "1")
				res.Body = slow{res.Body, req.Context(), reading / 2} // its text, and its end
				return res, nil
			}, tourney.WithRetry(tourney.DefaultRetry()))
			begun := time.Now()
			err := clienttest.ClassCalls["create"](t.Context(), c, tourney.WithTimeout(row.deadline))
			require.ErrorIs(t, err, tourney.ErrRateLimited, name)
			require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, name)
			require.Equal(t, row.attempts, attempts, name)
			require.LessOrEqual(t, time.Since(begun), row.deadline, name)
		}
	})
}

// slow is a body that delays each read.
type slow struct {
	io.ReadCloser
	ctx  context.Context
	time time.Duration
}

func (s slow) Read(p []byte) (int, error) {
	select {
	case <-time.After(s.time):
		return s.ReadCloser.Read(p)
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	}
}

// TestNoTransactionID: the field of the profile applies to payments that charge no card, and to successful answers.
func TestNoTransactionID(t *testing.T) {
	const media = "application/xml"
	cardless, card, silent := clienttest.CardPayment(), clienttest.CardPayment(), clienttest.CardPayment()
	cardless.EnableCreditCard, card.EnableCreditCard = new(false), new(true)
	pay := func(
		h tourney.Host, r tourney.PaymentInput, answer httpmock.Responder, opts ...tourney.Option,
	) (tourney.PaymentResult, error) {
		c, _ := clienttest.Serve(t, h, clienttest.One(answer), opts...)
		return c.Payments.Pay(t.Context(), r)
	}
	with := tourney.Profile{Variant: tourney.Soccer, NoTransactionID: true}

	for _, answer := range []httpmock.Responder{
		clienttest.Reply(200, `{}`), clienttest.Reply(201, `{"TransactionId":null}`), clienttest.Reply(200, `{"TransactionId":" "}`),
		clienttest.Reply(200, `{"TransactionId":"0"}`), clienttest.Reply(200, `{"Message":"noted"}`),
		clienttest.Reply(200, `{"Errors":[],"TransactionId":""}`),
		clienttest.Reply(200, `<Response/>`, "Content-Type", media),
		clienttest.Reply(200, `<Response><TransactionId/></Response>`, "Content-Type", media),
	} {
		result, err := pay(with, cardless, answer)
		require.NoError(t, err)
		require.Empty(t, result.TransactionID)
		result, err = pay(with, cardless, answer, tourney.WithFormat(tourney.FormatXML))
		require.NoError(t, err)
		require.Empty(t, result.TransactionID)

		_, err = pay(tourney.Soccer, cardless, answer)
		require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "the profile does not say so")
		for _, request := range []tourney.PaymentInput{card, silent} {
			_, err = pay(with, request, answer)
			require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "a card may have been charged")
		}
	}
	result, err := pay(with, cardless, clienttest.Reply(200, `{"Message":"noted"}`))
	require.NoError(t, err)
	require.Contains(t, result.Extra, "Message")
	result, err = pay(with, cardless, clienttest.Reply(200, `{"TransactionId":"T1"}`))
	require.NoError(t, err)
	require.Equal(t, "T1", result.TransactionID)

	for _, answer := range []httpmock.Responder{
		clienttest.Reply(200, ``), clienttest.Reply(204, ``), clienttest.Reply(200, `{"TransactionId":""`),
		clienttest.Reply(200, `noted`, "Content-Type", "text/plain"),
		clienttest.Reply(302, `{}`), clienttest.Reply(200, `{"Errors":[{"Code":0}]}`), clienttest.Reply(500, `{}`),
		clienttest.Reply(200, `{"TransactionId":"T1","Errors":[{"Code":2}]}`),
	} {
		_, err := pay(with, cardless, answer)
		require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "an answer that does not say yes")
	}
	c, _ := clienttest.Serve(t, with, clienttest.Always(200, `{}`))
	for id, r := range resultings {
		_, err := r.call(t.Context(), c)
		require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, id)
	}
	_, err = c.Registration.Register(t.Context(), tourney.RegistrationInput{
		DivisionID: 1, EnableCreditCard: new(false), Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}},
	})
	require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "a registration always names its team")
}

// FuzzAnswersToPayments: a payment succeeds only with a transaction id and without Errors, and certainly fails only when the answer names
// no transaction.
func FuzzAnswersToPayments(f *testing.F) {
	for _, status := range []uint16{200, 302, 400, 409, 429, 500} {
		for _, bodies := range [][]string{withoutResult[tourney.FormatJSON], namingBoth[tourney.FormatJSON]} {
			for _, body := range bodies {
				f.Add(status, []byte(strings.NewReplacer("@", "TransactionId", "#", "2").Replace(body)))
			}
		}
	}
	f.Fuzz(func(t *testing.T, status uint16, body []byte) {
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200+int(status)%400, string(body)))
		result, err := c.Payments.Pay(t.Context(), clienttest.CardPayment())
		require.Len(t, h.Requests(), 1)
		n, unread := jsoncodec.ParseNode(body, jsoncodec.Limits{})
		var named, complains bool
		for _, m := range n.Members { // of several in different letter case the last one counts
			switch strings.ToLower(m.Name) {
			case "transactionid":
				below, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(m.Text), "\u2212", "-"), 64)
				none := (err == nil || errors.Is(err, strconv.ErrRange)) && below <= 0
				named = strings.ContainsAny(m.Text, "123456789") && !none || len(m.Items)+len(m.Members) > 0
			case "errors":
				complains = len(m.Items) > 0
			}
		}
		switch {
		case err == nil:
			require.NoError(t, unread)
			require.NotEmpty(t, strings.Trim(result.TransactionID, " 0\t"))
			require.False(t, complains)
		case unread == nil && named:
			require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
		}
	})
}
