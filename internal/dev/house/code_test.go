package house

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/contract"
)

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

// TestFilesAreShort: a file of code or of pages has at most 400 lines, and call.go, which shows the whole life of a
// request, at most 160. The linter bounds functions and lines of code, and this test the lines of pages.
func TestFilesAreShort(t *testing.T) {
	t.Chdir(root)
	most := map[string]int{"call.go": 160}
	sources(t, func(path string, file *ast.File, tokens *token.FileSet) {
		if !ast.IsGenerated(file) {
			require.LessOrEqual(t, tokens.Position(file.FileEnd).Line-1, cmp.Or(most[path], 400), path)
		}
	})
	pages, err := filepath.Glob("mockserver/console/*.templ")
	require.NoError(t, err)
	inside, err := filepath.Glob("mockserver/console/internal/*/*.templ")
	require.NoError(t, err)
	require.NotEmpty(t, inside)
	for _, path := range append(pages, inside...) {
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
	require.Equal(t, 10, open)
}
