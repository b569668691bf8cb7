package xmlwire_test

import (
	"bytes"
	"fmt"
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

// FuzzScanner compares with encoding/xml in its strict mode: what is accepted here is accepted there, and both read the same
// from it, except that
//   - encoding/xml refuses version 1.1
//   - its names are those of the fourth edition of XML 1.0, so names outside of ASCII are not compared
//
// What encoding/xml accepts beyond XML is refused here. TestSuite and TestUnknownAsJSON have what must be accepted.
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
		require.Equal(t, escaped(root), again)
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

// escaped returns a name with the escapes under which it is written.
func escaped(name string) string {
	var b strings.Builder
	for _, r := range name {
		if node.IsOldNameRune(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "_x%04X_", r)
		}
	}
	return b.String()
}

// sorted returns a node as it is read again after it was written.
func sorted(n node.Node) node.Node {
	n.Offset = 0
	n.Members = slices.Clone(n.Members)
	for i := range n.Members {
		m := &n.Members[i]
		m.Name = escaped(m.Name)
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
