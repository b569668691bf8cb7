package model

import "maps"

// Refs are the ids of the rows of fixtures by their names. Nothing changes them: a load makes others.
type Refs struct{ ids map[string]int64 }

// Of returns the ids by their names. A version without fixtures has no refs.
func (r *Refs) IDs() map[string]int64 {
	if r == nil {
		return nil
	}
	return r.ids
}

// With returns refs that have these ids too. A name that is there already stands for the new row.
func (r *Refs) With(ids map[string]int64) *Refs {
	if len(ids) == 0 {
		return r
	}
	all := maps.Clone(ids)
	for name, id := range r.IDs() {
		if _, renamed := ids[name]; !renamed {
			all[name] = id
		}
	}
	return &Refs{all}
}
