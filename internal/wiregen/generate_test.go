package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/record"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestGeneratedIsCurrent: make generate was run after the last change of a type.
func TestGeneratedIsCurrent(t *testing.T) {
	files, err := generate()
	require.NoError(t, err)
	require.Equal(t, []string{"generated.go", "internal/answers/generated.go", "internal/bench/pages/generated.go"},
		slices.Sorted(maps.Keys(files)))
	for path, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(path)))
		require.NoError(t, err)
		if !bytes.Equal(want, got) { // which would be long to print
			require.Fail(t, path+" is out of date: run make generate")
		}
	}
}

// TestOverlayHidesReaders: readers do not compile after the change of a type, and the generator imports the types.
func TestOverlayHidesReaders(t *testing.T) {
	overlay, err := os.ReadFile("overlay.json")
	require.NoError(t, err)
	for _, target := range targets() {
		for _, f := range target.files {
			require.Equal(t, f.reads, bytes.Contains(overlay, []byte(`"`+f.path+`"`)), f.path)
		}
	}
}

// TestUnknownKinds: a field that cannot be generated is named, and not left out.
func TestUnknownKinds(t *testing.T) {
	type inner struct{ Deep string }
	tests := map[string]reflect.Type{
		"embedded":    reflect.TypeFor[struct{ inner }](),
		"unsigned":    reflect.TypeFor[struct{ Deep uint }](),
		"small float": reflect.TypeFor[struct{ Deep float32 }](),
		"quoted": reflect.TypeFor[struct {
			Deep int `json:",string"`
		}](),
		"pointer to pointer":  reflect.TypeFor[struct{ Deep **int }](),
		"list of pointers":    reflect.TypeFor[struct{ Deep []*inner }](),
		"list of lists":       reflect.TypeFor[struct{ Deep [][]string }](),
		"pointer to a list":   reflect.TypeFor[struct{ Deep *[]string }](),
		"struct of no answer": reflect.TypeFor[struct{ Deep inner }](),
		"items without a name in XML": reflect.TypeFor[struct {
			Deep []string `item:"1 Deep"`
		}](),
		"null when empty": reflect.TypeFor[struct {
			Deep []string `json:",omitempty" nil:"xml"`
		}](),
		"omitted in two ways": reflect.TypeFor[struct {
			Deep string `json:",omitempty,omitzero"`
		}](),
		"omitted struct": reflect.TypeFor[struct {
			Deep inner `json:",omitzero"`
		}](),
		"no name in XML": reflect.TypeFor[struct {
			Deep int `json:"1 Deep"`
		}](),
		"no method to append": reflect.TypeFor[struct{ Deep marshalsText }](),
	}
	for name, typ := range tests {
		t.Run(name, func(t *testing.T) {
			var g generator
			err := g.structure(record.PlanOf(typ), inXML)
			require.ErrorIs(t, err, errUnknown)
			require.ErrorContains(t, err, "Deep")
		})
	}
}

type marshalsText struct{}

func (marshalsText) MarshalText() ([]byte, error) { return nil, nil }
