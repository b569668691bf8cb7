package answers

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
)

// payments is a host whose teams 1 to 4 are paid, and 5 and 6 are not. Before answers a request, the host flips whether
// the teams in flip of the request's number are paid.
type payments struct {
	paid    map[int64]bool
	flip    map[int]int64
	deaf    bool           // ignores the parameter paid
	answers map[int]string // in place of the list
	asked   []string       // the values of paid
}

func newPayments() *payments {
	return &payments{paid: map[int64]bool{1: true, 2: true, 3: true, 4: true, 5: false, 6: false}}
}

func (p *payments) RoundTrip(req *http.Request) (*http.Response, error) {
	asked := req.URL.Query().Get("paid")
	p.asked = append(p.asked, asked)
	n := len(p.asked)
	if team := p.flip[n]; team != 0 {
		p.paid[team] = !p.paid[team]
	}
	if body, had := p.answers[n]; had {
		return clienttest.Reply(200, body)(req)
	}
	rows := []string{}
	for id := int64(1); id <= 6; id++ {
		if p.deaf || asked == "" || asked == fmt.Sprint(p.paid[id]) {
			rows = append(rows, fmt.Sprintf(`{"Id":%d,"Name":"request %d"}`, id, n))
		}
	}
	return clienttest.Reply(200, fmt.Sprintf(`{"Teams":{"Results":[%s],"Page":1,"PageSize":50,"Total":%d}}`,
		strings.Join(rows, ","), len(rows)))(req)
}

// TestTeamsReadAll: a list of all teams loses none while they pay, whichever list shows them when.
func TestTeamsReadAll(t *testing.T) {
	unstated := `{"Teams":null}`
	for name, c := range map[string]struct {
		change func(*payments)
		o      tourney.TeamListOptions
		opts   []tourney.ListOption
		want   []int64
		asked  int
		err    error
	}{
		"nobody pays":                  {want: []int64{5, 6, 1, 2, 3, 4}, asked: 4},
		"paid between the lists":       {change: func(p *payments) { p.flip = map[int]int64{2: 5} }, want: []int64{6, 1, 2, 3, 4, 5}, asked: 6},
		"paid in the last pass":        {change: func(p *payments) { p.flip = map[int]int64{4: 5} }, want: []int64{6, 1, 2, 3, 4, 5}, asked: 8},
		"taken back between the lists": {change: func(p *payments) { p.flip = map[int]int64{2: 4} }, want: []int64{4, 5, 6, 1, 2, 3}, asked: 6},
		"never still": {change: func(p *payments) { p.flip = map[int]int64{2: 5, 4: 6, 6: 1, 8: 2, 10: 3} }, asked: 10,
			err: tourney.ErrListChanged},
		"a host that ignores paid": {change: func(p *payments) { p.deaf = true }, want: []int64{1, 2, 3, 4, 5, 6}, asked: 4},
		"the paid teams alone":     {o: tourney.TeamListOptions{Paid: new(true)}, want: []int64{1, 2, 3, 4}, asked: 2},
		"no unpaid list": {change: func(p *payments) { p.answers = map[int]string{1: unstated, 3: unstated} }, asked: 4,
			err: tourney.ErrNotStated},
		"no paid list":       {change: func(p *payments) { p.answers = map[int]string{2: `{}`, 4: `{}`} }, asked: 4, err: tourney.ErrNotStated},
		"once no paid list":  {change: func(p *payments) { p.answers = map[int]string{2: `{}`} }, want: []int64{5, 6, 1, 2, 3, 4}, asked: 6},
		"as many as MaxRows": {opts: []tourney.ListOption{tourney.MaxRows(6)}, want: []int64{5, 6, 1, 2, 3, 4}, asked: 4},
		"more than MaxRows":  {opts: []tourney.ListOption{tourney.MaxRows(5)}, asked: 2, err: tourney.ErrTooManyRows},
	} {
		t.Run(name, func(t *testing.T) {
			host := newPayments()
			if c.change != nil {
				c.change(host)
			}
			teams, err := clienttest.Over(t, host.RoundTrip).Teams.ReadAll(t.Context(), c.o, c.opts...)
			require.ErrorIs(t, err, c.err)
			require.Len(t, host.asked, c.asked)
			if c.o.Paid == nil {
				require.Equal(t, []string{"false", "true"}, host.asked[:2], "a team that pays meanwhile is in both")
			}
			var ids []int64
			for _, team := range teams.Rows {
				ids = append(ids, team.ID)
				require.Contains(t, []string{fmt.Sprint("request ", c.asked), fmt.Sprint("request ", c.asked-1)}, team.Name, "of the last pass")
			}
			require.Equal(t, c.want, ids)
			for id := int64(0); id <= 7; id++ {
				require.Equal(t, c.err == nil && id > 0 && !slices.Contains(ids, id), teams.Lacks(id), id)
			}
		})
	}
}

// TestUnreadTeamsCountOnce: a host that ignores the filter paid has each unreadable team in both lists.
func TestUnreadTeamsCountOnce(t *testing.T) {
	for list, want := range map[string]int{
		`{"Id":1},{"Id":2,"Paid":"x"},{"Id":3,"Paid":"x"}`: 2, `{"Paid":"x"},{"Name":7,"Paid":"x"},{"Id":2}`: 2,
	} {
		page := `{"Teams":{"Results":[` + list + `],"Page":1,"PageSize":50,"Total":3}}`
		client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, page))
		teams, err := client.Teams.ReadAll(t.Context(), tourney.TeamListOptions{EventID: 1})
		require.NoError(t, err)
		require.Len(t, teams.Rows, 1)
		require.Len(t, teams.Unread.Rows, want)
		require.Equal(t, want, teams.Unread.Count)
	}
}

// TestWholeListLacks: a list lacks no id that a row may have which it could not read.
func TestWholeListLacks(t *testing.T) {
	bad := make([]int64, 101)
	for i := range bad {
		bad[i] = -int64(1000 + i)
	}
	for name, c := range map[string]struct {
		rows   []int64 // as in clienttest.GamesPage
		unread int
		lacks  []int64 // of 0, 1, 2 and 3
	}{
		"all readable":         {rows: []int64{1}, lacks: []int64{2, 3}},
		"none":                 {lacks: []int64{1, 2, 3}},
		"one unreadable":       {rows: []int64{1, -2}, unread: 1, lacks: []int64{3}},
		"unreadable, no id":    {rows: []int64{1, 0}, unread: 1},
		"more than it may say": {rows: append([]int64{1}, bad...), unread: 101},
		"as many as it may":    {rows: append([]int64{1}, bad[1:]...), unread: 100, lacks: []int64{2, 3}},
	} {
		t.Run(name, func(t *testing.T) {
			body := clienttest.GamesPage(c.rows, fmt.Sprintf(`,"Page":1,"PageSize":200,"Total":%d`, len(c.rows)))
			client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body))
			games, err := client.Games.ReadAll(t.Context(), tourney.GameListOptions{})
			require.NoError(t, err)
			require.Len(t, games.Rows, len(c.rows)-c.unread)
			require.Equal(t, c.unread > 0, games.Unread != nil)
			if games.Unread != nil {
				require.Equal(t, c.unread, games.Unread.Count)
			}
			var lacks []int64
			for id := range int64(4) {
				if games.Lacks(id) {
					lacks = append(lacks, id)
				}
			}
			require.Equal(t, c.lacks, lacks)
		})
	}
	client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Games":{"Results":[{"Notes":"A"}],"Total":1}}`))
	games, err := client.Games.ReadAll(t.Context(), tourney.GameListOptions{})
	require.NoError(t, err)
	require.Len(t, games.Rows, 1)
	require.False(t, games.Lacks(7), "the row without an id may be this one")
}

// wholeReader is a service with ReadAll.
type wholeReader[T, O any] interface {
	ReadAll(ctx context.Context, o O, opts ...tourney.ListOption) (tourney.WholeList[T], error)
}

// wholeIDs reads a list and returns its ids.
type wholeIDs func(context.Context, *tourney.Client, ...tourney.ListOption) ([]int64, error)

// whole returns a call of ReadAll that returns the ids.
func whole[T, O any](of func(*tourney.Client) wholeReader[T, O], o O) wholeIDs {
	return func(ctx context.Context, c *tourney.Client, opts ...tourney.ListOption) ([]int64, error) {
		list, err := of(c).ReadAll(ctx, o, opts...)
		return idsOf(list.Rows), err
	}
}

// TestReadAll: what every service reads is what the mock has.
func TestReadAll(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	event := srv.Events.All()[0].ID
	want := map[string][]int64{
		"Teams.List": idsOf(srv.Teams.All()), "Games.List": idsOf(srv.Games.All()), "Players.List": idsOf(srv.Players.All()),
		"Events.List": idsOf(srv.Events.All()), "Venues.List": idsOf(srv.Venues.All()), "Divisions.List": idsOf(slices.DeleteFunc(
			srv.Divisions.All(), func(d tourney.Division) bool { return d.Active != nil && !*d.Active })),
	}
	readsAll := map[string]wholeIDs{
		"Teams.List": whole(func(c *tourney.Client) wholeReader[tourney.Team, tourney.TeamListOptions] { return c.Teams },
			tourney.TeamListOptions{PageSize: 10}),
		"Games.List": whole(func(c *tourney.Client) wholeReader[tourney.Game, tourney.GameListOptions] { return c.Games },
			tourney.GameListOptions{EventID: event, PageSize: 10}),
		"Players.List": whole(func(c *tourney.Client) wholeReader[tourney.Player, tourney.PlayerListOptions] { return c.Players },
			tourney.PlayerListOptions{PageSize: 100}),
		"Events.List": whole(func(c *tourney.Client) wholeReader[tourney.Event, tourney.EventListOptions] { return c.Events },
			tourney.EventListOptions{}),
		"Venues.List": whole(func(c *tourney.Client) wholeReader[tourney.Venue, tourney.VenueListOptions] { return c.Venues },
			tourney.VenueListOptions{EventID: event}),
		"Divisions.List": whole(func(c *tourney.Client) wholeReader[tourney.Division, tourney.DivisionListOptions] {
			return c.Divisions
		}, tourney.DivisionListOptions{EventID: event, PageSize: 2}),
	}
	for op, readAll := range readsAll {
		var res tourney.Response
		ids, err := readAll(t.Context(), srv.Client(), tourney.Prefetch(4), tourney.ResponseInto(&res))
		require.NoError(t, err, op)
		require.ElementsMatch(t, want[op], ids, op)
		require.Equal(t, 200, res.Status, op)
		if op == "Venues.List" {
			require.Len(t, srv.Calls.All(op), 1)
		}
		client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{}`))
		_, err = readAll(t.Context(), client)
		require.EqualError(t, err, "tourney: "+op+": the host did not state the list")
		_, err = readAll(t.Context(), srv.Client(), nil)
		require.ErrorContains(t, err, "a call option is nil", op)
		_, err = readAll(t.Context(), srv.Client(), tourney.MaxRows(0))
		require.ErrorContains(t, err, "MaxRows: 0 is not positive", op)
		if len(want[op]) > 1 {
			_, err = readAll(t.Context(), srv.Client(), tourney.MaxRows(len(want[op])-1))
			require.ErrorIs(t, err, tourney.ErrTooManyRows, op)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = readAll(ended, srv.Client())
		require.ErrorIs(t, err, context.Canceled, op)
	}
	_, err = srv.Client().Games.ReadAll(t.Context(), tourney.GameListOptions{Page: 2})
	require.EqualError(t, err, "tourney: Games.List: Page is 2: expected 0 or 1, because ReadAll reads all pages")
}
