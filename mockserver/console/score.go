package console

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
)

// scoreForm is what the form for the score of a game shows.
type scoreForm struct{ Away, Home scoreSide }

// scoreSide is a side in that form.
type scoreSide struct {
	Name, Score string
	Won         bool
	Forfeited   bool
}

func scoreOf(s *side, won bool) scoreSide {
	return scoreSide{s.text(), s.score(), won, s != nil && s.Forfeited}
}

// scoreText is what a score may be. The interface takes whole numbers, and the rows take more.
var scoreText = regexp.MustCompile(`^\d{1,9}$`)

// scorePatch is the part of a side that the form changes; null removes a score.
type scorePatch struct {
	Score *json.Number `json:"Score"`
}

// enterScore sets the scores of a game. An empty field removes a score, because none is not the same as 0.
func enterScore(v *visit) (done, error) {
	id, err := strconv.ParseInt(v.Named["id"], 10, 64)
	if err != nil {
		return done{}, invalid("the id of a game: expected a whole number, found %q", excerpt(v.Named["id"]))
	}
	path := "rows/games/" + strconv.FormatInt(id, 10)
	before, err := get[gameRow](v.API, path)
	if err != nil {
		return done{}, err
	}
	patch, back := map[string]any{}, map[string]any{}
	for _, f := range []struct {
		field, member, label string
		was                  *side
	}{{"away", "AwayTeam", "Away", before.Away}, {"home", "HomeTeam", "Home", before.Home}} {
		score, err := scoreOfForm(v, f.field, f.label)
		if err != nil {
			return done{}, err
		}
		if f.was == nil && score == nil {
			continue
		}
		patch[f.member], back[f.member] = scorePatch{score}, any(nil)
		if f.was != nil {
			back[f.member] = scorePatch{f.was.Score}
		}
	}
	if _, err := change[any](v.API, http.MethodPatch, path, patch); err != nil {
		return done{}, err
	}
	after, err := get[gameRow](v.API, path)
	if err != nil {
		return done{}, err
	}
	said := "no score"
	if after.scoreText() != "" {
		said = after.scoreText()
	}
	text := fmt.Sprintf("%s, %s: %s.", before.label(), before.sides(), said)
	return done{Text: text, Undo: []step{{http.MethodPatch, path, back}}}, nil
}

// scoreOfForm returns a field of the form with a score, nil for an empty one.
func scoreOfForm(v *visit, field, label string) (*json.Number, error) {
	text := v.text(field)
	switch {
	case text == "":
		return nil, nil //nolint:nilnil // an empty field is no score
	case !scoreText.MatchString(text):
		return nil, invalid("%s: expected a whole number from 0 on, or nothing for no score, found %q", label, excerpt(text))
	}
	number, _ := strconv.Atoi(text) // at most nine digits
	return new(json.Number(strconv.Itoa(number))), nil
}

// Unit returns what a side scores, for the label of a field: "Goals of River Skylarks".
func (s scoreSide) Unit(unit string) string { return cmp.Or(unit, "Score") + " of " + readable(s.Name) }
