package openapi

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
)

var update = flag.Bool("update", false, "write the documents and the examples anew")

const root = "../.."

// written compares a file with what it should be, or writes it.
func written(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o750))
		require.NoError(t, os.WriteFile(path, want, 0o600))
		return
	}
	have, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, have), "%s is not current: run make generate", path)
}

// TestExamplesAreFixtures holds the examples to the fixtures.
func TestExamplesAreFixtures(t *testing.T) {
	all := obj()
	for _, base := range []string{"wire", "observed"} {
		files, err := filepath.Glob(root + "/testdata/" + base + "/*/*.json")
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			folder, name := filepath.Base(filepath.Dir(file)), strings.TrimSuffix(filepath.Base(file), ".json")
			if strings.Count(name, ".") != 1 || base == "observed" && !strings.HasPrefix(folder, "events-") {
				continue // a detail of a body, and not the usual one
			}
			body, err := os.ReadFile(file)
			require.NoError(t, err)
			n, err := jsoncodec.ParseNode(body, jsoncodec.Limits{})
			require.NoError(t, err, file)
			all.set(folder+"/"+name, treeOf(&n))
		}
	}
	written(t, "examples.json", append(appendJSON(nil, all, ""), '\n'))
}

func TestDocumentsAreCurrent(t *testing.T) {
	for _, v := range contract.Variants() {
		written(t, root+"/docs/openapi/"+v.Name+".json", JSON(v))
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
