// Package traffic tests what a mock does with requests besides answering them: faults, the journal, and no secret in
// either.
package traffic

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

func TestMain(m *testing.M) {
	mocktest.FewChecks()
	goleak.VerifyTestMain(m)
}
