package secrets

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A run is a part of a secret. A run counts as the secret when it has leastRun characters and half of the secret. A run
// of mostRun characters always counts: sixteen characters of a key do not turn up by chance.
const (
	leastRun = 8
	mostRun  = 16
)

func runLength(characters int) int { return min(max(leastRun, (characters+1)/2), mostRun) }

// runs holds the runs of all secrets, by their number of characters.
type runs map[int]map[string]origin

// origin describes a run.
type origin struct {
	letters bool     // all characters except one at an edge are letters, so it may be part of an ordinary word
	words   []string // words of the secret around the run
	strict  bool     // words do not excuse it, because no person chose the secret
}

// maxOrigins bounds the words that are kept for one run.
const maxOrigins = 8

// add adds the runs of a text. words has the word of each character, or nil for a character outside words. A nil slice
// makes the runs strict.
func (r runs) add(text string, words []*string) {
	r.addAll(text, runLength(utf8.RuneCountInString(text)), words)
}

// addAll adds all parts of a text with length characters.
func (r runs) addAll(text string, length int, words []*string) {
	starts := runeStarts(text)
	if len(starts) <= length {
		return
	}
	known := r[length]
	if known == nil {
		known = make(map[string]origin, len(starts)-length)
		r[length] = known
	}
	for i := range len(starts) - length {
		run := text[starts[i]:starts[i+length]]
		before, after := edges(run)
		found := origin{letters: allLetters(run[before : len(run)-after]), strict: words == nil}
		if found.letters {
			found.words = shared(words, i+min(before, 1), i+length-min(after, 1))
		}
		if had, ok := known[run]; ok {
			found = had.merge(found)
		}
		known[run] = found
	}
}

// merge merges the origins of a run that occurs twice.
func (o origin) merge(other origin) origin {
	o.strict = o.strict || other.strict
	for _, w := range other.words {
		if !slices.Contains(o.words, w) && len(o.words) < maxOrigins {
			o.words = append(o.words, w)
		}
	}
	return o
}

// in reports whether a text holds a run outside an ordinary word.
func (r runs) in(text string) bool {
	if len(r) == 0 {
		return false
	}
	starts := runeStarts(text)
	for length, known := range r {
		for i := range len(starts) - length {
			found, ok := known[text[starts[i]:starts[i+length]]]
			if ok && !found.ordinary(text, starts[i], starts[i+length]) {
				return true
			}
		}
	}
	return false
}

// ordinary reports whether the run at from is part of an ordinary word: "The password is wrong" says nothing about the
// password Password1. A word is ordinary when hosts commonly use it, or when the owner of the secret put the whole word
// into the secret.
func (o origin) ordinary(text string, from, to int) bool {
	if !o.letters {
		return false
	}
	before, after := edges(text[from:to])
	around := wordAround(text, from+before, to-after)
	holds := func(w string) bool { return strings.Contains(around, w) }
	return isCommon(around) || !o.strict && slices.ContainsFunc(o.words, holds)
}

// edges returns the bytes of a single space or sign at the start or the end of a run. Sentences have such characters
// beside words too, so they reveal nothing.
func edges(run string) (before, after int) {
	if r, size := utf8.DecodeRuneInString(run); !unicode.IsLetter(r) && !unicode.IsNumber(r) {
		return size, 0
	}
	if r, size := utf8.DecodeLastRuneInString(run); !unicode.IsLetter(r) && !unicode.IsNumber(r) {
		return 0, size
	}
	return 0, 0
}

// runeStarts returns the offset of each character of a text, and the length of the text.
func runeStarts(text string) []int {
	starts := make([]int, 0, len(text)+1)
	for i := range text {
		starts = append(starts, i)
	}
	return append(starts, len(text))
}

func allLetters(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
}

// shared returns, as a list, the word that contains all characters of a range; nil when no word does.
func shared(words []*string, from, to int) []string {
	if len(words) == 0 || words[from] == nil || words[from] != words[to-1] {
		return nil
	}
	return []string{*words[from]}
}

// maxWord bounds the characters of an ordinary word. Longer words are rare in any language, and common among keys.
const maxWord = 20

// wordsOf returns for each character of a canonical text its word in small letters. It returns nil for words that are
// too short to hold a run or longer than maxWord. A capital begins a new word, as in MyTournament1.
func wordsOf(text string) []*string {
	starts := runeStarts(text)
	words := make([]*string, len(starts)-1)
	begin := 0
	for i := 1; i < len(starts); i++ {
		if i+1 < len(starts) && joined(text, starts, i) {
			continue
		}
		if w := text[starts[begin]:starts[i]]; i-begin >= leastRun && i-begin <= maxWord && allLetters(w) {
			w = lower(w)
			for at := begin; at < i; at++ {
				words[at] = &w
			}
		}
		begin = i
	}
	return words
}

// joined reports whether the characters i-1 and i belong to one word.
func joined(text string, starts []int, i int) bool {
	at := func(i int) rune {
		if i+1 >= len(starts) {
			return 0
		}
		r, _ := utf8.DecodeRuneInString(text[starts[i]:])
		return r
	}
	before, r := at(i-1), at(i)
	switch {
	case !unicode.IsLetter(before) || !unicode.IsLetter(r):
		return false
	case unicode.IsUpper(r):
		return unicode.IsUpper(before) && !unicode.IsLower(at(i+1)) // API|Password
	}
	return true
}

// wordAround returns a run with the letters on both sides of it; "" when they are too many for a word.
func wordAround(text string, from, to int) string {
	for n := 0; from > 0; n++ {
		r, size := utf8.DecodeLastRuneInString(text[:from])
		if !unicode.IsLetter(r) {
			break
		}
		if n > maxWord {
			return ""
		}
		from -= size
	}
	for n := 0; to < len(text); n++ {
		r, size := utf8.DecodeRuneInString(text[to:])
		if !unicode.IsLetter(r) {
			break
		}
		if n > maxWord {
			return ""
		}
		to += size
	}
	if utf8.RuneCountInString(text[from:to]) > maxWord {
		return ""
	}
	return text[from:to]
}
