package mockserver

import (
	"slices"
	"sync"

	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// keptAnswers keeps the encoded answers to the questions that were asked last. The key of an answer has the generations
// of the tables that the answer depends on, so a write needs to drop nothing: no question after it finds the answer.
type keptAnswers struct {
	mu    sync.Mutex
	list  []keptAnswer // the answer that was used last stands at the end
	bytes int
}

// The most answers that a server keeps, and the most bytes of all of them.
const (
	maxKeptAnswers     = 16
	maxKeptAnswerBytes = 8 << 20
)

type keptAnswer struct {
	key  answerKey
	body []byte // never changed
}

// answerKey is what an answer depends on.
type answerKey struct {
	question standingsQuestion
	encoder  *encoder
	tables   [6]store.Generation
}

// display is a grouping of standings.
type display int

// standingsQuestion is a request for standings as the mock understands it.
type standingsQuestion struct {
	display                        display
	eventID, divisionID, bracketID int64
}

// get returns the answer with a key, and false when it is not kept. The caller must not change it.
func (k *keptAnswers) get(key answerKey) ([]byte, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := k.index(key)
	if i < 0 {
		return nil, false
	}
	found := k.list[i]
	k.list = append(slices.Delete(k.list, i, i+1), found)
	return found.body, true
}

// add keeps an answer, and drops the answers that were not used for the longest time where there are too many.
func (k *keptAnswers) add(key answerKey, body []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(body) > maxKeptAnswerBytes || k.index(key) >= 0 {
		return
	}
	k.list, k.bytes = append(k.list, keptAnswer{key, body}), k.bytes+len(body)
	for len(k.list) > maxKeptAnswers || k.bytes > maxKeptAnswerBytes {
		k.bytes -= len(k.list[0].body)
		k.list = slices.Delete(k.list, 0, 1)
	}
}

func (k *keptAnswers) index(key answerKey) int {
	return slices.IndexFunc(k.list, func(a keptAnswer) bool { return a.key == key })
}
