package main

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

var update = flag.Bool("update", false, "write testdata/output.txt and the picture of it anew")

const golden = "testdata/output.txt"

func TestOutput(t *testing.T) {
	t.Cleanup(func() { goleak.VerifyNone(t) })
	var out bytes.Buffer
	require.NoError(t, run(&out))
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o750))
		require.NoError(t, os.WriteFile(golden, out.Bytes(), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err, "go test ./examples/quickstart -update writes it")
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("the output differs from %s (go test ./examples/quickstart -update writes it anew); - is the file:\n%s", golden, diff)
	}
	for _, secret := range []string{"mock-api-secret", "bW9jay", "4111", "let-me-in"} {
		require.NotContains(t, out.String(), secret)
	}
}
