package plaintext

import (
	"slices"
	"strings"
	"unicode"
)

// Fold returns a name without differences of letter case and white space, so that equal results mean the same name.
func Fold(name string) string {
	return strings.Map(func(r rune) rune {
		smallest := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			smallest = min(smallest, f)
		}
		return smallest
	}, strings.Join(strings.Fields(name), " "))
}

// maxCompared bounds how many letters of a name are compared.
const maxCompared = 80

// Nearest returns the name that is most like a mistyped name; of several such names, the first. It returns "" when no
// name is like the mistyped name, because a misleading hint is worse than no hint. Letter case, combining marks and
// invisible characters do not count.
func Nearest(names []string, mistyped string) string {
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

// Mistyped returns the name that differs from a mistyped name by one letter, "" if there is none: see distance.
func Mistyped(names []string, mistyped string) string {
	const tooFar = 2
	typed := lettersOf(mistyped)
	i := slices.IndexFunc(names, func(name string) bool { return distance(lettersOf(name), typed, tooFar) < tooFar })
	if i < 0 {
		return ""
	}
	return names[i]
}

// AllNearest returns the name that is most like a mistyped name, even if the two have little in common; of several such
// names, the first.
func AllNearest(names []string, mistyped string) string {
	typed := lettersOf(mistyped)
	best, shortest := "", maxCompared+1
	for _, name := range names {
		if d := distance(lettersOf(name), typed, shortest); d < shortest {
			best, shortest = name, d
		}
	}
	return best
}

// isLike reports whether somebody may have mistyped name as typed. distance is the number of wrong letters. One letter
// in three may be wrong, and in a short name one letter. When both begin with the same letter, a little more may be
// wrong. isLike also returns true when one name is a part of the other.
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

// isPart reports whether a name is a part of another name, and has at least shortest letters.
func isPart(part, of []rune, shortest int) bool {
	return len(part) >= shortest && strings.Contains(string(of), string(part))
}

// lettersOf returns the letters of a name that are compared: in lower case, and without combining marks and invisible
// characters.
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
// When the lengths alone show that the distance is at least limit, it returns limit.
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
