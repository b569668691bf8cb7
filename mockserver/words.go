package mockserver

import "github.com/tourney-go/tourney/internal/node"

// words finds any of several words in a text, by the first bytes of the words.
type words struct {
	group  [256]uint16 // by the first byte of a word: the number of its group; 0 for none
	groups [][]string
}

// newWords returns the words, of which none is empty.
func newWords(list ...string) *words {
	w := &words{groups: [][]string{nil}}
	for _, word := range list {
		w.add(word)
	}
	return w
}

func (w *words) add(word string) {
	at := &w.group[word[0]]
	if *at == 0 {
		*at = uint16(len(w.groups)) //nolint:gosec // there are 256 bytes
		w.groups = append(w.groups, nil)
	}
	w.groups[*at] = append(w.groups[*at], word)
}

// in reports whether a text holds one of the words. It compares the letters of ASCII in any case: the words have small
// ones.
func in[T string | []byte](text T, w *words) bool {
	for i := range len(text) {
		group := w.group[smallLetter(text[i])]
		if group == 0 {
			continue
		}
		for _, word := range w.groups[group] {
			if left := text[i:]; len(left) >= len(word) && node.SameName(word, left[:len(word)]) {
				return true
			}
		}
	}
	return false
}

func smallLetter(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
