// Package eventcopy copies an event from a host into a file of fixtures for the mock, with made-up people in the place
// of people. parts.go keeps what was read, so that a copy that was killed goes on. lists.go reads the lists of the
// host, and missing.go the rows that these lists only refer to. file.go makes the file, with pools.go and players.go
// for what the rows of the host do not say directly.
package eventcopy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/pseudonym"
	"github.com/tourney-go/tourney/internal/tempfile"
	"github.com/tourney-go/tourney/observe"
)

// Options say what to copy.
type Options struct {
	Client  *tourney.Client
	Host    string // identifies the host, for a copy that goes on: its URL
	EventID int64
	Path    string // the file to write
	Seed    []byte // decides the made-up people; random without one

	// Progress is called after each request with the name of the part that is being read, and the number of requests
	// for that part. It can be called by several goroutines at the same time. It may be nil.
	Progress func(part string, requests int64)
}

// Folder returns the folder that has what was read, until the file is written.
func (o *Options) Folder() string { return o.Path + ".part" }

// Result describes the file of a copy.
type Result struct {
	Rows   []Count
	Kept   []string // parts that an earlier copy had read already
	Notes  []string // what the host does not have, and what the file says in another way
	Unread []string // rows that could not be read, and that the file lacks
}

// Count is the number of rows in a list of the file.
type Count struct {
	List string
	Rows int
}

// ErrIncomplete is the error of a copy that wrote a file without some rows of the host.
var ErrIncomplete = errors.New("the file lacks rows that could not be read")

// Copy copies an event. It keeps what it has read in a folder beside the file until it has written the file. After an
// error, and after it was killed, another Copy with the same options goes on. With ErrIncomplete the file is written.
func Copy(ctx context.Context, o Options) (*Result, error) {
	if o.EventID < 1 {
		return nil, fmt.Errorf("the event is %d: expected the id of an event, which is above 0", o.EventID)
	}
	c := &copying{Options: o, result: &Result{}, stored: folder(o.Folder())}
	if err := c.begin(); err != nil {
		return nil, err
	}
	progress := func(context.Context, observe.AttemptEnd) {
		if o.Progress != nil {
			o.Progress(c.part, c.requests.Add(1))
		}
	}
	client, err := o.Client.With(tourney.WithObserver(observe.Observer{AttemptEnd: progress}))
	if err != nil {
		return nil, err
	}
	c.Client = client
	if err := c.readAll(ctx); err != nil {
		return nil, err
	}
	if err := tempfile.Replace(o.Path, c.file()); err != nil {
		return nil, err
	}
	if len(c.result.Unread) > 0 {
		err = ErrIncomplete
	}
	return c.result, errors.Join(err, os.RemoveAll(string(c.stored)))
}

// begin opens or makes the folder for the parts.
func (c *copying) begin() error {
	identity, err := c.stored.open(header{Host: c.Host, EventID: c.EventID, Seed: c.Seed})
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(c.Path); err == nil {
			return fmt.Errorf("%s exists: remove it, or choose another file", c.Path)
		}
		identity, err = c.stored.create(header{Host: c.Host, EventID: c.EventID, Seed: c.Seed})
	}
	if err != nil {
		return err
	}
	c.people = pseudonym.New(identity.Seed)
	_, err = c.stored.read(peopleFile, c.people)
	return err
}
