// Package contract is the interface document as data: operations, parameters, rules, variants, response
// fields and error codes, one row each. The client checks a request against these rows before it sends
// it, the mock checks the same request on arrival, and the tables of the documentation are printed from
// them.
//
// Nothing in this package, or in any other, branches on a sport: what differs between sports is a cell.
package contract

import (
	"strconv"
	"time"
)

// Set names variants, one bit each. The empty Set stands for "every variant".
type Set uint32

// Has reports whether the variant belongs to the set; every variant belongs to the empty set.
func (s Set) Has(v *Variant) bool { return s == 0 || s&v.bit != 0 }

// Class says what sending an operation twice would do, and so when it may be sent again.
type Class uint8

// The classes of operations.
const (
	Read   Class = iota // changes nothing
	Write               // a partial update: the same request twice leaves the same state ("set")
	Login               // exchanges a password for keys
	Create              // makes a row: twice makes two
	Charge              // may take money: twice takes it twice
)

// String returns the class as the documentation names it.
func (c Class) String() string {
	return [...]string{"read", "set", "login", "create", "charge"}[c]
}

// Operation is one row of section 4.
type Operation struct {
	ID      string   // service and method, as in "Teams.List"
	Method  string   // HTTP method
	Path    string   // below BasePath, as in "/teams"
	Aliases []Alias  // other paths with the same shape
	Class   Class    // what sending it twice would do
	ByID    bool     // a detail request: told from the list on the same path by its id parameter
	Paged   bool     // takes page and pagesize and answers Results, Page, PageSize, Total
	Shown   Set      // variants whose documentation shows it; elsewhere it is "not shown", which is not "forbidden"
	Section string   // of the interface document
	Open    bool     // needs no credentials
	Partial bool     // only what the request names is changed; one that names nothing but its target is refused
	Params  []Param  // its parameters
	Rules   []Rule   // what must hold between them
	Target  []string // of a Partial operation: the parameters that say which row, rather than what to change
	Adds    []string // of a Partial operation: lists whose items make a row when they carry no id
	Instead string   // parameter that takes the place of the first Target when that is absent, and is a change beside it

	// Result is the member of the answer to a Create or Charge that names what was made (section 2, Results of writes). An
	// answer without it is no success, and one that has it is no refusal.
	Result string
	// ResultUnless is the boolean parameter that, when a request says false, leaves open whether its answer has a Result.
	ResultUnless string
}

// Param returns the row of a parameter; nil when the operation has none of that name.
func (o *Operation) Param(name string) *Param {
	for i := range o.Params {
		if o.Params[i].Name == name {
			return &o.Params[i]
		}
	}
	return nil
}

// Alias is another path under which an operation is served.
type Alias struct {
	Service string // as in "Bouts"
	Path    string // as in "/bouts"
	Shown   Set    // variants whose documentation shows it
}

// BasePath is the version segment that every path starts with (sections 1 and 9).
const BasePath = "/api/v1"

// Type is the type column of the document's parameter tables.
type Type uint8

// The types of parameters.
const (
	Integer Type = iota
	String
	Boolean
	Decimal
	Enum      // an enumeration carried as an integer
	NamedEnum // an enumeration carried as an integer in JSON and as a name in XML
	Name      // an enumeration carried as text
	Names     // several of them: separated by commas in a query, an array elsewhere
	Date      // m/d/yyyy
	BirthDate // mm/dd/yyyy
	Integers  // an array of integers: separated by commas in a query
	List      // an array of objects, whose members are rows of their own
	Object    // a nested object, whose members are rows of their own
)

// String returns the type as the document names it.
func (t Type) String() string {
	return [...]string{"integer", "string", "boolean", "decimal", "enumeration", "enumeration", "enumeration",
		"enumeration",
		"date", "date", "array of integers", "array", "object"}[t]
}

// Format is a stated rule for the content of a parameter.
type Format uint8

// The formats.
const (
	AnyFormat Format = iota
	Email            // a valid e-mail address
	HTTP             // starts with http://
	Handle           // without the @ sign
	Year             // a valid year: four digits, 1900 to 2100
	TwoDigits        // two digits: 0 to 99
	Month            // two digits and a month: 1 to 12
	CardType         // one of CardTypes
)

// Limit names a count that differs between variants.
type Limit uint8

// The limits that are columns of Variant.
const (
	NoLimit Limit = iota
	RegistrationMeta
	RegistrationCoaches
	RegistrationPlayers
	PersonMeta
)

// Param is one row of a parameter table. A name with dots lies inside the object or list before the dot.
type Param struct {
	Name    string     // in lower case, as the document writes it
	Type    Type       // as its type column says
	Min     int        // least value of an Integer; 0 where none is stated
	Max     int        // characters of a String, digits of an Integer, items of a List; 0 where none is stated
	Limit   Limit      // a per-variant Max
	Default string     // what the host takes when it is absent, as text; "" where none is stated
	Format  Format     // stated rule for its content
	Only    Set        // variants that have it
	Lacks   Set        // variants that do not; only read when not empty
	Wire    string     // its own name in wire capitals, without the dots; in rows that Also or Spelled need it for
	Also    string     // second spelling that carries the same value, as a dotted name
	AlsoAs  string     // Also in wire capitals, without the dots
	Spelled []Spelling // its name in variants that spell it differently
	Secret  bool       // must appear in no log or error
	Beyond  bool       // carried by sample bodies, not in the table
}

// In reports whether the variant has the parameter.
func (p *Param) In(v *Variant) bool { return p.Only.Has(v) && (p.Lacks == 0 || !p.Lacks.Has(v)) }

// NameIn returns the parameter's dotted name as the variant spells it.
func (p *Param) NameIn(v *Variant) string {
	if s := p.SpelledIn(v); s != nil {
		return s.Name
	}
	return p.Name
}

// SpelledIn returns the variant's own spelling of the parameter; nil when it has none.
func (p *Param) SpelledIn(v *Variant) *Spelling {
	for i := range p.Spelled {
		if p.Spelled[i].In.Has(v) {
			return &p.Spelled[i]
		}
	}
	return nil
}

// DefaultIn returns what a host of the variant takes when the parameter is absent; "" where none is stated.
func (p *Param) DefaultIn(v *Variant) string {
	if p.Format == Year && v.RegistrationYear != 0 {
		return strconv.Itoa(v.RegistrationYear)
	}
	return p.Default
}

// MaxIn returns the parameter's limit for the variant; 0 where none is stated.
func (p *Param) MaxIn(v *Variant) int {
	switch p.Limit {
	case RegistrationMeta:
		return v.RegistrationMeta
	case RegistrationCoaches:
		return v.RegistrationCoaches
	case RegistrationPlayers:
		return v.RegistrationPlayers
	case PersonMeta:
		return v.PersonMeta
	case NoLimit:
	}
	return p.Max
}

// Spelling is the name of a parameter in some variants.
type Spelling struct {
	In   Set
	Name string // dotted, in lower case
	As   string // in wire capitals, without the dots
}

// RuleKind is what a Rule demands.
type RuleKind uint8

// The kinds of rules.
const (
	OneOf      RuleKind = iota // at least one alternative is complete
	Required                   // every name of the first alternative is present
	ExactlyOne                 // exactly one item of the list Each has the boolean Names[0][0] set to true
)

// Rule is a condition between parameters. Names are relative to Each.
type Rule struct {
	Kind    RuleKind
	Each    string     // object or list that the rule holds for, every item of a list; "" is the request
	Names   [][]string // alternatives, each the names that complete it
	When    string     // parameter of the request that switches the rule on by being present
	Unless  string     // boolean parameter of the request that switches the rule off by being false
	Present string     // parameter of the request without which the rule does not hold
	Only    Set        // variants that state it
	Section string     // of the interface document
}

// Variant is one row for each sport (section 1).
type Variant struct {
	Name  string // as the document names it, in lower case and with hyphens
	Title string // for people

	RegistrationYear    int // default year of a registration; 0 where none is stated
	RegistrationMeta    int // limits of a registration (sections 4.16 and 8); 0 where none is stated
	RegistrationCoaches int
	RegistrationPlayers int
	PersonMeta          int // meta of one coach or player in a registration

	Columns    []Column // standings columns in this sport, left to right
	Points     Points   // what a result is worth where Columns has them
	Statistics []string // statistic names that are usual in the sport
	SportCode  int      // integer that the mock carries in Team.Sport

	bit Set
}

// Column is one standings column. Its name is what people of the sport call the figure.
type Column struct {
	Name, Abbr string
	Figure     Figure
}

// Figure is what a standings column counts.
type Figure uint8

// The figures.
const (
	Played Figure = iota
	Wins
	Losses
	Ties
	For
	Against
	Difference
	Percentage // (wins + half the ties) / played, three digits
	TablePoints
)

// Points is what a result is worth in sports whose standings count points.
type Points struct{ Win, Tie, Loss int }

// ResponseField is a member of a response that only some variants have. Members without a row are in all.
type ResponseField struct {
	Type   string // object, named as in section 2 without spaces: "Team", "TeamPlayer", "GameSide"
	Member string // as on the wire
	Only   Set
	Lacks  Set
}

// In reports whether the variant's responses carry the member.
func (f *ResponseField) In(v *Variant) bool {
	return f.Only.Has(v) && (f.Lacks == 0 || !f.Lacks.Has(v))
}

// Code is one row of the error codes. They are observed, not stated by the document.
type Code struct {
	Code   int
	Name   string
	Status int // HTTP status that goes with it
}

// DefaultPage, DefaultPageSize and DefaultLeaders are the paging defaults of section 8.
const (
	DefaultPage     = 1
	DefaultPageSize = 50
	DefaultLeaders  = 10
)

// FirstYear and LastYear bound what a registration takes for "a valid year".
const (
	FirstYear = 1900
	LastYear  = 2100
)

// DefaultTime is the instant at which the mock's clock starts.
var DefaultTime = time.Date(2026, time.June, 12, 8, 0, 0, 0, time.UTC)
