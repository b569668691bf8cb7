package mockserver

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// teamNumber returns a team with all members that a list shows without includes.
func teamNumber(i int) tourney.Team {
	return tourney.Team{
		ID: int64(i + 1), Name: "Team " + strconv.Itoa(i), Gender: new(tourney.GenderFemale), Paid: new(i%3 > 0),
		Status: new(tourney.TeamActive), ParentID: int64(i % 7),
		Address: &tourney.Address{City: "Otterford", StateRegion: "MO", PostalCode: "64101", Latitude: new(39.5), Longitude: new(-94.25)},
	}
}

// full returns a server with teams in ten divisions of an event.
func full(b *testing.B, teams int, opts ...Option) *Server {
	b.Helper()
	s, err := New(tourney.Soccer, append(opts, Scenario("empty"), AllowDanglingReferences())...)
	require.NoError(b, err)
	s.AddEvent(tourney.Event{ID: 1, Name: "Firefly Cup"})
	for id := range int64(10) {
		s.AddDivision(tourney.Division{ID: id + 1, Name: fmt.Sprint("Division ", id)})
	}
	for i := range teams {
		team := teamNumber(i)
		team.Division = &tourney.TeamDivision{ID: int64(i%10) + 1}
		s.AddTeam(team)
	}
	return s
}

const page = "/api/v1/teams?eventid=1"

// static answers every request with the same bytes. No handler can be faster.
type static struct{ body []byte }

func (s static) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(s.body)))
	_, _ = w.Write(s.body)
}

// discard is a ResponseWriter that keeps nothing.
type discard struct {
	header http.Header
	bytes  int
}

func (d *discard) Header() http.Header { return d.header }
func (d *discard) WriteHeader(int)     {}
func (d *discard) Write(p []byte) (int, error) {
	d.bytes += len(p)
	return len(p), nil
}

// BenchmarkTeamsPage measures a page of 50 teams from the mock, and from a handler that has the same bytes ready. It
// measures the handlers alone, and through a client and a connection.
func BenchmarkTeamsPage(b *testing.B) {
	mock := full(b, 1000)
	w := httptest.NewRecorder()
	mock.ServeHTTP(w, httptest.NewRequest(http.MethodGet, page, nil))
	require.Equal(b, http.StatusOK, w.Code)
	for _, h := range []struct {
		name    string
		handler http.Handler
	}{{"mock", mock}, {"static", static{w.Body.Bytes()}}} {
		b.Run("handler/"+h.name, func(b *testing.B) { benchHandler(b, h.handler, w.Body.Len()) })
		b.Run("http/"+h.name, func(b *testing.B) { benchHTTP(b, h.handler, w.Body.Len()) })
	}
}

func benchHandler(b *testing.B, h http.Handler, size int) {
	b.Helper()
	req := httptest.NewRequest(http.MethodGet, page, nil)
	b.ReportAllocs()
	for b.Loop() {
		w := &discard{header: http.Header{}}
		h.ServeHTTP(w, req)
		if w.bytes != size {
			b.Fatal("not the page", w.bytes)
		}
	}
}

func benchHTTP(b *testing.B, h http.Handler, size int) {
	b.Helper()
	host := httptest.NewServer(h)
	defer host.Close()
	client := host.Client()
	for b.Loop() {
		res, err := client.Get(host.URL + page)
		if err != nil {
			b.Fatal(err)
		}
		n, err := io.Copy(io.Discard, res.Body)
		if err != nil || int(n) != size {
			b.Fatal("not the page", n, err)
		}
		_ = res.Body.Close()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
}

// BenchmarkWrite changes a row of a large table.
func BenchmarkWrite(b *testing.B) {
	for _, size := range []int{100, 10_000} {
		s := full(b, size)
		client := s.Client()
		b.Run(fmt.Sprintf("teams=%d", size), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				u := tourney.TeamUpdateInput{ID: int64(i%size) + 1, Paid: new(i%2 == 0), Status: new(tourney.TeamStatus(i % 4))}
				if err := client.Teams.Update(b.Context(), u); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkNewAndClose measures the cost of a server for a single test.
func BenchmarkNewAndClose(b *testing.B) {
	for _, name := range []string{"mid-tournament", "empty"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s, err := New(tourney.Soccer, Scenario(name))
				if err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
		})
		b.Run(name+"/listening", func(b *testing.B) {
			for b.Loop() {
				s, err := New(tourney.Soccer, Scenario(name))
				if err != nil {
					b.Fatal(err)
				}
				if err := s.Listen("127.0.0.1:0"); err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
		})
	}
}

// BenchmarkStandings counts the games of a division. Every team has played ten of them.
func BenchmarkStandings(b *testing.B) {
	for _, teams := range []int{100, 1000} {
		s, err := New(tourney.Soccer, Scenario("empty"))
		require.NoError(b, err)
		s.AddEvent(tourney.Event{ID: 1})
		s.AddDivision(tourney.Division{ID: 1})
		for i := range teams {
			s.AddTeam(tourney.Team{ID: int64(i + 1), Division: &tourney.TeamDivision{ID: 1}})
		}
		side := func(i int) *tourney.GameSide {
			return &tourney.GameSide{TeamID: new(int64(i%teams) + 1), Score: new(tourney.NewDecimal(int64(i%7), 0))}
		}
		for i := range 5 * teams {
			s.AddGame(tourney.Game{Division: &tourney.GameDivision{ID: 1}, AwayTeam: side(i), HomeTeam: side(3*i + 1)})
		}
		b.Run(fmt.Sprintf("teams=%d", teams), func(b *testing.B) {
			for b.Loop() {
				if list := inner(s).state.newest.Load().scopeList(1, "", scope{inDivision, 1}); len(list.lines) != teams {
					b.Fatal("not all teams")
				}
			}
		})
		b.Run(fmt.Sprintf("teams=%d/answer", teams), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := s.View("standings?display=division")
				require.NoError(b, err)
			}
		})
	}
}

// BenchmarkRequest measures single requests in process, with the journal and without net/http: the least that a request
// costs, a list with five parameters that is signed, and a create that is signed.
func BenchmarkRequest(b *testing.B) {
	least := full(b, 0)
	signed := full(b, 10, RequireAuth(tourney.HMACSigner{}))
	for _, c := range []struct {
		name, method, target, body string
		host                       *Server
		status                     int
	}{
		{"least", http.MethodGet, "/api/v1/venues", "", least, http.StatusOK},
		{"list", http.MethodGet, page + "&divisionid=3&paid=true&page=2&pagesize=25", "", signed, http.StatusOK},
		{"create", http.MethodPost, "/api/v1/teams", `{"EventId":1,"Name":"Otters","Paid":true}`, signed, http.StatusOK},
	} {
		b.Run(c.name, func(b *testing.B) {
			req := signedRequest(b, c.host, c.method, c.target, c.body)
			b.ReportAllocs()
			for b.Loop() {
				w := &noticed{header: http.Header{}}
				req.Body = io.NopCloser(strings.NewReader(c.body))
				c.host.ServeHTTP(w, req)
				if w.status != c.status {
					b.Fatal("not the answer", w.status)
				}
			}
		})
	}
}

// signedRequest returns a request as a client sends it.
func signedRequest(b *testing.B, s *Server, method, target, body string) *http.Request {
	b.Helper()
	req, err := http.NewRequestWithContext(b.Context(), method, "http://localhost"+target, strings.NewReader(body))
	require.NoError(b, err)
	req.Header.Set("Content-Type", "application/json")
	if inner(s).options.verifier != nil {
		req.Header.Set("Accept", "application/json")
		req.Header.Set("User-Agent", "tourney-go/1.0")
		require.NoError(b, inner(s).options.verifier.Sign(req, s.Credentials()))
	}
	return req
}

// noticed is a ResponseWriter that keeps the status.
type noticed struct {
	header http.Header
	status int
}

func (n *noticed) Header() http.Header         { return n.header }
func (n *noticed) WriteHeader(status int)      { n.status = status }
func (n *noticed) Write(p []byte) (int, error) { return len(p), nil }

// BenchmarkJournal measures what the journal costs a request: a read, an update, and a payment, whose body is searched
// for secrets.
func BenchmarkJournal(b *testing.B) {
	s := full(b, 10)
	for name, c := range map[string]struct{ method, target, body string }{
		"read":    {http.MethodGet, page + "&divisionid=3&includes=Players,Coaches", ""},
		"update":  {http.MethodPut, "/api/v1/teams", `{"Id":1,"Name":"Otters","Paid":true,"Notes":"paid in cash"}`},
		"payment": {http.MethodPost, "/api/v1/payments", bookings[0].body(1)},
	} {
		b.Run(name, func(b *testing.B) {
			req := httptest.NewRequest(c.method, c.target, strings.NewReader(c.body))
			req.Header.Set("Accept", "application/json")
			req.Header.Set("User-Agent", "tourney-go/1.0")
			a := inner(s).responder.answer(newRecorder(req, &inner(s).link), req)
			b.ReportAllocs()
			for b.Loop() {
				inner(s).journal.add(a)
			}
		})
	}
}

// BenchmarkWarmPage measures pages whose rows the server keeps, beside pages that it encodes anew. A row costs what a
// page of 50 rows takes beyond a page of one row.
func BenchmarkWarmPage(b *testing.B) {
	for _, keeps := range []string{"rows", "nothing"} {
		s := full(b, 1000)
		if keeps == "nothing" {
			s = full(b, 1000, EncodedRowsLimit(0))
		}
		for _, target := range []string{page + "&pagesize=1", page, page + "&pagesize=1000", "/api/v1/teams?id=7"} {
			for _, media := range []string{mediaJSON, mediaXML} {
				name, _ := strings.CutPrefix(target, "/api/v1/")
				b.Run(fmt.Sprintf("keeps=%s/%s/%s", keeps, media, name), func(b *testing.B) {
					req := httptest.NewRequest(http.MethodGet, target, nil)
					req.Header.Set("Accept", media)
					w := &discard{header: http.Header{}}
					s.ServeHTTP(w, req)
					b.ReportAllocs()
					for b.Loop() {
						s.ServeHTTP(w, req)
					}
				})
			}
		}
	}
}

// BenchmarkCreate creates teams, without players and with them.
func BenchmarkCreate(b *testing.B) {
	for _, players := range []int{0, 12} {
		roster := strings.Repeat(`,{"FirstName":"Ada","LastName":"Loft"}`, players)
		body := `{"EventId":1,"DivisionId":1,"Name":"Terns","Players":[` + strings.TrimPrefix(roster, ",") + `]}`
		b.Run(fmt.Sprintf("players=%d", players), func(b *testing.B) {
			s := full(b, 1000)
			b.ReportAllocs()
			req := signedRequest(b, s, http.MethodPost, "/api/v1/teams", body)
			for b.Loop() {
				w := &noticed{header: http.Header{}}
				req.Body = io.NopCloser(strings.NewReader(body))
				s.ServeHTTP(w, req)
				if w.status != http.StatusOK {
					b.Fatal("not the answer", w.status)
				}
			}
		})
	}
}
