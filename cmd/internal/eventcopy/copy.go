// Package eventcopy copies an event from a host into a file of fixtures for the mock, with made-up values in the place
// of people and texts. lists.go reads the lists of the host, and elsewhere.go the rows that these lists only refer to.
// kept.go keeps the answers, so that an interrupted copy goes on. file.go makes the file, with pools.go for the pools,
// which no list has.
package eventcopy

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/pseudonym"
	"github.com/tourney-go/tourney/internal/tempfile"
)

// Options say what to copy.
type Options struct {
	Client  *tourney.Client
	Host    string // identifies the host, for a copy that goes on: its URL
	EventID int64
	Path    string   // the file to write
	Seed    []byte   // decides the made-up values; random without one
	Keep    []string // names of members that stay as they are

	// Transport reaches the host. The client of the copy has it in place of its own.
	Transport http.RoundTripper
	// Pace makes requests to the host wait for their turn, in place of the limiter of the client. It may be nil.
	Pace tourney.Limiter
	// Progress is called after each request to the host, one call after another. It may be nil.
	Progress func(Progress)
}

// Progress is how far a copy is. A list is read until two readings agree, so that its rows begin again.
type Progress struct {
	List     string
	Rows, Of int   // rows of the list up to the page that was read, and in all; 0 when the host does not say
	Requests int64 // for the list
}

// Unfinished returns the name of the file that holds the rows that were read, until the copy is written.
func (o *Options) Unfinished() string { return o.Path + ".part" }

// Result describes the file of a copy.
type Result struct {
	Rows   []string // how many rows each list of the file has, as in teams 27
	Notes  []string // what the host does not have, and what the file says in another way
	Unread []string // rows that could not be read, and that the file lacks
}

// state says which copy an unfinished file belongs to.
type state struct {
	Host     string
	EventID  int64
	Replaced pseudonym.Replacer
}

// copying is a copy under way.
type copying struct {
	Options
	Result

	state state
	err   error // of the first list that failed

	mu sync.Mutex // of kept too, because requests run at the same time
	at Progress

	lists

	listed map[int64]bool // the teams in the lists of the event
	text   []byte         // of the file
}

// ErrIncomplete is the error of a copy that wrote a file without some rows of the host.
var ErrIncomplete = errors.New("the file lacks rows that could not be read")

// Copy copies an event. Until the copy is written, it keeps the answers of the host with made-up values in a file
// beside that of the event. After an error, and after it was killed, another Copy with the same options goes on: it
// asks only for pages that it has not kept, and reads a list again that changed meanwhile. With ErrIncomplete the file
// is written.
func Copy(ctx context.Context, o Options) (_ *Result, err error) {
	ctx, end := context.WithCancel(ctx)
	defer end()
	c := &copying{Options: o}
	k := &kept{copying: c, answers: map[string][]keptAnswer{}, end: end}
	done := false
	defer func() { err = errors.Join(err, k.close(done)) }()
	if err := k.open(); err != nil {
		return nil, err
	}
	through := tourney.WithHTTPClient(&http.Client{Transport: k})
	if c.Client, err = o.Client.With(through, tourney.WithRateLimit(k)); err != nil {
		return nil, err
	}
	if c.readAll(ctx); c.err != nil {
		done = errors.Is(c.err, errNothing)
		return nil, cmp.Or(k.failure(), c.err)
	}
	if err := tempfile.Replace(c.Path, c.file()); err != nil {
		return nil, err
	}
	if done = true; len(c.Unread) > 0 {
		err = ErrIncomplete
	}
	return &c.Result, err
}

// check refuses an unfinished file of another copy. A new copy gets its state, unless its file exists.
func (c *copying) check(isNew bool) error {
	s := &c.state
	if isNew {
		if _, err := os.Stat(c.Path); err == nil {
			return fmt.Errorf("%s exists: remove it, or choose another file", c.Path)
		}
		*s = state{Host: c.Host, EventID: c.EventID}
		if s.Replaced.Seed, s.Replaced.Keep = c.Seed, c.Keep; c.Seed == nil {
			s.Replaced.Seed = []byte(rand.Text())
		}
		return nil
	}
	if !httptext.SameHost(s.Host, c.Host) || s.EventID != c.EventID || s.Replaced.Seed == nil ||
		c.Seed != nil && !bytes.Equal(s.Replaced.Seed, c.Seed) || !slices.Equal(s.Replaced.Keep, c.Keep) {
		return fmt.Errorf("%s has an unfinished copy of event %d of %s with a seed and kept members of its own: finish that "+
			"copy, or remove the file", c.Unfinished(), s.EventID, s.Host)
	}
	return nil
}
