package requests

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// TestProfilesThatAreWrong: client and mock refuse a wrong profile with the name of the field.
func TestProfilesThatAreWrong(t *testing.T) {
	two := func(code1, name1, code2, name2 string) tourney.Profile {
		return tourney.Profile{Categories: []tourney.ProfileCategory{{Code: code1, Name: name1}, {Code: code2, Name: name2}}}
	}
	for want, p := range map[string]tourney.Profile{
		`Profile.Variant: unknown variant "chess"`: {Variant: "chess"},
		"Profile.Name: ": {Name: "a\x00b"},
		`Profile.Results: "score" is no spelling`:          {Results: "score"},
		"Profile.Format: there is no format \"YAML\"":      {Format: "YAML"},
		"Profile.MaxResponseMemory: -1":                    {MaxResponseMemory: -1},
		`Profile.Categories[0].Code: ""`:                   {Categories: []tourney.ProfileCategory{{Name: "Points"}}},
		`Profile.Categories[0].Code: "a,b"`:                {Categories: []tourney.ProfileCategory{{Code: "a,b", Name: "Points"}}},
		"Profile.Categories[0].Name: ":                     {Categories: []tourney.ProfileCategory{{Code: "ppg", Name: " "}}},
		`Profile.Categories[1].Code: "PPG" is given twice`: two("ppg", "A", "PPG", "B"),
		`Profile.Categories[1].Name: "a  B" is given`:      two("x", "A b", "y", "a  B"),
		`Profile.Categories[1].Name: "X" is given twice`:   two("x", "A", "y", "X"),
		"Profile.WonBy: ":                                  {WonBy: []tourney.WonBy{{Code: 7, Name: "Coin toss"}}},
	} {
		_, err := tourney.New(clienttest.BaseURL, p)
		require.ErrorContains(t, err, want)
		require.True(t, strings.HasPrefix(err.Error(), "tourney: Profile."), err)
		_, err = mockserver.New(mockserver.Profile{Profile: p})
		require.ErrorContains(t, err, strings.SplitAfter(want, ": ")[0])
		require.True(t, strings.HasPrefix(err.Error(), "mockserver: Profile."), err)
	}
	for _, none := range []tourney.Host{nil, (*tourney.Profile)(nil), (*mockserver.Profile)(nil), new(tourney.Variant)} {
		_, err := tourney.New(clienttest.BaseURL, none)
		require.Error(t, err)
		_, err = mockserver.New(none)
		require.Error(t, err)
	}
}

// TestProfilesOfTheMockThatAreWrong: the mock names the field, which no client reads.
func TestProfilesOfTheMockThatAreWrong(t *testing.T) {
	wins := mockserver.Column{Name: "Wins", Figure: mockserver.FigureWins}
	columns := func(c ...mockserver.Column) mockserver.Profile { return mockserver.Profile{Columns: c} }
	limit := func(l mockserver.RateLimit) mockserver.Profile { return mockserver.Profile{RateLimit: l} }
	for want, p := range map[string]mockserver.Profile{
		"RequireSignature: it needs a Signer":     {RequireSignature: true},
		"MaxPageSize: -1":                         {MaxPageSize: -1},
		`DefaultIncludes[1]: "A,B"`:               {DefaultIncludes: []tourney.Include{"A", "A,B"}},
		`DefaultIncludes[0]: " "`:                 {DefaultIncludes: []tourney.Include{" "}},
		`Columns[1].Name: "WINS" is given twice`:  columns(wins, mockserver.Column{Name: "WINS", Figure: "wins"}),
		"Columns[0].Name: expected printable":     columns(mockserver.Column{Name: "W\uffff", Figure: "wins"}),
		"Columns[0].Name: expected":               columns(mockserver.Column{Figure: "wins"}),
		`Columns[0].Figure: "goals" is no figure`: columns(mockserver.Column{Name: "G", Figure: "goals"}),
		"Points: ":                                   {Points: mockserver.TablePoints{Win: 2}},
		"Points: Points":                             columns(mockserver.Column{Name: "P", Figure: mockserver.FigureTablePoints}),
		"ErrorStatuses[4]: there is no code 4":       {ErrorStatuses: map[tourney.ErrorCode]int{4: 400}},
		"ErrorStatuses[2]: 304 is no status with a":  {ErrorStatuses: map[tourney.ErrorCode]int{3: 200, 2: 304}},
		"ErrorStatuses[2]: 204":                      {ErrorStatuses: map[tourney.ErrorCode]int{2: 204}},
		"ErrorStatuses[2]: 0":                        {ErrorStatuses: map[tourney.ErrorCode]int{2: 0}},
		"UnknownPathStatus: 99":                      {UnknownPathStatus: 99},
		"UnknownPathStatus: 301 is no status with a": {UnknownPathStatus: 301},
		`UpdateAnswer: "all" is no answer: choose`:   {UpdateAnswer: "all"},
		"HandNames[1]: expected printable":           {HandNames: map[int]string{1: "\n"}},
		"RefuseLargePages: it needs MaxPageSize":     {RefuseLargePages: true},
		"ClockSkew: it needs":                        {ClockSkew: 1},
		"ClockSkew: -1":                              {ClockSkew: -1},
		"KeyLifetime: -1":                            {KeyLifetime: -1},
		"KeyOverlap: -1":                             {KeyOverlap: -1},
		"RateLimit: Requests":                        limit(mockserver.RateLimit{Requests: 1}),
		"RateLimit: ":                                limit(mockserver.RateLimit{Date: true}),
		"RateLimit.Requests: ":                       limit(mockserver.RateLimit{Requests: -1, Per: 1}),
		"RateLimit.Per: ":                            limit(mockserver.RateLimit{Requests: 1, Per: -1}),
	} {
		_, err := mockserver.New(&p)
		require.ErrorContains(t, err, "mockserver: Profile."+want)
		_, err = tourney.New(clienttest.BaseURL, p)
		require.NoError(t, err)
	}
}

// TestAHostThatHoldsAProfile: a type that embeds a profile of the mock is a host, and loses no field.
func TestAHostThatHoldsAProfile(t *testing.T) {
	type league struct{ mockserver.Profile }
	for _, h := range []tourney.Host{
		league{mockserver.Profile{MaxPageSize: 2}}, &league{mockserver.Profile{MaxPageSize: 2}}, mockserver.Profile{MaxPageSize: 2},
	} {
		srv, err := mockserver.New(h)
		require.NoError(t, err)
		require.Equal(t, 2, srv.Profile().MaxPageSize)
	}
}

// TestProfilesAreCopied: neither a change of the argument nor one of a result reaches a client or a mock.
func TestProfilesAreCopied(t *testing.T) {
	want := everyField(t)
	given := everyField(t)
	client, err := tourney.New(clienttest.BaseURL, &given)
	require.NoError(t, err)
	srv, err := mockserver.New(given)
	require.NoError(t, err)
	for range 2 {
		require.Empty(t, cmp.Diff(want.Profile, client.Profile()))
		require.Empty(t, cmp.Diff(want, srv.Profile(), cmp.Comparer(bothWord)))
		for _, p := range []tourney.Profile{given.Profile, client.Profile(), srv.Profile().Profile} {
			p.WonBy[0], p.Categories[0].Code = tourney.WonBy{}, "x"
		}
		for _, p := range []mockserver.Profile{given, srv.Profile()} {
			p.Columns[0].Name, p.DefaultIncludes[0], p.HandNames[1] = "x", "x", "x"
			*p.RegisteredStatus, p.ErrorStatuses[tourney.CodeMaximum] = 99, 500
		}
	}
	require.Equal(t, tourney.Hockey, client.Variant())
	require.Zero(t, (&tourney.Client{}).Profile())
	plain := tourney.Profile{Name: "multi-sport", Variant: tourney.MultiSport, Format: tourney.FormatJSON}
	require.Empty(t, cmp.Diff(plain, profileOf(t, tourney.Profile{})))
	require.Empty(t, cmp.Diff(tourney.Profile{Name: "rugby", Variant: tourney.Rugby, Format: tourney.FormatJSON}, profileOf(t, tourney.Rugby)))
	again := profileOf(t, profileOf(t, want))
	require.Empty(t, cmp.Diff(want.Profile, again), "a copy of a copy")
}

// bothWord reports whether two profiles both word messages, or neither does.
func bothWord(a, b func(tourney.ErrorCode, string, string) string) bool {
	return (a == nil) == (b == nil)
}

// everyField returns a profile with a value in every field.
func everyField(t *testing.T) mockserver.Profile {
	t.Helper()
	p := mockserver.Profile{
		Profile: tourney.Profile{
			Name: "Ice", Variant: tourney.Hockey, Results: tourney.ResultNamesTeamScore, WonBy: []tourney.WonBy{{Code: 71, Name: "Shootout"}},
			Categories: []tourney.ProfileCategory{{Code: "g", Name: "Goals Scored", Statistic: "Goals", PerGame: true}},
			Paths:      map[string]string{"/api/v1": "/v2", "/api/v1/teams": "/v2/clubs"},
			Parameters: map[string]string{"page": "p", "pagesize": "limit"},
			Format:     tourney.FormatXML, Signer: auth.HMAC{Header: "X-Signature", Timestamp: "X-Date"},
			NoTransactionID: true, Strict: true, MaxResponseMemory: 1 << 20,
		},
		Columns:          []mockserver.Column{{Name: "Points", Abbr: "P", Figure: mockserver.FigureTablePoints}},
		Points:           mockserver.TablePoints{Win: 3, Tie: 1, Loss: -1},
		RequireSignature: true, ClockSkew: time.Hour, KeyLifetime: 24 * time.Hour, KeyOverlap: time.Minute,
		RateLimit:     mockserver.RateLimit{Requests: 20, Per: time.Hour, Date: true},
		ErrorStatuses: map[tourney.ErrorCode]int{tourney.CodeMaximum: 413}, NoErrorFields: true,
		ErrorText:    func(_ tourney.ErrorCode, _, message string) string { return "host: " + message },
		UpdateAnswer: mockserver.AnswerRow, AcceptEmptyUpdates: true, RefuseUnknownFilters: true, RefuseOtherEvents: true, NewestFirst: true,
		HandNames:    map[int]string{1: "R"},
		AbsentAsNull: true, EmptyListsAsNull: true, UnknownPathStatus: 410, MaxPageSize: 3, RefuseLargePages: true,
		DefaultIncludes: []tourney.Include{tourney.IncludePlayers}, RegisteredStatus: new(tourney.TeamWaitingList),
	}
	for _, of := range []reflect.Value{reflect.ValueOf(p), reflect.ValueOf(p.Profile)} {
		for field, value := range of.Fields() {
			require.False(t, value.IsZero(), "%s has no value", field.Name)
		}
	}
	return p
}

func profileOf(t *testing.T, h tourney.Host) tourney.Profile {
	t.Helper()
	p, err := tourney.ProfileOf(h)
	require.NoError(t, err)
	return p
}

// TestAProfileSetsBothEnds: each field has the effect of its option, and a client with the profile and no options gets on
// with a mock with the profile and no options.
func TestAProfileSetsBothEnds(t *testing.T) {
	srv := mockserver.Start(t, everyField(t), mockserver.WallClock())
	keyless, err := tourney.New(srv.URL(), srv.Profile(), tourney.WithRetry(tourney.Retry{}))
	require.NoError(t, err)
	_, err = keyless.Teams.Get(t.Context(), 4001)
	require.ErrorIs(t, err, tourney.ErrUnauthorized, "RequireSignature")

	client, err := tourney.New(srv.URL(), srv.Profile(), tourney.WithLogin(mockserver.DefaultUsername, mockserver.DefaultPassword))
	require.NoError(t, err)
	team, err := client.Teams.Get(t.Context(), 4001)
	require.NoError(t, err)
	require.NotEmpty(t, team.Players, "DefaultIncludes")
	page, err := client.Teams.List(t.Context(), tourney.TeamListOptions{EventID: 1001})
	require.NoError(t, err)
	require.Equal(t, 3, page.PageSize)
	require.Greater(t, page.Results[0].ID, page.Results[1].ID, "NewestFirst")
	_, err = client.Teams.List(t.Context(), tourney.TeamListOptions{EventID: 1001, PageSize: 4})
	var refused *tourney.APIError
	require.ErrorAs(t, err, &refused, "RefuseLargePages")
	require.Equal(t, 413, refused.Status, "ErrorStatuses")
	require.Empty(t, refused.Errors[0].Field, "NoErrorFields")
	require.Contains(t, refused.Errors[0].Message, "host: ", "ErrorText")
	_, err = client.Teams.List(t.Context(), tourney.TeamListOptions{EventID: 99})
	require.ErrorIs(t, err, tourney.ErrNotFound, "RefuseUnknownFilters")
	var body []byte
	require.NoError(t, client.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: 4001, Notes: new("x")}, tourney.BodyInto(&body)))
	require.Contains(t, string(body), "<Team>", "UpdateAnswer")
	testLenientProfile(t)
	result, err := client.Registration.Register(t.Context(), tourney.RegistrationInput{
		DivisionID: 2001, Name: new("Otters"), Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}},
	})
	require.NoError(t, err)
	require.Equal(t, tourney.TeamWaitingList, result.Status)
	paid, err := client.Payments.Pay(t.Context(), tourney.PaymentInput{
		TeamID: 4001, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{
			Amount: new(tourney.MustDecimal("5")), Title: new("Entry"), Description: new("Cash"), FirstName: new("Pat"), LastName: new("Field"),
			Email: new("pat@example.com"), Phone: new("515-555-0101"),
		},
	})
	require.NoError(t, err)
	require.Empty(t, paid.TransactionID)
	require.Len(t, srv.Payments.All(), 1)
	_, err = client.Events.Get(t.Context(), 1001)
	require.ErrorContains(t, err, "the interface document does not show it")
	old := srv.Client()
	srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	_, err = old.Teams.Get(t.Context(), 4001)
	require.NoError(t, err, "KeyOverlap")
	srv.Clock.Advance(time.Minute)
	_, err = old.Teams.Get(t.Context(), 4001)
	require.ErrorContains(t, err, "expired")
	_, err = client.Teams.Get(t.Context(), 4001)
	require.NoError(t, err)
	srv.Clock.Advance(24 * time.Hour)
	_, err = srv.Client().Teams.Get(t.Context(), 4001)
	require.ErrorContains(t, err, "expired", "KeyLifetime")
	_, err = client.Teams.Get(t.Context(), 4001)
	require.ErrorContains(t, err, "at most 1h0m0s apart", "ClockSkew")
	srv.Reset()
	again := srv.Client(tourney.WithRetry(tourney.Retry{}))
	for range srv.Profile().RateLimit.Requests {
		_, err = again.Teams.Get(t.Context(), 4001)
		require.NoError(t, err)
	}
	var response tourney.Response
	_, err = again.Teams.Get(t.Context(), 4001, tourney.ResponseInto(&response))
	require.ErrorIs(t, err, tourney.ErrRateLimited)
	require.Contains(t, response.Header.Get("Retry-After"), "GMT", "RateLimit.Date")
	require.Equal(t, "Shootout", srv.Profile().CompleteWonBy(tourney.WonBy{Code: 71}).Name)
	require.Equal(t, int64(1<<20), clienttest.MemoryOf(t, srv.Profile()), "MaxResponseMemory")

	var header http.Header
	h := &clienttest.Host{Answers: clienttest.One(func(req *http.Request) (*http.Response, error) {
		header = req.Header
		return clienttest.Reply(200, `<Response/>`, "Content-Type", "application/xml")(req)
	})}
	xml, err := tourney.New(clienttest.BaseURL, srv.Profile(), tourney.WithHTTPClient(h.HTTPClient()))
	require.NoError(t, err)
	require.NoError(t, xml.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 1, AwayScore: tourney.Score(2)}))
	require.Equal(t, "application/xml", header.Get("Content-Type"))
	require.Contains(t, h.Requests()[0].Body, "<AwayTeamScore>2</AwayTeamScore>")
}

// testLenientProfile is about the fields whose effect no strict hockey host shows.
func testLenientProfile(t *testing.T) {
	t.Helper()
	all := everyField(t)
	srv, err := mockserver.New(mockserver.Profile{
		Profile: tourney.Profile{Variant: tourney.Baseball}, HandNames: all.HandNames, AcceptEmptyUpdates: all.AcceptEmptyUpdates,
		AbsentAsNull: all.AbsentAsNull, EmptyListsAsNull: all.EmptyListsAsNull, UnknownPathStatus: all.UnknownPathStatus,
	})
	require.NoError(t, err)
	team, _ := srv.Teams.Get(4001)
	player := tourney.PlayerUpdateInput{ID: team.Players[0].ID}
	player.Bats = new(1)
	update := tourney.TeamUpdateInput{ID: 4001, Players: []tourney.PlayerUpdateInput{player}}
	require.NoError(t, srv.Client().Teams.Update(t.Context(), update))
	team, _ = srv.Teams.Get(4001)
	require.Equal(t, "R", team.Players[0].Bats, "HandNames")
	_, err = srv.Client().Do(t.Context(), tourney.RawRequest{
		Method: http.MethodPut, Path: "/api/v1/teams", Body: []byte(`{"Id":4001,"Foo":1}`),
	})
	require.NoError(t, err, "AcceptEmptyUpdates")
	raw, err := srv.Client().Do(t.Context(), tourney.RawRequest{
		Method: http.MethodGet, Path: "/api/v1/games", Query: url.Values{"id": {"7030"}},
	})
	require.NoError(t, err)
	require.Contains(t, string(raw.Body), `"Score":null`, "AbsentAsNull")
	games, err := srv.Client().Games.List(t.Context(), tourney.GameListOptions{EventID: 99})
	require.NoError(t, err)
	require.True(t, games.NotStated, "EmptyListsAsNull")
	_, err = srv.Client().Do(t.Context(), tourney.RawRequest{Method: http.MethodGet, Path: "/api/v1/pools"})
	var refused *tourney.APIError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, 410, refused.Status, "UnknownPathStatus")
}

// TestOptionsWinOverTheProfile: on both ends.
func TestOptionsWinOverTheProfile(t *testing.T) {
	p := everyField(t)
	p.ClockSkew = 0 // the option's signer signs without a time
	srv, err := mockserver.New(p, mockserver.RequireAuth(auth.Header{Key: "X-Key"}))
	require.NoError(t, err)
	client := srv.Client(tourney.WithFormat(tourney.FormatJSON), tourney.WithMaxResponseMemory(1<<21))
	require.Equal(t, int64(1<<21), clienttest.MemoryOf(t, p, tourney.WithFormat(tourney.FormatJSON), tourney.WithMaxResponseMemory(1<<21)))
	var response tourney.Response
	page, err := client.Teams.List(t.Context(), tourney.TeamListOptions{EventID: 1001}, tourney.ResponseInto(&response))
	require.NoError(t, err)
	require.Equal(t, 3, page.PageSize)
	require.Contains(t, response.Header.Get("Content-Type"), "application/json")
	more, err := client.With(tourney.WithUserAgent("x"))
	require.NoError(t, err)
	require.Equal(t, "Ice", more.Profile().Name)
}

// TestSignersOfProfiles: a profile's signer signs with keys, and without keys the client sends unsigned requests.
func TestSignersOfProfiles(t *testing.T) {
	answer := clienttest.Always(200, `{"Team":{"Id":1}}`)
	c, h := clienttest.Serve(t, tourney.Basketball(), answer)
	_, err := c.Teams.Get(t.Context(), 1)
	require.NoError(t, err)
	require.Empty(t, h.Requests()[0].Header.Get("Authentication"))
	keys := tourney.WithCredentials(auth.Credentials{APIKey: "k", APISecret: secret.New("secret")})
	c, h = clienttest.Serve(t, tourney.Basketball(), answer, keys)
	_, err = c.Teams.Get(t.Context(), 1)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(h.Requests()[0].Header.Get("Authentication"), "k."))
	c, h = clienttest.Serve(t, tourney.Basketball(), answer, keys, tourney.WithSigner(auth.Header{Key: "X-Own"}))
	_, err = c.Teams.Get(t.Context(), 1)
	require.NoError(t, err)
	require.Equal(t, "k", h.Requests()[0].Header.Get("X-Own"))
	require.Empty(t, h.Requests()[0].Header.Get("Authentication"))
	_, err = tourney.New(clienttest.BaseURL, tourney.Soccer, keys)
	require.ErrorContains(t, err, "WithSigner")
	_, err = mockserver.New(mockserver.Profile{Profile: tourney.Profile{Signer: cannotVerify{}}, RequireSignature: true})
	require.ErrorContains(t, err, "Profile.Signer")
}

// cannotVerify is a signer that cannot verify.
type cannotVerify struct{}

func (cannotVerify) Sign(*http.Request, auth.Credentials) error { return nil }

// TestResultNames: the profile selects the spelling for any variant, in both formats, and the mock stores it.
func TestResultNames(t *testing.T) {
	for _, v := range []tourney.Variant{tourney.MultiSport, tourney.Soccer, tourney.Football} {
		for names, member := range map[tourney.ResultNames]string{
			tourney.ResultNamesScore: "AwayScore", tourney.ResultNamesTeamScore: "AwayTeamScore",
		} {
			for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
				p := tourney.Profile{Variant: v, Results: names, Format: format}
				c, h := clienttest.Serve(t, p, clienttest.Always(200, "{}"))
				in := tourney.GameUpdateInput{ID: 7001, AwayScore: tourney.Score(31), HomeScore: tourney.Score(0)}
				if v != tourney.Football {
					in.HomeWonBy = &tourney.WonByForfeit
				}
				require.NoError(t, c.Games.Update(t.Context(), in))
				require.Regexp(t, `[<"]`+member+`[>"]`, h.Requests()[0].Body)
				srv, err := mockserver.New(p)
				require.NoError(t, err)
				var response tourney.Response
				require.NoError(t, srv.Client().Games.Update(t.Context(), in, tourney.ResponseInto(&response)))
				require.Empty(t, response.Header.Get("X-Mock-Ignored"))
				game, _ := srv.Games.Get(7001)
				require.Equal(t, "31", game.AwayTeam.Score.String())
				require.Equal(t, in.HomeWonBy, game.HomeTeam.WonBy, "%s %s", v, names)
			}
		}
	}
}

// TestResultNamesOnArrival: the mock refuses the spelling that only other hosts have. A score must not vanish.
func TestResultNamesOnArrival(t *testing.T) {
	put := func(h tourney.Host, body string) (status int, ignored string) {
		srv, err := mockserver.New(h)
		require.NoError(t, err)
		res, err := srv.Client().Do(t.Context(), tourney.RawRequest{
			Method: http.MethodPut, Path: "/api/v1/games", Body: []byte(body),
		})
		if err != nil {
			require.ErrorContains(t, err, " is called away")
			return 400, ""
		}
		return res.Status, res.Header.Get("X-Mock-Ignored")
	}
	status, _ := put(tourney.Basketball(), `{"Id":7001,"AwayScore":1}`)
	require.Equal(t, 400, status)
	status, _ = put(tourney.Basketball(), `{"Id":7001,"AwayWonBy":7}`)
	require.Equal(t, 400, status)
	status, ignored := put(tourney.Basketball(), `{"Id":7001,"awayteamscore":"1","AWAYTEAMWONBY":7,"hometeamwonby":7}`)
	require.Equal(t, 200, status)
	require.Empty(t, ignored)
	status, _ = put(tourney.MultiSport, `{"Id":7001,"ExternalId":"x","AwayTeamScore":1}`)
	require.Equal(t, 400, status)
}

// TestBasketballAtTheMock: columns, categories by code and by name, in both formats.
func TestBasketballAtTheMock(t *testing.T) {
	for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
		srv := mockserver.Start(t, tourney.Basketball())
		c := srv.Client(tourney.WithFormat(format))
		table, err := c.Standings.Get(t.Context(), tourney.StandingsOptions{DivisionID: 2001})
		require.NoError(t, err)
		var columns []string
		for _, column := range table.Columns {
			columns = append(columns, column.Name)
		}
		require.Equal(t, []string{"Wins", "Losses", "Point Difference"}, columns)
		require.Len(t, table.Groups[0].List[0].Participants[0].Columns, 3)

		leaders, err := c.Statistics.Leaders(t.Context(), tourney.LeadersOptions{EventID: 1001, Categories: []string{"apg", "PPG", "fg%"}})
		require.NoError(t, err)
		require.Equal(t, []string{"ppg=Points Per Game", "apg=Assists Per Game"}, coded(c, leaders), "in the order of the profile")
		require.Regexp(t, `^\d+\.\d$`, leaders[0].Participants[0].Value.String())
		byName, err := c.Statistics.Leaders(t.Context(), tourney.LeadersOptions{EventID: 1001, Categories: []string{"Points Per Game"}})
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(leaders[:1], byName))
		var response tourney.Response
		all, err := c.Statistics.Leaders(t.Context(), tourney.LeadersOptions{EventID: 1001}, tourney.ResponseInto(&response))
		require.NoError(t, err)
		require.Len(t, all, 6)
		require.Contains(t, response.Header.Get("X-Mock-Assumed"), "categories")
	}
}

func coded(c *tourney.Client, leaders []tourney.StatisticCategory) []string {
	var texts []string
	for _, category := range leaders {
		known, _ := c.Profile().Category(category.Name)
		texts = append(texts, known.Code+"="+category.Name)
	}
	return texts
}

// TestMeansOfCategories: a mean counts the games with a value, and a category without a mean the total.
func TestMeansOfCategories(t *testing.T) {
	p := tourney.Basketball()
	p.Categories = append(p.Categories, tourney.ProfileCategory{Code: "Points", Name: "Total points"})
	srv, err := mockserver.New(p, mockserver.Scenario("empty"))
	require.NoError(t, err)
	srv.Teams.Add(tourney.Team{ID: 1, Name: "Otters", Players: []tourney.TeamPlayer{{ID: 11, PlayerID: 21}, {ID: 12, PlayerID: 22}}})
	for game, points := range []string{"10", "5", "5", "1e62"} {
		srv.Games.Add(tourney.Game{ID: int64(game + 1)})
		if points != "1e62" {
			srv.Statistics.Set(int64(game+1), 11, "points", tourney.MustDecimal(points))
		} else {
			srv.Statistics.Set(int64(game+1), 12, "Points", tourney.MustDecimal(points))
		}
	}
	leaders, err := srv.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{})
	require.NoError(t, err)
	require.Equal(t, []string{"Points Per Game", "Total points"}, []string{leaders[0].Name, leaders[1].Name})
	require.Equal(t, "6.7", leaders[0].Participants[1].Value.String())
	require.Equal(t, "20", leaders[1].Participants[1].Value.String())
	require.True(t, leaders[0].Participants[0].Value.Equal(tourney.MustDecimal("1e62")), "too large for one digit after the point")
}

func TestCategory(t *testing.T) {
	p := tourney.Basketball()
	for text, code := range map[string]string{
		"BLOCKS  Per Game": "bpg", " points per game": "ppg", "TPG": "tpg", "Dunks": "", "fg%": "", "": "",
	} {
		c, ok := p.Category(text)
		require.Equal(t, code != "", ok, text)
		require.Equal(t, code, c.Code, text)
	}
}

// TestStatisticsOfBasketballPlayers: the members of a game's statistics have no fields, and stay reachable.
func TestStatisticsOfBasketballPlayers(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Basketball(), clienttest.Always(200,
		`{"Player":{"Id":5,"Teams":[{"Id":1,"Games":[{"Id":2,"Statistic":{"Started":true,"Points":11,"FieldGoalsMade":4}}]}]}}`))
	player, err := c.Players.Get(t.Context(), 5)
	require.NoError(t, err)
	statistic := player.Teams[0].Games[0].Statistic
	require.Equal(t, "11", string(statistic.Extra["Points"]))
	require.Len(t, statistic.Extra, 3)
}

// TestEveryScenarioOfAProfile: standings and schedules of profiles without ties, scores or categories do not fail.
func TestEveryScenarioOfAProfile(t *testing.T) {
	hosts := []tourney.Host{mockserver.Profile{Columns: []mockserver.Column{}}, everyField(t), tourney.Basketball()}
	for _, p := range hosts {
		for _, scenario := range mockserver.Scenarios() {
			opts := []mockserver.Option{mockserver.Scenario(scenario.Name)}
			if scenario.Teams > 0 {
				opts = append(opts, mockserver.ScenarioSize(300))
			}
			srv, err := mockserver.New(p, opts...)
			require.NoError(t, err)
			for _, display := range []tourney.Display{tourney.DisplayPool, tourney.DisplayDivision, tourney.DisplayBracket} {
				table, err := srv.Client().Standings.Get(t.Context(), tourney.StandingsOptions{Display: display})
				require.NoError(t, err)
				require.LessOrEqual(t, len(table.Columns), 3)
			}
		}
	}
}

func TestParseHost(t *testing.T) {
	for name, want := range map[string]string{"Water Polo": "water-polo", " Basketball ": "basketball", "soccer": "soccer"} {
		h, err := tourney.ParseHost(name)
		require.NoError(t, err)
		require.Equal(t, want, profileOf(t, h).Name)
	}
	_, err := tourney.ParseHost("chess")
	require.ErrorContains(t, err, `"chess": choose one of multi-sport`)
	require.ErrorContains(t, err, "basketball")
}

// TestProfileFieldsOfKnobs: the options that the ledger names are fields of Profile, and it names each field.
func TestProfileFieldsOfKnobs(t *testing.T) {
	text, err := os.ReadFile("../../../docs/assumptions.md")
	require.NoError(t, err)
	var named, fields []string
	for _, option := range regexp.MustCompile("`Profile\\.(\\w+)`").FindAllStringSubmatch(string(text), -1) {
		named = append(named, option[1])
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[mockserver.Profile]()) {
		if !slices.Contains([]string{"Profile", "Name", "Variant"}, field.Name) {
			fields = append(fields, field.Name)
		}
	}
	slices.Sort(named)
	slices.Sort(fields)
	require.Equal(t, fields, slices.Compact(named))
}

// TestProfilesAtOnce: New and the methods of a profile are safe for concurrent use.
func TestProfilesAtOnce(t *testing.T) {
	p := everyField(t)
	failed := make(chan error, 8)
	for i := range cap(failed) {
		go func() {
			c, err := tourney.New(clienttest.BaseURL, p, tourney.WithUserAgent(fmt.Sprint(i)))
			if err == nil {
				c.Profile().Categories[0].Name = fmt.Sprint(i)
				_, err = c.With(tourney.WithFormat(tourney.FormatJSON))
			}
			failed <- err
		}()
	}
	for range cap(failed) {
		require.NoError(t, <-failed)
	}
}
