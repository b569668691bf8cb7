package mockserver

import "github.com/tourney-go/tourney"

func getDivision(tx *tx, in byID) (any, error) {
	r := tx.store.divisions.get(in.ID)
	if r == nil {
		return nil, notFound("id", "division", in.ID)
	}
	return struct{ Division tourney.Division }{tx.store.divisionView(r, tx.includes(in.Includes))}, nil
}

func listDivisions(tx *tx, in tourney.DivisionListOptions) (any, error) {
	tx.assume(assumeOrder)
	st, includes := tx.store, tx.includes(in.Includes)
	tx.filteredBy(st.events.known(in.EventID))
	positions := st.divisions.lists[divisionKey{event: in.EventID, active: true}]
	page := pageOf(tx, st.divisions, positions, in.Page, in.PageSize, func(r *divisionRow) tourney.Division {
		return st.divisionView(r, includes)
	})
	return struct {
		Divisions tourney.Page[tourney.Division]
	}{page}, nil
}

func createDivision(tx *tx, in tourney.DivisionCreateInput) (any, error) {
	event := tx.store.defaultEvent()
	if in.EventID == 0 {
		tx.assume(assumeDivisionEvent)
	} else {
		r := tx.store.events.get(in.EventID)
		if r == nil {
			return nil, notFound("eventid", "event", in.EventID)
		}
		event = &r.event
	}
	id := tx.store.addDivision(tourney.Division{ID: tx.newID(), Event: event, Active: new(true)})
	tx.writeDivision(id, tourney.DivisionUpdateInput{
		Name: in.Name, Description: in.Description, Order: in.Order, Active: in.Active, ExternalID: in.ExternalID,
	})
	return created{id}, nil
}

func updateDivision(tx *tx, in tourney.DivisionUpdateInput) (any, error) {
	if tx.store.divisions.get(in.ID) == nil {
		return nil, notFound("id", "division", in.ID)
	}
	tx.writeDivision(in.ID, in)
	return empty{}, nil
}

// writeDivision changes what a request names of a division (section 1, convention 9).
func (tx *tx) writeDivision(id int64, in tourney.DivisionUpdateInput) {
	tx.store.divisions.change(id, func(r *divisionRow) {
		d := &r.division
		set(&d.Name, in.Name)
		setPointer(&d.Description, in.Description)
		set(&d.Order, in.Order)
		set(&r.active, in.Active)
		set(&r.externalID, in.ExternalID)
	})
}

// divisionView puts together a division as responses show it.
func (s *store) divisionView(r *divisionRow, in includes) tourney.Division {
	d := r.division
	d.Active = new(r.active)
	if e := s.events.get(r.eventID); e != nil {
		d.Event = new(e.event)
	}
	if !in.has(tourney.IncludeSettings) {
		d.Settings = nil
	}
	if !in.has(tourney.IncludePrices) {
		d.Prices = nil
	}
	if !in.has(tourney.IncludeAssets) {
		d.Assets = nil
	}
	if !in.has(tourney.IncludeReports) {
		d.Reports = nil
	}
	d.Brackets = bracketsView(r.division.Brackets, in)
	if in.has(tourney.IncludeTeams) {
		rows := s.teams.under(teamKey{scope{inDivision, d.ID}, anyStatus, whatever})
		d.Teams = mapped(rows, teamSummary)
	}
	return d
}

// bracketsView shows brackets with their results; an include of either asks for both.
func bracketsView(brackets []tourney.Bracket, in includes) []tourney.Bracket {
	if !in.has(tourney.IncludeBrackets) && !in.has(tourney.IncludeResults) {
		return nil
	}
	return brackets
}
