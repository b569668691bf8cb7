package store

import (
	"maps"
	"testing"

	"pgregory.net/rapid"
)

// TestMapAgainstAMap writes to a map and its forks at random, and compares all of them with maps of Go. Keys in line are
// those of new rows.
func TestMapAgainstAMap(t *testing.T) {
	type pair struct {
		tested Map[int64, string]
		model  map[int64]string
		newest int64
	}
	rapid.Check(t, func(rt *rapid.T) {
		alive := []*pair{{tested: NewMap[int64, string](), model: map[int64]string{}}}
		for range rapid.IntRange(1, 400).Draw(rt, "steps") {
			of := alive[rapid.IntRange(0, len(alive)-1).Draw(rt, "fork")]
			key, value := rapid.Int64Range(0, 200).Draw(rt, "key"), rapid.StringN(1, 2, 4).Draw(rt, "value")
			switch rapid.IntRange(0, 9).Draw(rt, "action") {
			case 0:
				alive = append(alive, &pair{of.tested.Fork(), maps.Clone(of.model), of.newest})
			case 1, 2:
				of.tested.Delete(key)
				delete(of.model, key)
			case 3, 4, 5:
				of.tested.Set(of.newest, value)
				of.model[of.newest] = value
				of.newest++
			default:
				of.tested.Set(key, value)
				of.model[key] = value
			}
		}
		for i, p := range alive {
			for key := range int64(201) {
				got, ok := p.tested.Get(key)
				if want, has := p.model[key]; got != want || ok != has {
					rt.Fatalf("fork %d, key %d: %q %v, want %q %v", i, key, got, ok, want, has)
				}
			}
		}
	})
}
