package wire

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/node"
)

// sameAsURL compares a parsed query with what net/url and node.FromQuery make of it.
func sameAsURL(t *testing.T, raw string) {
	t.Helper()
	want, wantErr := url.ParseQuery(raw)
	q := ParseQuery(raw)
	got := url.Values{}
	for _, p := range q.Pairs {
		got.Add(p.Name, p.Value)
	}
	require.Empty(t, cmp.Diff(want, got), "%q", raw)
	require.Equal(t, wantErr == nil, q.err == nil, "%q", raw)
	n, err := q.node()
	if wantErr != nil {
		require.Equal(t, wantErr.Error(), q.err.Error(), "%q", raw)
		require.EqualError(t, err, "the query cannot be read: "+wantErr.Error())
		return
	}
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(node.FromQuery(want), n), "%q", raw)
	for name := range want {
		require.True(t, q.has(name))
		require.True(t, q.has(strings.ToUpper(strings.ToLower(name))) || !IsPrintable(name), "%q", name)
	}
	require.Len(t, q.Names(), len(want))
}

// queries are of every kind: escapes, signs for spaces, repeated names, empty parts, and what is wrong.
var queries = []string{
	"", "&", "&&", "=", "=&=", "a", "a=", "=a", "a=1", "a=1&b=2", "b=2&a=1", "b=2&a=1&b=1&A=3", "a=1&a=2&a=1",
	"a==1", "a=1=2", "a+b=c+d", "%41=%42", "%41=1&A=2&A=3&%41=4", "%zz=1", "a=%zz", "a=%", "a=%4", "%=1&%4=2&b=3", "a;b=1",
	"a=1;b=2", "b=1&a=;&c=%zz", "c=%zz&a=;", "%3b=%3B", "%26=%3d", "a=1&&b=2&", "ä=ö", "a=\xff", "%ff=%00", "a= b", "a=1#b",
	"teamids=3&teamids=1,2&eventid=1", "?a=1",
}

func TestQueryIsLikeThatOfURL(t *testing.T) {
	for _, raw := range queries {
		sameAsURL(t, raw)
	}
	const limit = 10_000 // of net/url
	for _, count := range []int{maxPairs, maxPairs + 1, limit, limit + 1} {
		sameAsURL(t, strings.TrimSuffix(strings.Repeat("b=2&a=1&", (count+1)/2), "&"))
	}
	many := slices.Repeat(queries, maxPairs/len(queries)+1)
	sameAsURL(t, strings.Join(many, "&"))
}

func FuzzQuery(f *testing.F) {
	for _, raw := range queries {
		f.Add(raw)
	}
	f.Fuzz(sameAsURL)
}

func TestQueryNames(t *testing.T) {
	q := ParseQuery("b=1&a=2&b=3&%0a=4&A=5")
	require.Equal(t, []string{"? ", "?A", "?a", "?b"}, q.Names())
	require.Empty(t, new(Query).Names())
	require.True(t, q.has("B"))
	require.False(t, q.has("c"))
}
