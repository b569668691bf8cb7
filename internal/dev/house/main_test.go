// Package house tests the repository: which package imports which, how long files are, what the modules
// in its folders need, and what a build of a user's package costs.
package house

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

// root is the folder of the module. Tests enter it themselves, because go test keeps the results of those that read the
// same files as before, and does not see where TestMain went.
const root = "../../.."

// thorough says whether tests that take long run. `.ci/run thorough` sets it.
var thorough = os.Getenv("TOURNEY_THOROUGH") != ""

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
