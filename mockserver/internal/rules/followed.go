package rules

// Following is a rule at a server, which can be in another process.
type Following interface {
	ID() string
	String() string
	Hits() int
	Rule() Rule
	Remove()
}

// Followed contains a Following. Other modules can hold it, but cannot see the Following in it. The type fault.Armed is
// a Followed.
type Followed struct{ rule Following }

// Follow returns a Followed.
func Follow(rule Following) Followed { return Followed{rule} }

// Open returns the rule.
func (f Followed) Open() Following { return f.rule }
