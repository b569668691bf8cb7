// Package eventcopy copies an event from a host into a file of fixtures for the mock, with made-up values in the place
// of people and texts. lists.go reads the lists of the host, and elsewhere.go the rows that these lists only refer to.
// file.go makes the file, with pools.go for the pools, which no list has.
package eventcopy

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync/atomic"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/pseudonym"
	"github.com/tourney-go/tourney/internal/tempfile"
	"github.com/tourney-go/tourney/observe"
)

// Options say what to copy.
type Options struct {
	Client  *tourney.Client
	Host    string // identifies the host, for a copy that goes on: its URL
	EventID int64
	Path    string   // the file to write
	Seed    []byte   // decides the made-up values; random without one
	Keep    []string // names of members that stay as they are

	// Progress is called after each request with the name of the list that is being read, and the number of requests
	// for that list. It can be called by several goroutines at the same time. It may be nil.
	Progress func(list string, requests int64)
}

// Unfinished returns the name of the file that holds the rows that were read, until the copy is written.
func (o *Options) Unfinished() string { return o.Path + ".part" }

// Result describes the file of a copy.
type Result struct {
	Rows   []string // how many rows each list of the file has, as in teams 27
	Notes  []string // what the host does not have, and what the file says in another way
	Unread []string // rows that could not be read, and that the file lacks
}

// state is what a copy has read, as it stands in the unfinished file. It has no data of people: its rows have made-up
// values already.
type state struct {
	Host     string
	EventID  int64
	Replaced pseudonym.Replacer
	Lists    map[string]json.RawMessage
	Result
}

// copying is a copy under way.
type copying struct {
	Options

	state    state
	list     string // the list that is being read
	requests atomic.Int64
	err      error // of the first list that failed

	lists

	listed map[int64]bool // the teams in the lists of the event
	text   []byte         // of the file
}

// ErrIncomplete is the error of a copy that wrote a file without some rows of the host.
var ErrIncomplete = errors.New("the file lacks rows that could not be read")

// Copy copies an event. It keeps what it has read in a file beside that of the event until the copy is written. After
// an error, and after it was killed, another Copy with the same options goes on. With ErrIncomplete the file is
// written.
func Copy(ctx context.Context, o Options) (_ *Result, err error) {
	c := &copying{Options: o}
	if err := c.open(); err != nil {
		return nil, err
	}
	progress := func(context.Context, observe.AttemptEnd) {
		if o.Progress != nil {
			o.Progress(c.list, c.requests.Add(1))
		}
	}
	c.Client, err = o.Client.With(tourney.WithObserver(observe.Observer{AttemptEnd: progress}))
	if err != nil {
		return nil, err
	}
	if c.readAll(ctx); c.err != nil {
		return nil, c.err
	}
	if err := tempfile.Replace(c.Path, c.file()); err != nil {
		return nil, err
	}
	if len(c.state.Unread) > 0 {
		err = ErrIncomplete
	}
	return &c.state.Result, errors.Join(err, tempfile.Remove(c.Unfinished()))
}

// open reads what an earlier copy has read. It refuses what belongs to another copy.
func (c *copying) open() error {
	s := &c.state
	data, err := tempfile.Load(c.Unfinished())
	if err == nil && data == nil {
		if _, err := os.Stat(c.Path); err == nil {
			return fmt.Errorf("%s exists: remove it, or choose another file", c.Path)
		}
		*s = state{Host: c.Host, EventID: c.EventID, Lists: map[string]json.RawMessage{}}
		if s.Replaced.Seed, s.Replaced.Keep = c.Seed, c.Keep; c.Seed == nil {
			s.Replaced.Seed = []byte(rand.Text())
		}
		return nil
	}
	if err == nil {
		err = json.Unmarshal(data, s)
	}
	switch {
	case err != nil:
		return fmt.Errorf("%s cannot be read, remove it: %w", c.Unfinished(), err)
	case !httptext.SameHost(s.Host, c.Host) || s.EventID != c.EventID || s.Replaced.Seed == nil ||
		c.Seed != nil && !bytes.Equal(s.Replaced.Seed, c.Seed) || !slices.Equal(s.Replaced.Keep, c.Keep):
		return fmt.Errorf("%s has an unfinished copy of event %d of %s with a seed and kept members of its own: finish that "+
			"copy, or remove the file", c.Unfinished(), s.EventID, s.Host)
	}
	return nil
}

// save replaces the unfinished file.
func (c *copying) save() error {
	data, err := json.Marshal(c.state)
	if err != nil {
		return err
	}
	return tempfile.Replace(c.Unfinished(), data)
}
