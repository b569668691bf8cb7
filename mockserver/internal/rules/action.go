package rules

import "slices"

// Kind says what an action does, such as delaying an answer.
type Kind uint8

// The kinds of actions. The rows of the table actions describe them.
const (
	None Kind = iota
	Status
	Reset
	Drop
	Empty
	Hang
	Delay
	Truncate
	Garble
	ContentType
	Gateway
	Throttle
	Redirect
	BesideErrors
	NoResult
	ExpireKeys
	Unreachable
)

// actionRow is a row of the table of actions. It lists the phases in which the action is possible (the first phase is
// the default), the fields of Action that the action may have (takes), the fields that it must have (needs), and its
// effect over HTTP/1, over HTTP/2 and in the same process (local).
type actionRow struct {
	name    string
	spelled string
	phases  []Phase
	takes   []string
	needs   []string

	http1, http2, local string // the effect over each medium
}

func (r actionRow) word() string { return r.spelled }

// Lists of phases that several rows share.
var (
	anyPhase  = []Phase{Before, AfterCommit, Writing}
	instead   = []Phase{Before, AfterCommit}
	onAnswers = []Phase{Writing, AfterCommit} // for actions that change an answer; they need an answer
)

// late is the field that actions have which can end a request before the server carries it out.
var late = []string{"commitAfter"}

// everywhere returns a row for an action that has the same effect over every medium.
func everywhere(name, spelled string, phases []Phase, what string) actionRow {
	return actionRow{name: name, spelled: spelled, phases: phases, http1: what, http2: what, local: what}
}

// with returns a copy of the row in which the action must have the fields in needs and may have the fields in others.
func (r actionRow) with(needs []string, others ...string) actionRow {
	r.needs, r.takes = needs, append(slices.Clone(needs), others...)
	return r
}

var actions = [...]actionRow{
	None: {},
	Status: everywhere("Status", "status", instead, "an answer with the status, and with Errors, a body or nothing").
		with(nil, "status", "errors", "body", "contentType", "retryAfter", "retryAfterDate", "commitAfter"),
	Reset: {
		name: "Reset", spelled: "reset", phases: anyPhase, takes: late,
		http1: "RST of TCP", http2: "RST_STREAM", local: "`ECONNRESET`",
	},
	Drop: {
		name: "Drop", spelled: "drop", phases: anyPhase, takes: late, http1: "FIN of TCP",
		http2: "the connection is closed; behind another server RST_STREAM", local: "`io.EOF`",
	},
	Empty: everywhere("Empty", "empty", anyPhase, "status 200, or the answer's own status in Writing, and no body").
		with(nil, late...),
	Hang: {
		name: "Hang", spelled: "hang", phases: anyPhase, takes: late, http1: "nothing until the client goes, then FIN",
		http2: "nothing until the client goes, then RST_STREAM", local: "nothing until the context ends",
	},
	Delay: everywhere("Delay", "delay", anyPhase, "a wait of real time").with([]string{"for"}),
	Truncate: actionRow{
		name: "Truncate", spelled: "truncate", phases: onAnswers,
		http1: "Content-Length of the whole, n bytes of the body, FIN",
		http2: "content-length of the whole, n bytes of the body, RST_STREAM in place of END_STREAM",
		local: "n bytes of the body, then `io.ErrUnexpectedEOF`",
	}.with(nil, "bytes"),
	Garble: everywhere("Garble", "garble", onAnswers, "a body that is no JSON, or no XML"),
	ContentType: everywhere("ContentType", "contentType", onAnswers, "another Content-Type, or none").
		with(nil, "contentType"),
	Gateway: everywhere("Gateway", "gateway", instead, "the HTML page of a proxy").
		with([]string{"status"}, "retryAfter", "retryAfterDate", "commitAfter"),
	Throttle: everywhere("Throttle", "throttle", onAnswers, "n bytes of the body a second").with([]string{"bytes"}),
	Redirect: everywhere("Redirect", "redirect", instead, "an answer with the status and a Location").
		with([]string{"status", "to"}, late...),
	BesideErrors: everywhere("BesideErrors", "besideErrors", []Phase{AfterCommit},
		"the answer, with Errors beside its members").with([]string{"errors"}),
	NoResult: everywhere("NoResult", "noResult", []Phase{AfterCommit, Before},
		"status 200 and an object without members").with(nil, late...),
	ExpireKeys: everywhere("ExpireKeys", "expireKeys", instead,
		"401 with code 5 for the keys of the account, until it logs in again"),
	Unreachable: actionRow{
		name: "Unreachable", spelled: "unreachable", phases: instead,
		http1: "FIN of every connection, and no listener for the time; behind another server FIN alone",
		http2: "as over HTTP/1.1; behind another server RST_STREAM alone",
		local: "an error of dialing for the time; `io.EOF` for a request in AfterCommit",
	}.with([]string{"for"}),
}

// Kinds returns all kinds of actions, in the order of their rows.
func Kinds() []Kind {
	kinds := make([]Kind, 0, len(actions)-1)
	for k := range actions[1:] {
		kinds = append(kinds, Kind(k+1))
	}
	return kinds
}

// String returns the name of the method that chooses the action.
func (k Kind) String() string { return actions[k].name }

// Phases returns the phases in which the action is possible. The first one is the default.
func (k Kind) Phases() []Phase { return slices.Clone(actions[k].phases) }
