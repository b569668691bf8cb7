package conformance

import (
	"testing"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/dev/conformance/suite"
	"github.com/tourney-go/tourney/mockserver"
)

// TestMock runs the suite against the mock of every variant, in both formats.
func TestMock(t *testing.T) {
	for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
		for _, v := range tourney.Variants() {
			t.Run(string(format)+"/"+string(v), func(t *testing.T) {
				srv := mockserver.Start(t, v, mockserver.RequireAuth(auth.HMAC{}))
				event := srv.Events.All()[0].ID
				suite.Run(t, suite.Target{Client: srv.Client(tourney.WithFormat(format)), EventID: event})
			})
		}
	}
}
