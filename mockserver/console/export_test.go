package console

import "slices"

// Pages returns the paths of all pages.
func Pages() (paths []string) {
	for _, p := range newConsole(nil).pages {
		paths = append(paths, p.Path)
	}
	slices.Sort(paths)
	return paths
}
