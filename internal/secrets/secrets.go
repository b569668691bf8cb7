package secrets

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of a search. A text beyond them is withheld.
const (
	MaxText    = 64 << 10 // bytes of a text; nobody reads a longer error
	maxSecrets = 64 << 10 // bytes of all secrets of a request; the header of a request is seldom larger
	maxNeedles = 256      // spellings of secrets that are compared; a request has about ten
	maxLayers  = 8        // layers of escapes; a text that passes five programs has five
	maxDepth   = 2        // encodings within encodings, such as base64 of base64
	maxWork    = 2 << 20  // bytes that one Search compares, over all stages of all texts: some 600 times a usual answer
)

// Secret is a text that must not be shown.
type Secret struct {
	Text   string
	Chosen bool // by a person, who may have taken ordinary words
}

// Search looks for the secrets of one request. The zero value has no secrets and looks only for card numbers. One
// goroutine at a time may use a Search.
type Search struct {
	anywhere   []string // secrets in folded form
	words      []string // folded secrets below leastAnywhere characters, which count as whole words only
	runs       runs
	digits     runs // the runs of secrets that are numbers
	cuts       cuts
	shortest   int  // bytes of the shortest secret or run; the search skips shorter decoded texts
	hasSecrets bool // at least one secret was added
	tooMany    bool // the secrets exceed the bounds, so every text is withheld
	compared   int  // bytes that were compared

	list    []Secret
	results *Search // for ids of results; nil before the first ShownResult
}

// leastAnywhere is the least number of characters of a secret that is found inside longer words too.
const leastAnywhere = 4

// New returns a Search for secrets.
func New(secrets []Secret) *Search {
	s := &Search{runs: runs{}, digits: runs{}, shortest: leastRun, list: secrets}
	size, known := 0, make(map[Secret]bool, len(secrets))
	for _, secret := range secrets {
		if known[secret] {
			continue
		}
		known[secret] = true
		size += len(secret.Text)
		if s.tooMany = size > maxSecrets || len(s.anywhere)+len(s.words) > maxNeedles; s.tooMany {
			break
		}
		s.add(secret)
	}
	return s
}

// add adds a secret, and each of its stages without escapes. A password may look like an escape, and the search would
// unescape it together with the text around it.
func (s *Search) add(secret Secret) {
	plain, changed := secret.Text, true
	for layer := 0; changed && layer < maxLayers; layer++ {
		s.addPlain(plain, secret.Chosen, layer == 0)
		if strings.Contains(plain, " ") {
			s.addPlain(strings.ReplaceAll(plain, " ", "+"), secret.Chosen, false) // HTML forms write a space as +
		}
		plain, changed = unescaped(plain)
	}
	digits := digitsOf(secret.Text)
	s.addNumber(digits, runLength(len(digits)))
}

// addNumber adds the digits of a number. A run of length digits counts as the whole number.
func (s *Search) addNumber(digits string, length int) {
	if digits != "" {
		s.digits.addAll(digits, length, nil)
		s.hasSecrets, s.shortest = true, min(s.shortest, len(digits))
	}
}

func (s *Search) addPlain(text string, chosen, itself bool) {
	exact := strings.TrimSpace(canonical(text))
	needle := lower(exact)
	count := utf8.RuneCountInString(needle)
	switch {
	case count == 0 || slices.Contains(s.anywhere, needle) || slices.Contains(s.words, needle):
		return
	case count < leastAnywhere && itself:
		s.words = append(s.words, needle)
	case count >= leastAnywhere:
		s.anywhere = append(s.anywhere, needle)
	default:
		return
	}
	s.hasSecrets, s.shortest = true, min(s.shortest, count)
	if count >= leastRun {
		s.addRuns(exact, needle, chosen)
	}
}

func (s *Search) addRuns(exact, needle string, chosen bool) {
	var words []*string
	if chosen {
		words = wordsOf(exact)
	}
	s.runs.add(needle, words)
	if digitsOf(exact) == "" { // the last digits of a card may stand behind stars
		s.cuts = append(s.cuts, cut{exact, runLength(utf8.RuneCountInString(exact))})
	}
}

// finding is the reason why a text is withheld.
type finding int

const (
	nothing finding = iota
	aSecret
	aNumber
	tooMuch
)

// Withheld replaces a text that holds a secret.
const Withheld = "[withheld: it repeats a secret of the request]"

// notices replace withheld texts.
var notices = [...]string{
	aSecret: Withheld,
	aNumber: "[withheld: it holds the number of a card]",
	tooMuch: "[withheld: it is too much to be searched for secrets]",
}

// Shown returns a text without numbers of cards, or a notice that says why the text is withheld.
func (s *Search) Shown(text string) string { return s.shown(text, true) }

// ShownID is Shown for the id of a transaction or of a request, which may look like a card number by chance.
func (s *Search) ShownID(id string) string { return s.shown(id, false) }

// ShownResult is ShownID for the id of a result, such as a transaction. The caller needs all digits of the id, and many
// ids contain a security code by chance. So ShownResult ignores secrets that are shorter than a card number, and runs
// of a card number below leastCard digits.
func (s *Search) ShownResult(id string) string {
	if s.results == nil {
		s.results = New(slices.DeleteFunc(slices.Clone(s.list), func(secret Secret) bool {
			return utf8.RuneCountInString(secret.Text) < leastCard || digitsOf(secret.Text) != ""
		}))
		for _, secret := range s.list {
			s.results.addNumber(digitsOf(secret.Text), leastCard)
		}
	}
	return s.results.ShownID(id)
}

// Clean reports whether a text may be shown unchanged.
func (s *Search) Clean(text string) bool { return s.Shown(text) == text }

func (s *Search) shown(text string, numbers bool) string {
	switch {
	case text == "":
		return ""
	case s.tooMany || len(text) > MaxText:
		return notices[tooMuch]
	}
	if s.hasSecrets {
		if found := s.searchLayers(text, 0); found != nothing {
			return notices[found]
		}
	}
	if !numbers {
		return text
	}
	text = WithoutNumbers(text)
	if found := s.escapedNumber(text); found != nothing {
		return notices[found]
	}
	return text
}

// escapedNumber looks for card numbers behind escapes.
func (s *Search) escapedNumber(text string) finding {
	for range maxLayers {
		plain, changed := unescaped(text)
		if !changed {
			return nothing
		}
		if s.compared += len(plain); s.compared > maxWork {
			return tooMuch
		}
		if len(numbersIn(plain)) > 0 {
			return aNumber
		}
		text = plain
	}
	return tooMuch
}

// searchLayers removes one layer of escapes after another, and searches each stage and the encodings in it.
func (s *Search) searchLayers(text string, depth int) finding {
	for range maxLayers {
		if found := s.searchStage(text, depth); found != nothing {
			return found
		}
		plain, changed := unescaped(text)
		if !changed {
			return nothing
		}
		text = plain
	}
	return tooMuch
}

func (s *Search) searchStage(text string, depth int) finding {
	if s.compared += len(text); s.compared > maxWork {
		return tooMuch
	}
	if found := s.compare(text); found != nothing {
		return found
	}
	if depth > 0 && len(numbersIn(text)) > 0 {
		return aNumber
	}
	if depth == maxDepth {
		return nothing
	}
	for _, decode := range decoders {
		if inside := decode(text, s.shortest); inside != "" {
			if found := s.searchLayers(inside, depth+1); found != nothing {
				return found
			}
		}
	}
	return nothing
}

// compare looks for the secrets in one stage of a text.
func (s *Search) compare(text string) finding {
	exact := canonical(text)
	folded := lower(exact)
	within := func(needle string) bool { return strings.Contains(folded, needle) }
	alone := func(needle string) bool { return holdsWord(folded, needle) }
	if slices.ContainsFunc(s.anywhere, within) || slices.ContainsFunc(s.words, alone) || s.runs.in(folded) {
		return aSecret
	}
	if len(s.digits) > 0 && s.digits.in(squeezed(folded)) {
		return aSecret
	}
	if s.compared += s.cuts.work(exact); s.compared > maxWork {
		return tooMuch
	}
	if s.cuts.in(exact) {
		return aSecret
	}
	return nothing
}

// holdsWord reports whether a text holds a word that is not part of a longer word.
func holdsWord(text, word string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at+i])
		after, _ := utf8.DecodeRuneInString(text[at+i+len(word):])
		if !inWord(before) && !inWord(after) {
			return true
		}
		at += i + 1
	}
}

func inWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
