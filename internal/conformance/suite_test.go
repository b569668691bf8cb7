package conformance

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/conformance/suite"
	"github.com/tourney-go/tourney/mockserver"
)

// TestMock runs the suite against the mock of every variant, in both formats.
func TestMock(t *testing.T) {
	for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
		for _, v := range tourney.Variants() {
			t.Run(string(format)+"/"+string(v), func(t *testing.T) {
				srv := mockserver.Start(t, v, mockserver.RequireAuth(auth.HMAC{}))
				event := srv.Events.All()[0].ID
				suite.Run(t, suite.Target{Client: srv.Client(tourney.WithFormat(format)), EventID: event, Writes: true})
			})
		}
	}
}

// TestHost runs the reading half of the suite against a real host. TOURNEY_URL, TOURNEY_VARIANT and TOURNEY_EVENT_ID
// name it, and TOURNEY_USERNAME and TOURNEY_PASSWORD are its credentials.
func TestHost(t *testing.T) {
	url := os.Getenv("TOURNEY_URL")
	if url == "" {
		t.Skip("TOURNEY_URL is not set")
	}
	host, err := tourney.ParseHost(os.Getenv("TOURNEY_VARIANT"))
	require.NoError(t, err)
	event, err := strconv.ParseInt(os.Getenv("TOURNEY_EVENT_ID"), 10, 64)
	require.NoError(t, err)
	var opts []tourney.Option
	if user := os.Getenv("TOURNEY_USERNAME"); user != "" {
		opts = append(opts, tourney.WithSigner(auth.HMAC{}), tourney.WithLogin(user, os.Getenv("TOURNEY_PASSWORD")))
	}
	client, err := tourney.New(url, host, opts...)
	require.NoError(t, err)
	suite.Run(t, suite.Target{Client: client, EventID: event})
}
