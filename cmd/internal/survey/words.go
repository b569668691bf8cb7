package survey

import (
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
// a person. So add no word here that is the name of many people.
const wordsOfHosts = `
	abandoned access account active actual added age all allow allowed api app approved area attendance available
	average background badge base begin bonus bool box by calendar can canceled cancelled capacity category changed
	channel check class clock closed club code codes color comment comments complete concede confirmed contact
	contacts content cost count country created creation currency current custom data day days db deadline decision
	default deleted delta detail details device disabled discount disqualification distance district double draws due
	duration edit edited email enabled end ended error errors expired expires external extra extras fall false fee
	fees field fields figure file files final first flag flags float for forfeit form format from full future gender
	generated geo goal goals golden group groups guid half has hash header hidden history home hour hours html icon
	identifier image images in index info injury inning innings int integer internal is issue item items json key
	keys kind kit knockout label language large last league leg length level license limit link links list lists live
	locale location locked logo long loss losses main map mascot match matches maximum media member members
	membership message meta method minimum minute minutes mobile mode model modified modifier month more native new
	next no normal note notes now num object of off old on online only open option options organisation organization
	origin other overall overtime owner paid parent part partner path payload penalties penalty pending per percent
	percentage period periods permission permissions photo picture platform played point points posted preview
	previous primary priority private process processed product profile progress property provider public published
	quality quarter queue rank ranking rate ratio raw reason record records ref referee reference refund region
	registered regular regulation rejected related release remaining removed required reserved result results roles
	round row rows rule rules sanction saved schema scope scored scores second section self sent sequence series
	server service session set sets shared shootout short shots show shown size slug small social sort sorted source
	special sponsor stage stamp start started state stats status stop string style submitted suffix sum suspended
	sync system table tag tags target tax technical template term text theme thumbnail tie ties time timestamp
	timezone title to token total totals tournament true uid unique unit units update updated url urls use used user
	users utc uuid valid validated variant verified version video view views visible visitor void waiver walkover
	website week weight width win winner wins with withdrawn won xml xmlns xsi year years zone`

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
