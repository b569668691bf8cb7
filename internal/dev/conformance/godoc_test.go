package conformance

import (
	"go/ast"
	"go/build"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	modulePath = "github.com/tourney-go/tourney"
	pageBase   = "https://" + modulePath + "/blob/main/"
	symbolBase = "https://pkg.go.dev/" + modulePath
)

// public are the packages that programs import.
var public = []string{
	".", "auth", "mockserver", "mockserver/admin", "mockserver/console", "mockserver/fault", "mockserver/feed",
	"mockserver/journal", "mockserver/stored", "observe", "reconcile", "secret", "watch", "xmlcodec",
}

// TestLinksOfGoDoc: a link in the documentation of a public package leads to a name or a page that is there, text in
// brackets that looks like a name is such a link, and a page is named with its address.
func TestLinksOfGoDoc(t *testing.T) {
	packages := map[string]*doc.Package{}
	for _, path := range public {
		p := documentation(t, path)
		packages[p.ImportPath] = p
	}
	names, comments := map[string]map[string]bool{}, map[string][]string{}
	for path, p := range packages {
		names[path], comments[path] = documented(p)
	}
	unresolved := regexp.MustCompile(`(^|[\s(])\[\*?(\w+\.)*[A-Z]\w*\]`)
	pages := regexp.MustCompile(`\S*\b(?:docs|examples|mockserver)/[\w/-]+\.md`)
	count := 0
	for path, p := range packages {
		parser := p.Parser()
		check := func(links []comment.Text, text string) {
			for _, link := range links {
				switch link := link.(type) {
				case comment.Plain:
					require.NotRegexp(t, unresolved, string(link), "%s: no such name: %s", path, text)
				case *comment.DocLink:
					count++
					if in := names[linked(path, link)]; in != nil && link.Name != "" {
						require.True(t, in[nameOf(link)], "%s: %s has no %s", path, link.ImportPath, nameOf(link))
					}
				case *comment.Link:
					count++
					requireAddress(t, names, link.URL)
				}
			}
		}
		for _, text := range comments[path] {
			for _, page := range pages.FindAllString(text, -1) {
				if !strings.Contains(text, "]: "+page) {
					require.True(t, strings.HasPrefix(strings.TrimLeft(page, "("), pageBase), "%s: %s needs its address", path, page)
				}
			}
			each(parser.Parse(text).Content, func(links []comment.Text) { check(links, text) })
		}
	}
	require.Greater(t, count, 300)
}

// documentation returns what go doc shows of a package of the module.
func documentation(t *testing.T, path string) *doc.Package {
	t.Helper()
	folder := filepath.Join(root, path)
	sources, err := build.ImportDir(folder, build.IgnoreVendor)
	require.NoError(t, err)
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range sources.GoFiles {
		file, err := parser.ParseFile(set, filepath.Join(folder, name), nil, parser.ParseComments)
		require.NoError(t, err)
		files = append(files, file)
	}
	p, err := doc.NewFromFiles(set, files, strings.TrimSuffix(modulePath+"/"+path, "/."))
	require.NoError(t, err)
	return p
}

// documented returns what a link to a package can name, and all comments of the package that have links.
func documented(p *doc.Package) (names map[string]bool, comments []string) {
	names, comments = map[string]bool{}, []string{p.Doc}
	values := func(all []*doc.Value) {
		for _, v := range all {
			comments = append(comments, v.Doc)
			for _, name := range v.Names {
				names[name] = true
			}
		}
	}
	funcs := func(all []*doc.Func, of string) {
		for _, f := range all {
			comments = append(comments, f.Doc)
			names[of+f.Name] = true
		}
	}
	values(p.Consts)
	values(p.Vars)
	funcs(p.Funcs, "")
	for _, typ := range p.Types {
		comments = append(comments, typ.Doc)
		names[typ.Name] = true
		values(typ.Consts)
		values(typ.Vars)
		funcs(typ.Funcs, "")
		funcs(typ.Methods, typ.Name+".")
	}
	return names, comments
}

// each calls f with the text of each block of a comment.
func each(blocks []comment.Block, f func([]comment.Text)) {
	for _, block := range blocks {
		switch block := block.(type) {
		case *comment.Paragraph:
			f(block.Text)
		case *comment.List:
			for _, item := range block.Items {
				each(item.Content, f)
			}
		}
	}
}

func linked(from string, link *comment.DocLink) string {
	if link.ImportPath == "" {
		return from
	}
	return link.ImportPath
}

func nameOf(link *comment.DocLink) string {
	if link.Recv != "" {
		return strings.TrimPrefix(link.Recv, "*") + "." + link.Name
	}
	return link.Name
}

// requireAddress looks for a page of the repository, or for a name in a package of it, when an address is one of these.
func requireAddress(t *testing.T, names map[string]map[string]bool, address string) {
	t.Helper()
	if page, ours := strings.CutPrefix(address, pageBase); ours {
		file, heading, _ := strings.Cut(page, "#")
		_, err := os.Stat(filepath.Join(root, file))
		require.NoError(t, err, address)
		require.True(t, heading == "" || slices.Contains(headings(t, filepath.Join(root, file)), heading), address)
	}
	if symbol, ours := strings.CutPrefix(address, symbolBase); ours {
		path, name, _ := strings.Cut(symbol, "#")
		in := names[modulePath+path]
		require.NotNil(t, in, address)
		require.True(t, name == "" || in[name], address)
	}
}
