// Package contract is the interface document as data: operations, parameters, rules, variants, response fields and
// error codes, one row each. The client checks a request against these rows before it sends it. The mock checks the
// same request on arrival. `make tables` makes the tables of the documentation from these rows.
//
// A parameter goes into the file of its noun. A member of a response goes into operations.go, which says whether its
// values may stay in recordings, and into responses.go if some variants lack it or the document does not state it.
// Columns of standings are in variants.go. Codes are in codes.go. The client also uses their statuses to tell whether a
// write happened.
//
// No package branches on a sport. Each difference between sports is a cell of a table.
package contract

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// Set names variants, one bit each. The empty Set means all variants.
type Set uint32

// Has reports whether the variant belongs to the set; every variant belongs to the empty set.
func (s Set) Has(v *Variant) bool { return s == 0 || s&v.bit != 0 }

// Class says whether an operation may be sent twice, and so when the client may send it again.
type Class uint8

// The classes of operations.
const (
	Read   Class = iota // changes nothing
	Write               // a partial update ("set"): repeating it leaves the same state
	Login               // exchanges a password for keys
	Create              // makes a row: repeating it makes two rows
	Charge              // may take money: repeating it takes the money twice
)

// String returns the class as the documentation names it.
func (c Class) String() string {
	return [...]string{"read", "set", "login", "create", "charge"}[c]
}

// Operation is one row of section 4.
type Operation struct {
	ID      string  // service and method, as in "Teams.List"
	Method  string  // HTTP method
	Path    string  // below BasePath, as in "/teams"
	Aliases []Alias // other paths with the same shape
	Class   Class   // whether it may be sent twice
	ByID    bool    // a detail request; the id parameter distinguishes it from the list on the same path
	Paged   bool    // has the parameters page and pagesize, and answers Results, Page, PageSize, Total
	Shown   Set     // variants whose documentation shows it; other variants may serve it too
	Section string  // of the interface document
	Open    bool    // needs no credentials
	// Lists are the members that hold the list in an answer, for an operation that reads a list. An answer that is not
	// empty has the list when it has at least one of these members.
	Lists []string
	// Rows is the path of the rows in an answer, for an operation that reads a list of rows. SkipBadRows can leave out
	// rows at this path.
	Rows string
	// Row is the member of the answer to a detail request that holds the requested row. The row must have the id of the
	// request.
	Row string
	// Observed marks an operation that clients rely on and the document does not state. Its Section is "observed".
	Observed bool
	// PathID says that clients were seen to append the id to the path, as in "/events/7".
	PathID bool
	// Tolerated are parameters that a variant does not have, and that its hosts were seen to ignore.
	Tolerated []Tolerated
	Partial   bool     // changes only members that the request names; a request that names only its Target is refused
	Params    []Param  // its parameters
	Rules     []Rule   // conditions between them
	Target    []string // of a Partial operation: the parameters that name the row to change, and rows within it
	Adds      []string // of a Partial operation: lists whose items without an id make rows
	Instead   string   // parameter that names the row when the first Target is absent, and is a change otherwise

	// Result is the member of the answer to a Create or Charge that identifies the new row or transaction (section 2,
	// Results of writes). An answer without it is not a success, and an answer with it is not a refusal.
	Result string
	// ResultUnless is a boolean parameter. When a request sets it to false, the answer may lack its Result.
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

// Tolerated is a parameter that hosts of some variants ignore, although the document says that they do not have it.
type Tolerated struct {
	In    Set
	Param string
}

// Alias is another path under which an operation is served.
type Alias struct {
	Service string // as in "Bouts"
	Path    string // as in "/bouts"
	Shown   Set    // variants whose documentation shows it
}

// BasePath is the version segment that every path starts with (sections 1 and 9).
const BasePath = "/api/v1"

// Type is the type of a parameter in the document's tables.
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
	Names     // several names: separated by commas in a query, an array in a body
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

// Format is a rule of the document for the content of a parameter.
type Format uint8

// The formats.
const (
	AnyFormat Format = iota
	Email            // a valid e-mail address
	HTTP             // starts with http://
	Handle           // without the @ sign
	Statistic        // a decimal number in text
	Year             // a valid year: four digits, 1900 to 2100
	TwoDigits        // two digits: 0 to 99
	Month            // two digits and a month: 1 to 12
	CardType         // one of CardTypes, in any letter case
	Cents            // an amount of money, not negative and without parts of a cent
	Jersey           // in text a plain number, because 00 and 0 are two numbers on jerseys and one Integer
)

// Limit names a limit of a count that differs between variants.
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
	Name          string     // in lower case, as the document writes it
	Type          Type       // in the table's type column
	Min           int        // least value of an Integer; 0 where none is stated
	Max           int        // characters of a String, digits of an Integer, items of a List; 0 where none is stated
	Limit         Limit      // a per-variant Max
	Default       string     // value that the host assumes when the parameter is absent, as text; "" where none is stated
	Format        Format     // rule for its content
	Assumed       string     // id of the assumption that the Format is; "" for a Format of the document
	Only          Set        // variants that have it
	Except        Set        // variants that do not have it
	Wire          string     // last part of the name in wire capitals; set where Also or Spelled needs it
	Also          string     // second spelling that carries the same value, as a dotted name
	AlsoAs        string     // last part of Also in wire capitals
	Spelled       []Spelling // its name in variants that spell it differently
	Secret        bool       // no log and no error may show it
	Stay          Stay       // the texts that may stay in recordings; for other types see stays
	OnlyInSamples bool       // only sample bodies have it, not the table
	AsText        bool       // a Decimal that is sent as text
	Numbers       bool       // a String for which hosts were seen to accept a number
}

// In reports whether the variant has the parameter.
func (p *Param) In(v *Variant) bool { return p.Only.Has(v) && (p.Except == 0 || !p.Except.Has(v)) }

// Holds reports whether name is a name of the parameter on some host, or the name of an object or list around the
// parameter.
func (p *Param) Holds(name string) bool {
	if strings.HasPrefix(p.Name+".", name+".") {
		return true
	}
	return slices.ContainsFunc(p.Spelled, func(s Spelling) bool { return s.Name == name })
}

// Names returns every dotted name that hosts have for the parameter.
func (p *Param) Names() []string {
	names := []string{p.Name}
	if p.Also != "" {
		names = append(names, p.Also)
	}
	for _, s := range p.Spelled {
		names = append(names, s.Name)
	}
	return names
}

// NameIn returns the parameter's dotted name as the variant spells it.
func (p *Param) NameIn(v *Variant) string {
	if s := p.SpelledIn(v); s != nil {
		return s.Name
	}
	return p.Name
}

// SpelledIn returns the variant's own spelling of the parameter; nil when the variant uses the document's spelling.
// When the variant has a Wording, the Wording selects among the spellings that have a Wording.
func (p *Param) SpelledIn(v *Variant) *Spelling {
	for i := range p.Spelled {
		if p.Spelled[i].holds(v) {
			return &p.Spelled[i]
		}
	}
	return nil
}

// DefaultIn returns the value that a host of the variant assumes when the parameter is absent; "" where none is stated.
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
	In      Set     // variants with this spelling; the empty Set means no variant
	Wording Wording // "" for a spelling that no Wording selects
	Name    string  // dotted, in lower case
	As      string  // last part of Name in the capitals of the wire
}

// holds reports whether the variant uses this spelling.
func (s *Spelling) holds(v *Variant) bool {
	if v.Wording != "" && s.Wording != "" {
		return s.Wording == v.Wording
	}
	return s.In != 0 && s.In.Has(v)
}

// RuleKind says what a Rule demands.
type RuleKind uint8

// The kinds of rules.
const (
	OneOf      RuleKind = iota // at least one alternative is complete
	Required                   // every name of the first alternative is present
	ExactlyOne                 // exactly one item of the list Each has the boolean Names[0][0] set to true
	CardFits                   // the card number and the security code in Each belong to the card type there: see Cards
	Pitching                   // the value of a statistic in Each has the form that its name in PitchingStatistics needs
)

// Rule is a condition between parameters. Names are relative to Each.
type Rule struct {
	Kind    RuleKind
	Each    string     // object or list; the rule is about every item of a list; "" for the request
	Names   [][]string // alternatives, each the names that complete it
	When    string     // the rule holds only when the request has this parameter; named in the message
	Unless  string     // the rule holds unless this boolean parameter of the request is false
	Present string     // the rule holds only when the request has this parameter; not named in the message
	Only    Set        // variants that the rule holds for; empty for all
	Section string     // of the interface document
	Assumed string     // id of the assumption that the rule is; "" for a rule of the document
}

// Variant is the row of one sport (section 1).
type Variant struct {
	Name  string // as the document names it, in lower case and with hyphens
	Title string // for people

	RegistrationYear    int // default year of a registration; 0 where none is stated
	RegistrationMeta    int // limits of a registration (sections 4.16 and 8); 0 where none is stated
	RegistrationCoaches int
	RegistrationPlayers int
	PersonMeta          int // meta of one coach or player in a registration

	Columns    []Column   // standings columns in this sport, left to right
	Points     Points     // table points of a result, for Columns that count them
	Statistics []string   // statistic names that are usual in the sport
	Categories []Category // of leaders; nil where each statistic is a category
	SportCode  int        // integer that the mock writes into Team.Sport
	Wording    Wording    // "" for the variant's own spellings
	Names      HostNames  // of a host that has other paths or parameters

	bit Set
}

// Column is one standings column. Its name is the usual one in the sport.
type Column struct {
	Name, Abbr string
	Figure     Figure
}

// ScoreUnit returns what the sides of a game score, such as Goals: the first word of the column that adds up what a
// side scored. Without such a column it returns Points.
func (v *Variant) ScoreUnit() string {
	for _, c := range v.Columns {
		if words := strings.Fields(c.Name); c.Figure == For && len(words) > 0 {
			return words[0]
		}
	}
	return "Points"
}

// Figure is the number that a standings column shows.
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

// Points are the table points of a result, in sports whose standings count points.
type Points struct{ Win, Tie, Loss int }

// ResponseField is a member of a response that only some variants have, or that the document does not state. All
// variants have the members without a row.
type ResponseField struct {
	Type     string // object, named as in section 2 without spaces: "Team", "TeamPlayer", "GameSide"
	Member   string // as on the wire
	Only     Set
	Except   Set
	Observed bool // clients rely on it, and the document does not state it
}

// In reports whether the variant's responses carry the member.
func (f *ResponseField) In(v *Variant) bool {
	return f.Only.Has(v) && (f.Except == 0 || !f.Except.Has(v))
}

// Code is an error code with its status. The codes were observed. The document does not state them.
type Code struct {
	Code   int
	Name   string
	Status int // HTTP status of an answer with the code
}

// DefaultPage, DefaultPageSize and DefaultLeaders are the paging defaults of section 8.
const (
	DefaultPage     = 1
	DefaultPageSize = 50
	DefaultLeaders  = 10
)

// FirstYear and LastYear bound "a valid year" of a registration.
const (
	FirstYear = 1900
	LastYear  = 2100
)

// DefaultTime is the instant at which the mock's clock starts.
var DefaultTime = time.Date(2026, time.June, 12, 8, 0, 0, 0, time.UTC)
