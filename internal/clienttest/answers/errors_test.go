package answers

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
)

func TestErrorsInAnySuccessIsAnError(t *testing.T) {
	for body, items := range map[string]int{
		`{"Errors":[{"Code":1,"Message":"no such venue"}]}`:                                 1,
		`{"Venues":[],"errors":[{"Code":"3","Message":"a"},{"Code":2,"Message":"b"}]}`:      2,
		`{"Errors":["in words",{"Code":"Invalid","Message":"b"},{"Code":3,"Message":"c"}]}`: 3,
		`{"Errors":{"Code":1}}`:                                                  0,
		`{"Errors":"in words","Venue":1}`:                                        0,
		`{"Venues":[],"ERRORS":[{"CODE":2,"MESSAGE":"no"}]}`:                     1,
		`{"Venues":[{"Id":"x"}],"E\u0072r\u006frs":[{"Code":2,"Message":"no"}]}`: 1,
		`{"Errors":[` + strings.Repeat(`{"Code":2},`, 10_000) + `{"Code":2}]}`:   0,
	} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body))
		_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
		answered := clienttest.As[*tourney.APIError](t, err, body)
		require.Equal(t, 200, answered.Status)
		require.Len(t, answered.Errors, items)
		if items == 0 {
			require.Equal(t, body[:min(len(body), 512)], answered.Excerpt(), "what could not be read is still there")
		}
	}
	for _, body := range []string{`{"Errors":[],"Venues":[]}`, `{"Errors":null}`, `{"Venues":[{"Id":1,"Name":"Errors"}]}`} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body))
		_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
		require.NoError(t, err, body)
	}
}

var sentinels = map[string]error{
	"not found": tourney.ErrNotFound, "unauthorized": tourney.ErrUnauthorized, "forbidden": tourney.ErrForbidden,
	"rate limited": tourney.ErrRateLimited, "invalid": tourney.ErrInvalid, "conflict": tourney.ErrConflict,
	"unavailable": tourney.ErrUnavailable, "outcome unknown": tourney.ErrOutcomeUnknown, "list changed": tourney.ErrListChanged,
}

func TestSentinels(t *testing.T) {
	for _, c := range []struct {
		status, code int // code -1: no Errors in the body
		want         error
	}{
		{400, -1, tourney.ErrInvalid}, {401, -1, tourney.ErrUnauthorized}, {403, -1, tourney.ErrForbidden}, {404, -1, tourney.ErrNotFound},
		{409, -1, tourney.ErrConflict}, {422, -1, tourney.ErrInvalid}, {429, -1, tourney.ErrRateLimited}, {500, -1, nil},
		{502, -1, tourney.ErrUnavailable}, {503, -1, tourney.ErrUnavailable}, {504, -1, tourney.ErrUnavailable}, {418, -1, nil}, {301, -1, nil},
		{200, 0, nil}, {200, 1, tourney.ErrNotFound}, {200, 2, tourney.ErrInvalid}, {200, 3, tourney.ErrInvalid},
		{200, 5, tourney.ErrUnauthorized},
		{200, 6, tourney.ErrForbidden}, {200, 7, tourney.ErrConflict}, {200, 8, tourney.ErrInvalid}, {200, 9, tourney.ErrInvalid},
		{200, 10, tourney.ErrInvalid}, {200, 11, tourney.ErrInvalid}, {200, 12, tourney.ErrUnavailable}, {200, 13, tourney.ErrInvalid},
		{200, 14, tourney.ErrConflict}, {200, 4, nil}, {200, 4711, nil}, {500, 7, tourney.ErrConflict},
	} {
		t.Run(fmt.Sprint(c.status, " ", c.code), func(t *testing.T) {
			body := `{}`
			if c.code >= 0 {
				body = fmt.Sprintf(`{"Errors":[{"Code":%d,"Message":"m"}]}`, c.code)
			}
			client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(c.status, body, "X-Request-Id", "r-9"), clienttest.SentOnce)
			_, err := client.Venues.List(t.Context(), tourney.VenueListOptions{})
			for name, sentinel := range sentinels {
				require.Equal(t, errors.Is(c.want, sentinel), errors.Is(err, sentinel), name)
			}
			require.Error(t, err)
			answered := clienttest.As[*tourney.APIError](t, err)
			require.Equal(t, "Venues.List", answered.Op)
			require.Equal(t, c.status, answered.Status)
			require.Equal(t, "r-9", answered.RequestID)
			for _, part := range []string{"Venues.List", "GET /api/v1/venues", fmt.Sprint(c.status), "r-9"} {
				require.ErrorContains(t, err, part)
			}
			if c.code >= 0 {
				require.Equal(t, tourney.ErrorCode(c.code), answered.Errors[0].Code, "unknown codes survive")
				require.ErrorContains(t, err, fmt.Sprintf("(%d): m", c.code))
			}
		})
	}
}

func TestSeveralSentinelsOfOneAnswer(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(400,
		`{"Errors":[{"Code":1,"Message":"a"},{"Code":7,"Message":"b","More":true}]}`))
	_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
	for _, is := range []error{tourney.ErrInvalid, tourney.ErrNotFound, tourney.ErrConflict} {
		require.ErrorIs(t, err, is)
	}
	answered := clienttest.As[*tourney.APIError](t, err)
	require.Equal(t, "true", string(answered.Errors[1].Extra["More"]))
}

func TestDecodeErrorSaysWhere(t *testing.T) {
	for _, c := range []struct {
		body, path string
		offset     int64
		line       int
	}{
		{"{\"Games\":{\n\"Results\":[{},\n{\"Date\":\"13/1/2026\"}]}}", "/Games/Results[1]/Date", 34, 3},
		{`{"Games":{"Results":[{"AwayTeam":{"Score":"many"}}]}}`, "/Games/Results[0]/AwayTeam/Score", 42, 1},
		{`{"Games":{"Total":"lots"}}`, "/Games/Total", 18, 1},
		{`{"Games":[]}`, "/Games", 9, 1},
		{"{\"Games\":{\n\"Results\":[", "/Games/Results[0]", 22, 2},
		{`<html>`, "", 0, 1},
	} {
		client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, c.body), tourney.WithRetry(tourney.Retry{}))
		page, err := client.Games.List(t.Context(), tourney.GameListOptions{})
		unreadable := clienttest.As[*tourney.DecodeError](t, err, c.body)
		type where struct {
			Path   string
			Offset int64
			Line   int
		}
		require.Empty(t, cmp.Diff(where{c.path, c.offset, c.line}, where{unreadable.Path, unreadable.Offset, unreadable.Line}), c.body)
		require.ErrorContains(t, err, c.path)
		require.Error(t, errors.Unwrap(err))
		require.Zero(t, page, "no half of an answer")
	}
}

func TestHostTextsAreBounded(t *testing.T) {
	body := fmt.Sprintf(`{"Errors":[{"Code":2,"Message":%q}]}`, strings.Repeat("m\n", 5000))
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(400, body, "X-Request-Id", strings.Repeat("r", 5000)))
	_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
	require.Less(t, len(err.Error()), 700)
	require.NotContains(t, err.Error(), "\n", "an error is one line")
}

// hasCodes requires that errors.Is finds these codes in an error, and no other.
func hasCodes(t *testing.T, err error, want ...tourney.ErrorCode) {
	t.Helper()
	codes := []tourney.ErrorCode{4, 4711, -1}
	for _, row := range contract.Codes() {
		codes = append(codes, tourney.ErrorCode(row.Code))
	}
	var found []tourney.ErrorCode
	for _, code := range codes {
		if errors.Is(err, code) {
			found = append(found, code)
		}
	}
	require.ElementsMatch(t, want, found, "%v", err)
}

// TestAPIErrorSaysHowLongToWait: a log of the error alone shows the wait that the host asked for.
func TestAPIErrorSaysHowLongToWait(t *testing.T) {
	for wait, want := range map[time.Duration]string{
		0:                        "",
		-time.Second:             "",
		time.Millisecond:         ": the host asks to wait 1s",
		59600 * time.Millisecond: ": the host asks to wait 1m0s",
		math.MaxInt64:            ": the host asks to wait 2562047h47m16.854775807s",
	} {
		err := &tourney.APIError{Op: "Teams.Get", Method: "GET", Path: "/teams", Status: 429, RequestID: "r-1", RetryAfter: wait}
		require.EqualError(t, err, "tourney: Teams.Get: GET /teams: 429 Too Many Requests"+want+" (request r-1)")
	}
}

// TestErrorsAreTheirCodes goes over the contract's codes, in both formats, with the usual status and with a 200, alone
// and behind another one.
func TestErrorsAreTheirCodes(t *testing.T) {
	const inXML = `<Response><Errors><Error><Code>%d</Code></Error></Errors></Response>`
	rows := append(contract.Codes(), contract.Code{Code: 4711, Status: 400})
	for _, row := range rows {
		code := tourney.ErrorCode(row.Code)
		for _, status := range []int{200, row.Status} {
			c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(status, fmt.Sprintf(`{"Errors":[{"code":%d}]}`, code)),
				tourney.WithRetry(tourney.Retry{}))
			hasCodes(t, clienttest.Err(c.Teams.Get(t.Context(), 1)), code)
			_, err := c.Payments.Pay(t.Context(), clienttest.CardPayment())
			hasCodes(t, err, code) // also inside an OutcomeUnknownError
			c, _ = clienttest.Serve(t, tourney.Soccer, clienttest.Always(status, fmt.Sprintf(inXML, code), "Content-Type", "application/xml"),
				tourney.WithRetry(tourney.Retry{}), tourney.WithFormat(tourney.FormatXML))
			hasCodes(t, clienttest.Err(c.Teams.Get(t.Context(), 1)), code)
		}
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(400, fmt.Sprintf(`{"Errors":[{"Code":11},{"Code":%d}]}`, code)))
		want := []tourney.ErrorCode{tourney.CodeRange}
		if code != tourney.CodeRange {
			want = append(want, code)
		}
		hasCodes(t, clienttest.Err(c.Teams.Get(t.Context(), 1)), want...)
	}
}

// TestCodesByName: hosts that write enumerations by their names in XML have codes too. Other texts stay in the message.
func TestCodesByName(t *testing.T) {
	for _, row := range contract.Codes() {
		for f, body := range map[tourney.Format]string{
			tourney.FormatXML:  clienttest.XML(`<Errors><Error><Code> ` + row.Name + `</Code><Message>no</Message></Error></Errors>`),
			tourney.FormatJSON: `{"Errors":[{"code":"` + strings.ToLower(row.Name) + `","Message":"no"}]}`,
		} {
			c, _ := clienttest.InFormat(t, f, body, tourney.WithRetry(tourney.Retry{}))
			err := clienttest.Err(c.Teams.Get(t.Context(), 1))
			hasCodes(t, err, tourney.ErrorCode(row.Code))
			refused := clienttest.As[*tourney.APIError](t, err)
			require.Equal(t, "no", refused.Errors[0].Message)
		}
	}
	c, _ := clienttest.InFormat(t, tourney.FormatXML, clienttest.XML(`<Errors><Error><Code>Sleepy</Code></Error></Errors>`))
	refused := clienttest.As[*tourney.APIError](t, clienttest.Err(c.Teams.Get(t.Context(), 1)))
	require.Contains(t, refused.Errors[0].Message, "Sleepy")
}

// TestStatusesAreNoCodes: only Errors have codes.
func TestStatusesAreNoCodes(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 409, 429, 500, 503} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(status, `{"Code":7}`), tourney.WithRetry(tourney.Retry{}))
		hasCodes(t, clienttest.Err(c.Teams.Get(t.Context(), 1)))
	}
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(400, `{"Errors":[{"Message":"no"}]}`))
	hasCodes(t, clienttest.Err(c.Teams.Get(t.Context(), 1)), tourney.CodeOther)
	hasCodes(t, errors.New("Inactive"))
	hasCodes(t, nil)
}

// TestViolationsHaveCodes: the same question works before and after sending.
func TestViolationsHaveCodes(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{}`))
	_, err := c.Authenticate(t.Context(), "", strings.Repeat("x", 51))
	require.ErrorIs(t, err, tourney.ErrInvalid)
	hasCodes(t, err, tourney.CodeRequired, tourney.CodeMaximum)
	require.Empty(t, h.Requests())
}

// TestCodesPrintAsBefore: a code that is an error still is a number on the wire, and has one text.
func TestCodesPrintAsBefore(t *testing.T) {
	data, err := json.Marshal(tourney.ErrorItem{Code: tourney.CodeInactive, Message: "closed"})
	require.NoError(t, err)
	require.JSONEq(t, `{"Code":10,"Message":"closed"}`, string(data))
	require.Equal(t, "Inactive Inactive", fmt.Sprintf("%v %s", tourney.CodeInactive, tourney.CodeInactive))
	require.Equal(t, "ErrorCode(4711)", tourney.ErrorCode(4711).Error())
	var out strings.Builder
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "code", tourney.CodeInactive)
	require.Contains(t, out.String(), "code=Inactive")
}

func TestErrorItemsNameTheirField(t *testing.T) {
	raw := func(name, value string) tourney.Extra { return tourney.Extra{name: json.RawMessage(value)} }
	item := func(field string, extra tourney.Extra) tourney.ErrorItem {
		return tourney.ErrorItem{Code: tourney.CodeRequired, Message: "no", Field: field, Extra: extra}
	}
	for entry, want := range map[string]tourney.ErrorItem{
		`"Field":"Payment.City"`: item("Payment.City", nil),
		`"field":"city"`:         item("city", nil),
		`"FIELD":"","More":1`:    item("", raw("More", `1`)),
		`"Field":null`:           item("", nil),
		`"Field":7`:              item("", raw("Field", `7`)),
		`"fielD":["a","b"]`:      item("", raw("fielD", `["a","b"]`)),
		`"Field":{"Name":"city"},"More":[]`: item("", tourney.Extra{
			"Field": json.RawMessage(`{"Name":"city"}`), "More": json.RawMessage(`[]`),
		}),
		`"Field":false,"field":"city"`:               item("city", raw("Field", `false`)),
		`"Field":"first","field":"last"`:             item("last", nil),
		`"Fields":"city"`:                            item("", raw("Fields", `"city"`)),
		`"Field":"4111 1111 1111 1111"`:              item("[number withheld]", nil),
		`"Other":"the field city is required"`:       item("", raw("Other", `"the field city is required"`)),
		`"Field":"` + strings.Repeat("x", 400) + `"`: item(strings.Repeat("x", 400), nil),
	} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(400, `{"Errors":[{"Code":3,"Message":"no",`+entry+`}]}`))
		answered := clienttest.As[*tourney.APIError](t, clienttest.Err(c.Teams.Get(t.Context(), 1)))
		require.Empty(t, cmp.Diff([]tourney.ErrorItem{want}, answered.Errors), entry)
		require.Less(t, len(answered.Error()), 400)
		switch want.Field {
		case "city":
			require.ErrorContains(t, answered, "Required (3) in city: no")
		case "":
			require.ErrorContains(t, answered, "Required (3): no")
		}
	}
	const inXML = `<Response><Errors><Error><Code>3</Code><Field>City</Field></Error>` +
		`<Error><Code>3</Code><Field><Name>City</Name></Field></Error></Errors></Response>`
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(400, inXML, "Content-Type", "application/xml"),
		tourney.WithFormat(tourney.FormatXML))
	answered := clienttest.As[*tourney.APIError](t, clienttest.Err(c.Teams.Get(t.Context(), 1)))
	require.Empty(t, cmp.Diff([]tourney.ErrorItem{
		{Code: 3, Field: "City"}, {Code: 3, Extra: raw("Field", `{"Name":"City"}`)},
	}, answered.Errors))
}

// TestErrorsWithoutMessages: an entry without a message ends with its code or its field.
func TestErrorsWithoutMessages(t *testing.T) {
	err := &tourney.APIError{Op: "Teams.Get", Method: "GET", Path: "/api/v1/teams", Status: 400, Errors: []tourney.ErrorItem{
		{Code: tourney.CodeInactive}, {Code: tourney.CodeRequired, Field: "name"}, {Code: tourney.CodeInvalid, Message: "no"},
	}}
	const want = "tourney: Teams.Get: GET /api/v1/teams: 400 Bad Request: Inactive (10); Required (3) in name; Invalid (2): no"
	require.EqualError(t, err, want)
}
