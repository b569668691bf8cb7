package watch

import (
	"errors"
	"iter"

	"github.com/tourney-go/tourney"
)

// polled is the result of a poll.
type polled struct {
	games  []tourney.Game
	bad    *tourney.BadRowsError // rows that SkipBadRows left out; nil when there are none
	unread map[int64]bool        // ids of the rows that SkipBadRows left out
	whole  bool                  // the poll read the whole list, so a game outside games and unread is missing
}

// poll reads the pages of the list.
func poll(pages iter.Seq2[tourney.Page[tourney.Game], error]) (now polled, err error) {
	now.whole = true
	seen := map[int64]bool{0: true} // games without an id cannot be compared
	for page, err := range pages {
		if err != nil {
			err = now.ended(err)
			return now, err
		}
		if page.NotStated { // such an answer must not make every game look removed
			now.whole = false
		}
		for _, game := range page.Results {
			if !seen[game.ID] {
				now.games = append(now.games, game)
			}
			seen[game.ID] = true
		}
	}
	return now, nil
}

// ended stores the error at the end of a listing, and returns the error if the poll failed.
func (p *polled) ended(err error) error {
	cause := err
	if errors.As(err, &p.bad) {
		p.unread = map[int64]bool{}
		for i := range p.bad.Rows {
			p.unread[p.bad.Rows[i].ID] = true
		}
		p.whole = p.whole && p.bad.Count == len(p.bad.Rows) && !p.unread[0] // else any game may be among the bad rows
		cause = p.bad.Err
	}
	var changed *tourney.ListChangedError
	switch {
	case errors.As(cause, &changed) && changed.Passes == 0 && changed.MaxRows == 0:
		p.whole = false
	case cause != nil:
		return err
	}
	return nil
}

// comparison is the result of comparing a poll with the known games.
type comparison struct {
	changes []Change
	next    []tourney.Game // known games after the changes
	missed  map[int64]bool // ids of games that this poll missed, or that the poll before missed if this one does not tell
}

// missedOf returns the ids of the games that were missed, in the order of the games.
func (c *comparison) missedOf(games []tourney.Game) (ids []int64) {
	for i := range games {
		if c.missed[games[i].ID] {
			ids = append(ids, games[i].ID)
		}
	}
	return ids
}

// compare compares a poll with the known games. Unknown games count as added when tellNew is true.
func (p *polled) compare(known knownGames, tellNew bool) (found comparison) {
	left := make(map[int64]tourney.Game, len(known.games))
	for _, game := range known.games {
		left[game.ID] = game
	}
	for _, game := range p.games {
		before, had := left[game.ID]
		delete(left, game.ID)
		switch {
		case had:
			found.changes = appendChanges(found.changes, before, game)
		case tellNew:
			found.changes = append(found.changes, Change{Kind: KindAdded, After: game})
		}
	}
	found.next = p.games
	p.miss(&found, known, left)
	return found
}

// miss handles the known games that a poll did not have. A game is removed when the poll before missed the game too
// (assumption removed-games).
func (p *polled) miss(found *comparison, known knownGames, left map[int64]tourney.Game) {
	found.missed = make(map[int64]bool, len(known.missed))
	before := make(map[int64]bool, len(known.missed))
	for _, id := range known.missed {
		before[id] = true
	}
	for _, game := range known.games {
		if _, missing := left[game.ID]; !missing {
			continue
		}
		missed := p.whole && !p.unread[game.ID]
		if missed && before[game.ID] {
			found.changes = append(found.changes, Change{Kind: KindRemoved, Before: game})
		} else {
			found.next = append(found.next, game)
		}
		if missed || before[game.ID] && !p.unread[game.ID] {
			found.missed[game.ID] = true
		}
	}
}
