// Package requests tests what a call sends, and what the client refuses to send.
package requests

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
