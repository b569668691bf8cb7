package admin

import (
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

func writeRoutes() []route {
	return []route{
		{http.MethodGet, "writes", []string{"limit", "before"}, noBody,
			"the writes that rewind can undo, newest first", listWrites},
		{http.MethodGet, "writes/{number}", nil, noBody,
			"a write, with the first 100 rows that it changed", getWrite},
	}
}

func listWrites(c *call) (any, error) {
	limit, err := c.limit("writes")
	if err != nil {
		return nil, err
	}
	before, err := c.number("before")
	switch {
	case err != nil:
		return nil, err
	case before < 0:
		return nil, invalid("before: expected the number of a write, found %d", before)
	}
	return form.Writes{Writes: c.world.Writes.Last(limit, before)}, nil
}

func getWrite(c *call) (any, error) {
	number, err := c.id("number")
	if err != nil {
		return nil, err
	}
	details, ok := c.world.Writes.Get(number)
	if !ok {
		return nil, notFound("there is no write %d, or it is no longer kept", number)
	}
	return details, nil
}

// undoJSON is the answer to a request that POST rewind can undo.
type undoJSON struct {
	Before momentJSON `json:"before"`
}

// momentJSON is the state of the server before a write.
type momentJSON struct {
	Write int64     `json:"write"` // for POST rewind
	Time  time.Time `json:"time"`  // for PUT clock, which only a reset moves
}

// undoable calls f, which makes a write of a method, and returns the number and the time before that write; nil for a
// write that the server does not keep. Other writes can come meanwhile, so undoable looks for the write of the method.
// No other request writes with the same method at the same time.
func undoable(c *call, method string, f func() error) (any, error) {
	c.undoing.Lock()
	defer c.undoing.Unlock()
	return undoableLoad(c, method, f)
}

// undoableLoad is undoable for a write that reads the body of its request. Other requests do not wait for it.
func undoableLoad(c *call, method string, f func() error) (any, error) {
	before := c.world.Writes.Newest()
	if err := f(); err != nil {
		return nil, err
	}
	made := int(min(max(c.world.Writes.Newest()-before, 0), math.MaxInt32))
	for _, w := range c.world.Writes.Last(made, 0) {
		if w.Number > before && strings.HasPrefix(w.Method, method) {
			return undoJSON{momentJSON{w.Number - 1, w.Time}}, nil
		}
	}
	return nil, nil //nolint:nilnil // an answer without a body
}

func snapshotRoutes() []route {
	return []route{
		{http.MethodGet, "snapshots", nil, noBody, "the snapshots that are kept", listSnapshots},
		{http.MethodPost, "snapshots", nil, hasBody,
			`keeps a snapshot: {"name": "before"}, or {} for a name that the server makes`,
			keepSnapshot},
		{http.MethodPost, "snapshots/{name}/restore", nil, noBody, "restores the rows of a snapshot", restoreSnapshot},
		{http.MethodDelete, "snapshots/{name}", nil, noBody, "forgets a snapshot", forgetSnapshot},
	}
}

func snapshotOf(s *mockserver.Snapshot) form.Snapshot {
	return form.Snapshot{Name: s.Name(), Write: s.Write(), Time: s.Time()}
}

func listSnapshots(c *call) (any, error) {
	return form.Snapshots{Snapshots: values.Mapped(c.world.Snapshots.All(), snapshotOf)}, nil
}

func keepSnapshot(c *call) (any, error) {
	body, err := bodyAs(c, form.Plain[form.Name]())
	if err != nil {
		return nil, err
	}
	kept, err := c.world.Snapshots.Keep(body.Name)
	if err != nil {
		return nil, err
	}
	return created{snapshotOf(kept)}, nil
}

func restoreSnapshot(c *call) (any, error) {
	kept, err := named("snapshot", c.named["name"], c.world.Snapshots.All(), (*mockserver.Snapshot).Name)
	if err != nil {
		return nil, err
	}
	return undoable(c, "Restore", func() error { c.world.Snapshots.Restore(kept); return nil })
}

func forgetSnapshot(c *call) (any, error) {
	kept, err := named("snapshot", c.named["name"], c.world.Snapshots.All(), (*mockserver.Snapshot).Name)
	if err == nil {
		c.world.Snapshots.Forget(kept.Name())
	}
	return nil, err
}
