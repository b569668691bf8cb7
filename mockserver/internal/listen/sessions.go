package listen

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
)

// Sessions holds the open sessions of a server by their names. It is safe for concurrent use.
type Sessions[S any] struct {
	Limit int

	mu    sync.RWMutex
	open  map[string]S
	made  int   // names that the server made
	moves int64 // how often a session was opened or removed
	ended bool
}

// Add opens a session. It makes a name if the given name is empty. It calls publish with the name of the session before
// a request can find the session.
func (t *Sessions[S]) Add(name string, s S, publish func(name string)) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if name == "" {
		name = t.newNameLocked()
	}
	_, known := t.open[name]
	switch {
	case t.ended:
		return errors.New("the server is closed")
	case known:
		return fmt.Errorf("a session %q is open already", name)
	case t.Limit == 0:
		return errors.New("the server allows no sessions")
	case len(t.open) >= t.Limit:
		return fmt.Errorf("the server allows no more than %d sessions: end one first", t.Limit)
	}
	if t.open == nil {
		t.open = map[string]S{}
	}
	publish(name)
	t.open[name] = s
	t.moves++
	return nil
}

func (t *Sessions[S]) newNameLocked() string {
	for {
		t.made++
		name := "s" + strconv.Itoa(t.made)
		if _, known := t.open[name]; !known {
			return name
		}
	}
}

// Find returns the session with a name.
func (t *Sessions[S]) Find(name string) (s S, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	s, ok = t.open[name]
	return s, ok
}

// Names returns the names of the open sessions.
func (t *Sessions[S]) Names() []string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	names := slices.AppendSeq([]string{}, maps.Keys(t.open))
	slices.Sort(names)
	return names
}

// Remove removes a session, so that later requests do not find it.
func (t *Sessions[S]) Remove(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, known := t.open[name]; known {
		delete(t.open, name)
		t.moves++
	}
}

// Changed returns how often a session was opened or removed.
func (t *Sessions[S]) Changed() int64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.moves
}

// End begins to close all sessions at the same time. It calls closes for each session. The function closes reports
// whether all work of a session has ended. After End no session can be opened. The function wait waits until all
// sessions have closed, and reports whether all work of the sessions has ended.
func (t *Sessions[S]) End(closes func(S) bool) (wait func() bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	var all sync.WaitGroup
	var hangs atomic.Bool
	for _, s := range t.open {
		all.Go(func() {
			if !closes(s) {
				hangs.Store(true)
			}
		})
	}
	return func() bool {
		all.Wait()
		return !hangs.Load()
	}
}
