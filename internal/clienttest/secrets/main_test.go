// Package secrets tests that no text of the client shows a secret. TestPlantedSecrets makes every operation at hosts
// that repeat what they got.
package secrets

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
