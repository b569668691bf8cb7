package openapi

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/dev/conformance/suite"
)

// variants returns the variants to try: one that has all operations, and every one with TOURNEY_THOROUGH.
func variants(t *testing.T) []*contract.Variant {
	t.Helper()
	if os.Getenv("TOURNEY_THOROUGH") != "" {
		return contract.Variants()
	}
	v, ok := contract.LookupVariant(string(tourney.Rugby))
	require.True(t, ok)
	return []*contract.Variant{v}
}

func TestDocumentsAreValid(t *testing.T) {
	for _, v := range variants(t) {
		_, errs := documentOf(t, v).requests.ValidateDocument()
		require.Empty(t, violations(errs), v.Name)
	}
}

// TestExchangesOfTheSuite compares every request and every answer in JSON of the suite with the document of the variant.
// A request that the mock takes must be valid, and one that breaks the contract must not be.
func TestExchangesOfTheSuite(t *testing.T) {
	for _, v := range variants(t) {
		t.Run(v.Name, func(t *testing.T) {
			c := comparison{documentOf(t, v), map[string]int{}, map[string]int{}}
			for _, x := range distinct(suite.Record(t, tourney.Variant(v.Name), tourney.FormatJSON)) {
				c.exchange(t, x)
			}
			c.complete(t)
		})
	}
}

// distinct drops exchanges that repeat another one.
func distinct(all []suite.Exchange) (list []*suite.Exchange) {
	seen := map[string]bool{}
	for i := range all {
		x := &all[i]
		key := strings.Join([]string{x.Method, x.URL, x.Header.Get("Content-Type"), string(x.Sent), string(x.Got)}, "\n")
		if !seen[key] {
			seen[key] = true
			list = append(list, x)
		}
	}
	return list
}

// comparison compares exchanges with a document, and counts the requests of each operation.
type comparison struct {
	*document
	taken, refused map[string]int
}

func (c *comparison) exchange(t *testing.T, x *suite.Exchange) {
	t.Helper()
	op := x.Operation(c.variant)
	if op == nil {
		c.undocumented(t, x)
		return
	}
	require.Empty(t, c.answer(t, x), "the answer %d of %s", x.Status, op.ID)
	switch {
	case x.Status < http.StatusMultipleChoices:
		c.taken[op.ID]++
		c.requireMembers(t, x, op)
		if unreadable(x) == "" {
			require.Empty(t, c.request(t, x), "the mock took a request of %s", op.ID)
		}
	case x.Status == http.StatusBadRequest && c.unstated(x) == "":
		c.refused[op.ID]++
		require.NotEmpty(t, c.request(t, x), "the document takes what the mock refused for %s: %s", op.ID, x.Got)
	}
}

// undocumented checks the answer to a request of no operation of the variant: the mock refuses it, or serves the
// operation of another variant.
func (c *comparison) undocumented(t *testing.T, x *suite.Exchange) {
	t.Helper()
	require.NotEmpty(t, c.request(t, x), "%s %s", x.Method, x.URL)
	if x.Status >= http.StatusBadRequest {
		_, errs := c.schemas.ValidateSchemaBytes(c.schema(t, "Refusal"), x.Got)
		require.Empty(t, violations(errs), "the refusal %d of %s %s", x.Status, x.Method, x.URL)
	}
}

// requireMembers checks that an answer is the one of its operation, where a detail request and a list share a path.
func (c *comparison) requireMembers(t *testing.T, x *suite.Exchange, op *contract.Operation) {
	t.Helper()
	var members map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(x.Got, &members))
	for _, name := range c.schema(t, strings.ReplaceAll(op.ID, ".", "")+"Answer").Required {
		require.Contains(t, members, name, op.ID)
	}
}

// complete requires that the mock took a request of every operation, and refused one of every write.
func (c *comparison) complete(t *testing.T) {
	t.Helper()
	for _, op := range contract.Operations() {
		if op.Shown.Has(c.variant) {
			require.Positive(t, c.taken[op.ID], "%s was taken", op.ID)
			require.True(t, c.refused[op.ID] > 0 || op.Method == http.MethodGet, "%s was refused", op.ID)
		}
	}
}

// unstated returns why the document cannot state what the mock refuses, "" where it can.
func (c *comparison) unstated(x *suite.Exchange) string {
	if c.otherCase(x) {
		return "names of parameters have one letter case in OpenAPI"
	}
	for _, row := range []struct{ in, text, why string }{
		{x.URL, "?%zz", "the query cannot be read"},
		{x.URL, "?a;b", "the query cannot be read"},
		{x.URL, "?id=1&id=2", "OpenAPI does not say what a parameter means that is there twice"},
		{x.URL, "&display=", "the interface document lists no displays, so the schema is open"},
		{string(x.Got), "eventid or divisionid is required", "a rule between parameters of a query"},
		{string(x.Got), "nothing is left to change", "objects are open, so a body may have unknown names alone"},
		{string(x.Got), "is not a parameter of the", "objects are open, also to parameters of other variants"},
	} {
		if strings.Contains(row.in, row.text) {
			return row.why
		}
	}
	return ""
}

// otherCase reports whether a parameter of the query has its name in another letter case than the document.
func (c *comparison) otherCase(x *suite.Exchange) bool {
	at, err := url.Parse(x.URL)
	if err != nil || x.Method != http.MethodGet {
		return false
	}
	path := c.model.Paths.PathItems.GetOrZero(strings.TrimPrefix(at.Path, contract.BasePath))
	for name := range at.Query() {
		for _, p := range path.Get.Parameters {
			if strings.EqualFold(p.Name, name) && p.Name != name {
				return true
			}
		}
	}
	return false
}

// unreadable returns why the validator cannot read a request, "" where it can.
func unreadable(x *suite.Exchange) string {
	if strings.Contains(string(x.Sent), "1e999") {
		return "its numbers are floating-point numbers"
	}
	return ""
}
