package handlers

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

func getLeaders(ex *Exchange, in tourney.LeadersOptions) (any, error) {
	var answer struct {
		Players struct{ Statistics []tourney.StatisticCategory }
	}
	size := cmp.Or(in.PageSize, contract.DefaultLeaders)
	answer.Players.Statistics = slices.Clone(ex.Store.Leaders)
	for i := range answer.Players.Statistics {
		c := &answer.Players.Statistics[i]
		c.Participants = c.Participants[:min(size, len(c.Participants))]
	}
	if ex.Store.Leaders == nil {
		if ex.Store.Variant.Categories != nil {
			ex.Assume(assumption.Categories)
		}
		ex.Ignored = wire.IgnoredCategories(ex.Totals.Unknown(ex.Store, in.Categories))
		where := []model.Scope{ex.scope(in.EventID, in.DivisionID)}
		if ex.events != nil && where[0] == (model.Scope{}) {
			where = values.Mapped(ex.events, func(id int64) model.Scope { return model.Scope{Level: model.InEvent, ID: id} })
		}
		answer.Players.Statistics = ex.Totals.Leaders(ex.Store, where, in.Categories, size)
	}
	return ex.orNull(len(answer.Players.Statistics), answer), nil
}

// statisticWrite is one value of an update, with its player.
type statisticWrite struct {
	line  *tourney.TeamPlayer
	name  string
	value tourney.Decimal
	clear bool
}

// updateStatistics finds all players before it stores a value, so that a refused request stores nothing.
func updateStatistics(ex *Exchange, in tourney.StatisticsUpdateInput) (any, error) {
	ex.Assume(assumption.StatisticValues)
	if err := ex.require("gameid", model.GameIDs, in.GameID); err != nil {
		return nil, err
	}
	game := ex.Store.Games.Get(in.GameID)
	var problems refusal.Refusal
	var writes []statisticWrite
	for _, side := range []struct {
		name string
		in   *tourney.SideStatisticsInput
		game *tourney.GameSide
	}{{"away", in.Away, game.Game.AwayTeam}, {"home", in.Home, game.Game.HomeTeam}} {
		if side.in != nil {
			writes = append(writes, ex.sideWrites(side.name, *side.in, side.game, &problems)...)
		}
	}
	if err := problems.OrNil(); err != nil {
		return nil, err
	}
	for _, w := range writes {
		writeStatistic(ex.Store, in.GameID, w)
	}
	return empty{}, nil
}

func writeStatistic(s *model.Version, gameID int64, w statisticWrite) {
	if !w.clear {
		s.SetStatistic(gameID, w.line, w.name, w.value)
		return
	}
	if r := s.Statistic(gameID, w.line.ID, w.name); r != nil {
		s.Statistics.Change(r.ID, func(r *model.StatisticRow) { r.Cleared = true })
	}
}

// sideWrites returns the values of one side of an update, and adds reasons to refuse them to problems.
func (ex *Exchange) sideWrites(
	name string, in tourney.SideStatisticsInput, side *tourney.GameSide, problems *refusal.Refusal,
) []statisticWrite {
	team, err := ex.sideTeam(name, in, side)
	if err != nil {
		problems.Add(err)
		return nil
	}
	var writes []statisticWrite
	for i, p := range in.Players {
		path := refusal.Indexed(name+".players", i, "")
		line, err := ex.rosterLine(team, path, p)
		if err != nil {
			problems.Add(err)
			continue
		}
		for _, value := range p.Statistics {
			w, keep, err := statisticValue(value)
			problems.Add(err)
			if err == nil && !keep {
				w.line = line
				writes = append(writes, w)
			}
		}
	}
	return writes
}

// sideTeam finds the team of a side by its id or external id. The team must play on that side of the game.
func (ex *Exchange) sideTeam(
	name string, in tourney.SideStatisticsInput, side *tourney.GameSide,
) (*model.TeamRow, error) {
	team, err := ex.teamNamed(name+".", in.ID, in.ExternalTeamID)
	if err == nil && model.TeamOf(side) != team.Team.ID {
		field := values.IfElse(in.ID == 0, ".externalteamid", ".id")
		err = refusal.Invalid(name+field, "is not the "+name+" team of the game")
	}
	return team, err
}

// rosterLine finds the line of a player of an update on the team's roster, by its id or by the external id.
func (ex *Exchange) rosterLine(
	team *model.TeamRow, path string, p tourney.PlayerStatisticsInput,
) (*tourney.TeamPlayer, error) {
	if p.TeamPlayerID != 0 {
		if i := team.LineIndex(p.TeamPlayerID); i >= 0 {
			return &team.Team.Players[i], nil
		}
		return nil, refusal.NotFound(path+".teamplayerid", "player of the team", p.TeamPlayerID)
	}
	if line := ex.externalLine(team, p.ExternalPlayerID); line != nil {
		return line, nil
	}
	return nil, refusal.NotFoundText(path+".externalplayerid", "player of the team", p.ExternalPlayerID)
}

// externalLine finds a player of a team by its external id. If several players have the id, it returns the last one on
// the roster.
func (ex *Exchange) externalLine(team *model.TeamRow, id string) *tourney.TeamPlayer {
	var found *tourney.TeamPlayer
	for i := range team.Team.Players {
		line := &team.Team.Players[i]
		if id == "" || line.ExternalPlayerID != id {
			continue
		}
		if found != nil {
			ex.Assume(assumption.ExternalIDs)
		}
		found = line
	}
	return found
}

// statisticValue reads a value. An empty value clears the statistic. An absent value leaves the statistic unchanged
// (section 4.15).
func statisticValue(v tourney.StatisticInput) (w statisticWrite, keep bool, err error) {
	w.name = strings.TrimSpace(v.Name)
	if v.Value == nil {
		return w, true, nil
	}
	if strings.TrimSpace(*v.Value) == "" {
		w.clear = true
		return w, false, nil
	}
	if w.value, err = tourney.ParseDecimal(*v.Value); err != nil {
		err = refusal.FromBind(err)
	}
	return w, false, err
}
