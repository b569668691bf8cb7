package tourney

import (
	"context"
	"errors"
)

// polled is the result of a poll.
type polled struct {
	games  []Game
	bad    *BadRowsError  // rows that SkipBadRows left out; nil when there are none
	unread map[int64]bool // their ids
	whole  bool           // the poll missed the games that are neither in games nor in unread
}

// poll reads the list.
func poll(ctx context.Context, list listing[Game]) (now polled, err error) {
	now.whole = true
	fetch := list.fetch
	list.fetch = func(ctx context.Context, number int, opts []ListOption) (Page[Game], error) {
		page, err := fetch(ctx, number, opts)
		if number == 1 { // the first page is fetched alone
			now.whole = !page.NotStated // such an answer must not make every game look removed
		}
		return page, err
	}
	for game, err := range list.all(ctx) {
		switch {
		case err != nil:
			err = now.ended(err)
			return now, err
		case game.ID != 0: // games without an id cannot be compared
			now.games = append(now.games, game)
		}
	}
	return now, nil
}

// ended notes the error at the end of a listing, and returns it if the poll failed.
func (p *polled) ended(err error) error {
	cause := err
	if errors.As(err, &p.bad) {
		ids, all := p.bad.ids()
		p.unread, p.whole = ids, p.whole && all
		cause = p.bad.Err
	}
	var changed *ListChangedError
	switch {
	case errors.As(cause, &changed) && changed.Passes == 0 && changed.MaxRows == 0:
		p.whole = false
	case cause != nil:
		return err
	}
	return nil
}

// comparison is a poll beside the known games.
type comparison struct {
	changes []GameChange
	next    []Game         // known games after the changes
	missed  map[int64]bool // games that this poll missed, or an earlier poll if this one does not tell
}

// missedOf returns the ids of the games that were missed, in the order of the games.
func (c *comparison) missedOf(games []Game) (ids []int64) {
	for i := range games {
		if c.missed[games[i].ID] {
			ids = append(ids, games[i].ID)
		}
	}
	return ids
}

// compare compares a poll with the known games. Unknown games count as added when tellNew is true.
func (p *polled) compare(known knownGames, tellNew bool) (found comparison) {
	left := make(map[int64]Game, len(known.games))
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
			found.changes = append(found.changes, GameChange{Kind: ChangeAdded, After: game})
		}
	}
	found.next = p.games
	p.miss(&found, known, left)
	return found
}

// miss notes the known games that are left after a poll. A game is gone when the poll before missed it as well
// (assumption removed-games).
func (p *polled) miss(found *comparison, known knownGames, left map[int64]Game) {
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
			found.changes = append(found.changes, GameChange{Kind: ChangeRemoved, Before: game})
		} else {
			found.next = append(found.next, game)
		}
		if missed || before[game.ID] && !p.unread[game.ID] {
			found.missed[game.ID] = true
		}
	}
}
