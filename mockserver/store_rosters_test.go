package mockserver

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// persons describes the players of a version in their order, with the lists that they are in.
func persons(s *model.Version) (rows []model.PersonRow, lists map[model.PersonKey][]int32) {
	lists = map[model.PersonKey][]int32{}
	for _, r := range s.People.All() {
		rows = append(rows, *r)
		for _, k := range r.Keys(nil) {
			lists[k] = s.People.List(k).All()
		}
	}
	return rows, lists
}

// TestARosterAtOnceIsLikeItsLines: the persons of a roster come into the rows together. They are as if each line had
// been added on its own, also when persons are known already, are there twice or come in another order.
func TestARosterAtOnceIsLikeItsLines(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		variant := contract.Variants()[0]
		together, single := model.NewVersion(variant), model.NewVersion(variant)
		for range rapid.IntRange(1, 4).Draw(rt, "teams") {
			ids := rapid.SliceOfN(rapid.Int64Range(0, 20), 1, 14).Draw(rt, "persons") // 0 gets a new id
			lines := make([]tourney.TeamPlayer, len(ids))
			for i, id := range ids {
				lines[i] = tourney.TeamPlayer{PlayerID: id, FirstName: "Ada"}
			}
			team := tourney.Team{Name: "Terns", Division: &tourney.TeamDivision{ID: 3}}
			single.AddTeam(team)
			for i := range lines {
				single.AddRoster(single.Teams.All()[len(single.Teams.All())-1].Team.ID, lines[i:i+1])
			}
			team.Players = lines
			together.AddTeam(team)
		}
		rows, lists := persons(together)
		want, wantLists := persons(single)
		if diff := cmp.Diff(wantLists, lists) + cmp.Diff(len(want), len(rows)); diff != "" {
			rt.Fatalf("(-single +together):\n%s", diff)
		}
		for i := range want {
			diff := cmp.Diff(want[i].Player, rows[i].Player) + cmp.Diff(want[i].TeamIDs.All(), rows[i].TeamIDs.All())
			if diff != "" {
				rt.Fatalf("person %d (-single +together):\n%s", i, diff)
			}
		}
	})
}

// TestHasProfileKnowsEveryField: a field that hasProfile forgets would not reach the player.
func TestHasProfileKnowsEveryField(t *testing.T) {
	require.False(t, model.HasProfile(&tourney.TeamPlayer{ID: 1, PlayerID: 2, FirstName: "Ada", Number: new(7)}))
	fields := reflect.TypeFor[tourney.PlayerProfile]()
	for i := range fields.NumField() {
		name := fields.Field(i).Name
		if name == "Extra" { // no line of a roster has its members
			continue
		}
		var line tourney.TeamPlayer
		field := reflect.ValueOf(&line).Elem().FieldByName(name)
		require.True(t, field.IsValid(), name)
		switch field.Interface().(type) {
		case string:
			field.SetString("9")
		case int:
			field.SetInt(9)
		case tourney.Date:
			field.Set(reflect.ValueOf(tourney.Date{Year: 2011, Month: 3, Day: 9}))
		default:
			field.Set(reflect.New(field.Type().Elem()))
		}
		require.True(t, model.HasProfile(&line), name)
		require.False(t, reflect.ValueOf(*model.ProfileOf(&line)).FieldByName(name).IsZero(), name)
	}
}

// TestPlayersShareNoProfileThatChanges: a change of a player whose profile was empty changes no other player.
func TestPlayersShareNoProfileThatChanges(t *testing.T) {
	s, err := New(tourney.Soccer, Scenario("empty"))
	require.NoError(t, err)
	s.Teams.Add(tourney.Team{
		ID: 1, Name: "Terns", Players: []tourney.TeamPlayer{{ID: 1, PlayerID: 1}, {ID: 2, PlayerID: 2}},
	})
	s.Players.Edit(1, func(p *tourney.Player) { p.Profile.School = "Otterford High" })
	s.Teams.Edit(1, func(of *tourney.Team) { of.Players[1].Grade = "9" })
	s.Teams.Add(tourney.Team{ID: 2, Name: "Gulls", Players: []tourney.TeamPlayer{{ID: 3, PlayerID: 3}}})

	got := map[int64]tourney.PlayerProfile{}
	for id := range int64(3) {
		p, _ := s.Players.Get(id + 1)
		got[id+1] = *p.Profile
	}
	want := map[int64]tourney.PlayerProfile{1: {School: "Otterford High"}, 2: {Grade: "9"}, 3: {}}
	require.Empty(t, cmp.Diff(want, got))
	require.Empty(t, cmp.Diff(tourney.PlayerProfile{}, model.NoProfile))
}

// TestPlayersShareNoStatusThatChanges: an edit behind the pointer of one new line changes no other line.
func TestPlayersShareNoStatusThatChanges(t *testing.T) {
	s, err := New(tourney.Soccer, Scenario("empty"))
	require.NoError(t, err)
	s.Events.Add(tourney.Event{ID: 1})
	s.Divisions.Add(tourney.Division{ID: 1})
	person := tourney.PlayerInput{FirstName: new("Ada"), LastName: new("Loft")}
	id, err := s.Client().Teams.Create(t.Context(), tourney.TeamCreateInput{
		EventID: 1, DivisionID: 1, Name: new("Terns"), Players: []tourney.PlayerInput{person, person},
	})
	require.NoError(t, err)
	s.Teams.Edit(id, func(of *tourney.Team) { *of.Players[0].Active = false })
	team, _ := s.Teams.Get(id)
	require.Equal(t, []bool{false, true}, []bool{*team.Players[0].Active, *team.Players[1].Active})
}
