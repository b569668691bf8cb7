// Package lists tests pages and listings: reading ahead, reading consistently, and rows that cannot be read.
package lists

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
