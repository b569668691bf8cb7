package views

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// view returns groups in the form in which responses show standings.
func view(v *contract.Variant, groups []countedGroup) tourney.Standings {
	shown := tourney.Standings{Columns: []tourney.StandingsColumn{}, Groups: []tourney.StandingsGroup{}}
	if len(groups) > 0 {
		shown.Columns = values.Mapped(v.Columns, func(c contract.Column) tourney.StandingsColumn {
			return tourney.StandingsColumn{Name: c.Name, Abbr: c.Abbr}
		})
	}
	for _, g := range groups {
		lists := values.Mapped(g.lists, func(l countedList) tourney.StandingsList {
			return tourney.StandingsList{ID: l.id, Name: l.name, Participants: participants(l.lines, v)}
		})
		shown.Groups = append(shown.Groups, tourney.StandingsGroup{ID: g.id, Name: g.name, List: lists})
	}
	return shown
}

// participants returns lines in the form in which responses show them.
func participants(lines []*line, v *contract.Variant) []tourney.Participant {
	texts, columns := textsOf(lines, v), len(v.Columns)
	return values.Mapped(lines, func(l *line) tourney.Participant {
		own := texts[:columns:columns]
		place := texts[columns]
		texts = texts[columns+1:]
		return tourney.Participant{
			Name: l.team.Team.Name, ID: l.team.Team.ID, ParticipantID: l.participantID, Place: place, Number: l.number,
			ExternalID: l.team.Team.ExternalTeamID, Columns: own,
		}
	})
}

// textsOf returns the texts of the columns of each line, and after them the text of the line's place. All texts are
// parts of one large string, because a list can have thousands of small texts.
func textsOf(lines []*line, v *contract.Variant) []string {
	var all []byte
	ends := make([]int, 0, len(lines)*(len(v.Columns)+1))
	for _, l := range lines {
		for _, c := range v.Columns {
			all = l.appendFigure(all, c.Figure, v.Points)
			ends = append(ends, len(all))
		}
		all = l.place.Append(all)
		ends = append(ends, len(all))
	}
	text, from := string(all), 0
	return values.Mapped(ends, func(to int) string {
		part := text[from:to]
		from = to
		return part
	})
}
