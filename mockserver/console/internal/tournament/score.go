package tournament

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"strconv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// scoreForm is the content of the form for the score of a game.
type scoreForm struct{ Away, Home scoreSide }

// scoreSide is a side of the game in a scoreForm.
type scoreSide struct {
	Name, Score string
	Won         bool
	Forfeited   bool
}

func scoreOf(s *tourney.GameSide, won bool) scoreSide {
	return scoreSide{sideName(s), scoreText(s), won, valueOf(valueOf(s).Forfeited)}
}

// wholeScore matches a valid score. The interface accepts only whole numbers, although rows can have other scores.
var wholeScore = regexp.MustCompile(`^\d{1,9}$`)

// scorePatch is the part of a side that the form changes. A null removes the score.
type scorePatch struct {
	Score *tourney.Decimal `json:"Score"`
}

// enterScore sets the scores of a game. An empty field removes a score: no score is not the same as a score of 0.
func enterScore(v *view.Visit) (view.Done, error) {
	id, err := v.NamedNumber("id", "the id of a game")
	if err != nil {
		return view.Done{}, err
	}
	path := "rows/games/" + strconv.FormatInt(id, 10)
	before, err := ask.Row[tourney.Game](v.API, path)
	if err != nil {
		return view.Done{}, err
	}
	patch, back := map[string]any{}, map[string]any{}
	for _, f := range []struct {
		field, member, label string
		was                  *tourney.GameSide
	}{{"away", "AwayTeam", "Away", before.AwayTeam}, {"home", "HomeTeam", "Home", before.HomeTeam}} {
		score, err := scoreOfForm(v, f.field, f.label)
		if err != nil {
			return view.Done{}, err
		}
		if f.was == nil && score == nil {
			continue
		}
		patch[f.member], back[f.member] = scorePatch{score}, any(nil)
		if f.was != nil {
			back[f.member] = scorePatch{f.was.Score}
		}
	}
	if _, err := ask.Change[any](v.API, http.MethodPatch, path, patch); err != nil {
		return view.Done{}, err
	}
	row, err := ask.Row[tourney.Game](v.API, path)
	if err != nil {
		return view.Done{}, err
	}
	after := game{row}
	text := fmt.Sprintf("%s, %s: %s.", after.Label(), after.Sides(), cmp.Or(after.ScoreText(), "no score"))
	return view.Done{Text: text, Undo: []view.Step{{Method: http.MethodPatch, Path: path, Body: back}}}, nil
}

// scoreOfForm returns the score in a field of the form, nil for an empty field.
func scoreOfForm(v *view.Visit, field, label string) (*tourney.Decimal, error) {
	text := v.Text(field)
	switch {
	case text == "":
		return nil, nil //nolint:nilnil // an empty field is no score
	case !wholeScore.MatchString(text):
		const expected = "%s: expected a whole number from 0 on, or nothing for no score, found %q"
		return nil, ask.Invalid(expected, label, prose.Excerpt(text))
	}
	number, _ := strconv.Atoi(text) // at most nine digits
	return tourney.Score(number), nil
}

// Unit returns what a side scores, for the label of a field: "Goals of River Skylarks".
func (s scoreSide) Unit(unit string) string {
	return cmp.Or(unit, "Score") + " of " + prose.Readable(s.Name)
}
