package rules

// Following is a rule at a server, which can be in another process.
type Following interface {
	ID() string
	String() string
	Hits() int
	Rule() Rule
	Remove()
}

// Followed is a Following that other modules can hold and not look into. The type fault.Armed is one.
type Followed struct{ rule Following }

// Follow returns a Followed.
func Follow(rule Following) Followed { return Followed{rule} }

// Open returns the rule.
func (f Followed) Open() Following { return f.rule }
