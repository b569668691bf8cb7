// Package sockets tests what package sending does on real connections: broken ones, shared ones, and those of HTTP/2.
package sockets

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
