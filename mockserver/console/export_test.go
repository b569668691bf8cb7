package console

import (
	"slices"
	"strings"
)

// Pages returns the paths of all pages.
func Pages() (paths []string) {
	for _, p := range newConsole(nil).pages {
		paths = append(paths, p.Path)
	}
	slices.Sort(paths)
	return paths
}

// PageOf returns the path in the table of the page with a path.
func PageOf(path string) string {
	path, _, _ = strings.Cut(path, "?")
	if p, _ := newConsole(nil).pages.At(path); p != nil {
		return p.Path
	}
	return ""
}
