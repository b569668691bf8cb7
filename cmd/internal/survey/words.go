package survey

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// wordsOfHosts are the words of the names in the interface, and words that hosts are known to use in other names of
// members and of results. A report shows other names only as noName, because a host may use anything as a name, also
// the name of a person. So add no word that is the name of many people.
//
//go:embed words.txt
var wordsOfHosts string

// knownWords are the words of wordsOfHosts.
var knownWords = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for word := range strings.FieldsSeq(wordsOfHosts) {
		known[word] = true
	}
	return known
})

// noName is what a report shows of a name that is not made of known words. With a prefix the name has a colon.
const noName, noPrefixed = "(a name that is no word)", "(prefix:a name that is no word)"

var (
	wordIn    = regexp.MustCompile(`\p{Lu}?\p{Ll}+|\p{Lu}+`) // of a name such as TeamPoolId
	plainName = regexp.MustCompile(`^[A-Za-z_]+\d{0,4}([A-Za-z_:.-]+\d{0,4}){0,3}$`)
)

// shown returns a name of a host if all its words are known, so that it is no value that the host uses as a name.
func (t *tally) shown(name string) string {
	isSecret := func(secret string) bool { return secret != "" && strings.Contains(name, secret) }
	isStrange := func(word string) bool { return !knownWords()[strings.ToLower(word)] }
	switch {
	case len(name) <= 40 && plainName.MatchString(name) && !slices.ContainsFunc(t.secrets, isSecret) &&
		!slices.ContainsFunc(wordIn.FindAllString(name, -1), isStrange):
		return name
	case strings.Contains(name, ":"):
		return noPrefixed
	}
	return noName
}
