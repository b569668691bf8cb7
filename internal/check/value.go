package check

import (
	"fmt"
	"net/mail"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/scalar"
)

// value checks one value against the type, limit and format of its row.
func (c *checker) value(p *contract.Param, at place, n *node.Node) {
	if absent(n) && (n.Kind == node.Null || p.Type != contract.List && p.Type != contract.Object) {
		return
	}
	t := &types[p.Type]
	if !t.holds(n) {
		c.fail(p, at, n, contract.CodeInvalid, "must be "+t.must)
		return
	}
	switch p.Type {
	case contract.Integer:
		c.integer(p, at, n)
	case contract.Decimal:
		c.decimal(p, at, n)
	case contract.String:
		c.text(p, at, n)
	case contract.List:
		c.list(p, at, n)
	default:
	}
}

// fail reports a wrong value: the expected form, and the value unless it is secret.
func (c *checker) fail(p *contract.Param, at place, n *node.Node, code int, must string) {
	if c.full() {
		return
	}
	path := at.String()
	c.report(code, path, path+" "+must+found(n, p.Secret))
}

// tooLarge reports a value that exceeds a limit of its row. The message has the value's size and not the value.
func (c *checker) tooLarge(at place, what string, numbers ...any) {
	if c.full() {
		return
	}
	path := at.String()
	c.report(contract.CodeMaximum, path, path+" "+fmt.Sprintf(what, numbers...))
}

func (c *checker) integer(p *contract.Param, at place, n *node.Node) {
	value, _ := integer(n)
	if limit := p.MaxIn(c.v); limit > 0 && digits(value) > limit {
		c.tooLarge(at, "has more than %d digits", limit)
	}
	if p.Format == contract.Jersey && !isJersey(n) {
		c.fail(p, at, n, contract.CodeInvalid, jerseyMust)
	}
	if p.Min > 0 && value < int64(p.Min) {
		c.fail(p, at, n, contract.CodeMinimum, fmt.Sprintf("must be at least %d", p.Min))
	}
	if r, ok := ranges[p.Format]; ok && (value < r.first || value > r.last) {
		c.fail(p, at, n, contract.CodeRange, "must be "+r.must)
	}
}

const jerseyMust = "must be a plain number, without zeros in front"

// isJersey reports whether a value that is a whole number can be the number on a jersey: see contract.Jersey.
func isJersey(n *node.Node) bool {
	text, _ := trimmed(n)
	value, whole := integer(n)
	return n.Kind != node.Text || !whole || text == strconv.FormatInt(value, 10)
}

// JerseyProblem returns what is wrong with a whole number as the number on a jersey, "" for nothing.
func JerseyProblem(n *node.Node) string {
	if isJersey(n) {
		return ""
	}
	return jerseyMust + found(n, false)
}

func (c *checker) decimal(p *contract.Param, at place, n *node.Node) {
	if p.Format != contract.Cents {
		return
	}
	text := strings.TrimSpace(n.Text)
	if scalar.Places(text) > 2 {
		c.fail(p, at, n, contract.CodeInvalid, "must be an amount without parts of a cent")
	}
	if value, _ := scalar.ParseFloat(text, 64); value < 0 {
		c.assumed = p.Assumed
		c.fail(p, at, n, contract.CodeInvalid, "must not be negative")
		c.assumed = ""
	}
}

func (c *checker) text(p *contract.Param, at place, n *node.Node) {
	if limit, count := p.MaxIn(c.v), utf8.RuneCountInString(n.Text); limit > 0 && count > limit {
		c.tooLarge(at, "is longer than %d characters (%d)", limit, count)
	}
	if f, ok := formats[p.Format]; ok && !f.holds(n.Text) {
		c.assumed = p.Assumed
		c.fail(p, at, n, contract.CodeInvalid, "must "+f.must)
		c.assumed = ""
	}
}

func (c *checker) list(p *contract.Param, at place, n *node.Node) {
	if limit := p.MaxIn(c.v); limit > 0 && len(n.Items) > limit {
		c.tooLarge(at, "has more than %d items (%d)", limit, len(n.Items))
	}
	for i := range n.Items {
		if n.Items[i].Kind != node.Object {
			c.fail(p, at.item(i), &n.Items[i], contract.CodeInvalid, "must be an object")
		}
	}
}

// types lists for each type of the contract the values that are valid in either format. Text in the right form is valid
// for a number or a boolean, because queries and XML have only text.
var types = [...]struct {
	must  string
	holds func(*node.Node) bool
}{
	contract.Integer:   {"an integer", isInteger},
	contract.String:    {"a string", func(n *node.Node) bool { return n.Kind == node.Text }},
	contract.Boolean:   {"true or false", func(n *node.Node) bool { _, ok := boolean(n); return ok }},
	contract.Decimal:   {"a number", isNumber},
	contract.Enum:      {"an integer", isInteger},
	contract.NamedEnum: {"an integer or a name", isEnum},
	contract.Name:      {"a name", isName},
	contract.Names:     {"a list of names", listOf(isName)},
	contract.Date:      {"a date, m/d/yyyy", isDate},
	contract.BirthDate: {"a date, mm/dd/yyyy", isDate},
	contract.Integers:  {"a list of integers", listOf(isInteger)},
	contract.List:      {"a list of objects", func(n *node.Node) bool { return n.Kind == node.List }},
	contract.Object:    {"an object", func(n *node.Node) bool { return n.Kind == node.Object }},
}

// ranges are the formats of integers.
var ranges = map[contract.Format]struct {
	first, last int64
	must        string
}{
	contract.Year: {
		contract.FirstYear, contract.LastYear,
		fmt.Sprintf("a valid year: four digits, %d to %d", contract.FirstYear, contract.LastYear),
	},
	contract.TwoDigits: {0, 99, "two digits, 0 to 99"},
	contract.Month:     {1, 12, "a month of two digits, 1 to 12"},
}

// formats are the formats of text.
var formats = map[contract.Format]struct {
	must  string
	holds func(string) bool
}{
	contract.Email:  {"be a valid e-mail address", isEmail},
	contract.HTTP:   {"start with http://", func(s string) bool { return strings.HasPrefix(s, "http://") }},
	contract.Handle: {"be without the @ sign", func(s string) bool { return !strings.Contains(s, "@") }},
	contract.CardType: {
		"be one of " + strings.Join(contract.CardTypes(), ", "), func(s string) bool { return contract.CardOf(s) != nil },
	},
	contract.Statistic: {"be a decimal number or empty", isStatistic},
}

// isEmail accepts a bare address only: no display name, no angle brackets, no comment.
func isEmail(s string) bool {
	address, err := mail.ParseAddress(s)
	return err == nil && address.Address == s
}

// trimmed returns the text of a number or a text, without white space around it.
func trimmed(n *node.Node) (string, bool) {
	return strings.TrimSpace(n.Text), n.Kind == node.Number || n.Kind == node.Text
}

func isInteger(n *node.Node) bool { _, ok := integer(n); return ok }

// integer parses a whole number. It accepts 57.0 as 57.
func integer(n *node.Node) (int64, bool) {
	text, ok := trimmed(n)
	if !ok {
		return 0, false
	}
	value, err := scalar.ParseInt(text)
	return value, err == nil
}

func isNumber(n *node.Node) bool {
	text, ok := trimmed(n)
	return ok && isFloat(text)
}

// isFloat reports whether a text is a number that a float64 can hold, if not exactly.
func isFloat(text string) bool {
	_, err := scalar.ParseFloat(text, 64)
	return err == nil
}

// digits counts the digits of a number, whatever its sign.
func digits(value int64) int {
	return len(strings.TrimPrefix(strconv.FormatInt(value, 10), "-"))
}

// boolean reads true or false, in any letter case.
func boolean(n *node.Node) (value, ok bool) {
	if n.Kind != node.Bool && n.Kind != node.Text {
		return false, false
	}
	text := strings.TrimSpace(n.Text)
	value = node.SameName(text, "true")
	return value, value || node.SameName(text, "false")
}

// isEnum accepts a code, or the name that XML uses instead.
func isEnum(n *node.Node) bool {
	if _, ok := integer(n); ok {
		return true
	}
	text, _ := trimmed(n)
	return n.Kind == node.Text && text != "" && !isNumber(n)
}

func isName(n *node.Node) bool {
	return n.Kind == node.Text || isEnum(n)
}

// listOf accepts an array, a text of parts separated by commas, or a single value. Blank parts do not count.
func listOf(holds func(*node.Node) bool) func(*node.Node) bool {
	return func(n *node.Node) bool {
		switch n.Kind {
		case node.List:
			return all(n.Items, holds)
		case node.Text:
			return all(split(n), holds)
		default:
			return holds(n)
		}
	}
}

func split(n *node.Node) []node.Node {
	var items []node.Node
	for text := range strings.SplitSeq(n.Text, ",") {
		if strings.TrimSpace(text) != "" {
			items = append(items, node.Node{Kind: node.Text, Text: text})
		}
	}
	return items
}

func all(nodes []node.Node, holds func(*node.Node) bool) bool {
	for i := range nodes {
		if !holds(&nodes[i]) {
			return false
		}
	}
	return true
}

// isDate accepts m/d/yyyy, with or without leading zeros, of days that exist.
func isDate(n *node.Node) bool {
	_, err := time.Parse("1/2/2006", strings.TrimSpace(n.Text))
	return n.Kind == node.Text && err == nil
}

// equal compares the values that a request has under two names of a parameter: numbers by value, booleans in any letter
// case.
func equal(a, b *node.Node) bool {
	if a.Text == b.Text && len(a.Items)+len(b.Items)+len(a.Members)+len(b.Members) == 0 {
		return true
	}
	if x, ok := boolean(a); ok {
		y, ok := boolean(b)
		return ok && x == y
	}
	if a.Kind != node.Number && b.Kind != node.Number {
		return false
	}
	return scalar.Canonical(strings.TrimSpace(a.Text)) == scalar.Canonical(strings.TrimSpace(b.Text))
}

// maxFound bounds the characters of a value that a message repeats.
const maxFound = 40

// found describes a value for a message; "" when it is secret.
func found(n *node.Node, secret bool) string {
	switch {
	case secret || n.Secret || cardLike(n.Text):
		return ""
	case n.Kind == node.Null:
		return ", found null"
	case n.Kind == node.List, n.Kind == node.Object:
		return ", found an " + n.Kind.String()
	case n.Kind == node.Text:
		return ", found " + strconv.Quote(plaintext.Clip(n.Text, maxFound))
	default:
		return ", found " + plaintext.Clip(n.Text, maxFound)
	}
}

// cardDigits is the least number of digits of a card number.
const cardDigits = 12

// cardLike reports whether a text could hold a card number in a wrong place.
func cardLike(text string) bool {
	count := 0
	for i := range len(text) {
		if '0' <= text[i] && text[i] <= '9' {
			count++
		}
	}
	return count >= cardDigits
}
