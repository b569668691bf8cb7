package ask

import "strings"

// singulars has the singulars of the kinds of rows in the admin API that do not only lack an s.
var singulars = map[string]string{"people": "person", "settings": "settings", "teamPools": "team pool"}

// OneOf returns the singular of a kind of rows, such as team for teams.
func OneOf(kind string) string {
	if one, ok := singulars[kind]; ok {
		return one
	}
	return strings.TrimSuffix(kind, "s")
}
