package assumption

import "sync"

// Counter counts the answers that relied on each set of assumptions. It is safe for concurrent use.
type Counter struct {
	mu   sync.Mutex
	sets map[*Set]int64
}

// Note counts an answer.
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

// Counts returns the numbers of answers by assumption.
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
