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
	"github.com/tourney-go/tourney/internal/node"
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

// fixtures calls f for every request body in testdata/wire.
func fixtures(t *testing.T, f func(*testing.T, *contract.Operation, *contract.Variant, node.Node)) {
	t.Helper()
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
			if filepath.Ext(file) == ".json" {
				f(t, op, v, body(t, string(data)))
				return
			}
			n := element(t, data)
			Shape(op, &n)
			f(t, op, v, n)
		})
	}
}

func TestFixturesKeepTheContract(t *testing.T) {
	fixtures(t, func(t *testing.T, op *contract.Operation, v *contract.Variant, n node.Node) {
		assert.Empty(t, Request(op, v, n))
		assert.Empty(t, Unknown(op, v, n))
		assert.False(t, Empty(op, v, n))
	})
}

// TestFixturesCarryBothSpellings: the fixtures have both spellings. So Spell adds nothing to them, and removing a second spelling and
// adding it again gives the same members.
func TestFixturesCarryBothSpellings(t *testing.T) {
	fixtures(t, func(t *testing.T, op *contract.Operation, v *contract.Variant, n node.Node) {
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
