package mockserver

import (
	"cmp"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

func getLeaders(ex *exchange, in tourney.LeadersOptions) (any, error) {
	var answer struct {
		Players struct{ Statistics []tourney.StatisticCategory }
	}
	answer.Players.Statistics = ex.store.leaders
	if ex.store.leaders == nil {
		if ex.store.variant.Categories != nil {
			ex.assume(assumeCategories)
		}
		ex.ignored = ex.store.unknownCategories(ex.totals, in.Categories)
		size := cmp.Or(in.PageSize, contract.DefaultLeaders)
		answer.Players.Statistics = ex.store.leadersIn(ex.totals, ex.scope(in.EventID, in.DivisionID), in.Categories, size)
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
func updateStatistics(ex *exchange, in tourney.StatisticsUpdateInput) (any, error) {
	ex.assume(assumeStatisticValues)
	game := ex.store.games.Get(in.GameID)
	if game == nil {
		return nil, notFound("gameid", "game", in.GameID)
	}
	var problems refusal
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
	if err := problems.orNil(); err != nil {
		return nil, err
	}
	for _, w := range writes {
		ex.store.writeStatistic(in.GameID, w)
	}
	return empty{}, nil
}

func (s *version) writeStatistic(gameID int64, w statisticWrite) {
	if !w.clear {
		s.setStatistic(gameID, w.line, w.name, w.value)
		return
	}
	if r := s.statistic(gameID, w.line.ID, w.name); r != nil {
		s.statistics.Change(r.ID, func(r *statisticRow) { r.Cleared = true })
	}
}

// sideWrites returns the values of one side of an update, and adds reasons to refuse them to problems.
func (ex *exchange) sideWrites(
	name string, in tourney.SideStatisticsInput, side *tourney.GameSide, problems *refusal,
) []statisticWrite {
	team, err := ex.sideTeam(name, in, side)
	if err != nil {
		problems.add(err)
		return nil
	}
	var writes []statisticWrite
	for i, p := range in.Players {
		path := indexed(name+".players", i, "")
		line, err := ex.rosterLine(team, path, p)
		if err != nil {
			problems.add(err)
			continue
		}
		for j, value := range p.Statistics {
			w, keep, err := ex.statisticValue(indexed(path+".statistics", j, ""), value)
			problems.add(err)
			if err == nil && !keep {
				w.line = line
				writes = append(writes, w)
			}
		}
	}
	return writes
}

// sideTeam finds the team of a side by its id or external id. The team must play on that side of the game.
func (ex *exchange) sideTeam(name string, in tourney.SideStatisticsInput, side *tourney.GameSide) (*teamRow, error) {
	field, team := name+".id", ex.store.teams.Get(in.ID)
	switch {
	case in.ID == 0:
		field = name + ".externalteamid"
		if team = ex.externalTeam(in.ExternalTeamID); team == nil {
			return nil, notFoundText(field, "team", in.ExternalTeamID)
		}
	case team == nil:
		return nil, notFound(field, "team", in.ID)
	}
	if side == nil || side.TeamID == nil || *side.TeamID != team.Team.ID {
		return nil, invalid(field, "is not the "+name+" team of the game")
	}
	return team, nil
}

// rosterLine finds the line of a player of an update on the team's roster, by its id or by the external id.
func (ex *exchange) rosterLine(
	team *teamRow, path string, p tourney.PlayerStatisticsInput,
) (*tourney.TeamPlayer, error) {
	if p.TeamPlayerID != 0 {
		if i := team.lineIndex(p.TeamPlayerID); i >= 0 {
			return &team.Team.Players[i], nil
		}
		return nil, notFound(path+".teamplayerid", "player of the team", p.TeamPlayerID)
	}
	if line := ex.externalLine(team, p.ExternalPlayerID); line != nil {
		return line, nil
	}
	return nil, notFoundText(path+".externalplayerid", "player of the team", p.ExternalPlayerID)
}

// externalLine finds a player of a team by its external id. Of several, it returns the last on the roster.
func (ex *exchange) externalLine(team *teamRow, id string) *tourney.TeamPlayer {
	var found *tourney.TeamPlayer
	for i := range team.Team.Players {
		line := &team.Team.Players[i]
		if id == "" || line.ExternalPlayerID != id {
			continue
		}
		if found != nil {
			ex.assume(assumeExternalIDs)
		}
		found = line
	}
	return found
}

// statisticValue reads a value. An empty value clears the statistic, an absent value keeps it (section 4.15).
func (ex *exchange) statisticValue(path string, v tourney.StatisticInput) (w statisticWrite, keep bool, err error) {
	w.name = strings.TrimSpace(v.Name)
	if w.name == "" {
		return w, false, required(path + ".name")
	}
	if v.Value == nil {
		return w, true, nil
	}
	if strings.TrimSpace(*v.Value) == "" {
		w.clear = true
		return w, false, nil
	}
	if w.value, err = tourney.ParseDecimal(*v.Value); err != nil {
		return w, false, invalid(path+".value", "must be a decimal number or empty")
	}
	if ex.encoder.fields.shows("PlayerGame", "Statistic") {
		err = checkPitching(path+".value", w.name, w.value)
	}
	return w, false, err
}
