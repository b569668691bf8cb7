// Package answers tests what is the same for all operations: the form of answers, the settings of a host, keys and
// limits.
package answers

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

func TestMain(m *testing.M) {
	mocktest.FewChecks()
	goleak.VerifyTestMain(m)
}
