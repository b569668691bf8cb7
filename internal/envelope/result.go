package envelope

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// IDs are the ids of the row or transaction that a create or charge made. Each is zero when the answer does not
// name it.
type IDs struct {
	ID            int64
	TeamID        int64
	TransactionID string
}

// results are the members of the contract's column Result.
var results = []string{"Id", "TeamId", "TransactionId"}

// Result returns the ids of a whole body that names the result of a create or a charge under a member, and whether the
// body may name a result under it, or under any member of the column Result if the member is "". A whole body in JSON
// or XML may if it names a result at any depth. Of other bodies only texts and pages for people may not, unless they
// hold the name as programs write it, or broke off behind a mark that precedes such a name. A torn or garbled body, and
// one in an unknown form, can hide a result.
func Result(member, contentType string, body []byte, torn bool, memory int64) (ids IDs, may bool) {
	members := results
	if member != "" {
		members = []string{member}
	}
	text := bytes.TrimLeft(body, " \t\r\n\ufeff")
	if len(text) == 0 {
		return ids, torn
	}
	media, params := httptext.Media(contentType)
	if text[0] != '<' {
		n, err := jsoncodec.ParseNode(body, jsoncodec.Limits{MaxMemory: memory, Doubles: true})
		if err == nil {
			return idsIn(&n, member), names(&n, members)
		}
	}
	page, concealed := isPage.Match(text), false
	lim := xmlwire.Limits{UTF8: params.IsUTF8(), MaxMemory: memory, Concealed: &concealed}
	if root, n, err := xmlwire.ParseNode(body, lim); err == nil {
		whole := node.Node{Kind: node.Object, Members: []node.Member{{Name: root, Node: n}}}
		return idsIn(&n, member), names(&whole, members) || page && writes(body, members, open) ||
			concealed && !page && writes(body, members, hidden)
	}
	page = page || text[0] == '<' && strings.Contains(media, "html")
	_, err := SyntaxOf(contentType, body)
	switch {
	case torn && (bytes.ContainsAny(text, "{&") || !page && bytes.ContainsAny(text, `}[]="`)):
		return ids, true // the name can follow
	case page:
	case isObject.Match(text), bytes.ContainsFunc(body, isBinary), !isASCII.MatchString(params.Get("charset")),
		err != nil && media != "" && media != "text/plain" && media != "text/html":
		return ids, true
	}
	return ids, writes(body, members, open) || !page && writes(body, members, hidden)
}

// idsIn returns the id that a body has under a member. Of several it returns the last that names a result.
func idsIn(n *node.Node, member string) (ids IDs) {
	for i := range n.Members {
		m := &n.Members[i]
		text, named := textIn(&m.Node)
		if !named || !node.SameName(member, m.Name) {
			continue
		}
		switch id := ID(jsoncodec.AppendNode(nil, m.Node)); member {
		case "Id":
			ids.ID = id
		case "TeamId":
			ids.TeamID = id
		default:
			ids.TransactionID = text
		}
	}
	return ids
}

// isPage matches the beginning of a page in HTML.
var isPage = regexp.MustCompile(
	`(?is)^(<\?xml[^>]*>|<!--.*?-->|\s)*<(!doctype\s+html|html|head|title|body|center|h1|p)\b`)

// isObject matches the beginning of an object, also in lists, and of an element.
var isObject = regexp.MustCompile(`^(\[\s*)*(\{|$)|^<`)

// isASCII matches charsets in which the bytes below 0x80 are those of ASCII.
var isASCII = regexp.MustCompile(`(?i)^($|utf-?8|us-ascii|latin|iso-8859-|windows-125)`)

// isBinary reports whether a character is in no text.
func isBinary(r rune) bool { return r < ' ' && !unicode.IsSpace(r) || r == 0x7f }

// The ways in which programs write the NAME of a member: in JSON, as an element, in a form and in the fields of a page;
// and where a node does not show it: as an attribute, with a prefix and as the value of an attribute.
const (
	open = `["'][\s\\]*(NAME)[\s\\]*["']\s*:|<([\w.-]+:)?(NAME)[\s/>]|((^|\n)[ -]*|[\t&?,;])(NAME)(\s*[:=,;]|[\r\n])` +
		`|["'](NAME)["'][^<>]*\svalue\s*=|>\s*(NAME)\s*:?\s*</`
	hidden = `\s([\w.-]+:)?(NAME)\s*=|<[\w.-]+:(NAME)[\s/>]|=\s*["'](NAME)["']`
)

// writes reports whether a text has the name of a member in one of the ways.
func writes(text []byte, members []string, ways string) bool {
	return regexp.MustCompile("(?i)" + strings.ReplaceAll(ways, "NAME", strings.Join(members, "|"))).Match(text)
}

// names reports whether a node names a result under one of the members, at any depth, also in a text in JSON or XML.
// The Id of an error is no id of a row.
func names(n *node.Node, members []string) bool {
	pair := slices.ContainsFunc(n.Members, func(m node.Member) bool {
		isIt := func(name string) bool { return node.SameName(name, m.Text) }
		return (node.SameName("Name", m.Name) || node.SameName("Key", m.Name)) && slices.ContainsFunc(members, isIt)
	})
	for i := range n.Members {
		m, inner := &n.Members[i], members
		isIt := func(name string) bool { return node.SameName(name, m.Name) }
		if slices.ContainsFunc(members, isIt) || pair && isIt("Value") {
			if _, named := textIn(&m.Node); named {
				return true
			}
		}
		if slices.ContainsFunc([]string{Errors, "Error", "Fault"}, isIt) {
			inner = slices.DeleteFunc(slices.Clone(members), func(name string) bool { return name == "Id" })
		}
		if names(&m.Node, inner) {
			return true
		}
	}
	if n.Kind == node.Text && len(members) > 0 && strings.ContainsAny(n.Text, "{[<") {
		inside, err := jsoncodec.ParseNode([]byte(n.Text), jsoncodec.Limits{MaxMemory: 1 << 20, Doubles: true})
		return err == nil && names(&inside, members) || err != nil && writes([]byte(n.Text), members, open)
	}
	return slices.ContainsFunc(n.Items, func(item node.Node) bool { return names(&item, members) })
}

// ID reads the id of a row. It returns 0 for an id that is no whole number above 0.
func ID(raw json.RawMessage) (id int64) {
	if jsoncodec.Unmarshal(raw, &id, jsoncodec.Limits{}) != nil {
		return 0
	}
	return max(id, 0)
}

// textIn reads the id of a transaction. A long text, an array or an object counts as named, but has no value.
func textIn(n *node.Node) (text string, named bool) {
	switch {
	case n.Kind == node.Null:
		return "", false
	case len(n.Text) > maxBytes:
		return "", true
	case n.Kind == node.List || n.Kind == node.Object:
		return "", len(n.Items)+len(n.Members) > 0
	case noResult(n.Text):
		return "", false
	}
	return n.Text, true
}

// noID reports whether a number cannot be a row's id (assumption result-values).
func noID(id int64) bool { return id < 1 }

// noResult reports whether a text is no result: it has no letter and no digit other than 0, or it isNoValue (assumption
// result-values). Spaces and characters that nobody sees count for nothing.
func noResult(text string) bool {
	text = strings.Map(plainMark, text)
	says := func(r rune) bool { return r != '0' && (unicode.IsLetter(r) || unicode.IsNumber(r)) }
	return !strings.ContainsFunc(text, says) || isNoValue.MatchString(text)
}

// isNoValue matches what begins as a number below 0 begins, where accountants write (1) for -1, a zero with an exponent
// or in another base, and the words that JavaScript, Python, Go, .NET and others print for no value.
var isNoValue = regexp.MustCompile(`(?i)^([-(]+\.?[0-9].*|[+-]?[0.]+e[-+]?[0-9]+|[+-]?0[box][0.]+(p[-+]?[0-9]+)?|` +
	`-inf(inity)?|null|false|true|undefined|none|nil|nan|n/a)$`)

// plainMark returns the ASCII digit for a digit of any script, - for a dash or a minus, and -1 for what nobody sees.
func plainMark(r rune) rune {
	value, isDigit := plaintext.Digit(r)
	switch {
	case isDigit:
		return '0' + value
	case unicode.IsSpace(r), unicode.In(r, unicode.Cc, unicode.Cf):
		return -1
	case plaintext.IsDash(r):
		return '-'
	}
	return r
}
