package redact

import "github.com/tourney-go/tourney/internal/node"

// Words finds any of several words in a text, by the first two bytes of the words.
type Words struct {
	group  [256]uint16 // by the first byte of a word, a letter in either case: the number of its group; 0 for none
	groups []wordGroup
}

// wordGroup has the words with one first byte. At most places of a text with that byte, the next byte is none of the
// second bytes.
type wordGroup struct {
	list   []string
	second [256]bool // the bytes, letters in either case, that the words can go on with
}

// NewWords returns the words, of which none is empty.
func NewWords(list ...string) *Words {
	w := &Words{groups: make([]wordGroup, 1)}
	for _, word := range list {
		w.Add(word)
	}
	return w
}

// Add adds a word, which is not empty.
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
	for i := range g.second { // any byte can stand behind the word
		g.second[i] = true
	}
}

// In reports whether a text holds one of the words. It compares the letters of ASCII in any case: the words are in
// lower case.
func In[T string | []byte](text T, w *Words) bool {
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
