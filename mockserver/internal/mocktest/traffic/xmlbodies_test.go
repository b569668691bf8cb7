package traffic

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

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
