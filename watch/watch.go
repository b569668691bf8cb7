// Package watch follows the games of a host: [Games] polls a list of games and yields each [Change] between polls,
// because the interface has no events. [Rows] does the same for other lists, and [Standings] for standings. A program
// needs a watch for a scoreboard, for notices to teams, or to copy results into another system. [Options] set how often
// a watch polls. A poll that fails yields an [Error], and the watch continues. [Forward] sends the changes to a URL.
// [PollRows], [PollStandings] and [PollGames] yield whole polls, for programs that store rows: see [Poll].
//
// With a [State], such as a [File], a restarted program continues where the program before stopped: state.go has what
// the file holds. See [docs/watching].
//
// [docs/watching]: https://github.com/tourney-go/tourney/blob/main/docs/watching.md
package watch

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// The defaults of the Options.
const (
	DefaultInterval = 30 * time.Second
	DefaultMaxWait  = 10 * time.Minute
)

// Options sets how a watch polls. The zero value has useful defaults.
type Options struct {
	// Interval is the wait between the end of a poll's changes and the next poll, give or take a tenth. 0 means
	// DefaultInterval.
	Interval time.Duration
	// MaxWait bounds the waits after failed polls, give or take a tenth. 0 means DefaultMaxWait. A MaxWait below
	// Interval means Interval.
	MaxWait time.Duration
	// Existing makes a loop over changes begin with all games or rows of the first poll, as added, if the watch begins
	// with no rows: without a snapshot in State, and without From. Without Existing the first poll then yields nothing.
	// The first poll of PollGames, PollRows and PollStandings always has them.
	Existing bool
	// State stores the games or rows for a restarted program. With nil the watch stores nothing. PollGames, PollRows and
	// PollStandings need nil, because their caller stores the state.
	State State
	// From is what the watch begins with unless State holds a snapshot: a [Poll.State] that the program stored, or a
	// [StateOf] the rows that it has. With nil the watch begins with no rows.
	From []byte
	// Removals bounds how many rows one poll reports as removed.
	Removals RemovalLimit
}

// withDefaults sets the defaults, and refuses negative durations.
func (o Options) withDefaults() (Options, error) {
	if o.Interval < 0 || o.MaxWait < 0 {
		return o, fmt.Errorf("the Interval %v and the MaxWait %v must not be negative", o.Interval, o.MaxWait)
	}
	if err := o.Removals.check(); err != nil {
		return o, err
	}
	if o.Interval == 0 {
		o.Interval = DefaultInterval
	}
	if o.MaxWait == 0 {
		o.MaxWait = DefaultMaxWait
	}
	o.MaxWait, o.Removals = max(o.MaxWait, o.Interval), o.Removals.withDefaults()
	if o.State != nil && isNil(o.State) {
		return o, errors.New("the State of the Options holds nil")
	}
	return o, nil
}

// Error is the type of every error that a watch yields. After an error that is not Final the watch continues, unless
// the program leaves the loop. So a loop can report every error and continue. Error wraps the error of the poll.
type Error struct {
	Failures int           // polls that failed in a row; 0 when the poll only left out rows (SkipBadRows)
	Wait     time.Duration // until the next poll; 0 when there is none
	Final    bool          // nothing follows
	Err      error
}

// Error returns a text that says that the watch has ended, or when the watch polls again.
func (e *Error) Error() string {
	reason, wait := plaintext.Inner(e.Err), e.Wait.Round(time.Millisecond)
	switch {
	case e.Final:
		return "tourney: watch: ended: " + reason
	case e.Failures == 0:
		return fmt.Sprintf("tourney: watch: the next poll is in %v: %s", wait, reason)
	case e.Failures == 1:
		return fmt.Sprintf("tourney: watch: 1 poll failed, the next one is in %v: %s", wait, reason)
	}
	return fmt.Sprintf("tourney: watch: %d polls failed, the next one is in %v: %s", e.Failures, wait, reason)
}

// Unwrap returns the error of the poll.
func (e *Error) Unwrap() error { return e.Err }

// Games polls the list of games and yields the changes between polls. The list is a list of Client.Games, Bouts, Races
// or Matches. A poll may yield several changes of one game, each of another kind. Games come in the order of the list.
// Polls begin with the first page. Call options apply to every request, and Prefetch makes polls of long lists faster.
// The next poll begins after the loop's body has ended. Each range is a separate watch. Two watches at the same time
// must not share a [State].
//
// A range yields no change twice. With a State the next range continues after the last change, even in another program.
// The watch saves the state after each poll with changes, when the loop has taken all changes, and when the loop ends
// before that. The watch also saves the state after a poll that missed other games than the poll before. The loop has
// taken a change when the loop's body ends, also by break or return.
//
// A watch with a State yields each change at least once. If the loop's body panics, the next range yields the change of
// that body again. If the program is killed or calls [os.Exit], or if the last save fails, the next range yields all
// changes of that poll again. When the loop ends early, the watch cannot report a save that failed.
//
// The end of the context ends the loop without an error, also at a deadline and during a poll. After the loop, ctx.Err
// tells that the context has ended. The watch then yields a last error only if it could not save the state.
//
// A failed poll yields an Error. The watch continues after failures that may be temporary: no answer, an answer that
// cannot be decoded, or a status of 408, 409, 425, 429, 500 and above. The wait doubles with each further failure in a
// row, up to MaxWait. The watch waits for a longer Retry-After, but never longer than MaxWait. All other failures end
// the watch: a refused request (ErrInvalid, ErrUnauthorized, ErrForbidden, ErrNotFound, another status), an error of
// the State, and a State of another list.
//
// The watch reports a game as removed when two polls in a row missed it, because page numbers can hide a row from one
// poll without a trace. For a game that only one poll missed, the watch reports no removal, and yields other changes of
// the game. Three kinds of polls tell nothing about missing games and do not count: a poll that failed, a poll during
// which the list changed, and a poll whose first page is NotStated. With SkipBadRows, a poll yields a BadRowsError
// after its changes, and a game that could not be read is not missing. If the first poll missed a game, a later poll
// yields it as added.
//
// Each poll reads the list once. [Rows] watches games too, and reads the list until two readings agree.
func Games(
	ctx context.Context, games tourney.GamesService, list tourney.GameListOptions, o Options, opts ...tourney.ListOption,
) iter.Seq2[Change[tourney.Game], error] {
	return changes(ctx, ofGames(games, list, opts), o)
}

// PollGames polls the list of games as [Games] does, and yields whole polls: see [Poll].
func PollGames(
	ctx context.Context, games tourney.GamesService, list tourney.GameListOptions, o Options, opts ...tourney.ListOption,
) iter.Seq2[Poll[tourney.Game], error] {
	return polls(ctx, ofGames(games, list, opts), o)
}

func ofGames(games tourney.GamesService, list tourney.GameListOptions, opts []tourney.ListOption) source[tourney.Game] {
	opts = slices.Clone(opts)
	read := func(ctx context.Context) (polled[tourney.Game], error) {
		return pollGames(games.Pages(ctx, list, opts...))
	}
	return source[tourney.Game]{&gameForm, games.String(), list, read, false}
}
