package openapi

import (
	_ "embed"
	"slices"
	"sync"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
)

// examplesJSON holds the fixtures that the documents show as examples. The name of each has the folder, the variant,
// and request or response. The command make generate makes the file from testdata, because a program cannot embed
// files outside of its package.
//
//go:embed examples.json
var examplesJSON []byte

// examples reads the fixtures once. The file is our own, and a test reads it whole.
var examples = sync.OnceValue(func() *object {
	n, err := jsoncodec.ParseNode(examplesJSON, jsoncodec.Limits{})
	all, ok := treeOf(&n).(*object)
	if err != nil || !ok {
		return obj()
	}
	return all
})

// likeVolleyball are the folders in which most variants have the same bodies as volleyball, as
// testdata/wire/README.md says.
var likeVolleyball = []string{"teams-get", "teams-list"}

// withExample adds the fixture of a folder that fits the variant, if there is one.
func (o *object) withExample(folder string, v *contract.Variant, kind string) *object {
	sources := []string{v.Name, "multi-sport"}
	if slices.Contains(likeVolleyball, folder) {
		sources = []string{v.Name, "volleyball"}
	}
	for _, source := range sources {
		name := folder + "/" + source + "." + kind
		if example := examples().get(name); example != nil {
			o.under("examples").set(folder, obj("summary", "The fixture "+name+".", "value", example))
			return o
		}
	}
	return o
}
