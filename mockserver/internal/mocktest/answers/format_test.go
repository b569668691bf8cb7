package answers

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestAnswersInTheFormatAskedFor sends requests with a socket and without one.
func TestAnswersInTheFormatAskedFor(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	listening := httptest.NewServer(srv)
	t.Cleanup(listening.Close)
	for _, test := range []struct{ accept, contentType, want string }{
		{"", "", "json"},
		{"application/json", "application/xml", "json"},
		{"application/xml", "", "xml"},
		{"text/xml, application/json", "", "xml"},
		{"application/json;q=0.5, application/xml", "", "xml"},
		{"application/xml;q=0.1, application/json", "", "json"},
		{"application/xml;q=0.000, application/json;q=0.001", "", "json"},
		{"application/xml;q=0", "", "json"},
		{"application/json;q=0, */*", "", "xml"},
		{"application/json;q=0, */*", "application/json", "xml"},
		{"application/xml;q=0, */*", "application/xml", "json"},
		{"application/json;q=0, application/xml;q=0", "", "json"},
		{"application/xml;q=often", "", "xml"},
		{"application/xml;q=often, application/json;q=7", "", "xml"},
		{"application/json;q=-1, application/xml;q=0.5", "", "json"},
		{`text/x; a=",application/json,", application/xml`, "", "xml"},
		{"", "application/xml; charset", "xml"},
		{"", "application/xml;;charset=utf-8", "xml"},
		{"", "application/xml; charset=utf-8,application/xml", "xml"},
		{"application/problem+xml", "", "xml"},
		{"text/html, */*", "application/xml", "xml"},
		{"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "", "json"}, // a browser
		{"text/html, application/xml", "", "json"},
		{"application/xml, text/html", "", "xml"},
		{"application/xml, text/xml, */*", "", "xml"},
		{"*/*, application/xml", "", "xml"},
		{"application/xml;q=0.5, */*;q=0.8", "", "json"},
		{"application/*", "application/xml", "xml"},
		{"", "application/xml", "xml"},
		{"", "text/xml; charset=UTF-8", "xml"},
	} {
		for _, path := range []string{"/api/v1/venues", "/api/v1/teams/9999999", "/nowhere"} {
			for name, send := range map[string]http.RoundTripper{"in process": srv, "socket": listening.Client().Transport} {
				req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, listening.URL+path, http.NoBody)
				require.NoError(t, err)
				for key, value := range map[string]string{"Accept": test.accept, "Content-Type": test.contentType} {
					if value != "" {
						req.Header.Set(key, value)
					}
				}
				res, err := send.RoundTrip(req)
				require.NoError(t, err)
				require.NoError(t, res.Body.Close())
				require.Contains(t, res.Header.Get("Content-Type"), test.want, "%+v %s %s", test, path, name)
				require.Equal(t, []string{"Accept", "Content-Type", mockserver.SessionHeader}, res.Header.Values("Vary"), path)
			}
		}
	}
}

// TestTypesOfRequests: JSON and XML in UTF-8 are read, under each of their names.
func TestTypesOfRequests(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	for contentType, want := range map[string]int{
		"application/json": 200, "application/json; charset=utf-8": 200, "Application/JSON": 200, "text/json": 200,
		"application/vnd.example+json": 200, "": 200, "text/xml": 200, "application/vnd.example+xml": 200,
		"application/xml; charset=utf-16": 415, "application/json; charset=latin1": 415, "text/plain": 415, "xml": 415,
		"application/x-www-form-urlencoded": 415, "multipart/form-data; boundary=x": 415, "nonsense;;;": 415,
		"application/xml;": 400, "application/xml; charset": 400, "application/xml;;charset=utf8": 400,
		"application/xml; charset=utf-8,application/json": 400, "application/xml; charset=utf-8; charset=latin1": 400,
		"application/x+xml; charset=US-ASCII": 400,
	} {
		body := `{"Id":7001,"HomeScore":1}`
		if strings.Contains(contentType, "xml") && want == 200 {
			body = "<Request><Id>7001</Id><HomeScore>1</HomeScore></Request>"
		}
		a := mocktest.Send(t, srv, http.MethodPut, "/api/v1/games", body, "Content-Type", contentType)
		require.Equal(t, want, a.Status, "%s: %s", contentType, a.Body)
		require.Equal(t, want == 415, strings.Contains(a.Body, "application/json"), a.Body)
	}
}

// TestWantsPage: a page is for who prefers one.
func TestWantsPage(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
	for _, path := range []string{"/", "/_mock/rows/teams"} { // one is chosen by Accept, both by the session
		got := mocktest.Send(t, srv, http.MethodGet, path, "")
		require.Equal(t, []string{"Accept", "Content-Type", mockserver.SessionHeader}, got.Header.Values("Vary"), path)
	}
	for accept, page := range map[string]bool{
		"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8": true, "Text/HTML": true, "*/*": false, "": false,
		"text/html;q=0": false, "application/json, text/html;q=0.1": false, "text/htmlx": false, `a/b; c="text/html"`: false,
	} {
		got := mocktest.Send(t, srv, http.MethodGet, "/", "", "Accept", accept)
		require.Equal(t, page, strings.HasPrefix(got.Header.Get("Content-Type"), "text/html"), accept)
	}
}

// gzipped returns a text in as many layers of gzip.
func gzipped(t *testing.T, text string, layers int) string {
	t.Helper()
	for range layers {
		var b strings.Builder
		w := gzip.NewWriter(&b)
		_, err := io.WriteString(w, text)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		text = b.String()
	}
	return text
}

// TestRequestCodings: gzip is read within the limits of a body, and another coding is refused, by the interface and by
// the admin API.
func TestRequestCodings(t *testing.T) {
	for path, row := range map[string]string{
		"/api/v1/teams": `{"DivisionId":2001,"Name":"Zipped"}`, "/_mock/rows/teams": `{"Name":"Zipped"}`,
	} {
		testRequestCodings(t, path, row)
	}
}

func testRequestCodings(t *testing.T, path, row string) {
	t.Helper()
	type want struct {
		status int
		says   string
	}
	flipped := []byte(gzipped(t, row, 1))
	flipped[len(flipped)-6] ^= 1
	for name, test := range map[string]struct {
		coding []string
		body   string
		want
	}{
		"gzip":                 {[]string{"gzip"}, gzipped(t, row, 1), want{200, ""}},
		"x-gzip and identity":  {[]string{"X-GZip, , Identity"}, gzipped(t, row, 1), want{200, ""}},
		"gzip twice":           {[]string{"gzip", "gzip"}, gzipped(t, row, 2), want{200, ""}},
		"identity":             {[]string{"identity"}, row, want{200, ""}},
		"a byte order mark":    {nil, "\ufeff" + row, want{200, ""}},
		"a marked text in it":  {[]string{"gzip"}, gzipped(t, "\ufeff"+row, 1), want{200, ""}},
		"gzip too often":       {[]string{"gzip, gzip, gzip, gzip"}, gzipped(t, row, 4), want{415, `"gzip"`}},
		"br":                   {[]string{"br"}, row, want{415, `the coding "br"`}},
		"br under gzip":        {[]string{"br, gzip"}, gzipped(t, row, 1), want{415, `the coding "br"`}},
		"deflate":              {[]string{"deflate"}, row, want{415, `the coding "deflate"`}},
		"no gzip":              {[]string{"gzip"}, row, want{400, "invalid header"}},
		"cut gzip":             {[]string{"gzip"}, gzipped(t, row, 1)[:30], want{400, "unexpected EOF"}},
		"a wrong checksum":     {[]string{"gzip"}, string(flipped), want{400, "invalid checksum"}},
		"bytes behind":         {[]string{"gzip"}, gzipped(t, row, 1) + "x", want{400, "unexpected EOF"}},
		"a body that explodes": {[]string{"gzip"}, gzipped(t, strings.Repeat(" ", 9<<20), 1), want{413, "8388608 bytes"}},
		"a body that explodes twice": {
			[]string{"gzip, gzip"}, gzipped(t, strings.Repeat(" ", 9<<20), 2), want{413, "8388608 bytes"},
		},
	} {
		srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
		header := []string{"Content-Type", "application/json"}
		if test.coding != nil {
			header = append(header, "Content-Encoding", strings.Join(test.coding, ", "))
		}
		before := len(srv.Teams.All())
		got := mocktest.Send(t, srv, http.MethodPost, path, test.body, header...)
		status := got.Status
		if status == http.StatusCreated {
			status = http.StatusOK
		}
		require.Equal(t, test.status, status, "%s %s: %s", name, path, got.Body)
		require.Contains(t, got.Body, strings.ReplaceAll(test.says, `"`, `\"`), "%s %s", name, path)
		require.Len(t, srv.Teams.All(), before+map[bool]int{true: 1}[status == 200], "%s %s", name, path)
	}
}

// TestEncodingOfARequest: the header outranks what XML declares, and bytes that are read are in no wide encoding.
func TestEncodingOfARequest(t *testing.T) {
	for _, test := range []struct {
		contentType, declared string
		status                int
	}{
		{"application/xml", "utf-16", 200},
		{"application/xml", "ISO-8859-1", 400},
		{"application/xml; charset=utf-8", "ISO-8859-1", 200},
		{"text/xml; charset=\"UTF-8\"; charset", "windows-1252", 200},
	} {
		srv := mockserver.Start(t, tourney.Soccer)
		body := `<?xml version="1.0" encoding="` + test.declared + `"?><Request><DivisionId>2001</DivisionId><Name>Zoë</Name></Request>`
		got := mocktest.Send(t, srv, http.MethodPost, "/api/v1/teams", body, "Content-Type", test.contentType)
		require.Equal(t, test.status, got.Status, "%+v: %s", test, got.Body)
		if test.status == 200 {
			require.Equal(t, "Zoë", srv.Teams.All()[len(srv.Teams.All())-1].Name)
			require.NotContains(t, srv.Calls.All("")[0].Body, "withheld")
		}
	}
}
