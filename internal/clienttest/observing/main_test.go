// Package observing tests what observers hear, and what the log holds.
package observing

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
