package node_test

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/node"
)

func number(text string) node.Node { return node.Node{Kind: node.Number, Text: text} }
func text(text string) node.Node   { return node.Node{Kind: node.Text, Text: text} }

func object(members ...node.Member) node.Node {
	return node.Node{Kind: node.Object, Members: members}
}

func member(name string, n node.Node) node.Member { return node.Member{Name: name, Node: n} }

func TestFind(t *testing.T) {
	n := object(member("Name", text("a")), member("NAME", text("b")), member("name", text("c")), member("Id", number("1")))
	require.Equal(t, "b", n.Find("NAME").Text)
	require.Equal(t, "c", n.Find("nAME").Text, "the last of several")
	require.Equal(t, "1", n.Find("ID").Text)
	require.Nil(t, n.Find("Nam"))
	require.Nil(t, n.Find(""))
	leaf := text("a")
	require.Nil(t, leaf.Find("a"))

	n.Find("Id").Text = "2"
	require.Equal(t, "2", n.Members[3].Text, "what is found can be changed")
}

func TestFromQuery(t *testing.T) {
	q := url.Values{"teamids": {"3", "1,2"}, "EventId": {"7"}, "empty": {""}}
	require.Empty(t, cmp.Diff(object(
		member("EventId", text("7")),
		member("empty", text("")),
		member("teamids", text("3,1,2")),
	), node.FromQuery(q)))
}

func TestSameName(t *testing.T) {
	require.True(t, node.SameName("TeamId", "teamID"))
	require.True(t, node.SameName("TeamId", []byte("TEAMID")))
	require.Equal(t, node.FoldedName("TEAMid"), node.FoldedName("TeamId"))
	require.NotEqual(t, node.FoldedName("Ä"), node.FoldedName("ä"), "SameName tells them apart")
	require.False(t, node.SameName("Team", "TeamId"))
	require.False(t, node.SameName("[", "{"), "only letters have cases")
}

func TestWithoutIndexes(t *testing.T) {
	for path, want := range map[string]string{
		"": "", "players.number": "players.number", "players[0].name": "players.name", "a[1][2]": "a", "a[1[2]]": "a[1]",
		"[]": "[]", "[1": "[1", "1]": "1]", "a[x]": "a[x]", "[[1]]": "[]", "a[01].b[2": "a.b[2", "a]b[3]c": "a]bc",
	} {
		require.Equal(t, want, node.WithoutIndexes(path), path)
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
