package house

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/tourney-go/tourney"

// listed is the output of go list for a package.
type listed struct {
	Dir        string
	ImportPath string
	Imports    []string
	Deps       []string
	GoFiles    []string
}

// goList returns the packages of all modules.
func goList(t *testing.T) []listed {
	t.Helper()
	packages, err := listOnce()
	require.NoError(t, err)
	return packages
}

var listOnce = sync.OnceValues(func() (packages []listed, err error) {
	const members = "-json=Dir,ImportPath,Imports,Deps,GoFiles"
	out, err := exec.CommandContext(context.Background(), "go", "list", "-e", members, "work").Output()
	for d := json.NewDecoder(bytes.NewReader(out)); err == nil; {
		var p listed
		if err = d.Decode(&p); err == nil {
			packages = append(packages, p)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return packages, err
})

// ours returns the name of a package of the repository: its folder, and tourney for the root.
func ours(path string) (string, bool) {
	if path == module {
		return "tourney", true
	}
	return strings.CutPrefix(path, module+"/")
}

// page is the page with the drawing of the rooms and their list.
const page = "docs/architecture.md"

// importers is the list of who may import each room.
const importers = "internal/dev/house/importers.txt"

// rooms returns the rooms that the page lists, each with those that may import it.
func rooms(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(importers)
	require.NoError(t, err)
	all := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		if room, list, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, "#") {
			require.NotContains(t, all, room, "two lines")
			all[room] = strings.Split(list, ", ")
		}
	}
	text, err = os.ReadFile(page)
	require.NoError(t, err)
	_, list, found := strings.Cut(string(text), "| room | knows | must not know |\n|---|---|---|\n")
	require.True(t, found)
	var named []string
	for line := range strings.Lines(list) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if len(cells) != 3 {
			break
		}
		named = append(named, strings.TrimSpace(cells[0]))
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(all)), named)
	return all
}

// admits reports whether a list of importers has a room: by its name, which may leave out internal/ and
// mockserver/internal/, by a folder above it such as examples/…, or by any.
func admits(list []string, room string) bool {
	return slices.ContainsFunc(list, func(importer string) bool {
		folder, below := strings.CutSuffix(importer, "…")
		return slices.Contains([]string{"any", room, strings.TrimPrefix(room, "internal/"),
			strings.TrimPrefix(room, "mockserver/internal/")}, importer) || below && strings.HasPrefix(room, folder)
	})
}

// TestRooms: the page lists every package, each import is one that the line of the imported room admits, and no line
// names an importer that imports nothing of it.
func TestRooms(t *testing.T) {
	t.Chdir(root)
	all, used := rooms(t), map[string]map[string]bool{}
	var found []string
	for _, p := range goList(t) {
		name, ok := ours(p.ImportPath)
		require.True(t, ok, p.ImportPath)
		found = append(found, name)
		for _, path := range p.Imports {
			other, ok := ours(path)
			if !ok {
				continue
			}
			require.True(t, admits(all[other], name), "%s must not import %s: see its line in %s", name, other, importers)
			if used[other] == nil {
				used[other] = map[string]bool{}
			}
			used[other][name] = true
		}
	}
	slices.Sort(found)
	require.Equal(t, found, slices.Sorted(maps.Keys(all)))
	for room, list := range all {
		for _, importer := range list {
			if importer != "any" && importer != "none" {
				require.True(t, slices.ContainsFunc(slices.Collect(maps.Keys(used[room])), func(user string) bool {
					return admits([]string{importer}, user)
				}), "%s does not import %s", importer, room)
			}
		}
	}
}

// shipped reports whether users import or install the package. They do not for the examples, the test suites and shared
// test packages.
func shipped(name string) bool {
	return !slices.ContainsFunc([]string{
		"examples", "fleet/frontdesk", "internal/dev", "internal/codectest", "internal/clienttest", "mockserver/internal/mocktest",
	}, func(folder string) bool { return name == folder || strings.HasPrefix(name, folder+"/") })
}

var update = flag.Bool("update", false, "draw the floors in docs/architecture.md anew")

// TestFloorsAreDrawn: the page has the shipped packages on their floors. A floor has the packages that import only
// packages of the floors below it.
func TestFloorsAreDrawn(t *testing.T) {
	t.Chdir(root)
	packages := map[string]listed{}
	for _, p := range goList(t) {
		if name, _ := ours(p.ImportPath); len(p.GoFiles) > 0 && shipped(name) {
			packages[name] = p
		}
	}
	floors := map[int][]string{}
	var floorOf func(name string) int
	floorOf = func(name string) (n int) {
		for _, path := range packages[name].Imports {
			if other, ok := ours(path); ok {
				n = max(n, floorOf(other)+1)
			}
		}
		return n
	}
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		floors[floorOf(name)] = append(floors[floorOf(name)], name)
	}
	drawn := "```\n"
	for _, n := range slices.SortedFunc(maps.Keys(floors), func(a, b int) int { return cmp.Compare(b, a) }) {
		drawn += floorText(n, floors[n])
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, _ := strings.Cut(string(text), "<!-- drawn -->\n")
	was, after, found := strings.Cut(rest, "<!-- /drawn -->")
	require.True(t, found)
	if drawn += "```\n"; *update {
		require.NoError(t, os.WriteFile(page, []byte(before+"<!-- drawn -->\n"+drawn+"<!-- /drawn -->"+after), 0o600))
		return
	}
	require.Equal(t, drawn, was, "go test ./internal/dev/house -run TestFloorsAreDrawn -update")
}

// floorText returns the lines of a floor, of at most 120 columns.
func floorText(n int, names []string) string {
	lines := []string{fmt.Sprintf("%2d ", n)}
	for _, name := range names {
		last := &lines[len(lines)-1]
		if len(*last)+len(name) > 117 {
			lines = append(lines, "   ")
			last = &lines[len(lines)-1]
		}
		*last += "  " + name
	}
	return strings.Join(lines, "\n") + "\n"
}

// outside says which packages of other modules the packages of the core may import.
var outside = map[string][]string{
	"tourney":                   {"github.com/google/go-querystring/query", "github.com/shopspring/decimal"},
	"watch":                     {"github.com/google/go-querystring/query"},
	"watch/webhook":             {"github.com/hashicorp/go-retryablehttp"},
	"internal/transport":        {"github.com/hashicorp/go-retryablehttp"},
	"mockserver/internal/store": {"github.com/tidwall/btree"},
}

// inCore reports whether a package is in the module of the root.
func inCore(name string) bool {
	for folder := range modules {
		if folder != "." && (name == folder || strings.HasPrefix(name, folder+"/")) {
			return false
		}
	}
	return true
}

// forTests are packages for tests alone. No shipped package may depend on them.
var forTests = []string{
	"testing", "net/http/httptest", "github.com/stretchr/testify", "github.com/jarcoal/httpmock", "go.uber.org/goleak",
	"github.com/google/go-cmp", "pgregory.net/rapid",
}

func TestShippedPackagesImportLittle(t *testing.T) {
	t.Chdir(root)
	for _, p := range goList(t) {
		name, _ := ours(p.ImportPath)
		if !shipped(name) {
			continue
		}
		for _, path := range p.Imports {
			first, _, _ := strings.Cut(path, "/")
			if _, own := ours(path); inCore(name) && !own && strings.Contains(first, ".") {
				require.Contains(t, outside[name], path, "%s must not import it", p.ImportPath)
			}
		}
		for _, path := range p.Deps {
			for _, test := range forTests {
				require.False(t, path == test || strings.HasPrefix(path, test+"/"), "%s depends on %s", p.ImportPath, path)
			}
		}
	}
}
