// Package doors tests the ways into a mock: sockets, origins, the first page, the admin API, and a World of another
// process.
package doors

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

func TestMain(m *testing.M) {
	mocktest.FewChecks()
	goleak.VerifyTestMain(m)
}
