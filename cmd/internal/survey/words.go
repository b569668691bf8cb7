package survey

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/openapi"
	"github.com/tourney-go/tourney/internal/record"
)

// wordsOfHosts are words that hosts are known to use in names of members and in names of results, beside the words of
// the interface. A report shows other names only as noName, because a host may use anything as a name, also the name of
// a person. So add no word that is the name of many people.
//
//go:embed words.txt
var wordsOfHosts string

// wordIn matches the words of a name such as TeamPoolId.
var wordIn = regexp.MustCompile(`\p{Lu}?\p{Ll}+|\p{Lu}+`)

// knownWords are the words of names that a report may show, in lower case.
var knownWords = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for word := range strings.FieldsSeq(wordsOfHosts) {
		known[word] = true
	}
	add := func(name string) {
		known[strings.ToLower(name)] = true
		for _, word := range wordIn.FindAllString(name, -1) {
			known[strings.ToLower(word)] = true
		}
	}
	seen := map[*record.Plan]bool{}
	var walk func(s *record.Shape)
	walk = func(s *record.Shape) {
		for s.Elem != nil {
			s = s.Elem
		}
		if s.Plan == nil || seen[s.Plan] {
			return
		}
		seen[s.Plan] = true
		for i := range s.Plan.Fields {
			add(s.Plan.Fields[i].Name)
			walk(s.Plan.Fields[i].Shape)
		}
	}
	for _, op := range contract.Operations() {
		if op.Class == contract.Read {
			walk(record.ShapeOf(openapi.Answer(op.ID)))
		}
		for i := range op.Params {
			for name := range strings.SplitSeq(op.Params[i].Name, ".") {
				add(name)
			}
		}
	}
	return known
})

// noName is what a report shows of a name that is not made of knownWords. With a prefix the name has a colon.
const noName, noPrefixed = "(a name that is no word)", "(prefix:a name that is no word)"

// plainName matches names of words, digits and few marks.
var plainName = regexp.MustCompile(`^[A-Za-z_]+\d{0,4}([A-Za-z_:.-]+\d{0,4}){0,3}$`)

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
