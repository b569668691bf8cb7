package prose

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// method matches the name of a Go method or type at the beginning of a reason from the admin API. Pages leave the
// name out, because a person who fills in a form has called no method.
var method = regexp.MustCompile(`^(?:mockserver: )?` +
	`(NewSession|ResetTo|Load|LoadFixtures|SetStandings|SetLeaders|[A-Z][a-z]+\.[A-Z]\w*): `)

// ruleLabels has the label in the form for each member of a rule.
var ruleLabels = map[string]string{
	"operation": "Operation", "path": "Path", "where": "Parameter", "trigger": "Trigger",
	"n": "Value of n", "p": "Value of n", "until": "Value of n",
	"phase": "Phase", "action": "Action", "status": "Status", "errors": "Code of an error", "code": "Code of an error",
	"body": "Body", "contentType": "Content type", "retryAfter": "Retry-After", "for": "For", "bytes": "Bytes", "to": "To",
}

// memberFirst matches a reason that begins with the name of a member of a rule. It captures the name and the rest of
// the reason.
var memberFirst = regexp.MustCompile(`^([a-zA-Z]+)(?:\[\d+\])?(?:\.[a-zA-Z]+)?: (.*)$`)

// nextMember matches the border between two reasons about a rule.
var nextMember = regexp.MustCompile(`; (?:` + strings.Join(slices.Sorted(maps.Keys(ruleLabels)), "|") +
	`)(?:\[\d+\])?: `)

// Worded returns a reason from the admin API in the words of the pages. It splits a reason about a rule into one
// reason for each field of the form.
func Worded(reason string) []string {
	named := method.FindStringSubmatch(reason)
	if named == nil {
		return []string{reason}
	}
	reason = reason[len(named[0]):]
	if named[1] != "Faults.Add" {
		return []string{reason}
	}
	var texts []string
	for rest := reason; rest != ""; {
		one := rest
		if at := nextMember.FindStringIndex(rest); at != nil {
			one, rest = rest[:at[0]], rest[at[0]+len("; "):]
		} else {
			rest = ""
		}
		texts = append(texts, wordedRule(one))
	}
	return texts
}

// wordedRule returns a reason about a member of a rule with the label of its field.
func wordedRule(reason string) string {
	parts := memberFirst.FindStringSubmatch(reason)
	if parts == nil {
		return inWords(reason)
	}
	label, says := cmp.Or(ruleLabels[parts[1]], parts[1]), inWords(parts[2])
	if strings.HasPrefix(says, "is ") {
		return label + " " + says
	}
	return label + ": " + says
}

// identifier matches the Go name of a trigger, a phase or an action.
var identifier = regexp.MustCompile(`\b[A-Z][A-Za-z]+\b`)

// inWords replaces the Go names of triggers, phases and actions by the words of the form. It does not change the
// value that the reason quotes.
func inWords(reason string) string {
	says, found, ok := strings.Cut(reason, `"`)
	says = identifier.ReplaceAllStringFunc(says, func(name string) string {
		value := strings.ToLower(name[:1]) + name[1:]
		if value == "always" {
			value = ""
		}
		for _, words := range [][]Choice{TriggerWords, PhaseWords[1:], ActionWords} {
			if i := slices.IndexFunc(words, func(c Choice) bool { return c.Value == value }); i >= 0 {
				return "“" + words[i].Text + "”"
			}
		}
		return name
	})
	if ok {
		says += `"` + found
	}
	return says
}
