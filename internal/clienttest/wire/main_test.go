// Package wire tests bodies in JSON and XML: those of testdata/wire, which none of our encoders wrote, and random ones.
package wire

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
