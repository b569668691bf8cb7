package clienttest

import (
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// RequireNoTrace requires that a text contains none of the secrets, neither plainly nor in hexadecimal or base64.
func RequireNoTrace(t *testing.T, written string, secrets ...string) {
	t.Helper()
	lower := strings.ToLower(written)
	for _, secret := range secrets {
		require.NotContains(t, written, secret)
		require.NotContains(t, lower, fmt.Sprintf("%x", secret))
		require.NotContains(t, written, base64.RawStdEncoding.EncodeToString([]byte(secret)))
	}
}

// Thorough says whether tests that combine cases try all combinations, and not only a sample. `.ci/run thorough` sets
// it.
var Thorough = os.Getenv("TOURNEY_THOROUGH") != ""

// Sampled reports whether a test should try the case with this name. It picks about one in every `one` cases, the
// same cases in every run. With Thorough it picks all cases.
func Sampled(one uint32, name ...string) bool {
	h := fnv.New32a()
	_, _ = io.WriteString(h, strings.Join(name, "\n"))
	return Thorough || h.Sum32()%one == 0
}
