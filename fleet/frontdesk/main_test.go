package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if os.Getenv("DESK_HOST") != "" { // a desk of run
		main()
		return
	}
	goleak.VerifyTestMain(m)
}

func TestOutput(t *testing.T) {
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("*** NO REDIS (Debian: redis-server): SKIPPED")
	}
	t.Setenv("REDIS_URL", "")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out bytes.Buffer
	require.NoError(t, run(ctx, &out))
	require.Equal(t, `desk 1: team N was registered by this desk
desk 1: signal: killed
desk 2: team N was registered by an earlier one
desk 2: team N was paid for by an earlier one
The host has 1 registration and 1 payment.
`, regexp.MustCompile(`team \d+`).ReplaceAllString(out.String(), "team N"))
}
