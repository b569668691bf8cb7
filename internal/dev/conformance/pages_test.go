package conformance

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCodeOfPages: the code of the pages is in a file that is run: that in Go in an example of a package, that in Python and
// JavaScript in the examples, which .ci/run runs.
func TestCodeOfPages(t *testing.T) {
	for fence, patterns := range map[string][]string{
		"go": {
			"*_example_test.go", "auth/example_test.go", "mockserver/console/example_test.go", "deed/*_example_test.go",
			"fleet/*_example_test.go", "examples/store/*_example_test.go",
		},
		"python": {"examples/python/*.py"},
		"js":     {"examples/javascript/*.mjs"},
	} {
		source := ""
		for _, pattern := range patterns {
			files, err := filepath.Glob(filepath.Join(root, pattern))
			require.NoError(t, err)
			require.NotEmpty(t, files)
			for _, file := range files {
				code, err := os.ReadFile(file)
				require.NoError(t, err)
				source += withoutIndent(string(code))
			}
		}
		fenced, seen := regexp.MustCompile("(?s)```"+fence+"\n(.*?)```"), 0
		for _, page := range pages(t) {
			text, err := os.ReadFile(page)
			require.NoError(t, err)
			for _, block := range fenced.FindAllStringSubmatch(string(text), -1) {
				require.Contains(t, source, withoutIndent(block[1]), page)
				seen++
			}
		}
		require.Positive(t, seen, fence)
	}
}

func withoutIndent(code string) string {
	lines := strings.Split(code, "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], " \t")
	}
	return strings.Join(lines, "\n")
}
