package mockserver

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/secret"
)

// TestSecretsOfRows names the secrets that rows could hold. The functions that make records remove each.
func TestSecretsOfRows(t *testing.T) {
	found := map[string]bool{}
	for f := range reflect.TypeFor[model.Version]().Fields() {
		if f.Name != "Accounts" {
			secretsIn(f.Type, "", map[reflect.Type]bool{}, found)
		}
	}
	want := map[string]bool{"PaymentDetailsInput.CreditCardNumber": true, "PaymentDetailsInput.CreditCardCVV2": true}
	require.Empty(t, cmp.Diff(want, found))
	full := &tourney.PaymentDetailsInput{CreditCardNumber: secret.New("1"), CreditCardCVV2: secret.New("2")}
	require.Equal(t, tourney.PaymentDetailsInput{}, *model.WithoutCard(full))
}

func secretsIn(t reflect.Type, path string, seen map[reflect.Type]bool, found map[string]bool) {
	if t == reflect.TypeFor[secret.Text]() {
		found[path] = true
		return
	}
	if seen[t] {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		secretsIn(t.Elem(), path, seen, found)
	case reflect.Struct:
		for f := range t.Fields() {
			secretsIn(f.Type, t.Name()+"."+f.Name, seen, found)
		}
	}
}

// FuzzLoad reads damaged files. Load must not panic, and must change nothing when it refuses one.
func FuzzLoad(f *testing.F) {
	small, err := New(tourney.Soccer, Scenario("empty"))
	if err != nil {
		f.Fatal(err)
	}
	small.Teams.Add(tourney.Team{Name: "a", ExternalTeamID: "x", Players: []tourney.TeamPlayer{{FirstName: "b"}}})
	var whole strings.Builder
	if err := small.Save(&whole, SaveKeys()); err != nil {
		f.Fatal(err)
	}
	f.Add(whole.String())
	f.Add(strings.Replace(whole.String(), `"CRC":`, `"CRC":"","x":`, 1))
	f.Add(`{"header":{"Format":"tourney-mock","Version":1,"Variant":"soccer"}}` + "\n" + `{"end":{"Lines":1}}` + "\n")
	f.Fuzz(func(t *testing.T, text string) {
		srv := newServer(t, tourney.Soccer, Scenario("empty"))
		before := Everything(Newest(srv))
		if srv.Load(strings.NewReader(text)) != nil {
			require.Equal(t, before, Everything(Newest(srv)))
			return
		}
		srv.Teams.Add(tourney.Team{Name: fmt.Sprint(srv.Teams.All()), Players: []tourney.TeamPlayer{{}}})
		var again strings.Builder
		require.NoError(t, srv.Save(&again, SaveKeys()))
		copied := newServer(t, tourney.Soccer, Scenario("empty"))
		require.NoError(t, copied.Load(strings.NewReader(again.String())))
		require.Equal(t, Everything(Newest(srv)), Everything(Newest(copied)))
	})
}

// TestLoadTakesEveryKindOfIDs: the next ids follow from rows, also for a file whose line of next ids says too little.
func TestLoadTakesEveryKindOfIDs(t *testing.T) {
	const chosen = 1 << 40
	srv := newServer(t, tourney.Soccer, Scenario("empty"))
	history.Write(inner(srv).State, "a test", func(st *model.Version) int64 { st.Booked = chosen; return 0 })
	division := tourney.Division{
		ID: chosen, Event: &tourney.Event{ID: chosen}, Prices: []tourney.Price{{ID: chosen}},
		Brackets: []tourney.Bracket{{ID: chosen}}, Assets: []tourney.Asset{{ID: chosen}},
	}
	srv.Events.Add(*division.Event)
	srv.Divisions.Add(division)
	srv.Pools.AddPositions(srv.Pools.Add(tourney.Pool{ID: chosen}), 1, chosen)
	srv.Teams.Add(tourney.Team{
		ID: chosen, Season: &tourney.Season{ID: chosen}, Players: []tourney.TeamPlayer{{ID: chosen, PlayerID: chosen}},
		Coaches: []tourney.Coach{{ID: chosen, CoachID: chosen}},
	})
	srv.Venues.Add(tourney.Venue{ID: chosen, Locations: []tourney.Location{{ID: chosen}}})
	srv.Games.Add(tourney.Game{ID: chosen, VenueCourt: &tourney.VenueCourt{ID: chosen}})
	srv.Statistics.Set(chosen, chosen, "Goals", tourney.NewDecimal(1, 0))
	srv.Registrations.Add(stored.Registration{TeamID: chosen})
	srv.Accounts.Add("ann", "secret", tourney.Account{ID: chosen})

	var file strings.Builder
	require.NoError(t, srv.Save(&file, SaveKeys()))
	text := file.String()
	from, to := strings.Index(text, `{"ids":`), strings.Index(text, `{"state":`)
	end := strings.Index(text, `,"CRC"`)
	text = text[:from] + "{\"ids\":{}}\n" + text[to:end] + "}}\n"
	loaded := newServer(t, tourney.Soccer, Scenario("empty"))
	require.NoError(t, loaded.Load(strings.NewReader(text)))
	first, want, got := model.NewSequence(), Newest(srv).IDs, Newest(loaded).IDs
	for k := range model.Kinds {
		require.Greater(t, want.Next[k], first.Next[k], "no row here has an id of the kind %s", model.KindNames[k])
		require.Equal(t, want.Next[k], got.Next[k], model.KindNames[k])
	}
}
