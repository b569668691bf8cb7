package mockserver

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// keptAnswers keeps the encoded standings that were asked for last. They follow the versions of a world: a question
// about another version costs the rows in which the versions differ and the lines that these rows change, whoever wrote
// them, and no write costs anything.
type keptAnswers struct {
	keeper *store.Keeper

	mu   sync.Mutex
	seen *version      // whose rows are counted; nil before the first question
	list []*keptAnswer // the answer that was used last stands at the end
}

// maxKeptAnswers bounds the answers of a world.
const maxKeptAnswers = 16

// maxFollowed bounds the rows in which versions differ. To count more rows again costs about as much as to count all.
const maxFollowed = 2000

type keptAnswer struct {
	key   answerKey
	made  atomic.Pointer[encodedStandings] // nil when the keeper took its memory back
	share *store.Share
}

// answerKey tells answers apart.
type answerKey struct {
	question standingsQuestion
	encoder  *encoder
}

// get returns the answer to a question about a version, in parts, and nil when it is not kept. The caller must not
// change the parts. Nothing may change the version any more.
func (k *keptAnswers) get(st *version, key answerKey) [][]byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.follow(st)
	i := k.index(key)
	if i < 0 {
		return nil
	}
	found := k.list[i]
	k.list = slices.Delete(k.list, i, i+1)
	made := found.fresh(st)
	if made == nil {
		k.keeper.GiveBack(found.share)
		return nil
	}
	k.list = append(k.list, found)
	return made.parts()
}

// fresh returns the answer with the lines of a version, and nil where it must be made anew.
func (a *keptAnswer) fresh(st *version) *encodedStandings {
	made := a.made.Load()
	if made == nil || !made.changed() {
		return made
	}
	if err := made.encodeLists(a.key.encoder, st.variant); err != nil || made.size() > a.share.Size() {
		return nil
	}
	return made
}

// add keeps an answer that was made from a version, and drops the answers that were not used for the longest time where
// there are too many. It returns the parts of the answer.
func (k *keptAnswers) add(st *version, key answerKey, made *encodedStandings) [][]byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	parts := made.parts()
	k.follow(st)
	if k.index(key) >= 0 {
		return parts
	}
	a := &keptAnswer{key: key}
	size := made.size()
	if !a.hold(k.keeper, made, size+size/4) { // the lines can grow
		whole := made.inOnePiece()
		if !a.hold(k.keeper, whole, whole.size()) {
			return parts
		}
	}
	k.list = append(k.list, a)
	if len(k.list) > maxKeptAnswers {
		k.keeper.GiveBack(k.list[0].share)
		k.list = slices.Delete(k.list, 0, 1)
	}
	return parts
}

// hold keeps what was made, and reports whether there is memory for it.
func (a *keptAnswer) hold(keeper *store.Keeper, made *encodedStandings, size int64) bool {
	a.made.Store(made)
	a.share = keeper.Share(size, func() { a.made.Store(nil) })
	return a.share != nil
}

func (k *keptAnswers) index(key answerKey) int {
	return slices.IndexFunc(k.list, func(a *keptAnswer) bool { return a.key == key })
}

// follow brings the answers to a version. It drops those that it cannot bring there.
func (k *keptAnswers) follow(st *version) {
	before := k.seen
	k.seen = st
	switch {
	case len(k.list) == 0 || before == st:
	case before.standingsFrame() != st.standingsFrame():
		k.keepIf(func(*encodedStandings) bool { return false })
	default:
		k.followRows(before, st)
	}
}

// standingsFrame returns the generations of the tables that decide which lists standings have.
func (s *version) standingsFrame() [4]store.Generation {
	return [...]store.Generation{
		s.divisions.Generation(), s.events.Generation(), s.pools.Generation(), s.teamPools.Generation(),
	}
}

// followRows counts the games and shows the teams in which versions differ.
func (k *keptAnswers) followRows(before, st *version) {
	in, changes := &rowsCounted{version: st}, 0
	each := func(follow func(*encodedStandings) bool) {
		changes++
		k.keepIf(func(made *encodedStandings) bool { return changes <= maxFollowed && follow(made) })
	}
	if st.games.Generation() != before.games.Generation() {
		st.games.EachChange(&before.games, func(was, is *gameRow) {
			each(func(made *encodedStandings) bool { return made.follow(in, was, is) })
		})
	}
	if st.teams.Generation() != before.teams.Generation() {
		st.teams.EachChange(&before.teams, func(was, is *teamRow) {
			each(func(made *encodedStandings) bool { return made.show(was, is) })
		})
	}
}

// keepIf drops the answers for which follows returns false.
func (k *keptAnswers) keepIf(follows func(*encodedStandings) bool) {
	k.list = slices.DeleteFunc(k.list, func(a *keptAnswer) bool {
		if made := a.made.Load(); made != nil && follows(made) {
			return false
		}
		k.keeper.GiveBack(a.share)
		return true
	})
}
