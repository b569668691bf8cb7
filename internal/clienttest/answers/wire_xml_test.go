package answers

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// TestFormatsDecodeToEqualValues: the two formats of a body carry the same data, and nothing is left over in either.
func TestFormatsDecodeToEqualValues(t *testing.T) {
	for _, f := range clienttest.Fixtures(t, "response") {
		t.Run(f.Name, func(t *testing.T) {
			read := f.Reader(t)
			inJSON, _ := clienttest.Serve(t, f.Variant, clienttest.Always(200, f.Body))
			want, err := read(t.Context(), inJSON)
			require.NoError(t, err)
			inXML, h := clienttest.Serve(t, f.Variant, clienttest.Always(200, f.InXML(t), "Content-Type", "application/xml; charset=utf-8"),
				tourney.WithFormat(tourney.FormatXML))
			got, err := read(t.Context(), inXML)
			require.NoError(t, err)
			require.Equal(t, "application/xml", h.Requests()[0].Header.Get("Accept"))
			require.Empty(t, leftOver(reflect.ValueOf(got), ""), "members without a field")
			require.Empty(t, gocmp.Diff(want, got))
		})
	}
}

// TestXMLRequestsCarryWhatTheFixturesDo is TestRequestsCarryWhatTheFixturesDo in the other format.
func TestXMLRequestsCarryWhatTheFixturesDo(t *testing.T) {
	for _, f := range clienttest.Fixtures(t, "request") {
		t.Run(f.Name, func(t *testing.T) {
			answer := `<Response><Id>1</Id><TeamId>1</TeamId><TransactionId>t</TransactionId>` +
				`<ApiKey>aw==</ApiKey><ApiSecretKey>cw==</ApiSecretKey></Response>`
			sent := f.Send(t, clienttest.Reply(200, answer, "Content-Type", "text/xml"), tourney.WithFormat(tourney.FormatXML))
			require.Equal(t, "application/xml", sent.Header.Get("Content-Type"))
			require.Empty(t, gocmp.Diff(elements(t, f.InXML(t)), elements(t, sent.Body)))
		})
	}
}

// elements reads a request for a comparison of content: names in alphabetical order without letter case, text without surrounding white
// space, nulls as absent.
func elements(t *testing.T, body string) node.Node {
	t.Helper()
	_, n, err := xmlwire.ParseNode([]byte(body), xmlwire.Limits{Root: "Request"})
	require.NoError(t, err, body)
	return plainNode(n)
}

func plainNode(n node.Node) node.Node {
	n.Offset = 0
	n.Text = strings.TrimSpace(n.Text)
	n.Members = slices.DeleteFunc(slices.Clone(n.Members), func(m node.Member) bool { return m.Kind == node.Null })
	for i := range n.Members {
		n.Members[i] = node.Member{Name: strings.ToLower(n.Members[i].Name), Node: plainNode(n.Members[i].Node)}
	}
	slices.SortStableFunc(n.Members, func(a, b node.Member) int { return cmp.Compare(a.Name, b.Name) })
	return n
}

func TestXMLErrors(t *testing.T) {
	const body = `<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance">` +
		`<Errors><Error><Code>1</Code><Message>no such team</Message></Error></Errors></Response>`
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body, "Content-Type", "application/xml"))
	_, err := c.Teams.Get(t.Context(), 1)
	require.ErrorIs(t, err, tourney.ErrNotFound)
	require.ErrorContains(t, err, "no such team")

	c, _ = clienttest.Serve(t, tourney.Soccer,
		clienttest.Always(200, "<Response>\n<Team><Paid>maybe</Paid></Team></Response>", "Content-Type", "application/xml"), clienttest.SentOnce)
	_, err = c.Teams.Get(t.Context(), 1)
	var unreadable *tourney.DecodeError
	require.ErrorAs(t, err, &unreadable)
	require.Equal(t, "/Team/Paid", unreadable.Path)
	require.Equal(t, 2, unreadable.Line)

	c, _ = clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, "<!DOCTYPE a><Response/>", "Content-Type", "application/xml"),
		clienttest.SentOnce)
	require.Error(t, clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{})))
}
