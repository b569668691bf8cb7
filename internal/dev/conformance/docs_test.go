package conformance

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

const root = "../../.."

// pages returns the pages of the repository that people read, without test data.
func pages(t *testing.T) []string {
	t.Helper()
	var found []string
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch name := filepath.Base(path); {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (name == "testdata" || strings.HasPrefix(name, ".") && name != ".github"):
			return fs.SkipDir
		case filepath.Ext(path) == ".md":
			found = append(found, path)
		}
		return nil
	}))
	require.Greater(t, len(found), 25)
	return found
}

// TestLinesOfPages: lines end at 120 columns, except tables, code, and links without spaces.
func TestLinesOfPages(t *testing.T) {
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		code := false
		for i, line := range strings.Split(string(text), "\n") {
			fence := strings.HasPrefix(line, "```")
			code = code != fence
			if code || fence || strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "|") {
				continue
			}
			if strings.Contains(strings.TrimSpace(line), " ") {
				require.LessOrEqual(t, utf8.RuneCountInString(line), 120, "%s:%d", page, i+1)
			}
		}
	}
}

// TestLinksOfPages: a link leads to a file of the repository, and to a heading or a name in it.
func TestLinksOfPages(t *testing.T) {
	links := regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"`)
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, link := range links.FindAllStringSubmatch(withoutCode(string(text)), -1) {
			file, heading, _ := strings.Cut(link[1]+link[2], "#")
			if strings.Contains(file, "://") {
				continue
			}
			to := page
			if file != "" {
				to = filepath.Join(filepath.Dir(page), file)
			}
			require.True(t, exists(to), "%s: %s", page, file)
			if heading != "" {
				require.Contains(t, headings(t, to), heading, "%s: %s", page, link[0])
			}
		}
	}
}

// withoutCode leaves out blocks and spans of code.
func withoutCode(text string) string {
	return regexp.MustCompile("(?s)```.*?```|`[^`\n]*`").ReplaceAllString(text, "")
}

// headings returns the fragments that GitHub gives the headings of a page.
func headings(t *testing.T, page string) []string {
	t.Helper()
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	var found []string
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(text), -1) {
		name := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		found = append(found, strings.ReplaceAll(name, " ", "-"))
	}
	return found
}

// TestPagesAreInTheIndex: docs/README.md leads to every page of docs.
func TestPagesAreInTheIndex(t *testing.T) {
	index, err := os.ReadFile(root + "/docs/README.md")
	require.NoError(t, err)
	files, err := filepath.Glob(root + "/docs/*.md")
	require.NoError(t, err)
	for _, file := range files {
		if name := filepath.Base(file); name != "README.md" {
			require.Contains(t, string(index), "]("+name+")")
		}
	}
}

// TestContributingNamesWhatExists: every file, test and target of make that CONTRIBUTING.md names is there.
func TestContributingNamesWhatExists(t *testing.T) {
	text, err := os.ReadFile(root + "/.github/CONTRIBUTING.md")
	require.NoError(t, err)
	targets, err := os.ReadFile(root + "/Makefile")
	require.NoError(t, err)
	tests, files := testNames(t), 0
	for _, name := range regexp.MustCompile("`([^`\\s]+|make [a-z-]+)`").FindAllStringSubmatch(string(text), -1) {
		name := name[1]
		switch target, isTarget := strings.CutPrefix(name, "make "); {
		case isTarget:
			require.Contains(t, string(targets), "\n"+target+": ")
		case strings.HasPrefix(name, "Test"):
			require.Contains(t, tests, name)
		case strings.Contains(name, "/"), strings.HasSuffix(name, ".go"):
			require.True(t, exists(filepath.Join(root, name)), name)
			files++
		}
	}
	require.Greater(t, files, 20)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// testNames returns the names of all test functions of the repository.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	require.NoError(t, filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, f := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllSubmatch(source, -1) {
			names[string(f[1])] = true
		}
		return err
	}))
	return names
}
