package node

import "strings"

// SameName reports whether two names are equal apart from the case of ASCII letters, as the interface compares names.
func SameName[T string | []byte](a string, b T) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// FoldedName returns a name with its ASCII letters in lower case. Two folded names are equal when SameName reports true
// for the names.
func FoldedName(name string) string {
	return strings.Map(func(c rune) rune {
		if 'A' <= c && c <= 'Z' {
			return c | 0x20
		}
		return c
	}, name)
}

// WithoutIndexes returns the path of a member without the positions in lists, as in players.number for
// players[3].number.
func WithoutIndexes(path string) string {
	var names strings.Builder
	for {
		before, rest, found := strings.Cut(path, "[")
		names.WriteString(before)
		if !found {
			return names.String()
		}
		behind := strings.TrimLeft(rest, "0123456789")
		if path = rest; len(behind) < len(rest) && strings.HasPrefix(behind, "]") {
			path = behind[1:]
		} else {
			names.WriteByte('[')
		}
	}
}
