package mockserver

import (
	"net/http"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// snapshotRoutes are the routes of snapshots with names.
func snapshotRoutes() []adminRoute {
	return []adminRoute{
		{http.MethodGet, "snapshots", nil, noBody, "the snapshots that are kept", adminSnapshots},
		{http.MethodPost, "snapshots", nil, hasBody,
			`keeps a snapshot: {"name": "before"}, or {} for a name that the server makes`,
			adminKeepSnapshot},
		{http.MethodPost, "snapshots/{name}/restore", nil, noBody, "restores the rows of a snapshot", adminRestore},
		{http.MethodDelete, "snapshots/{name}", nil, noBody, "forgets a snapshot", adminForgetSnapshot},
		{http.MethodPost, "snapshots/{name}/remember", nil, noBody,
			"keeps the snapshot again that was forgotten last",
			adminRememberSnapshot},
	}
}

// snapshotJSON is a snapshot in an answer.
type snapshotJSON struct {
	Name  string    `json:"name"`
	Write int64     `json:"write"`
	Time  time.Time `json:"time"`
}

func snapshotJSONOf(s *Snapshot) snapshotJSON { return snapshotJSON{s.Name(), s.Write(), s.Time()} }

func adminSnapshots(c *adminCall) (any, error) {
	return map[string]any{"snapshots": values.Mapped(c.world.Snapshots.All(), snapshotJSONOf)}, nil
}

func adminKeepSnapshot(c *adminCall) (any, error) {
	body, err := adminBody(c, plainForm[nameJSON]())
	if err != nil {
		return nil, err
	}
	kept, err := c.world.Snapshots.Keep(body.Name)
	if err != nil {
		return nil, err
	}
	return adminCreated{snapshotJSONOf(kept)}, nil
}

func adminRestore(c *adminCall) (any, error) {
	for _, kept := range c.world.Snapshots.All() {
		if kept.Name() == c.named["name"] {
			return undoable(c, "Restore", func() error { c.world.Snapshots.Restore(kept); return nil })
		}
	}
	return nil, adminNotFound("there is no snapshot %s", wire.ShownSession(c.named["name"]))
}

func adminForgetSnapshot(c *adminCall) (any, error) {
	if !c.world.Snapshots.Forget(c.named["name"]) {
		return nil, adminNotFound("there is no snapshot %s", wire.ShownSession(c.named["name"]))
	}
	return nil, nil
}

func adminRememberSnapshot(c *adminCall) (any, error) {
	kept, err := c.world.Snapshots.Remember(c.named["name"])
	if err != nil {
		return nil, err
	}
	return snapshotJSONOf(kept), nil
}
