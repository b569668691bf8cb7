package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
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

// MayName reports whether the body of an answer may name the result of a create or a charge under a member, or under
// any member of the column Result if the member is "". A whole body in JSON or XML may if it names a result at any
// depth. Of other bodies only texts and pages for people may not, unless they hold the name as programs write it: a torn
// or garbled body, and one in a form that this package does not know, can hide a result.
func MayName(member, contentType string, body []byte, torn bool, memory int64) bool {
	members := results
	if member != "" {
		members = []string{member}
	}
	text := bytes.TrimLeft(body, " \t\r\n\ufeff")
	if len(text) == 0 {
		return torn
	}
	media, params := httptext.Media(contentType)
	if text[0] != '<' {
		if n, err := jsoncodec.ParseNode(body, jsoncodec.Limits{MaxMemory: memory, Doubles: true}); err == nil {
			return names(&n, members)
		}
	}
	page, concealed := isPage.Match(text), false
	lim := xmlwire.Limits{UTF8: params.IsUTF8(), MaxMemory: memory, Concealed: &concealed}
	if root, n, err := xmlwire.ParseNode(body, lim); err == nil {
		whole := node.Node{Kind: node.Object, Members: []node.Member{{Name: root, Node: n}}}
		return names(&whole, members) || page && writes(body, members, open) ||
			concealed && !page && writes(body, members, hidden)
	}
	_, err := SyntaxOf(contentType, body)
	switch {
	case page, text[0] == '<' && strings.Contains(media, "html"):
	case bytes.IndexByte([]byte("{[<"), text[0]) >= 0, bytes.ContainsFunc(body, isBinary),
		err != nil && media != "" && !strings.HasPrefix(media, "text/"), !extendsASCII(params.Get("charset")):
		return true
	}
	return writes(body, members, open)
}

// isPage matches the beginning of a page in HTML.
var isPage = regexp.MustCompile(`(?is)^(<\?xml[^>]*>|<!--.*?-->|\s)*<(!doctype\s+html|html|head|title|body|center|h1|p)\b`)

// isBinary reports whether a character is in no text.
func isBinary(r rune) bool { return r < ' ' && !unicode.IsSpace(r) || r == 0x7f }

// extendsASCII reports whether bytes below 0x80 are those of ASCII in a charset.
func extendsASCII(charset string) bool {
	charset = strings.ToLower(charset)
	return charset == "" || slices.ContainsFunc([]string{"utf-8", "utf8", "us-ascii", "iso-8859-", "latin", "windows-125"},
		func(known string) bool { return strings.HasPrefix(charset, known) })
}

// The ways in which programs write the NAME of a member: in JSON, as an element and in a form; and where a node does not
// show it: as an attribute and with a prefix.
const (
	open   = `["'][\s\\]*(NAME)[\s\\]*["']\s*:|<([\w.-]+:)?(NAME)[\s/>]|(^|[\n&?])(NAME)\s*[:=]`
	hidden = `\s([\w.-]+:)?(NAME)\s*=|<[\w.-]+:(NAME)[\s/>]`
)

// writes reports whether a text has the name of a member in one of the ways.
func writes(text []byte, members []string, ways string) bool {
	return regexp.MustCompile("(?i)" + strings.ReplaceAll(ways, "NAME", strings.Join(members, "|"))).Match(text)
}

// names reports whether a node names a result under one of the members, at any depth, also in a text in JSON or XML. The
// Id of an error is no id of a row.
func names(n *node.Node, members []string) bool {
	if len(members) == 0 {
		return false
	}
	for i := range n.Members {
		m, inner := &n.Members[i], members
		isIt := func(name string) bool { return node.SameName(name, m.Name) }
		if slices.ContainsFunc(members, isIt) {
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
	if n.Kind == node.Text && strings.ContainsAny(n.Text, "{[<") {
		inside, err := jsoncodec.ParseNode([]byte(n.Text), jsoncodec.Limits{Doubles: true})
		return err == nil && names(&inside, members) || err != nil && writes([]byte(n.Text), members, open)
	}
	return slices.ContainsFunc(n.Items, func(item node.Node) bool { return names(&item, members) })
}

// Result returns the id under a member's name, and whether the answer names a result there: see noResult.
func (e *Envelope) Result(member string) (ids IDs, named bool) {
	switch member {
	case "Id":
		ids.ID, named = ID(e.ID)
	case "TeamId":
		ids.TeamID, named = ID(e.TeamID)
	case "TransactionId":
		ids.TransactionID, named = textOf(e.TransactionID)
	}
	return ids, named
}

// keepNamed keeps the value that names a result when the body has a member twice. The decoder keeps the last value, but
// a null after an id must not hide that the host acted. keepNamed reads no body above maxBytes again, because answers
// to writes are short.
func (e *Envelope) keepNamed(s Syntax, body []byte) {
	if len(body) > maxBytes {
		return
	}
	lower, before := bytes.ToLower(body), map[bool]string{false: `"`, true: "<"}[s.XML]
	results := map[string]*json.RawMessage{"id": &e.ID, "teamid": &e.TeamID, "transactionid": &e.TransactionID}
	for name, raw := range results {
		if _, named := textOf(*raw); named || bytes.Count(lower, []byte(before+name)) < 2 {
			continue
		}
		n, err := s.Parse(body, 0)
		if err != nil {
			return
		}
		for i := range n.Members {
			value := json.RawMessage(jsoncodec.AppendNode(nil, n.Members[i].Node))
			if _, named := textOf(value); named && node.SameName(name, n.Members[i].Name) {
				*raw = value
			}
		}
	}
}

// ID reads the id of a row. An id that is not a whole number counts as named, but has no value.
func ID(raw json.RawMessage) (id int64, named bool) {
	_, named = textOf(raw)
	if err := jsoncodec.Unmarshal(raw, &id, jsoncodec.Limits{}); err != nil {
		return 0, named
	}
	return max(id, 0), named && !noID(id)
}

// textOf reads the id of a transaction. An id that is an array or an object counts as named, but has no value.
func textOf(raw json.RawMessage) (text string, named bool) {
	if len(raw) > maxBytes { // too long for an id
		return "", true
	}
	n, err := jsoncodec.ParseNode(raw, jsoncodec.Limits{})
	if err != nil { // also when the member is missing
		return "", false
	}
	return textIn(&n)
}

// textIn reads the id of a transaction from a node.
func textIn(n *node.Node) (text string, named bool) {
	switch {
	case n.Kind == node.Null:
		return "", false
	case n.Kind == node.List || n.Kind == node.Object:
		return "", len(n.Items)+len(n.Members) > 0
	case noResult(n.Text):
		return "", false
	}
	return n.Text, true
}

// noID reports whether a number cannot be a row's id (assumption result-values).
func noID(id int64) bool { return id < 1 }

// noResult reports whether a text is no result: it has no letter and no digit other than 0, it is a number that is not
// above 0, it begins as a number below 0 begins, or it is a word that platforms print for no value (assumption
// result-values). Spaces and characters that nobody sees count for nothing.
func noResult(text string) bool {
	text = strings.Map(plainMark, text)
	says := func(r rune) bool { return r != '0' && (unicode.IsLetter(r) || unicode.IsNumber(r)) }
	if !strings.ContainsFunc(text, says) || noValues[strings.ToLower(text)] {
		return true
	}
	rest := strings.TrimLeft(text, "-(") // accountants write (1) for -1
	if rest != text && rest != "" && '0' <= rest[0] && rest[0] <= '9' {
		return true
	}
	number, err := strconv.ParseFloat(text, 64)
	whole, notWhole := strconv.ParseInt(text, 0, 64) // reads 0x0, too
	return (err == nil || errors.Is(err, strconv.ErrRange)) && number <= 0 || notWhole == nil && whole == 0
}

// plainMark returns the ASCII digit for a digit of any script, - for a dash or a minus, and -1 for what nobody sees.
func plainMark(r rune) rune {
	switch {
	case r < unicode.MaxASCII && r > ' ':
		return r
	case unicode.IsSpace(r), unicode.In(r, unicode.Cc, unicode.Cf):
		return -1
	case r == '\u2212', unicode.Is(unicode.Pd, r):
		return '-'
	case !unicode.IsDigit(r):
		return r
	}
	for _, digits := range unicode.Nd.R16 {
		if lo := rune(digits.Lo); lo <= r && r <= rune(digits.Hi) {
			return '0' + (r-lo)%10 // each script has ten digits, in order
		}
	}
	for _, digits := range unicode.Nd.R32 {
		if lo := rune(digits.Lo); lo <= r && r <= rune(digits.Hi) { //nolint:gosec // a code point
			return '0' + (r-lo)%10
		}
	}
	return r
}

// noValues are the words that JavaScript, Python, Go, .NET and others print for no value.
var noValues = map[string]bool{
	"null": true, "false": true, "true": true, "undefined": true, "none": true, "nil": true, "nan": true, "n/a": true,
}
