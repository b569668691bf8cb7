// Package nearest finds the name that somebody meant who mistyped it.
package nearest

import (
	"strings"
	"unicode"
)

// maxCompared bounds how many letters of a name are compared.
const maxCompared = 80

// Of returns the first of the names that are most like a mistyped one. It returns "" when none is like it: a hint that
// misleads is worse than none. Letter case and letters that nobody sees do not count.
func Of(names []string, mistyped string) string {
	typed := lettersOf(mistyped)
	best, shortest := "", maxCompared+1
	for _, name := range names {
		letters := lettersOf(name)
		if d := distance(letters, typed, shortest); d < shortest && isLike(letters, typed, d) {
			best, shortest = name, d
		}
	}
	return best
}

// OfAll returns the first of the names that are most like a mistyped one, however little that is.
func OfAll(names []string, mistyped string) string {
	typed := lettersOf(mistyped)
	best, shortest := "", maxCompared+1
	for _, name := range names {
		if d := distance(lettersOf(name), typed, shortest); d < shortest {
			best, shortest = name, d
		}
	}
	return best
}

// isLike reports whether a mistyped name can mean a name at a distance. One letter in three may be wrong, and one
// in a short name. Names that begin alike may differ a little more. A name may also be a part of the other.
func isLike(name, typed []rune, distance int) bool {
	if isPart(typed, name, 3) || isPart(name, typed, 4) {
		return true
	}
	longer, shorter := max(len(name), len(typed)), min(len(name), len(typed))
	if distance == 0 || distance >= shorter {
		return distance == 0
	}
	wrong := longer / 3
	if name[0] == typed[0] {
		wrong = (longer + 1) / 3
	}
	return distance <= max(1, wrong)
}

// isPart reports whether a name is a part of another one, and has at shortest so many letters.
func isPart(part, of []rune, shortest int) bool {
	return len(part) >= shortest && strings.Contains(string(of), string(part))
}

// lettersOf returns the letters of a name that are compared.
func lettersOf(name string) []rune {
	letters := make([]rune, 0, min(len(name), maxCompared))
	for _, r := range name {
		if len(letters) == maxCompared {
			break
		}
		if !unicode.In(r, unicode.Mn, unicode.Cf) {
			letters = append(letters, unicode.ToLower(r))
		}
	}
	return letters
}

// distance returns how many letters have to be added, removed, changed or swapped with the next one to turn a into b.
// It returns limit for a distance that the lengths alone show to be no less.
func distance(a, b []rune, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= limit {
		return limit
	}
	two, one, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		two, one, row = one, row, two
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(one[j]+cost, row[j]+1, one[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], two[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
