package xmlwire_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// deep is more than what a fuzzer comes up with.
var deep = xmlwire.Limits{MaxDepth: 10_000}

func seed(f *testing.F) {
	f.Helper()
	for _, body := range append(accepted, refused...) {
		f.Add([]byte(body))
	}
	for _, body := range fixtures(f) {
		f.Add(body)
	}
	f.Add([]byte(fullBody))
}

// sound checks what every error promises.
func sound(t *testing.T, data []byte, err error) {
	t.Helper()
	e, ok := err.(*record.Error) //nolint:errorlint // it must be this very type
	if !ok || e.Offset < 0 || e.Offset > int64(len(data)) || e.Line < 1 || len(e.Found) > 500 ||
		!utf8.ValidString(e.Found) || !utf8.ValidString(e.Path) {
		t.Fatalf("%q: unsound error: %v", data, err)
	}
}

// FuzzScanner compares with encoding/xml in its strict mode: what one accepts the other accepts, and both read
// the same from it, except that
//   - encoding/xml accepts document types and other declarations, in which case nothing is compared
//   - it accepts more than one root element, none at all, and text around them; text beside elements is fine
//     with it as well, and fine with XML
//   - it accepts undeclared prefixes, attributes that are there twice, names with colons at an end, and lets
//     xml and xmlns stand for anything
//   - it wants no white space between attributes
//   - it accepts an XML declaration anywhere, in any form, and targets such as XML or a:b; version 1.1 it refuses
//   - it replaces surrogates that are written as references
//   - it does not look into comments and processing instructions for characters that XML does not allow
//   - its names are those of the fourth edition of XML 1.0, so names outside of ASCII are not compared
//   - it has no limits on attributes and namespaces
//   - it believes whatever encoding is declared to be UTF-8 here
//
// What is left of these the rules below find by other means than the scanner's.
func FuzzScanner(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		_, n, err := xmlwire.ParseNode(data, deep)
		if err != nil {
			sound(t, data, err)
		}
		want, wantErr := standardTree(data)
		switch {
		case err == nil && wantErr == nil:
			if !namesBeyondASCII(data) {
				require.Equal(t, want, treeWithoutPrefixes(n), "%q", data)
			}
		case err == nil:
			require.True(t, namesBeyondASCII(data) || strings.Contains(wantErr.Error(), "unsupported version"),
				"%q is accepted, but encoding/xml says: %v", data, wantErr)
		case wantErr == nil:
			require.NotEmpty(t, lax(data), "%q is refused: %v", data, err)
		}
	})
}

// treeWithoutPrefixes is treeOf with the local names that encoding/xml reports.
func treeWithoutPrefixes(n node.Node) tree {
	t := treeOf(n)
	for i := range t.Children {
		c := &t.Children[i]
		c.Name = c.Name[strings.IndexByte(c.Name, ':')+1:]
		c.Tree = treeWithoutPrefixes(n.Members[i].Node)
	}
	return t
}

// namesBeyondASCII reports whether there may be names outside of ASCII in a body: there are such characters in
// its markup.
func namesBeyondASCII(data []byte) bool {
	for _, part := range bytes.Split(data, []byte{'<'})[1:] {
		markup, _, _ := bytes.Cut(part, []byte{'>'})
		for _, c := range markup {
			if c >= utf8.RuneSelf {
				return true
			}
		}
	}
	return false
}

// lax says which of the rules that encoding/xml does not know a body breaks.
func lax(data []byte) string {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if !utf8.Valid(data) || bytes.ContainsFunc(data, func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
	}) {
		return "characters"
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	l := laxity{scopes: []map[string]string{{"xml": "http://www.w3.org/XML/1998/namespace"}}, mixed: []mixture{{}}}
	for {
		start := d.InputOffset()
		token, err := d.RawToken()
		if err != nil {
			return l.atEnd()
		}
		if rule := l.token(token, data[start:d.InputOffset()], start == 0); rule != "" {
			return rule
		}
	}
}

// laxity is what there is to know on the way through a body.
type laxity struct {
	scopes []map[string]string // prefixes, by level
	mixed  []mixture           // what is inside, by level
}

type mixture struct {
	text     bool
	elements int
}

func (l *laxity) atEnd() string {
	if outside := l.mixed[0]; outside.elements != 1 || outside.text {
		return "one root"
	}
	return ""
}

func (l *laxity) token(token xml.Token, written []byte, first bool) string {
	in := &l.mixed[len(l.mixed)-1]
	switch token := token.(type) {
	case xml.Directive:
		return "a declaration"
	case xml.ProcInst:
		if strings.EqualFold(token.Target, "xml") && (!first || !sensible(written)) {
			return "XML declaration"
		}
		if strings.Contains(token.Target, ":") || !bytes.HasPrefix(bytes.TrimPrefix(written, []byte("<?"+token.Target)), []byte("?>")) &&
			!bytes.ContainsAny(written[len("<?"+token.Target):][:1], " \t\r\n") {
			return "target"
		}
	case xml.CharData:
		if bytes.ContainsFunc(token, func(r rune) bool { return !strings.ContainsRune(" \t\r\n", r) }) {
			in.text = true
		}
		if len(l.mixed) == 1 && bytes.ContainsAny(written, "&[") {
			return "markup outside the root"
		}
		if bytes.Contains(token, []byte("\uFFFD")) {
			return "perhaps a surrogate"
		}
	case xml.StartElement:
		in.elements++
		l.mixed = append(l.mixed, mixture{})
		return l.start(token, written)
	case xml.EndElement:
		l.scopes = l.scopes[:max(len(l.scopes)-1, 1)]
		if in.text && in.elements > 0 {
			return "text beside elements"
		}
		l.mixed = l.mixed[:max(len(l.mixed)-1, 1)]
		return badName(token.Name)
	}
	return ""
}

// sensible reports whether an XML declaration has parts that this package takes, in the usual form.
func sensible(written []byte) bool {
	for _, usual := range []string{`<?xml version="1.0"?>`, `<?xml version="1.0" encoding="UTF-8"?>`, `<?xml version='1.0'?>`} {
		if string(written) == usual {
			return true
		}
	}
	return false
}

func badName(name xml.Name) string {
	if strings.Contains(name.Local, ":") || strings.HasPrefix(name.Local, "-") ||
		name.Space != "" && strings.Trim(name.Local[:1], "-.0123456789") == "" {
		return "colons"
	}
	return ""
}

func (l *laxity) start(e xml.StartElement, written []byte) string {
	scope := map[string]string{}
	l.scopes = append(l.scopes, scope)
	if len(e.Attr) > 60 || len(l.scopes) > 60 {
		return "limits"
	}
	for _, a := range e.Attr {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			if a.Value == "" && a.Name.Space != "" || strings.Contains(a.Value, "http://www.w3.org/2000/xmlns/") ||
				strings.Contains(a.Value, "http://www.w3.org/XML/1998/namespace") || strings.HasPrefix(a.Name.Local, "xml") && a.Name.Space != "" {
				return "xmlns"
			}
			scope[a.Name.Local] = a.Value
		}
	}
	seen := map[xml.Name]bool{}
	for _, a := range e.Attr {
		if strings.Contains(a.Value, "\uFFFD") {
			return "perhaps a surrogate"
		}
		name := xml.Name{Space: l.resolve(a.Name.Space), Local: a.Name.Local}
		if badName(a.Name) != "" || seen[name] || a.Name.Space != "" && a.Name.Space != "xmlns" && name.Space == "" {
			return "attributes"
		}
		seen[name] = true
	}
	if badName(e.Name) != "" || e.Name.Space == "xmlns" || e.Name.Space != "" && l.resolve(e.Name.Space) == "" {
		return "prefix"
	}
	return unspaced(written)
}

func (l *laxity) resolve(prefix string) string {
	for i := len(l.scopes) - 1; i >= 0 && prefix != "" && prefix != "xmlns"; i-- {
		if space, ok := l.scopes[i][prefix]; ok {
			return "space " + space
		}
	}
	if prefix == "xmlns" {
		return prefix
	}
	return ""
}

// unspaced finds attributes that follow each other without white space: after each second quote.
func unspaced(written []byte) string {
	var quote byte
	for i, c := range written {
		switch {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote != 0 && c == quote:
			quote = 0
			if i+1 < len(written) && !bytes.ContainsRune([]byte(" \t\r\n/>"), rune(written[i+1])) {
				return "white space"
			}
		}
	}
	return ""
}

func FuzzUnmarshal(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		root, n, nodeErr := xmlwire.ParseNode(data, deep)
		require.Equal(t, nodeErr, xmlwire.Check(data, deep))
		var got team
		err := xmlwire.Unmarshal(data, &got, deep)
		if err != nil {
			sound(t, data, err)
			return
		}
		require.NoError(t, nodeErr, "what is read must be well-formed")

		again, m, err := xmlwire.ParseNode(xmlwire.AppendNode(nil, root, n), deep)
		require.NoError(t, err)
		require.Equal(t, root, again)
		require.Equal(t, sorted(n), sorted(m))

		for t := &got; t != nil; t = t.Next {
			t.Raw, t.RawPtr = nil, nil // what was an array in them comes back as an object
		}
		body, err := xmlwire.Marshal("Response", got)
		require.NoError(t, err)
		second := rewritten(t, body)
		require.Equal(t, string(second), string(rewritten(t, second)))
	})
}

// sorted returns a node as it is read again after it was written.
func sorted(n node.Node) node.Node {
	n.Offset = 0
	n.Members = slices.Clone(n.Members)
	for i := range n.Members {
		m := &n.Members[i]
		m.Name = strings.ReplaceAll(m.Name, ":", "_x003A_")
		m.Node = sorted(m.Node)
	}
	slices.SortStableFunc(n.Members, func(a, b node.Member) int { return strings.Compare(a.Name, b.Name) })
	return n
}

// rewritten reads and writes a body that was written from a team. The first time that may lose an object that
// was not zero only because of the unknown members in it.
func rewritten(t *testing.T, body []byte) []byte {
	t.Helper()
	var v team
	require.NoError(t, xmlwire.Unmarshal(body, &v, deep))
	again, err := xmlwire.Marshal("Response", v)
	require.NoError(t, err)
	return again
}
