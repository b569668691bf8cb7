package model

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// persons describes the players of a version in their order, with the lists that they are in.
func persons(s *Version) (rows []PersonRow, lists map[store.Key][]int32) {
	lists = map[store.Key][]int32{}
	for _, r := range s.People.All() {
		rows = append(rows, *r)
		for _, k := range r.keys(nil) {
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
		together, single := NewVersion(variant), NewVersion(variant)
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
	require.False(t, hasProfile(&tourney.TeamPlayer{ID: 1, PlayerID: 2, FirstName: "Ada", Number: new(7)}))
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
		require.True(t, hasProfile(&line), name)
		require.False(t, reflect.ValueOf(*profileOf(&line)).FieldByName(name).IsZero(), name)
	}
}
