package secrets

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A run is a part of a secret. One of leastRun characters that is half the secret counts as the secret. From mostRun
// characters on a run counts however long the secret is: sixteen characters of a key do not turn up by chance.
const (
	leastRun = 8
	mostRun  = 16
)

func runLength(characters int) int { return min(max(leastRun, (characters+1)/2), mostRun) }

// runs knows all runs of some secrets, by how many characters they have.
type runs map[int]map[string]origin

// origin says what is known of a run.
type origin struct {
	letters bool     // it consists of letters but for an edge, which may be those of an ordinary word
	words   []string // of the secret, around the run
	strict  bool     // such a word is none, because no person chose the secret
}

// maxOrigins bounds how many words are kept for a run that many words of a secret have.
const maxOrigins = 8

// add learns the runs of a text. Of each of its characters words says which word it belongs to, nil for none. No words
// at all make the runs strict.
func (r runs) add(text string, words []*string) {
	r.addAll(text, runLength(utf8.RuneCountInString(text)), words)
}

// addAll learns all parts of a text that have so many characters.
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
			found = had.and(found)
		}
		known[run] = found
	}
}

// and joins what two places say of a run.
func (o origin) and(other origin) origin {
	o.strict = o.strict || other.strict
	for _, w := range other.words {
		if !slices.Contains(o.words, w) && len(o.words) < maxOrigins {
			o.words = append(o.words, w)
		}
	}
	return o
}

// in reports whether a text holds a run that is not part of an ordinary word there.
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

// ordinary reports whether the run at from is part of a word that the text has for reasons of its own: "The password
// is wrong" says nothing of the password Password1. That is so for a word that is in every host's mouth, and for one
// that the secret's owner took whole into the secret.
func (o origin) ordinary(text string, from, to int) bool {
	if !o.letters {
		return false
	}
	before, after := edges(text[from:to])
	around := wordAround(text, from+before, to-after)
	holds := func(w string) bool { return strings.Contains(around, w) }
	return isCommon(around) || !o.strict && slices.ContainsFunc(o.words, holds)
}

// edges returns how many bytes of a run are one character in front of a word, or behind it, that tells nothing: a space,
// or a sign that sentences have there as well.
func edges(run string) (before, after int) {
	if r, size := utf8.DecodeRuneInString(run); !unicode.IsLetter(r) && !unicode.IsNumber(r) {
		return size, 0
	}
	if r, size := utf8.DecodeLastRuneInString(run); !unicode.IsLetter(r) && !unicode.IsNumber(r) {
		return 0, size
	}
	return 0, 0
}

// runeStarts returns where each character of a text begins, and its end.
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

// shared returns the word that the characters from one number to another belong to, as a list.
func shared(words []*string, from, to int) []string {
	if len(words) == 0 || words[from] == nil || words[from] != words[to-1] {
		return nil
	}
	return []string{*words[from]}
}

// maxWord bounds what passes for an ordinary word, in characters. Longer ones are rare in any language, and common
// among keys.
const maxWord = 20

// wordsOf returns for each character of a canonical text the word that it belongs to, in small letters, and nil where
// that word is too short to hold a run or too long for a word. A capital begins another word, as in MyTournament1.
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

// joined reports whether the characters before and at number i belong to one word.
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

// wordAround returns the letters on both sides of a run, with it; "" when they are too many for a word.
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
