package rules

// Following is a rule that is armed at a server. The server can be in another process.
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

// Follow returns a Followed that contains the rule.
func Follow(rule Following) Followed { return Followed{rule} }

// Open returns the rule that Follow put into f.
func (f Followed) Open() Following { return f.rule }
