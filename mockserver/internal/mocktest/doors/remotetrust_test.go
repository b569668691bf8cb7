package doors

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// adminToken is the token of the servers of these tests.
const adminToken = `open-"sesame"-7`

// detour is a way to a server on which another program can answer.
type detour struct {
	*httpmock.MockTransport

	client *http.Client
	answer *http.Response // of the other program; nil for the server's
	body   string
	hosts  map[string]bool // that were asked
	auth   string          // of the last request
}

// newDetour returns the way to a server.
func newDetour(srv *mockserver.Server) *detour {
	d := &detour{MockTransport: httpmock.NewMockTransport(), hosts: map[string]bool{}}
	d.client = &http.Client{Transport: d, CheckRedirect: func(*http.Request, []*http.Request) error { return nil }}
	d.RegisterNoResponder(func(req *http.Request) (*http.Response, error) {
		d.hosts[req.URL.Host], d.auth = true, req.Header.Get("Authorization")
		if d.answer == nil {
			return srv.RoundTrip(req)
		}
		answer := *d.answer
		answer.Request, answer.Body = req, io.NopCloser(strings.NewReader(d.body))
		return &answer, nil
	})
	return d
}

// says makes another program answer.
func (d *detour) says(status int, body string, headers ...string) {
	text := fmt.Sprint(status, " ", http.StatusText(status))
	d.answer, d.body = &http.Response{StatusCode: status, Status: text, Header: http.Header{}}, body
	for i := 0; i < len(headers); i += 2 {
		d.answer.Header.Set(headers[i], headers[i+1])
	}
}

// remoteDeeds are methods of each kind: those that change, those that read, those with an error of their own, streams.
var remoteDeeds = map[string]func(t *testing.T, far *mockserver.World) error{
	"Reset": func(_ *testing.T, far *mockserver.World) error { far.Reset(); return nil },
	"Accounts.Add": func(_ *testing.T, far *mockserver.World) error {
		far.Accounts.Add("ada", "planted-password", tourney.Account{ID: 5})
		return nil
	},
	"Teams.Edit": func(_ *testing.T, far *mockserver.World) error {
		far.Teams.Edit(mocktest.Otters, func(team *tourney.Team) { team.Name = "Lantern Otters" })
		return nil
	},
	"Faults.Clear":   func(_ *testing.T, far *mockserver.World) error { far.Faults.Clear(); return nil },
	"Teams":          func(_ *testing.T, far *mockserver.World) error { far.Teams.All(); return nil },
	"Team":           func(_ *testing.T, far *mockserver.World) error { far.Teams.Get(mocktest.Otters); return nil },
	"OpenAPI":        func(_ *testing.T, far *mockserver.World) error { far.Schema(mockserver.SchemaOpenAPIJSON); return nil },
	"Snapshots.Keep": func(_ *testing.T, far *mockserver.World) error { _, err := far.Snapshots.Keep("x"); return err },
	"NewSession":     func(_ *testing.T, far *mockserver.World) error { _, err := far.NewSession("x"); return err },
	"View":           func(_ *testing.T, far *mockserver.World) error { _, err := far.View("venues"); return err },
	"Save":           func(_ *testing.T, far *mockserver.World) error { return far.Save(&bytes.Buffer{}) },
	"Load":           func(_ *testing.T, far *mockserver.World) error { return far.Load(strings.NewReader("{}")) },
	"Calls.Wait": func(t *testing.T, far *mockserver.World) error {
		_, err := far.Calls.Wait(t.Context(), "", 1)
		return err
	},
	"Feed": func(t *testing.T, far *mockserver.World) error {
		for _, err := range far.Feed(t.Context(), feed.Options{}) {
			return err
		}
		return nil
	},
}

// remoteSaid returns the text of the error or of the panic of a deed, "" when it is done.
func remoteSaid(t *testing.T, far *mockserver.World, deed string) (text string) {
	t.Helper()
	defer func() {
		if cause := recover(); cause != nil {
			text = fmt.Sprint(cause)
		}
	}()
	if err := remoteDeeds[deed](t, far); err != nil {
		return fmt.Sprintf("%+v", err)
	}
	return ""
}

// TestRemoteTrustsItsServerAlone: an answer of another program is no success, whatever the method. The token and the
// bodies go to no other host, and no text repeats the token.
func TestRemoteTrustsItsServerAlone(t *testing.T) {
	const elsewhere = "https://user:" + "planted@elsewhere.test:8443/_mock/"
	srv := mocktest.World(t, tourney.Soccer, admin.Token(adminToken))
	d := newDetour(srv)
	far := mocktest.RemoteOf(t, srv, mockserver.RemoteHTTPClient(d.client), mockserver.RemoteToken(adminToken))
	require.Equal(t, "Bearer "+adminToken, d.auth)
	require.NotContains(t, fmt.Sprintf("%v %+v %#v", far, far, far), "sesame")
	echo := "Bearer " + adminToken
	for name, c := range map[string]struct {
		status  int
		body    string
		headers []string
		says    string
	}{
		"301": {
			301, "", []string{"Location", elsewhere},
			"301 Moved Permanently, a redirect to elsewhere.test:8443, which is not followed",
		},
		"302": {
			302, `{"value":[]}`, []string{"Location", elsewhere, "Content-Type", "application/json"},
			"a redirect to elsewhere.test:8443",
		},
		"303":       {303, "", []string{"Location", elsewhere}, "a redirect to elsewhere.test:8443"},
		"307":       {307, "", []string{"Location", elsewhere}, "a redirect to elsewhere.test:8443"},
		"308":       {308, "", []string{"Location", elsewhere}, "a redirect to elsewhere.test:8443"},
		"downgrade": {302, "", []string{"Location", "http://elsewhere.test/"}, "a redirect to elsewhere.test, which is not followed"},
		"same host": {302, "", []string{"Location", "/login"},
			"a redirect to " + strings.TrimPrefix(srv.URL(), "https://") + ", which is not followed"},
		"no place": {302, "", nil, "answered 302 Found, which is no answer of the admin API"},
		"refresh":  {200, "", []string{"Refresh", "0; url=" + elsewhere}, "answered 200 OK, which is no answer of the admin API"},
		"page": {
			200, `<meta http-equiv="refresh" content="0; url=` + elsewhere + `">`, []string{"Content-Type", "text/html; charset=utf-8"},
			"answered 200 OK with the media type text/html; charset=utf-8, which is no answer of the admin API",
		},
		"upgrade":   {101, "", []string{"Upgrade", "x", "Connection", "Upgrade"}, "answered 101 Switching Protocols, which is no answer"},
		"error":     {502, "<h1>" + echo + "</h1>", nil, "answered 502 Bad Gateway, which is no answer of the admin API"},
		"echo":      {400, `{"Errors":[{"Code":1,"Message":` + fmt.Sprintf("%q", "not "+echo) + `}]}`, nil, "not Bearer [redacted]"},
		"two lines": {400, `{"Errors":[{"Code":1,"Message":"bad\u001b[2J\nmockserver: stopped"}]}`, nil, "bad [2J mockserver: stopped"},
		"media":     {200, "", []string{"Content-Type", echo}, "with the media type Bearer [redacted]"},
	} {
		for deed := range remoteDeeds {
			t.Run(name+" "+deed, func(t *testing.T) {
				d.says(c.status, c.body, c.headers...)
				said := remoteSaid(t, far, deed)
				require.Contains(t, said, c.says)
				require.NotContains(t, said, adminToken)
				require.NotContains(t, said, "planted")
				d.answer = nil
				require.Empty(t, remoteSaid(t, far, "Teams"))
			})
		}
	}
	require.Equal(t, map[string]bool{strings.TrimPrefix(srv.URL(), "https://"): true}, d.hosts)
	require.NoError(t, d.client.CheckRedirect(nil, nil), "the user's client is as it was")
}

// TestRemoteMeetsItsServer: an answer that says of no variant is none of a mock, also when RemoteHost names one. The
// path in the answer to a new session decides on no host.
func TestRemoteMeetsItsServer(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	d := newDetour(srv)
	d.says(200, `{"ok":true}`, "Content-Type", "application/json")
	options := []mockserver.RemoteOption{
		mockserver.RemoteHTTPClient(d.client), mockserver.RemoteHost(tourney.Soccer), mockserver.RemoteToken("a\nb"),
	}
	_, err := mockserver.Remote("http://localhost:8080/planted", options...)
	require.EqualError(t, err, "mockserver: Remote: http://localhost:8080/planted answered without a variant, "+
		"which is no answer of the admin API: the server needs admin.Serve")
	d.says(200, `{"api":2,"variant":"soccer"}`, "Content-Type", "application/json")
	_, err = mockserver.Remote("http://localhost:8080/planted", options...)
	require.EqualError(t, err, "mockserver: Remote: the server has version 2 of the admin API, and this program version 1: "+
		"give both the same release")
	_, err = mockserver.Remote("http://localhost:1", mockserver.RemoteToken("a\nb"))
	require.ErrorContains(t, err, `invalid header field value for "Authorization"`)
	require.NotContains(t, err.Error(), "a\nb")

	d.answer = nil
	far := mocktest.RemoteOf(t, srv, mockserver.RemoteHTTPClient(d.client))
	d.says(200, `{"value":[]}`, "Content-Type", "Application/JSON ; charset=utf-8,application/json")
	require.Empty(t, far.Teams.All(), "the first media type decides, without its parameters")
	d.says(201, `{"name":"anna","path":"@elsewhere.test/"}`, "Content-Type", "application/json")
	session, err := far.NewSession("anna")
	require.NoError(t, err)
	require.Equal(t, far.URL()+"/_mock/session/anna", session.URL())
}
