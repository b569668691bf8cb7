package mockserver

import "sync"

// relied counts the answers that relied on each set of assumptions. It is safe for concurrent use.
type relied struct {
	mu   sync.Mutex
	sets map[*assumed]int64
}

// note counts an answer.
func (r *relied) note(set *assumed) {
	if set == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sets == nil {
		r.sets = map[*assumed]int64{}
	}
	r.sets[set]++
}

// counts returns the numbers of answers by assumption.
func (r *relied) counts() map[assumption]int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	counts := map[assumption]int64{}
	for set, n := range r.sets {
		for _, id := range set.ids {
			counts[id] += n
		}
	}
	return counts
}
