package mockserver

import "maps"

// refs are the ids of the rows of fixtures by their names. Nothing changes them: a load makes others.
type refs struct{ ids map[string]int64 }

// of returns the ids by their names. A version without fixtures has no refs.
func (r *refs) of() map[string]int64 {
	if r == nil {
		return nil
	}
	return r.ids
}

// with returns refs that have these ids too. A name that is there already stands for the new row.
func (r *refs) with(ids map[string]int64) *refs {
	if len(ids) == 0 {
		return r
	}
	all := maps.Clone(ids)
	for name, id := range r.of() {
		if _, renamed := ids[name]; !renamed {
			all[name] = id
		}
	}
	return &refs{all}
}
