package redact

import "github.com/tourney-go/tourney/internal/node"

// Words is a set of words that can be found quickly in a text. The search first compares the first two bytes of the
// words.
type Words struct {
	group  [256]uint16 // the number of the group of words with this first byte, in either letter case; 0 for no group
	groups []wordGroup
}

// wordGroup has the words with one first byte. Usually the byte that follows in the text is in none of these words as
// the second byte, and then the search can go on at once.
type wordGroup struct {
	list   []string
	second [256]bool // the second bytes of the words, letters in either case
}

// NewWords returns a set of these words. No word may be empty.
func NewWords(list ...string) *Words {
	w := &Words{groups: make([]wordGroup, 1)}
	for _, word := range list {
		w.Add(word)
	}
	return w
}

// Add adds a word. The word must not be empty.
func (w *Words) Add(word string) {
	number := w.group[word[0]]
	if number == 0 {
		number = uint16(len(w.groups)) //nolint:gosec // there are 256 bytes
		w.group[word[0]], w.group[capital(word[0])] = number, number
		w.groups = append(w.groups, wordGroup{})
	}
	w.groups[number].add(word)
}

func (g *wordGroup) add(word string) {
	g.list = append(g.list, word)
	if len(word) > 1 {
		g.second[word[1]], g.second[capital(word[1])] = true, true
		return
	}
	for i := range g.second { // any byte can follow a word of one byte
		g.second[i] = true
	}
}

// HoldsWord reports whether a text holds one of the words. The words must be in lower case. They match ASCII letters of
// the text in either case.
func HoldsWord[T string | []byte](text T, w *Words) bool {
	for i := range len(text) {
		number := w.group[text[i]]
		if number == 0 {
			continue
		}
		group := &w.groups[number]
		if i+1 < len(text) && !group.second[text[i+1]] {
			continue
		}
		for _, word := range group.list {
			if left := text[i:]; len(left) >= len(word) && node.SameName(word, left[:len(word)]) {
				return true
			}
		}
	}
	return false
}

// capital returns the capital of a small letter of ASCII, and another byte as it is.
func capital(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}
