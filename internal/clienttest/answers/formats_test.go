package answers

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
)

// TestBooleansOfXML: XML Schema spells booleans in four ways. JSON has two.
func TestBooleansOfXML(t *testing.T) {
	for text, want := range map[string]*bool{
		"true": new(true), "1": new(true), " 1\n": new(true), "&#49;": new(true),
		"false": new(false), "0": new(false), "FALSE": new(false), "": nil,
	} {
		body := clienttest.XML("<Team><Id>5</Id><Paid>" + text + "</Paid></Team>")
		c, _ := clienttest.InFormat(t, tourney.FormatXML, body)
		team, err := c.Teams.Get(t.Context(), 5)
		require.NoError(t, err, text)
		require.Equal(t, want, team.Paid, text)
	}
	for _, text := range []string{"2", "01", "yes", "-1", "1.0", "10"} {
		c, _ := clienttest.InFormat(t, tourney.FormatXML, clienttest.XML("<Team><Id>5</Id><Paid>"+text+"</Paid></Team>"))
		_, err := c.Teams.Get(t.Context(), 5)
		require.ErrorContains(t, err, "/Team/Paid", text)
	}
	for _, text := range []string{"1", `"1"`, "0"} {
		c, _ := clienttest.InFormat(t, tourney.FormatJSON, `{"Team":{"Id":5,"Paid":`+text+`}}`)
		_, err := c.Teams.Get(t.Context(), 5)
		require.ErrorContains(t, err, "/Team/Paid", text)
	}
}

// TestNamespacesOfDataContracts: a .NET host writes members in the namespaces of its own code. Other namespaces are another
// matter.
func TestNamespacesOfDataContracts(t *testing.T) {
	const contracts, other = "http://schemas.datacontract.org/2004/07/", "http://example.com/ns"
	get := func(t *testing.T, body string) tourney.Division {
		c, _ := clienttest.InFormat(t, tourney.FormatXML, body)
		division, err := c.Divisions.Get(t.Context(), 5)
		require.NoError(t, err)
		return division
	}
	want := tourney.Division{ID: 5, Name: "Gold", Prices: []tourney.Price{{ID: 51, Amount: tourney.MustDecimal("57.50")}}}
	for name, body := range map[string]string{
		"around each member": `<Response xmlns="` + contracts + `Host.Api"><Division><Id>5</Id><Name>Gold</Name><Prices>` +
			`<Price><a:Amount xmlns:a="` + contracts + `Host.Models">57.50</a:Amount><Id>51</Id></Price></Prices></Division></Response>`,
		"on the list": `<Response><Division><Id>5</Id><Name>Gold</Name><Prices xmlns:a="` + contracts + `Host.Models">` +
			`<a:Price><a:Amount>57.50</a:Amount><a:Id>51</a:Id></a:Price></Prices></Division></Response>`,
		"everywhere": `<Response xmlns:q="` + contracts + `A" xmlns:r="` + contracts + `"><q:Division><q:Id>5</q:Id><r:Name>Gold</r:Name>` +
			`<r:Prices><q:Price><q:Amount>57.50</q:Amount><r:Id>51</r:Id></q:Price></r:Prices></q:Division></Response>`,
		"arrays": `<Response xmlns:b="http://schemas.microsoft.com/2003/10/Serialization/Arrays"><Division><Id>5</Id><b:Name>Gold</b:Name>` +
			`<Prices><b:anyType><Amount>57.50</Amount><Id>51</Id></b:anyType></Prices></Division></Response>`,
	} {
		require.Empty(t, cmp.Diff(want, get(t, body)), name)
	}
	foreign := get(t, `<Response><Division><Id>5</Id><Name>Gold</Name>`+
		`<a:Description xmlns:a="`+other+`">no</a:Description></Division></Response>`)
	require.Nil(t, foreign.Description)
	require.Equal(t, `"no"`, string(foreign.Extra["a:Description"]))

	c, _ := clienttest.InFormat(t, tourney.FormatXML, `<Response><e:Errors xmlns:e="`+contracts+`E"><e:Error><e:Code>1</e:Code></e:Error>`+
		`</e:Errors></Response>`)
	_, err := c.Divisions.Get(t.Context(), 5)
	require.ErrorIs(t, err, tourney.ErrNotFound)
}

// TestMockReadsWhatHostsRead: the mock accepts both, in the bodies of requests.
func TestMockReadsWhatHostsRead(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	c := srv.Client(tourney.WithFormat(tourney.FormatXML))
	for text, want := range map[string]bool{"1": true, "0": false, " 1 ": true, "true": true} {
		body := `<Request xmlns:a="http://schemas.datacontract.org/2004/07/Host"><a:Id>4001</a:Id><Paid>` + text + `</Paid></Request>`
		res, err := c.Do(t.Context(), tourney.RawRequest{Method: "PUT", Path: "/api/v1/teams", Body: []byte(body)})
		require.NoError(t, err)
		require.Empty(t, res.Header.Get("X-Mock-Ignored"))
		team, _ := srv.Teams.Get(4001)
		require.Equal(t, want, *team.Paid, text)
	}
	_, err := c.Do(t.Context(), tourney.RawRequest{
		Method: "PUT", Path: "/api/v1/teams", Body: []byte(`<Request><Id>4001</Id><Paid>2</Paid></Request>`),
	})
	require.ErrorContains(t, err, "paid must be true or false")
	res, err := c.Do(t.Context(), tourney.RawRequest{
		Method: "PUT", Path: "/api/v1/teams",
		Body: []byte(`<Request xmlns:a="http://example.com/ns"><Id>4001</Id><Name>A</Name><a:Notes>x</a:Notes></Request>`),
	})
	require.NoError(t, err)
	require.Equal(t, "a:notes", res.Header.Get("X-Mock-Ignored"))
}

// TestCommonOptionsOfOneCall: a call has its own values, and changes no other call.
func TestCommonOptionsOfOneCall(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(503, ``))
	update := tourney.TeamUpdateInput{ID: 7, Name: new("A")}
	err := c.Teams.Update(t.Context(), update, tourney.WithFormat(tourney.FormatXML), tourney.WithRetry(tourney.Retry{}))
	require.ErrorIs(t, err, tourney.ErrUnavailable)
	require.Len(t, h.Requests(), 1)
	require.Equal(t, "application/xml", h.Requests()[0].Header.Get("Accept"))
	require.Contains(t, h.Requests()[0].Body, "<Id>7</Id>")

	err = c.Teams.Update(t.Context(), update, tourney.WithRetry(tourney.Retry{Max: 1}))
	require.Error(t, err)
	require.Len(t, h.Requests(), 3)
	require.Equal(t, "application/json", h.Requests()[2].Header.Get("Accept"))

	for _, wrong := range []tourney.CallOption{
		tourney.WithRetry(tourney.Retry{Max: -1}), tourney.WithFormat("YAML"), tourney.WithTimeout(-1), tourney.WithHeader("Host", "x"),
	} {
		require.Error(t, c.Teams.Update(t.Context(), update, wrong))
	}
	require.Len(t, h.Requests(), 3)
}
