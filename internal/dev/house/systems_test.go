package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// parseOurs parses a file. Of those of other modules it leaves out what functions do, which is not ours to check.
func parseOurs(files *token.FileSet, name string, text []byte) (*ast.File, error) {
	file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
	if file != nil && !isOurs(name) {
		for _, of := range file.Decls {
			if f, ok := of.(*ast.FuncDecl); ok {
				f.Body = nil
			}
		}
	}
	return file, err
}

// isOurs reports whether a file is of the repository. The tools of the project itself are for Linux alone.
func isOurs(name string) bool {
	at, err := os.Getwd()
	below, ok := strings.CutPrefix(name, at+string(filepath.Separator))
	return err == nil && ok && !strings.HasPrefix(below, filepath.Join("internal", "dev"))
}

// TestOtherSystems: the code and its tests pass the type checker as on other systems, also of 32 bits. In a browser only
// the client and the mock have to.
func TestOtherSystems(t *testing.T) {
	t.Chdir(root)
	for system, patterns := range map[string][]string{
		"windows/amd64": {"work"}, "darwin/arm64": {"work"}, "freebsd/amd64": {"work"}, "linux/386": {"work"},
		"js/wasm": {".", "./mockserver"},
	} {
		t.Run(system, func(t *testing.T) {
			goos, goarch, _ := strings.Cut(system, "/")
			found, err := packages.Load(&packages.Config{
				Mode:      packages.LoadAllSyntax,
				ParseFile: parseOurs,
				Tests:     goos != "js",
				Env:       append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
			}, patterns...)
			require.NoError(t, err)
			require.NotEmpty(t, found)
			var wrong []string
			packages.Visit(found, nil, func(p *packages.Package) {
				for _, err := range p.Errors {
					if err.Pos == "" || isOurs(err.Pos) { // others lack what parseOurs left out
						wrong = append(wrong, err.Error())
					}
				}
			})
			require.Empty(t, wrong)
		})
	}
}
