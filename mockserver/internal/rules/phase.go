package rules

// Phase is the part of a request's handling in which a rule counts requests and can fire.
type Phase uint8

// The phases, in the order in which a request reaches them. The rows of phases contain their meanings.
const (
	Unset Phase = iota
	Before
	AfterCommit
	Writing
)

type phaseRow struct{ name, spelled, meaning string }

func (r phaseRow) word() string { return r.spelled }

var phases = [...]phaseRow{
	Unset:  {},
	Before: {"Before", "before", "before anything is checked: nothing is written, and nothing is read but the request"},
	AfterCommit: {
		"AfterCommit", "afterCommit", "after the handler succeeded: a write is made, and only its answer fails",
	},
	Writing: {"Writing", "writing", "while the answer goes out, whatever it says"},
}

// Phases returns the phases in their order.
func Phases() []Phase { return []Phase{Before, AfterCommit, Writing} }

// String returns the name of the method that chooses the phase.
func (p Phase) String() string { return phases[p].name }
