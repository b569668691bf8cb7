package assumption

import "sync"

// Relied counts the answers that relied on each set of assumptions. It is safe for concurrent use.
type Relied struct {
	mu   sync.Mutex
	sets map[*Assumed]int64
}

// Note counts an answer.
func (r *Relied) Note(set *Assumed) {
	if set == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sets == nil {
		r.sets = map[*Assumed]int64{}
	}
	r.sets[set]++
}

// Counts returns the numbers of answers by assumption.
func (r *Relied) Counts() map[Assumption]int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	counts := map[Assumption]int64{}
	for set, n := range r.sets {
		for _, id := range set.ids {
			counts[id] += n
		}
	}
	return counts
}
