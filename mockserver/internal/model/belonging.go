package model

import "slices"

// Belonging is a row that may belong to events.
type Belonging interface{ BelongsTo(events []int64) bool }

// inOne reports whether one of ids is in events. It is true if events is empty, and if no id is set.
func inOne(events []int64, ids ...int64) bool {
	ids = slices.DeleteFunc(ids, func(id int64) bool { return id == 0 })
	isOne := func(id int64) bool { return slices.Contains(events, id) }
	return len(events) == 0 || len(ids) == 0 || slices.ContainsFunc(ids, isOne)
}

// BelongsTo reports whether the event is one of events. As for all rows, it is true for a nil row, for a row of no
// event, and if events is empty.
func (r *EventRow) BelongsTo(events []int64) bool { return r == nil || inOne(events, r.Event.ID) }

// BelongsTo reports whether the division is in one of the events.
func (r *DivisionRow) BelongsTo(events []int64) bool { return r == nil || inOne(events, r.EventID) }

// BelongsTo reports whether the team is in one of the events.
func (r *TeamRow) BelongsTo(events []int64) bool { return r == nil || inOne(events, r.EventID) }

// BelongsTo reports whether the game is in one of the events.
func (r *GameRow) BelongsTo(events []int64) bool { return r == nil || inOne(events, r.EventID) }

// BelongsTo reports whether one of the events uses the venue.
func (r *VenueRow) BelongsTo(events []int64) bool {
	return r == nil || inOne(events, slices.Clone(r.EventIDs)...)
}

// BelongsTo reports whether the player is on a team in one of the events.
func (r *PersonRow) BelongsTo(events []int64) bool {
	if r == nil || len(events) == 0 {
		return true
	}
	var ids []int64
	for _, scope := range r.Scopes.All() {
		if scope.Level == InEvent {
			ids = append(ids, scope.ID)
		}
	}
	return inOne(events, ids...)
}
