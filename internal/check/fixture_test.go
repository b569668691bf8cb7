package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// operationOf is the operation of each folder of request fixtures.
var operationOf = map[string]string{
	"authenticate":      "Authentication.Authenticate",
	"teams-create":      "Teams.Create",
	"teams-update":      "Teams.Update",
	"divisions-create":  "Divisions.Create",
	"divisions-update":  "Divisions.Update",
	"games-update":      "Games.Update",
	"standings-update":  "Standings.Update",
	"statistics-update": "Statistics.Update",
	"register":          "Registration.Register",
	"payments":          "Payments.Pay",
}

// TestFixtures: the request bodies in testdata/wire keep the contract and have both spellings. So Spell adds nothing to
// them, and removing a second spelling and adding it again gives the same members.
func TestFixtures(t *testing.T) {
	root := filepath.Join("..", "..", "testdata", "wire")
	files, err := filepath.Glob(filepath.Join(root, "*", "*.request.*"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 60)
	for _, file := range files {
		name, _ := filepath.Rel(root, file)
		t.Run(name, func(t *testing.T) {
			variant, _, _ := strings.Cut(filepath.Base(file), ".")
			op, v := row(t, operationOf[filepath.Dir(name)], variant)
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			var n node.Node
			if filepath.Ext(file) == ".json" {
				n = body(t, string(data))
			} else {
				n = element(t, data)
				Shape(op, &n)
			}
			assert.Empty(t, Request(op, v, n))
			assert.Empty(t, Unknown(op, v, n))
			assert.False(t, Empty(op, v, n))

			before := flat(&n, "", nil)
			Spell(op, v, &n)
			assert.Empty(t, cmp.Diff(before, flat(&n, "", nil)))
			Unspell(op, v, &n)
			for name := range flat(&n, "", nil) {
				assert.NotContains(t, []string{"EnableReceipt", "AwayTeamScore"}, name)
			}
			assert.Empty(t, Request(op, v, n))
			Spell(op, v, &n)
			assert.Empty(t, cmp.Diff(before, flat(&n, "", nil)))
		})
	}
}

// flat lists the leaves of a request by path, because the order of members means nothing.
func flat(n *node.Node, path string, to map[string]string) map[string]string {
	if to == nil {
		to = map[string]string{}
	}
	for i := range n.Members {
		flat(&n.Members[i].Node, path+"."+n.Members[i].Name, to)
	}
	for i := range n.Items {
		flat(&n.Items[i], path+"."+string(rune('0'+i)), to)
	}
	if len(n.Members)+len(n.Items) == 0 {
		to[strings.TrimPrefix(path, ".")] = n.Kind.String() + " " + n.Text
	}
	return to
}

// body parses JSON into a node, with all members of a name.
func body(t testing.TB, text string) node.Node {
	t.Helper()
	n, err := jsoncodec.ParseNode([]byte(text), jsoncodec.Limits{Doubles: true})
	require.NoError(t, err, text)
	return nowhere(n)
}

// element parses XML into a node without a schema: text, or an object of its elements.
func element(t testing.TB, data []byte) node.Node {
	t.Helper()
	_, n, err := xmlwire.ParseNode(data, xmlwire.Limits{})
	require.NoError(t, err, "%s", data)
	return nowhere(n)
}

// nowhere returns a node without offsets, as nodes of two bodies have other ones.
func nowhere(n node.Node) node.Node {
	n.Offset = 0
	for i := range n.Items {
		n.Items[i] = nowhere(n.Items[i])
	}
	for i := range n.Members {
		n.Members[i].Node = nowhere(n.Members[i].Node)
	}
	return n
}

// row names an operation and a variant that exist.
func row(t testing.TB, op, variant string) (*contract.Operation, *contract.Variant) {
	t.Helper()
	o := contract.Lookup(op)
	require.NotNil(t, o, op)
	v, ok := contract.LookupVariant(variant)
	require.True(t, ok, variant)
	return o, v
}
