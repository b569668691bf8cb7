// Package auth tests signers, logins and keys as a client uses them.
package auth

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
