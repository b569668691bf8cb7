package assumption

import "sync"

// Counter counts for each set of assumptions how many answers depended on it. It is safe for concurrent use.
type Counter struct {
	mu   sync.Mutex
	sets map[*Set]int64
}

// Note counts an answer that depended on a set of assumptions.
func (r *Counter) Note(set *Set) {
	if set == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sets == nil {
		r.sets = map[*Set]int64{}
	}
	r.sets[set]++
}

// Counts returns for each assumption how many answers depended on it.
func (r *Counter) Counts() map[ID]int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	counts := map[ID]int64{}
	for set, n := range r.sets {
		for _, id := range set.ids {
			counts[id] += n
		}
	}
	return counts
}
