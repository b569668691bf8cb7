package console

import "slices"

// Pages returns the paths of all pages.
func Pages() (paths []string) {
	for _, p := range table {
		paths = append(paths, p.path)
	}
	slices.Sort(paths)
	return paths
}
