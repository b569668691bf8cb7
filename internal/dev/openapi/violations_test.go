package openapi

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/dev/conformance/suite"
)

// TestViolationsAreFound: a validator that finds nothing would prove nothing.
func TestViolationsAreFound(t *testing.T) {
	v, _ := contract.LookupVariant("rugby")
	d := documentOf(t, v)
	as := http.Header{"Content-Type": {"application/json"}}
	for _, c := range []struct {
		name, method, path, sent string
		status                   int
		got                      string
		request, answer          []string
	}{
		{
			"sound", http.MethodPost, "/divisions", `{"EventId":1,"Name":"12U"}`, http.StatusOK, `{"Id":1}`, nil, nil,
		},
		{
			"a text for a number", http.MethodPost, "/divisions", `{"EventId":"secret"}`, http.StatusOK, `{"Id":"secret"}`,
			[]string{"requestBody schema: $.EventId breaks /properties/EventId/type"},
			[]string{"response schema: $.Id breaks /properties/Id/type"},
		},
		{
			"a member that the document lacks", http.MethodPost, "/divisions", `{}`, http.StatusOK, `{"Id":1,"Key":"secret"}`,
			nil, []string{"strict undeclared-property Key"},
		},
		{
			"neither a row nor a list", http.MethodGet, "/games?id=x", "", http.StatusOK, `{}`,
			[]string{"parameter query id: $ breaks /paths/games/get/parameters/id/schema/type"},
			[]string{"response schema: $ breaks /oneOf/0/$ref/required", "response schema: $ breaks /oneOf/1/$ref/required"},
		},
		{
			"a refusal without Errors", http.MethodGet, "/games?id=1", "", http.StatusNotFound, `{"Errors":"secret"}`,
			nil, []string{"response schema: $.Errors breaks /properties/Errors/type"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := &suite.Exchange{
				Method: c.method, URL: "http://mock" + contract.BasePath + c.path, Header: as, Sent: []byte(c.sent),
				Status: c.status, Answers: as, Got: []byte(c.got),
			}
			require.Empty(t, cmp.Diff(c.request, d.request(t, x)))
			require.Empty(t, cmp.Diff(c.answer, d.answer(t, x)))
		})
	}
}
