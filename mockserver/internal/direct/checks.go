package direct

import (
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// The checks of rows that callers add or change without HTTP. If a resource names the id of a row that it belongs to,
// that row must exist: the event of a division, the division, pools and parent of a team, the division and teams of a
// game. A call adds the parts of a resource together with the resource: the players and coaches of a team, the courts
// of a venue, the prices of a division.

// once refuses a list in which two elements have the same id, because requests would find only the first one.
func once[T any](d *Call, list string, rows []T, id func(T) int64) {
	seen := map[int64]bool{}
	for i, r := range rows {
		if n := id(r); n != 0 && seen[n] {
			d.Problem("%s %d is there twice", refusal.Indexed(list, i, "Id"), n)
		}
		seen[id(r)] = true
	}
}

// A row that other rows belong to cannot be removed: an event with divisions, a division with teams, pools or games, a
// venue with games. Records of payments and registrations stay, because they record requests. A removal can take time
// in proportion to the length of the lists that contain the row.

// refuseIn refuses to remove a row if rows of a table belong to it.
func refuseIn[R any](d *Call, table *model.Table[*R], rows []*R, kind model.Kind) {
	if len(rows) > 0 {
		d.Problem("%s %d is there, with %d in all: move or remove them first",
			kind.One(), table.ID(rows[0]), len(rows))
	}
}
