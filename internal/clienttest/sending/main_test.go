// Package sending tests when the client sends a request again, and what an error means for a write. TestPolicy goes
// through every cell of testdata/policy.txt.
package sending

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
