package house

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// modules are the modules of the repository, by their folders. Each has what it imports of other modules: those of the
// repository, then those of others. Modules for tests are not listed. docs/decisions.md has the reasons.
var modules = map[string]struct{ ours, others []string }{
	".": {others: []string{
		"github.com/google/go-querystring", "github.com/hashicorp/go-retryablehttp", "github.com/shopspring/decimal",
		"github.com/tidwall/btree", "golang.org/x/time",
	}},
	"mockserver/console": {[]string{"."}, []string{"github.com/a-h/templ", "golang.org/x/net"}},
	"cmd": {[]string{".", "mockserver/console"}, []string{
		"github.com/arran4/golang-ical", "github.com/emersion/go-ical", "github.com/google/jsonschema-go", "github.com/itchyny/gojq",
		"github.com/mattn/go-runewidth",
		"github.com/modelcontextprotocol/go-sdk", "github.com/spf13/cobra", "github.com/spf13/pflag",
		"github.com/zalando/go-keyring", "golang.org/x/term", "golang.org/x/time",
	}},
	"fleet": {[]string{"."}, []string{"github.com/redis/go-redis/v9", "golang.org/x/time"}},
	"otel": {[]string{"."}, []string{
		"go.opentelemetry.io/otel", "go.opentelemetry.io/otel/metric", "go.opentelemetry.io/otel/sdk",
		"go.opentelemetry.io/otel/sdk/metric", "go.opentelemetry.io/otel/trace",
	}},
	"examples/registration": {[]string{"."}, []string{"modernc.org/sqlite"}},
	"examples/store":        {[]string{"."}, []string{"modernc.org/sqlite", "github.com/jackc/pgx/v5"}},
	"internal/dev": {[]string{".", "fleet", "mockserver/console"}, []string{
		"github.com/bytedance/sonic", "github.com/chromedp/cdproto", "github.com/chromedp/chromedp",
		"github.com/go-json-experiment/json", "github.com/go-sql-driver/mysql", "github.com/goccy/go-json",
		"github.com/jackc/pgx/v5", "github.com/oapi-codegen/runtime", "github.com/ogen-go/ogen",
		"github.com/pb33f/libopenapi", "github.com/pb33f/libopenapi-validator", "github.com/redis/go-redis/v9",
		"golang.org/x/net", "golang.org/x/tools", "modernc.org/sqlite",
	}},
}

// testModules are for tests alone, in any module.
var testModules = []string{
	"github.com/google/go-cmp", "github.com/jarcoal/httpmock", "github.com/stretchr/testify", "go.uber.org/goleak",
	"pgregory.net/rapid",
}

// moduleFile is what go mod edit -json and go work edit -json print.
type moduleFile struct {
	Module  struct{ Path string }
	Require []struct {
		Path, Version string
		Indirect      bool
	}
	Use     []struct{ DiskPath string }
	Replace []struct {
		Old, New struct{ Path, Version string }
	}
}

// readModule reads a go.mod, or the go.work.
func readModule(t *testing.T, path string) (read moduleFile) {
	t.Helper()
	command := strings.TrimPrefix(filepath.Ext(path), ".")
	out, err := exec.CommandContext(t.Context(), "go", command, "edit", "-json", path).Output()
	require.NoError(t, err, path)
	require.NoError(t, json.Unmarshal(out, &read), path)
	return read
}

// moduleIn returns the path of the module in a folder.
func moduleIn(folder string) string {
	return strings.TrimSuffix(module+"/"+folder, "/.")
}

// needed returns what a module requires of others, and what the modules require that it requires.
func needed(folder string) []string {
	all := slices.Clone(modules[folder].others)
	for _, below := range modules[folder].ours {
		all = append(all, needed(below)...)
	}
	return all
}

// onlyFor returns the modules that require a module of others directly. Much that others wrote needs golang.org/x.
func onlyFor(path string) (folders []string) {
	for folder, may := range modules {
		if slices.Contains(may.others, path) && !strings.HasPrefix(path, "golang.org/x/") {
			folders = append(folders, folder)
		}
	}
	return folders
}

// TestModulesRequireWhatTheyMay: a module requires no module above it, and what only another module needs gets into no
// go.mod of an importer, not even for tests.
func TestModulesRequireWhatTheyMay(t *testing.T) {
	t.Chdir(root)
	for folder, may := range modules {
		file := readModule(t, filepath.Join(folder, "go.mod"))
		require.Equal(t, moduleIn(folder), file.Module.Path)
		var ours, others []string
		for _, required := range file.Require {
			switch path := required.Path; {
			case path == module || strings.HasPrefix(path, module+"/"):
				ours = append(ours, cmp.Or(strings.TrimPrefix(strings.TrimPrefix(path, module), "/"), "."))
			case !required.Indirect && !slices.Contains(testModules, path):
				others = append(others, path)
			}
			if only := onlyFor(required.Path); len(only) > 0 && !slices.Contains(needed(folder), required.Path) {
				t.Errorf("%s requires %s, which is for %s alone", folder, required.Path, strings.Join(only, ", "))
			}
		}
		require.Equal(t, may.ours, ours, folder)
		require.Equal(t, may.others, others, folder)
	}
	var below []string
	for _, folder := range listInScript(t, "released") {
		require.Subset(t, below, modules[folder].ours, "%s is tagged too early", folder)
		below = append(below, folder)
	}
}

// TestModulesHaveOneVersion: go.work replaces one version of our modules, which all of them require. A go.mod replaces
// nothing, because go install refuses a program whose module does.
func TestModulesHaveOneVersion(t *testing.T) {
	t.Chdir(root)
	replaced := map[string]string{}
	version := ""
	for _, line := range readModule(t, "go.work").Replace {
		folder, own := strings.CutPrefix(line.Old.Path, module)
		require.True(t, own, line.Old.Path)
		require.Equal(t, "."+cmp.Or(folder, "/"), line.New.Path)
		require.Empty(t, line.New.Version)
		version = cmp.Or(version, line.Old.Version)
		replaced[line.Old.Path] = line.Old.Version
	}
	require.Regexp(t, `^v\d+\.\d+\.\d+`, version)
	for folder := range modules {
		file := readModule(t, filepath.Join(folder, "go.mod"))
		require.Empty(t, file.Replace, folder)
		for _, required := range file.Require {
			if required.Path == module || strings.HasPrefix(required.Path, module+"/") {
				require.Equal(t, version, required.Version, "%s requires %s", folder, required.Path)
				require.Equal(t, version, replaced[required.Path], "go.work: %s", required.Path)
			}
		}
	}
}

// listInScript returns a list of folders of .ci/modules.sh.
func listInScript(t *testing.T, name string) []string {
	t.Helper()
	script, err := os.ReadFile(filepath.Join(".ci", "modules.sh"))
	require.NoError(t, err)
	list := regexp.MustCompile(`(?m)^readonly ` + name + `=\((.*)\)$`).FindSubmatch(script)
	require.NotNil(t, list, name)
	return strings.Fields(string(list[1]))
}

// TestModulesAreKnown: the checks and go.work have every module.
func TestModulesAreKnown(t *testing.T) {
	t.Chdir(root)
	var found []string
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "go.mod" {
			found = append(found, filepath.ToSlash(filepath.Dir(path)))
		}
		return err
	}))
	slices.Sort(found)
	require.Equal(t, slices.Sorted(maps.Keys(modules)), found)
	require.Equal(t, found, append([]string{"."}, listInScript(t, "nested")...))
	require.Subset(t, found, listInScript(t, "released"))
	var used []string
	for _, use := range readModule(t, "go.work").Use {
		used = append(used, filepath.ToSlash(filepath.Clean(use.DiskPath)))
	}
	require.ElementsMatch(t, found, used)
}
