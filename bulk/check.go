package bulk

import (
	"errors"
	"iter"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/reconcile"
)

// opCreate is the operation that makes teams.
const opCreate = "Teams.Create"

// CheckTeams checks each team as [EnsureTeams] does, and sends nothing. It yields the teams in the order of the input,
// each with nil or with an error, which for a wrong team is a ValidationError with all mistakes of the team.
//
// A team needs a DivisionID and an ExternalTeamID, because only the teams in the details of a division have external
// ids (section 2). It must keep the rules of the interface. And it must not have the external id of an earlier team of
// its division with another name: EnsureTeams makes one team of the two, as an external id is what it goes by.
func CheckTeams(
	c *tourney.Client, teams iter.Seq[tourney.TeamCreateInput],
) iter.Seq2[tourney.TeamCreateInput, error] {
	type identity struct {
		division int64
		external string
	}
	return func(yield func(tourney.TeamCreateInput, error) bool) {
		names := map[identity]string{}
		for in := range teams {
			is, name := identity{in.DivisionID, keyOf(in.ExternalTeamID)}, keyOf(in.Name)
			first, again := names[is]
			if !again {
				names[is] = name
			}
			if !yield(in, check(c, in, again && first != name)) {
				return
			}
		}
	}
}

// check returns an error for a team that EnsureTeams cannot look up, or that breaks a rule. The external id of a team
// can be taken by an earlier team.
func check(c *tourney.Client, in tourney.TeamCreateInput, taken bool) error {
	broken := &tourney.ValidationError{Op: opCreate}
	if err := c.Check(in); err != nil && !errors.As(err, &broken) {
		return err
	}
	var fields []tourney.FieldError
	if in.DivisionID == 0 {
		fields = append(fields, wrong("divisionid", tourney.CodeRequired, "is required to look the team up"))
	}
	switch {
	case keyOf(in.ExternalTeamID) == "":
		fields = append(fields, wrong("externalteamid", tourney.CodeRequired, "is required to look the team up"))
	case taken:
		const reason = "is the external id of an earlier team with another name"
		fields = append(fields, wrong("externalteamid", tourney.CodeDuplicate, reason))
	}
	if broken.Fields = slices.Concat(fields, broken.Fields); len(broken.Fields) > 0 {
		return broken
	}
	return nil
}

func wrong(path string, code tourney.ErrorCode, reason string) tourney.FieldError {
	return tourney.FieldError{Path: path, Code: code, Message: path + " " + reason}
}

// keyOf returns the key of a name or an external id, "" when there is none.
func keyOf(text *string) string {
	if text == nil {
		return ""
	}
	return reconcile.Key(*text)
}
