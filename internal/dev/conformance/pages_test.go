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
	for fence, want := range map[string]struct {
		files  []string
		blocks map[string]int
	}{
		"go": {[]string{
			"*_example_test.go", "auth/example_test.go", "mockserver/console/example_test.go", "deed/*_example_test.go",
			"fleet/*_example_test.go", "otel/*_example_test.go", "examples/store/*_example_test.go",
		}, map[string]int{
			"README.md":     3,
			"data.md":       5,
			"errors.md":     4,
			"faults.md":     2,
			"fleet.md":      6,
			"hosts.md":      7,
			"mockserver.md": 3,
			"paying.md":     2,
			"reading.md":    5,
			"start.md":      5,
			"testing.md":    17,
			"watching.md":   4,
			"writing.md":    2,
		}},
		"python": {[]string{"examples/python/*.py"}, map[string]int{"README.md": 2}},
		"js":     {[]string{"examples/javascript/*.mjs"}, map[string]int{"README.md": 2}},
	} {
		source := ""
		for _, pattern := range want.files {
			files, err := filepath.Glob(filepath.Join(root, pattern))
			require.NoError(t, err)
			require.NotEmpty(t, files)
			for _, file := range files {
				code, err := os.ReadFile(file)
				require.NoError(t, err)
				source += withoutIndent(string(code))
			}
		}
		fenced, seen := regexp.MustCompile("(?s)```"+fence+"\n(.*?)```"), map[string]int{}
		for _, page := range pages(t) {
			text, err := os.ReadFile(page)
			require.NoError(t, err)
			for _, block := range fenced.FindAllStringSubmatch(string(text), -1) {
				require.Contains(t, source, withoutIndent(block[1]), page)
				seen[filepath.Base(page)]++
			}
		}
		require.Equal(t, want.blocks, seen, fence)
	}
}

func withoutIndent(code string) string {
	lines := strings.Split(code, "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], " \t")
	}
	return strings.Join(lines, "\n")
}
