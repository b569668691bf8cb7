package house

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/contract"
)

const module = "github.com/tourney-go/tourney"

// mayImport lists the packages of ours that each package may import. A name includes the packages below it.
// docs/architecture.md says what is in each.
var mayImport = map[string][]string{
	"internal/contract":  {},
	"internal/node":      {},
	"internal/number":    {},
	"internal/xmlname":   {},
	"internal/header":    {},
	"internal/transport": {"observe", "internal/contract", "internal/header"},
	"internal/record":    {"internal/node", "internal/number", "internal/plaintext", "internal/xmlname"},
	"internal/leaks":     {},
	"internal/plaintext": {},
	"internal/nearest":   {},
	"internal/tempfile":  {},
	"internal/pseudonym": {"internal/contract", "internal/jsoncodec", "internal/leaks", "internal/node"},
	"internal/scalar":    {"internal/number", "internal/plaintext"},
	"internal/baseurl":   {"internal/contract", "internal/plaintext"},
	"internal/check":     {"internal/contract", "internal/node", "internal/plaintext", "internal/xmlwire"},
	"internal/codectest": {"internal/record"},
	"internal/jsoncodec": {"internal/node", "internal/number", "internal/record"},
	"internal/xmlwire":   {"internal/node", "internal/number", "internal/record", "internal/xmlname"},
	"internal/syntax":    {"internal/header", "internal/jsoncodec", "internal/node", "internal/record", "internal/xmlwire"},
	"internal/envelope": {"internal/jsoncodec", "internal/node", "internal/plaintext", "internal/record",
		"internal/syntax"},
	"internal/withhold": {"observe", "internal/contract", "internal/leaks", "internal/record", "internal/syntax",
		"internal/transport"},
	"xmlcodec": {"internal/record", "internal/xmlwire"},
	"observe":  {},
	"secret":   {},
	"auth":     {"secret", "internal/contract"},
	"": {"auth", "observe", "secret", "internal/baseurl", "internal/contract", "internal/check", "internal/envelope",
		"internal/header", "internal/jsoncodec", "internal/leaks", "internal/nearest", "internal/node",
		"internal/plaintext", "internal/record", "internal/rowjson", "internal/scalar", "internal/syntax",
		"internal/transport", "internal/withhold", "internal/xmlwire"},
	"mockserver/internal/ring": {},
	"mockserver/internal/asked": {"internal/check", "internal/contract", "internal/jsoncodec", "internal/node",
		"internal/xmlwire"},
	"mockserver/journal": {"", "internal/node", "internal/plaintext", "mockserver/internal/asked",
		"internal/redact"},
	"reconcile":     {"", "internal/nearest", "internal/plaintext"},
	"bulk":          {"", "reconcile", "internal/nearest", "internal/tempfile"},
	"watch":         {"", "internal/plaintext", "internal/tempfile", "internal/transport", "watch/webhook"},
	"watch/webhook": {"secret", "internal/leaks", "internal/plaintext"},
	"mockserver/internal/rules": {"internal/contract", "internal/header", "internal/jsoncodec", "internal/nearest",
		"internal/node", "internal/plaintext", "internal/redact"},
	"mockserver/fault":             {"", "internal/redact", "mockserver/internal/rules"},
	"internal/redact":              {"internal/node", "internal/plaintext", "internal/leaks"},
	"mockserver/stored":            {""},
	"mockserver/internal/store":    {},
	"mockserver/internal/datafile": {},
	"internal/rowjson": {"internal/jsoncodec", "internal/nearest", "internal/node", "internal/plaintext",
		"internal/record"},
	"mockserver/internal/extension": {"secret", "mockserver/feed", "mockserver/internal/refusal"},
	"mockserver/console": {"mockserver", "mockserver/admin", "mockserver/console/internal/ask",
		"mockserver/console/internal/prose", "mockserver/console/internal/state",
		"mockserver/console/internal/tournament", "mockserver/console/internal/traffic",
		"mockserver/console/internal/view", "mockserver/internal/extension", "mockserver/internal/wire"},
	"mockserver/console/internal/prose": {"internal/plaintext"},
	"mockserver/console/internal/ask":   {"internal/jsoncodec", "internal/node", "mockserver/console/internal/prose"},
	"mockserver/console/internal/view": {"mockserver/console/internal/ask", "mockserver/console/internal/prose",
		"mockserver/internal/wire"},
	"mockserver/console/internal/traffic": {"", "internal/contract", "mockserver/console/internal/ask",
		"mockserver/console/internal/prose", "mockserver/console/internal/view"},
	"mockserver/console/internal/tournament": {"mockserver/console/internal/ask", "mockserver/console/internal/prose",
		"mockserver/console/internal/view", "mockserver/internal/brackets"},
	"mockserver/console/internal/state": {"mockserver/console/internal/ask", "mockserver/console/internal/prose",
		"mockserver/console/internal/view"},
	"mockserver/internal/values": {""},
	"mockserver/internal/refusal": {"", "internal/check", "internal/contract", "internal/record",
		"internal/redact", "mockserver/internal/values"},
	"mockserver/internal/assumption": {"mockserver/internal/values"},
	"mockserver/internal/writable": {"", "internal/check", "internal/jsoncodec", "internal/node",
		"internal/xmlwire", "internal/redact", "mockserver/internal/refusal",
		"internal/rowjson", "mockserver/internal/values"},
	"mockserver/internal/host": {"", "mockserver/internal/refusal"},
	"mockserver/internal/model": {"", "auth", "internal/contract", "secret", "mockserver/internal/assumption",
		"mockserver/internal/refusal", "mockserver/internal/store", "mockserver/internal/values",
		"mockserver/stored"},
	"mockserver/internal/history": {"internal/contract", "mockserver/internal/model",
		"mockserver/internal/refusal", "mockserver/internal/values", "mockserver/journal"},
	"mockserver/internal/scenario": {"", "internal/contract", "internal/nearest", "mockserver/internal/model",
		"mockserver/internal/store",
		"internal/redact", "mockserver/internal/values", "mockserver/stored"},
	"mockserver/internal/savefile": {"", "auth", "internal/contract", "internal/jsoncodec", "internal/nearest",
		"internal/node", "secret", "mockserver/internal/datafile", "mockserver/internal/model",
		"internal/redact", "mockserver/internal/refusal", "internal/rowjson",
		"mockserver/internal/store", "mockserver/internal/values", "mockserver/internal/writable",
		"mockserver/journal"},
	"mockserver/internal/wire": {"", "internal/check", "internal/contract", "internal/header",
		"internal/jsoncodec", "internal/nearest", "internal/node", "internal/plaintext", "internal/record",
		"internal/xmlwire", "internal/redact", "mockserver/internal/refusal",
		"mockserver/internal/values"},
	"mockserver/internal/standings": {"", "internal/contract", "mockserver/internal/model",
		"mockserver/internal/store", "mockserver/internal/values"},
	"mockserver/internal/brackets": {},
	"mockserver/internal/playing": {"", "mockserver/internal/brackets", "mockserver/internal/history",
		"mockserver/internal/model", "mockserver/internal/scenario", "mockserver/internal/standings",
		"mockserver/internal/values", "mockserver/internal/views"},
	"mockserver/internal/views": {"", "mockserver/internal/model", "mockserver/internal/values"},
	"mockserver/internal/handlers": {"internal/check", "", "internal/contract", "internal/node", "internal/record",
		"mockserver/internal/assumption", "mockserver/internal/host", "mockserver/internal/model",
		"internal/redact", "mockserver/internal/refusal", "mockserver/internal/standings",
		"mockserver/internal/store", "mockserver/internal/values", "mockserver/internal/views",
		"mockserver/internal/wire", "mockserver/stored"},
	"mockserver/internal/recording": {"", "internal/contract", "internal/leaks", "internal/nearest", "internal/node",
		"internal/plaintext", "mockserver/internal/asked", "mockserver/internal/assumption",
		"mockserver/internal/history", "mockserver/internal/model", "internal/redact",
		"mockserver/internal/refusal", "mockserver/internal/respond", "mockserver/internal/ring",
		"mockserver/internal/rules", "mockserver/internal/values", "mockserver/internal/wire", "mockserver/journal"},
	"mockserver/internal/direct": {"", "auth", "mockserver/internal/history", "mockserver/internal/model",
		"internal/redact", "mockserver/internal/refusal", "mockserver/internal/store",
		"mockserver/internal/values", "mockserver/internal/views", "mockserver/stored"},
	"mockserver/internal/fixture": {"", "internal/check", "internal/jsoncodec", "internal/nearest",
		"internal/node", "internal/record", "mockserver/internal/model", "internal/redact",
		"mockserver/internal/refusal", "mockserver/internal/direct", "mockserver/internal/standings",
		"mockserver/internal/values"},
	"mockserver/internal/respond": {"", "auth", "internal/check", "internal/contract", "internal/node",
		"secret", "mockserver/internal/assumption", "mockserver/internal/handlers", "mockserver/internal/history",
		"mockserver/internal/host", "mockserver/internal/model", "internal/redact",
		"mockserver/internal/refusal", "mockserver/internal/rules", "mockserver/internal/standings",
		"mockserver/internal/store", "mockserver/internal/values", "mockserver/internal/wire",
		"mockserver/internal/writable", "mockserver/journal"},
	"mockserver/internal/listen": {"internal/plaintext", "internal/redact",
		"mockserver/internal/refusal", "mockserver/internal/respond", "mockserver/internal/wire"},
	"mockserver/internal/welcome": {"internal/contract", "mockserver/internal/extension", "mockserver/internal/model",
		"mockserver/internal/refusal", "mockserver/internal/respond", "mockserver/internal/values",
		"mockserver/internal/wire"},
	"mockserver": {"", "auth", "internal/adminclient", "internal/contract", "internal/nearest", "internal/openapi",
		"internal/rowjson", "internal/xmlwire", "secret", "mockserver/fault", "mockserver/feed", "mockserver/internal/assumption",
		"mockserver/internal/datafile", "mockserver/internal/direct", "mockserver/internal/extension",
		"mockserver/internal/feeding", "mockserver/internal/fixture", "mockserver/internal/form",
		"mockserver/internal/handlers", "mockserver/internal/history", "mockserver/internal/host",
		"mockserver/internal/listen", "mockserver/internal/model", "mockserver/internal/playing",
		"internal/redact", "mockserver/internal/refusal", "mockserver/internal/remote",
		"mockserver/internal/respond", "mockserver/internal/rules", "mockserver/internal/savefile",
		"mockserver/internal/scenario",
		"mockserver/internal/values", "mockserver/internal/welcome", "mockserver/internal/wire",
		"mockserver/internal/views", "mockserver/internal/world", "mockserver/internal/writable", "mockserver/journal",
		"mockserver/stored", "watch", "watch/webhook"},
	"cassette": {"secret", "internal/baseurl", "internal/contract", "internal/header", "internal/jsoncodec", "internal/leaks", "internal/node",
		"internal/pseudonym", "internal/redact", "internal/syntax", "internal/xmlwire"},
	"internal/clienttest": {"", "auth", "observe", "secret", "internal/check", "internal/contract", "internal/jsoncodec",
		"internal/record", "internal/transport", "internal/xmlwire"},
	"mockserver/internal/mocktest": {"", "auth", "internal/clienttest", "secret", "mockserver", "mockserver/admin",
		"mockserver/fault", "mockserver/stored"},
	"internal/conformance":   {"", "auth", "secret", "mockserver", "mockserver/stored", "internal/contract"},
	"internal/chaos":         {"", "mockserver", "internal/contract"},
	"internal/soak":          {"", "mockserver"},
	"internal/bench":         {"", "internal/bench/pages", "internal/jsoncodec", "internal/xmlwire"},
	"internal/bench/pages":   {""},
	"internal/bench/mock":    {"", "mockserver", "internal/bench"},
	"internal/bench/program": {"internal/bench"},
	"internal/openapi":       {"", "secret", "internal/contract", "internal/jsoncodec", "internal/record"},
	"internal/adminclient":   {"", "secret", "internal/header", "internal/plaintext", "internal/redact"},
	"internal/command":       {"internal/nearest", "internal/plaintext"},
	"cmd/mockserver": {"", "auth", "internal/command", "internal/plaintext", "mockserver", "mockserver/admin",
		"mockserver/console", "mockserver/fault", "mockserver/journal", "mockserver/stored", "secret", "watch/webhook"},
	"internal/survey": {"", "auth", "secret", "internal/contract", "internal/jsoncodec", "internal/node",
		"internal/openapi", "internal/plaintext", "internal/record", "internal/syntax", "internal/xmlwire", "mockserver"},
	"internal/eventcopy": {"", "observe", "internal/check", "internal/jsoncodec", "internal/node", "internal/pseudonym",
		"internal/record", "internal/tempfile"},
	"cmd/tourney": {"", "auth", "cassette", "internal/baseurl", "internal/check", "internal/command", "internal/contract",
		"internal/eventcopy", "internal/jsoncodec", "internal/nearest", "internal/node", "internal/plaintext",
		"internal/record", "internal/survey", "internal/syntax", "internal/tempfile", "mockserver", "secret"},
	"examples": {"", "auth", "bulk", "mockserver", "reconcile", "secret", "watch"},
	"mockserver/admin": {"", "auth", "internal/contract", "internal/header", "internal/jsoncodec", "internal/nearest",
		"internal/node", "internal/record", "secret", "mockserver", "mockserver/fault", "mockserver/feed",
		"mockserver/internal/asked", "mockserver/internal/direct", "mockserver/internal/extension",
		"mockserver/internal/feeding", "mockserver/internal/fixture", "mockserver/internal/form",
		"mockserver/internal/listen", "mockserver/internal/recording", "internal/redact",
		"mockserver/internal/refusal", "mockserver/internal/rules", "mockserver/internal/values",
		"mockserver/internal/wire", "mockserver/internal/writable", "mockserver/journal", "mockserver/stored"},
	"mockserver/feed": {"mockserver/fault", "mockserver/journal"},
	"mockserver/internal/feeding": {"mockserver/fault", "mockserver/feed", "mockserver/internal/history",
		"mockserver/internal/recording", "internal/redact", "mockserver/internal/rules",
		"mockserver/internal/values"},
	"mockserver/internal/world": {"secret", "mockserver/feed", "mockserver/internal/assumption",
		"mockserver/internal/feeding", "mockserver/internal/handlers", "mockserver/internal/history",
		"mockserver/internal/model", "mockserver/internal/playing", "mockserver/internal/recording",
		"mockserver/internal/refusal", "mockserver/internal/respond", "mockserver/internal/rules",
		"mockserver/internal/savefile", "mockserver/internal/standings", "mockserver/internal/wire", "mockserver/journal"},
	"mockserver/internal/form": {"", "auth", "internal/adminclient", "internal/jsoncodec", "internal/node", "secret",
		"mockserver/fault", "mockserver/feed", "internal/redact", "mockserver/internal/refusal", "mockserver/internal/rules",
		"mockserver/internal/wire", "mockserver/internal/writable", "mockserver/journal", "mockserver/stored"},
	"mockserver/internal/remote": {"", "auth", "internal/adminclient", "internal/contract", "internal/jsoncodec",
		"mockserver/fault", "mockserver/feed", "mockserver/internal/feeding", "mockserver/internal/fixture",
		"mockserver/internal/form", "mockserver/internal/recording",
		"internal/redact", "mockserver/internal/refusal", "mockserver/internal/respond",
		"mockserver/internal/rules", "mockserver/internal/direct", "mockserver/internal/values",
		"mockserver/internal/wire", "mockserver/internal/world", "mockserver/journal", "mockserver/stored"},
}

// outside says what shipped packages may import from other modules.
var outside = map[string][]string{
	"":                   {"github.com/google/go-querystring/query", "github.com/shopspring/decimal"},
	"watch":              {"github.com/google/go-querystring/query"},
	"watch/webhook":      {"github.com/hashicorp/go-retryablehttp"},
	"internal/transport": {"github.com/hashicorp/go-retryablehttp"},
	"internal/command":   {"github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/term"},
	"cmd/mockserver":     {"github.com/spf13/cobra", "golang.org/x/time/rate"},
	"internal/survey":    {"golang.org/x/time/rate"},
	"cmd/tourney": {
		"github.com/itchyny/gojq", "github.com/spf13/cobra", "github.com/zalando/go-keyring", "golang.org/x/time/rate",
	},

	"mockserver/console":                     {"github.com/a-h/templ", "github.com/a-h/templ/runtime"},
	"mockserver/console/internal/view":       {"github.com/a-h/templ", "github.com/a-h/templ/runtime"},
	"mockserver/console/internal/traffic":    {"github.com/a-h/templ", "github.com/a-h/templ/runtime"},
	"mockserver/console/internal/tournament": {"github.com/a-h/templ", "github.com/a-h/templ/runtime"},
	"mockserver/console/internal/state":      {"github.com/a-h/templ", "github.com/a-h/templ/runtime"},
	"mockserver/internal/store":              {"github.com/tidwall/btree"},
}

// forTests are packages for tests alone. No shipped package may depend on them.
var forTests = []string{
	"testing", "net/http/httptest", "github.com/stretchr/testify", "github.com/jarcoal/httpmock", "go.uber.org/goleak",
	"github.com/google/go-cmp", "pgregory.net/rapid",
}

// listed is the output of go list for a package.
type listed struct {
	Dir          string
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
	GoFiles      []string
}

// goList returns the packages of the module.
func goList(t *testing.T) []listed {
	t.Helper()
	packages, err := listOnce()
	require.NoError(t, err)
	return packages
}

var listOnce = sync.OnceValues(func() (packages []listed, err error) {
	const members = "-json=Dir,ImportPath,Imports,TestImports,XTestImports,Deps,GoFiles"
	out, err := exec.CommandContext(context.Background(), "go", "list", "-e", members, "./...").Output()
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

// ours returns the name of a package inside the module.
func ours(path string) (string, bool) {
	if path == module {
		return "", true
	}
	return strings.CutPrefix(path, module+"/")
}

// floor returns the row of the table that a package stands on.
func floor(name string) (string, bool) {
	for {
		if _, ok := mayImport[name]; ok {
			return name, true
		}
		i := strings.LastIndexByte(name, '/')
		if i < 0 {
			return "", false
		}
		name = name[:i]
	}
}

// shipped reports whether users import or install the package. They do not for the examples, the test suites and shared
// test packages.
func shipped(name string) bool {
	at, _ := floor(name)
	return !slices.Contains([]string{
		"examples", "internal/conformance", "internal/chaos", "internal/soak", "internal/codectest", "internal/clienttest",
		"mockserver/internal/mocktest",
	}, at)
}

func TestFloors(t *testing.T) {
	t.Chdir(root)
	packages := goList(t)
	require.GreaterOrEqual(t, len(packages), 5)
	for _, p := range packages {
		if len(p.GoFiles) == 0 {
			continue // nothing but tests
		}
		name, ok := ours(p.ImportPath)
		require.True(t, ok, p.ImportPath)
		at, ok := floor(name)
		require.True(t, ok, "%s has no row in the table", p.ImportPath)
		for _, path := range p.Imports {
			if other, ok := ours(path); ok {
				to, _ := floor(other)
				require.True(t, to == at || slices.Contains(mayImport[at], to), "%s must not import %s", p.ImportPath, path)
			}
		}
	}
}

// drawing is the page with the drawing of the packages.
const drawing = "docs/architecture.md"

var update = flag.Bool("update", false, "draw the packages in docs/architecture.md anew")

// TestArchitectureDrawsTheImports: docs/architecture.md has the shipped packages on their floors, with what their comments
// say first. A floor has the packages that import only packages of the floors below it.
func TestArchitectureDrawsTheImports(t *testing.T) {
	t.Chdir(root)
	packages := map[string]listed{}
	for _, p := range goList(t) {
		if name, _ := ours(p.ImportPath); len(p.GoFiles) > 0 && shipped(name) && !strings.HasPrefix(name, "internal/bench") {
			packages[name] = p
		}
	}
	var floorOf func(name string) int
	floorOf = func(name string) (n int) {
		for _, path := range packages[name].Imports {
			if other, ok := ours(path); ok {
				n = max(n, floorOf(other)+1)
			}
		}
		return n
	}
	names := slices.SortedFunc(maps.Keys(packages), func(a, b string) int {
		return cmp.Or(floorOf(b)-floorOf(a), strings.Compare(a, b))
	})
	text, last := "```\n", -1
	for _, name := range names {
		at := "  "
		if n := floorOf(name); n != last {
			at, last = fmt.Sprintf("%2d", n), n
		}
		text += fmt.Sprintf("%s  %-38s %s\n", at, cmp.Or(name, "tourney"), aboutPackage(t, packages[name]))
	}
	page, err := os.ReadFile(drawing)
	require.NoError(t, err)
	before, rest, _ := strings.Cut(string(page), "<!-- drawn -->\n")
	was, after, found := strings.Cut(rest, "<!-- /drawn -->")
	require.True(t, found)
	if text += "```\n"; *update {
		require.NoError(t, os.WriteFile(drawing, []byte(before+"<!-- drawn -->\n"+text+"<!-- /drawn -->"+after), 0o600))
		return
	}
	require.Equal(t, text, was, "go test ./internal/house -run TestArchitecture -update")
}

// aboutPackage returns the first clause of a package's comment, behind its name.
func aboutPackage(t *testing.T, p listed) string {
	t.Helper()
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.PackageClauseOnly|parser.ParseComments)
		require.NoError(t, err)
		text := strings.Join(strings.Fields(file.Doc.Text()), " ")
		if words := strings.SplitN(text, " ", 3); len(words) == 3 && (words[0] == "Package" || words[0] == "Command") {
			clause := strings.NewReplacer("[", "", "]", "").Replace(regexp.MustCompile(`[.:;](\s|$)`).Split(words[2], 2)[0])
			if len(clause) > 76 {
				clause = clause[:strings.LastIndexAny(clause[:76], ", ")]
				clause = strings.TrimRight(clause, ", ") + " …"
			}
			return clause
		}
	}
	t.Fatalf("%s has no comment", p.ImportPath)
	return ""
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
			if _, own := ours(path); !own && strings.Contains(first, ".") {
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

// TestTheProgramCallsNoMethodsByName guards the size and the start of cmd/mockserver. A program that can call methods by
// name keeps all exported methods of all types. The linker marks each function that does so in its list of what it keeps.
// Templates of cobra and html/template would, and the linker drops them as long as nothing calls them.
func TestTheProgramCallsNoMethodsByName(t *testing.T) {
	t.Chdir(root)
	if !thorough {
		t.Skip("it builds the program: .ci/run thorough runs it")
	}
	program := filepath.Join(t.TempDir(), "mockserver")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-ldflags=-dumpdep", "-o", program, "./cmd/mockserver")
	kept, err := cmd.CombinedOutput()
	require.NoError(t, err, string(kept))
	require.Contains(t, string(kept), "\nmain.main -> ")
	require.Contains(t, string(kept), " <UsedInIface> -> ", "the list has the marks of the linker")
	for line := range strings.Lines(string(kept)) {
		require.NotContains(t, line, "<ReflectMethod>")
	}
}

// sources calls f for every Go file of the module except tests.
func sources(t *testing.T, f func(path string, file *ast.File, tokens *token.FileSet)) {
	t.Helper()
	seen := 0
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		tokens := token.NewFileSet()
		file, err := parser.ParseFile(tokens, path, source, parser.ParseComments)
		require.NoError(t, err, path)
		seen++
		f(path, file, tokens)
		return nil
	}))
	require.Greater(t, seen, 30)
}

// TestFunctionsAndFilesAreShort: half of the functions have at most 8 lines, and nine in ten at most 20. A file has at most
// 400 lines, and call.go, which shows the whole life of a request, at most 160.
func TestFunctionsAndFilesAreShort(t *testing.T) {
	t.Chdir(root)
	most := map[string]int{"call.go": 160}
	var lines []int
	sources(t, func(path string, file *ast.File, tokens *token.FileSet) {
		if ast.IsGenerated(file) {
			return
		}
		require.LessOrEqual(t, tokens.Position(file.FileEnd).Line-1, cmp.Or(most[path], 400), path)
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				lines = append(lines, tokens.Position(f.End()).Line-tokens.Position(f.Pos()).Line+1)
			}
		}
	})
	slices.Sort(lines)
	require.LessOrEqual(t, lines[len(lines)/2], 8)
	require.LessOrEqual(t, lines[len(lines)*9/10], 20)
}

// TestPagesAreShort: a file of pages has at most 400 lines of at most 120 columns, as other files have.
func TestPagesAreShort(t *testing.T) {
	t.Chdir(root)
	files, err := filepath.Glob(filepath.Join("mockserver", "console", "*.templ"))
	require.NoError(t, err)
	inside, err := filepath.Glob(filepath.Join("mockserver", "console", "internal", "*", "*.templ"))
	require.NoError(t, err)
	files = append(files, inside...)
	require.Greater(t, len(files), 20)
	for _, path := range files {
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		require.LessOrEqual(t, bytes.Count(source, []byte("\n")), 400, path)
		for line := range strings.Lines(string(source)) {
			require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 120, "%s: %s", path, line)
		}
	}
}

// sports are the words that name a variant in code.
func sports() map[string]bool {
	words := map[string]bool{"variant": true, "sport": true}
	for _, v := range contract.Variants() {
		words[strings.ReplaceAll(v.Name, "-", "")] = true
	}
	return words
}

// names reports whether an expression mentions a variant: its constant, its name, or a value called variant or sport.
func names(words map[string]bool, expr ast.Node) (found bool) {
	ast.Inspect(expr, func(n ast.Node) bool {
		word := ""
		switch n := n.(type) {
		case *ast.Ident:
			word = n.Name
		case *ast.BasicLit:
			word = strings.Trim(n.Value, "\"`")
		}
		found = found || words[strings.ToLower(strings.ReplaceAll(word, "-", ""))]
		return !found
	})
	return found
}

// TestNothingBranchesOnASport: each difference between sports is a cell of the contract. Rows that say "Only" or
// "Except" are data; a switch, a case or a comparison would be code.
func TestNothingBranchesOnASport(t *testing.T) {
	t.Chdir(root)
	words := sports()
	sources(t, func(path string, file *ast.File, tokens *token.FileSet) {
		if strings.HasPrefix(path, "examples") {
			return // written for one sport, as a user's code would be
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SwitchStmt:
				require.False(t, n.Tag != nil && names(words, n.Tag), "%s: a switch on a variant", tokens.Position(n.Pos()))
			case *ast.CaseClause:
				for _, expr := range n.List {
					require.False(t, names(withoutFields(words), expr), "%s: a case of a variant", tokens.Position(n.Pos()))
				}
			case *ast.BinaryExpr:
				compares := n.Op == token.EQL || n.Op == token.NEQ
				require.False(t, compares && (names(withoutFields(words), n.X) || names(withoutFields(words), n.Y)),
					"%s: a comparison with a variant", tokens.Position(n.Pos()))
			}
			return true
		})
	})
}

// withoutFields drops the words that do not name a sport: "v.variant == nil" is no branch on a sport.
func withoutFields(words map[string]bool) map[string]bool {
	left := map[string]bool{}
	for word := range words {
		left[word] = word != "variant" && word != "sport"
	}
	return left
}

// TestBranchesOnASportAreSeen: without working names the test above would prove nothing.
func TestBranchesOnASportAreSeen(t *testing.T) {
	for expr, want := range map[string]bool{
		"tourney.Football": true, `"water-polo"`: true, "v.variant": true, "multiSport | baseball": true, "s.retry.Max": false, `"id"`: false,
	} {
		parsed, err := parser.ParseExpr(expr)
		require.NoError(t, err)
		require.Equal(t, want, names(sports(), parsed), expr)
	}
}

func TestNothingIsLeftToDo(t *testing.T) {
	t.Chdir(root)
	left := regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)
	sources(t, func(path string, file *ast.File, tokens *token.FileSet) {
		for _, group := range file.Comments {
			for _, comment := range group.List {
				require.False(t, left.MatchString(comment.Text), "%s: %s", tokens.Position(comment.Pos()), comment.Text)
			}
		}
	})
}

// TestTestsLookForGoroutines: every package with tests checks that they leave no goroutine behind.
func TestTestsLookForGoroutines(t *testing.T) {
	t.Chdir(root)
	folders := map[string]bool{}
	require.NoError(t, filepath.WalkDir(".", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if bytes.HasPrefix(source, []byte("//go:build generated\n")) { // it runs in a process of another test
			return err
		}
		folders[filepath.Dir(path)] = folders[filepath.Dir(path)] || bytes.Contains(source, []byte("goleak.Verify"))
		return err
	}))
	require.Greater(t, len(folders), 10)
	for folder, looks := range folders {
		require.True(t, looks, "%s: no test calls goleak", folder)
	}
}

// TestTestsUseThePublicAPI: a test file inside of the root package would also make go test compile every package above
// it once more.
func TestTestsUseThePublicAPI(t *testing.T) {
	t.Chdir(root)
	tests, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	for _, path := range tests {
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		require.True(t, bytes.Contains(source, []byte("package tourney_test\n")), path)
	}
}

// TestInterfacesAreSealedOrPromised: an interface that programs may implement can gain no method, so the package comment
// names it.
func TestInterfacesAreSealedOrPromised(t *testing.T) {
	t.Chdir(root)
	comment, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	_, promises, found := strings.Cut(string(comment), "A program may implement")
	require.True(t, found)
	promises, _, _ = strings.Cut(promises, "gain no methods")
	open := 0
	sources(t, func(path string, file *ast.File, _ *token.FileSet) {
		if strings.Contains(path, "internal/") || file.Name.Name == "main" {
			return
		}
		for name, object := range file.Scope.Objects {
			spec, _ := object.Decl.(*ast.TypeSpec)
			if spec == nil || !ast.IsExported(name) {
				continue
			}
			i, ok := spec.Type.(*ast.InterfaceType)
			if !ok || !slices.ContainsFunc(i.Methods.List, func(f *ast.Field) bool { return len(f.Names) > 0 }) ||
				slices.ContainsFunc(i.Methods.List, func(f *ast.Field) bool { return len(f.Names) > 0 && !f.Names[0].IsExported() }) {
				continue
			}
			if file.Name.Name != "tourney" {
				name = file.Name.Name + "." + name
			}
			open++
			require.Regexp(t, `[\s,\[]`+regexp.QuoteMeta(name)+`[\s,.\]]`, promises, path)
		}
	})
	require.Equal(t, 9, open)
}
