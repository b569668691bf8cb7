// Package answers tests what the client makes of answers: rows, results, errors, and how much of them it reads.
package answers

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
