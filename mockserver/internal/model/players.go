package model

import (
	"cmp"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// PersonRow is a player as the operations for players show it. The same person can be on the rosters of several teams.
// Its keys are scopes.
type PersonRow struct {
	Player tourney.Player // without Teams
	*Membership
}

// Membership lists the teams of a player. The players of a new team share one Membership, because separate ones would
// need a third of the memory of the players' rows. Because rows share it, a Membership never changes: a change of a row
// gives the row a new Membership.
type Membership struct {
	Listed  bool // whether the player shows a list of teams, which may be empty
	TeamIDs store.Items[int64]
	Scopes  store.Items[Scope] // the scopes of the teams, each once, sorted by CompareScopes
}

// join adds a team with these scopes to the player, and returns the keys that the player did not have before. It
// inserts each scope with a binary search instead of sorting all scopes anew, because a player can be on many teams.
func (r *PersonRow) join(teamID int64, scopes []Scope) (added []store.Key) {
	joined := *r.Membership
	joined.Listed = true
	for _, scope := range scopes {
		i, known := slices.BinarySearchFunc(joined.Scopes.All(), scope, CompareScopes)
		if known {
			continue
		}
		joined.Scopes = joined.Scopes.Insert(i, scope)
		added = append(added, scope.Key())
		if scope.Level == InTeam {
			joined.TeamIDs = joined.TeamIDs.Insert(len(joined.TeamIDs.All()), teamID)
		}
	}
	r.Membership = &joined
	return added
}

// keys appends the scopes whose lists contain the player.
func (r *PersonRow) keys(to []store.Key) []store.Key {
	to = append(to, Scope{}.Key())
	for _, scope := range r.Scopes.All() {
		to = append(to, scope.Key())
	}
	return to
}

func (r *PersonRow) claim(s *Version) error {
	return cmp.Or(s.Claim("Player.", OnlyID(PersonIDs, r.Player.ID)), scopesProblem(r.Scopes.All()))
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

// AddPlayer adds a player, and puts the player on the teams that its field Teams lists, with their games.
func (s *Version) AddPlayer(p tourney.Player) int64 {
	p.ID = s.AddPerson(p)
	s.AddPlayerTeams(p)
	return p.ID
}

// AddPerson adds a player, but does not put the player on the teams of its field Teams.
func (s *Version) AddPerson(p tourney.Player) int64 {
	p.ID = s.IDs.Assign(PersonIDs, p.ID)
	row := PersonRow{Player: p, Membership: &Membership{Listed: p.Teams != nil}}
	row.Player.Teams = nil
	store.Add(&s.People, row)
	return p.ID
}

// AddPlayerTeams puts a player on the teams that its field Teams lists. It adds unknown teams and games.
func (s *Version) AddPlayerTeams(p tourney.Player) {
	for _, t := range p.Teams {
		s.addPlayerTeam(p, t)
	}
}

// EditPlayer gives a player other values. A value that changes also changes in the lines of the player on rosters.
func (s *Version) EditPlayer(p tourney.Player) {
	var before tourney.Player
	s.People.Change(p.ID, func(r *PersonRow) { before, r.Player = r.Player, p })
	was, is := values.Value(before.Profile), values.Value(p.Profile)
	s.eachLineOf(p.ID, func(line *tourney.TeamPlayer) {
		values.CopyChange(&line.FirstName, before.FirstName, p.FirstName)
		values.CopyChange(&line.LastName, before.LastName, p.LastName)
		values.CopyChange(&line.ParentID, before.ParentID, p.ParentID)
		profile := *profileOf(line)
		values.CopyChanges(&profile, was, is)
		setProfile(line, profile)
	})
}

// eachLineOf applies f to the lines of a player on all rosters.
func (s *Version) eachLineOf(personID int64, f func(*tourney.TeamPlayer)) {
	for _, teamID := range s.People.Get(personID).TeamIDs.All() {
		s.Teams.Change(teamID, func(r *TeamRow) {
			r.Team.Players = slices.Clone(r.Team.Players)
			for i := range r.Team.Players {
				if r.Team.Players[i].PlayerID == personID {
					f(&r.Team.Players[i])
				}
			}
		})
	}
}

// RemovePlayer removes a player, the lines of the player on rosters, and the statistics of these lines.
func (s *Version) RemovePlayer(id int64) {
	for _, teamID := range s.People.Get(id).TeamIDs.All() {
		others := slices.DeleteFunc(slices.Clone(s.Teams.Get(teamID).Team.Players),
			func(p tourney.TeamPlayer) bool { return p.PlayerID == id })
		s.setRoster(teamID, others)
	}
	s.People.Remove(id)
}

// addPlayerTeam puts a player on a team. It adds the team, and each game of the player there, if unknown.
func (s *Version) addPlayerTeam(p tourney.Player, t tourney.PlayerTeam) {
	if s.Teams.Get(t.ID) == nil {
		team := tourney.Team{ID: t.ID, Name: t.Name, ExternalTeamID: t.ExternalTeamID, ParentID: t.ParentID}
		if t.DivisionID != 0 {
			team.Division = &tourney.TeamDivision{ID: t.DivisionID, Name: t.DivisionName}
		}
		t.ID = s.AddTeam(team)
	}
	line := s.LineOf(t.ID, p.ID)
	if line == nil {
		s.AddRoster(t.ID, []tourney.TeamPlayer{{
			PlayerID: p.ID, FirstName: p.FirstName, LastName: p.LastName, Number: t.Number,
		}})
		line = s.LineOf(t.ID, p.ID)
	}
	for _, g := range t.Games {
		s.addPlayerGame(t.ID, line, g)
	}
}

// addPlayerGame adds a game of a player if the game is unknown, and stores the player's statistics in the game.
func (s *Version) addPlayerGame(teamID int64, line *tourney.TeamPlayer, g tourney.PlayerGame) {
	if s.Games.Get(g.ID) == nil {
		game := tourney.Game{ID: g.ID, Date: g.Date, Time: g.Time, AwayTeam: &tourney.GameSide{TeamID: &teamID}}
		if g.Venue != "" || g.Court != "" {
			game.VenueCourt = &tourney.VenueCourt{Court: &tourney.Court{Name: g.Court}, Venue: &tourney.Venue{Name: g.Venue}}
		}
		if team := s.Teams.Get(teamID); team.DivisionID != 0 {
			game.Division = &tourney.GameDivision{ID: team.DivisionID}
		}
		g.ID = s.AddGame(game)
	}
	if g.Statistic == nil {
		return
	}
	for _, p := range pitching {
		s.SetStatistic(g.ID, line, p.name, tourney.NewDecimal(int64(*p.of(g.Statistic)), 0))
	}
}
