// Package rows tests a World without requests: its rows, its clock, its history, and games that it plays.
package rows

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

func TestMain(m *testing.M) {
	mocktest.FewChecks()
	goleak.VerifyTestMain(m)
}
