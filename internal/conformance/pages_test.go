package conformance

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCodeOfPages: the Go code of the README and of the other pages is in a file that is compiled and run.
func TestCodeOfPages(t *testing.T) {
	var source []byte
	for _, pattern := range []string{"*_example_test.go", "otel/*_example_test.go", "examples/store/*_example_test.go"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			source = append(source, code...)
		}
	}
	fenced, seen := regexp.MustCompile("(?s)```go\n(.*?)```"), map[string]int{}
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, block := range fenced.FindAllStringSubmatch(string(text), -1) {
			require.Contains(t, unindented(string(source)), unindented(block[1]), page)
			seen[filepath.Base(page)]++
		}
	}
	require.Equal(t, map[string]int{
		"README.md":    6,
		"admin.md":     2,
		"console.md":   1,
		"data.md":      3,
		"errors.md":    6,
		"faults.md":    4,
		"formats.md":   2,
		"hosts.md":     4,
		"lists.md":     6,
		"otel.md":      1,
		"scenarios.md": 1,
		"testing.md":   22,
		"values.md":    5,
		"watching.md":  2,
	}, seen)
}

// TestCodeOfOtherLanguages: the code of the pages in Python and JavaScript is in the examples, which .ci/run runs.
func TestCodeOfOtherLanguages(t *testing.T) {
	seen := map[string]int{}
	for _, language := range []struct{ fence, files string }{{"python", "python/*.py"}, {"js", "javascript/*.mjs"}} {
		files, err := filepath.Glob(filepath.Join(root, "examples", language.files))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		source := ""
		for _, file := range files {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			source += withoutIndent(string(code))
		}
		fenced := regexp.MustCompile("(?s)```" + language.fence + "\n(.*?)```")
		for _, page := range pages(t) {
			text, err := os.ReadFile(page)
			require.NoError(t, err)
			for _, block := range fenced.FindAllStringSubmatch(string(text), -1) {
				require.Contains(t, source, withoutIndent(block[1]), page)
				seen[filepath.Base(page)]++
			}
		}
	}
	require.Equal(t, map[string]int{"README.md": 2}, seen)
}

func withoutIndent(code string) string {
	lines := strings.Split(code, "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func unindented(code string) string {
	lines := strings.Split(code, "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], "\t")
	}
	return strings.Join(lines, "\n")
}
