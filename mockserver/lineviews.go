package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// lineViews makes lines as standings show them. A list has thousands of small texts, so those of several lines are made
// as one, and all else is used again for the next lines.
type lineViews struct {
	text  []byte
	ends  []int // of the texts in text
	texts []string
	views []tourney.Participant
}

// newLineViews returns lineViews with room for a number of lines.
func newLineViews(lines int) *lineViews {
	return &lineViews{views: make([]tourney.Participant, 0, lines)}
}

// participants returns lines as standings show them. Nothing may use them after the next call.
func (w *lineViews) participants(lines []*line, v *contract.Variant) []tourney.Participant {
	w.makeTexts(lines, v)
	texts, columns := w.texts, len(v.Columns)
	w.views = slices.Grow(w.views[:0], len(lines))
	for _, l := range lines {
		w.views = append(w.views, tourney.Participant{
			Name: l.name, ID: l.teamID, ParticipantID: l.participantID, Place: texts[columns], Number: l.number,
			ExternalID: l.externalID, Columns: texts[:columns:columns],
		})
		texts = texts[columns+1:]
	}
	return w.views
}

// makeTexts makes the texts of the columns of each line, and of its place behind them.
func (w *lineViews) makeTexts(lines []*line, v *contract.Variant) {
	w.text, w.ends = w.text[:0], w.ends[:0]
	for _, l := range lines {
		for _, c := range v.Columns {
			w.text = l.appendFigure(w.text, c.Figure, v.Points)
			w.ends = append(w.ends, len(w.text))
		}
		w.text = l.place.append(w.text)
		w.ends = append(w.ends, len(w.text))
	}
	text, from := string(w.text), 0
	w.texts = slices.Grow(w.texts[:0], len(w.ends))
	for _, to := range w.ends {
		w.texts = append(w.texts, text[from:to])
		from = to
	}
}
