package openapi

import "slices"

// assumedKey is the member that marks parts that the interface document does not state. Its value is a list of ids in
// docs/assumptions.md.
const assumedKey = "x-assumed"

// assume adds an assumption to a part of the document.
func assume(o *object, id string) *object {
	ids, _ := o.get(assumedKey).(list)
	if slices.Contains(ids, any(id)) {
		return o
	}
	return o.set(assumedKey, append(ids, id))
}
