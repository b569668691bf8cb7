// Package house tests the repository: which package imports which, how long functions and files are, what the modules
// in its folders need, and what a build of a user's package costs.
package house

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

// thorough says whether tests that take long run. `.ci/run thorough` sets it.
var thorough = os.Getenv("TOURNEY_THOROUGH") != ""

// TestMain runs the tests in the folder of the module.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}
