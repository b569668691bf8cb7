package sending

import (
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
)

func TestRedirects(t *testing.T) {
	read := func(c *tourney.Client) error {
		return clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{EventID: 1}))
	}
	write := func(c *tourney.Client) error {
		return c.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7, ExternalID: new("x")})
	}
	for name, c := range map[string]struct {
		base, location string
		status         int
		call           func(*tourney.Client) error
		message        string // "" when it is followed
	}{
		"same origin":             {clienttest.BaseURL, "/elsewhere/api/v1/venues?EventId=1", 302, read, ""},
		"same origin, absolute":   {clienttest.BaseURL, clienttest.BaseURL + "/elsewhere/api/v1/venues?EventId=1", 301, read, ""},
		"a write that stays one":  {clienttest.BaseURL, "/elsewhere/api/v1/games", 307, write, ""},
		"a write that would read": {clienttest.BaseURL, "/elsewhere/api/v1/games", 302, write, "PUT into GET"},
		"see other":               {clienttest.BaseURL, "/elsewhere/api/v1/games", 303, write, "PUT into GET"},
		"another host":            {clienttest.BaseURL, "https://evil.example.com/api/v1/venues", 302, read, "another origin"},
		"another port":            {clienttest.BaseURL, "https://host.example.com:8443/api/v1/venues", 302, read, "another origin"},
		"another host, write":     {clienttest.BaseURL, "https://evil.example.com/api/v1/games", 307, write, "another origin"},
		"https to http":           {clienttest.BaseURL, "http://host.example.com/api/v1/venues", 302, read, "https to http"},
		"a default port":          {clienttest.BaseURL, "https://HOST.example.com:443/elsewhere/api/v1/venues", 302, read, ""},
		"a dot and zeros":         {clienttest.BaseURL, "https://host.example.com.:0443/elsewhere/api/v1/venues", 302, read, ""},
		"an international name":   {"https://b\u00fccher.example", "https://xn--bcher-kva.example/elsewhere/api/v1/venues", 302, read, ""},
		"another address":         {"https://[::1]", "https://[0:0::1]:443/elsewhere/api/v1/venues", 302, read, ""},
		"a port that is none":     {clienttest.BaseURL, "https://host.example.com:99999999999999999999/", 302, read, "another origin"},
		"another domain":          {clienttest.BaseURL, "https://host.example.org/elsewhere", 302, read, "another origin"},
		"http to https":           {"http://127.0.0.1", "https://127.0.0.1/api/v1/venues", 302, read, "another origin"},
	} {
		t.Run(name, func(t *testing.T) {
			client, h := clienttest.ServeAt(t, c.base, tourney.Soccer,
				[]httpmock.Responder{clienttest.Reply(c.status, ``, "Location", c.location), clienttest.Reply(200, `{}`)},
				tourney.WithCredentials(clienttest.Keys), tourney.WithSigner(auth.HMAC{}))
			err := c.call(client)
			if c.message != "" {
				require.ErrorContains(t, err, c.message)
				require.Len(t, h.Requests(), 1, "nothing went on, and nothing went out again")
				return
			}
			require.NoError(t, err)
			require.Len(t, h.Requests(), 2)
			followed := h.Requests()[1]
			require.True(t, strings.HasPrefix(followed.Path, "/elsewhere/"))
			require.Equal(t, h.Requests()[0].Method, followed.Method)
			require.Equal(t, h.Requests()[0].Body, followed.Body)
			for _, r := range h.Requests() {
				require.Len(t, r.Header.Values("Authentication"), 1)
				require.NoError(t, auth.HMAC{}.Verify(r.Request, clienttest.Keys))
			}
		})
	}
	loop, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(302, ``, "Location", "/api/v1/venues"))
	require.ErrorContains(t, read(loop), "redirects")
	require.Len(t, h.Requests(), 6)
}
