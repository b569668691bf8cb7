package mockserver_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

func TestMain(m *testing.M) {
	mocktest.FewChecks()
	goleak.VerifyTestMain(m)
}
