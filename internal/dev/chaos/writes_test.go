package chaos

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// workers is how many goroutines write at the same time.
const workers = 32

// told is the outcome that a call reported.
type told uint8

const (
	undone  told = 1 << iota // it certainly did not happen; of an update: it failed
	unknown                  // it may have happened
	done                     // it happened
)

func (t told) String() string {
	return map[told]string{
		undone: "certainly not done", unknown: "outcome unknown", done: "done",
		undone | unknown: "certainly not done or outcome unknown", unknown | done: "outcome unknown or done",
	}[t]
}

// write is one call and its outcome.
type write struct {
	number int
	kind   *kind
	told   told
	result string // id or transaction id of the answer or of the error
	err    error
	tries  []try // its attempts, as the transport saw them
}

// try is one attempt: its fault, and the outcomes that the caller may see when no other attempt follows.
type try struct {
	fault string
	then  told
	named bool // a refusal named the result of the write
}

// The tables of the host that rows are found in.
const (
	teams         = "team"
	divisions     = "division"
	registrations = "registration"
	payments      = "payment"
	players       = "player"
	coaches       = "coach"
)

// kind is a kind of write. A write that makes rows must happen at most once, and its call must report the outcome. The
// other kinds set a value of a row that only one worker writes to.
type kind struct {
	op    string
	makes []string // tables; the first one's id is the answer
	send  func(call) (string, error)
}

// call is what a write is sent with.
type call struct {
	*tourney.Client
	ctx  context.Context //nolint:containedctx // of one call
	to   owned
	tag  string
	rng  *rand.Rand
	with tourney.CallOption
}

var kinds = []kind{
	{"Teams.Create", []string{teams}, func(c call) (string, error) {
		in := tourney.TeamCreateInput{DivisionID: c.to.division, Name: &c.tag, ExternalTeamID: &c.tag}
		id, err := c.Teams.Create(c.ctx, in, c.with)
		return text(id), err
	}},
	{"Divisions.Create", []string{divisions}, func(c call) (string, error) {
		id, err := c.Divisions.Create(c.ctx, tourney.DivisionCreateInput{Name: &c.tag, ExternalID: &c.tag}, c.with)
		return text(id), err
	}},
	{"Registration.Register", []string{teams, registrations}, func(c call) (string, error) {
		res, err := c.Registration.Register(c.ctx, c.registration(), c.with)
		return text(res.TeamID), err
	}},
	{"Registration.Register", []string{teams, registrations, payments}, func(c call) (string, error) {
		in := c.registration()
		in.Payment = c.payment()
		res, err := c.Registration.Register(c.ctx, in, c.with)
		return text(res.TeamID), err
	}},
	{"Payments.Pay", []string{payments}, func(c call) (string, error) {
		res, err := c.Payments.Pay(c.ctx, tourney.PaymentInput{TeamID: c.to.team, Payment: c.payment()}, c.with)
		return res.TransactionID, err
	}},
	{"Teams.Update", []string{players}, func(c call) (string, error) {
		return "", c.Teams.Update(c.ctx, tourney.TeamUpdateInput{ID: c.to.team, Players: []tourney.PlayerUpdateInput{
			{ID: c.to.line, PlayerInput: tourney.PlayerInput{Number: new(7)}}, {PlayerInput: tourney.PlayerInput{FirstName: &c.tag}},
		}}, c.with)
	}},
	{"Teams.Update", []string{coaches}, func(c call) (string, error) {
		return "", c.Teams.Update(c.ctx, tourney.TeamUpdateInput{ID: c.to.team, Coaches: []tourney.CoachUpdateInput{
			{CoachInput: tourney.CoachInput{FirstName: &c.tag}},
		}}, c.with)
	}},
	{"Teams.Update", nil, func(c call) (string, error) {
		return "", c.Teams.Update(c.ctx, tourney.TeamUpdateInput{ID: c.to.team, Name: &c.tag, Notes: &c.tag}, c.with)
	}},
	{"Divisions.Update", nil, func(c call) (string, error) {
		in := tourney.DivisionUpdateInput{ID: c.to.division, Name: &c.tag, Description: &c.tag}
		return "", c.Divisions.Update(c.ctx, in, c.with)
	}},
	{"Games.Update", nil, func(c call) (string, error) {
		in := tourney.GameUpdateInput{ID: c.to.game, AwayScore: tourney.Score(numberOf(c.tag)), ExternalID: &c.tag}
		return "", c.Games.Update(c.ctx, in, c.with)
	}},
	{"Standings.Update", nil, func(c call) (string, error) {
		teamPool := c.to.teamPools[numberOf(c.tag)/workers%len(c.to.teamPools)]
		in := tourney.StandingsUpdateInput{TeamPoolID: teamPool, TeamID: c.to.team}
		return "", c.Standings.Update(c.ctx, in, c.with)
	}},
	{"Statistics.Update", nil, func(c call) (string, error) {
		points := []tourney.StatisticInput{{Name: "Points", Value: new(strconv.Itoa(numberOf(c.tag)))}}
		return "", c.Statistics.Update(c.ctx, tourney.StatisticsUpdateInput{GameID: c.to.game, Away: &tourney.SideStatisticsInput{
			ID: c.to.team, Players: []tourney.PlayerStatisticsInput{{TeamPlayerID: c.to.line, Statistics: points}},
		}}, c.with)
	}},
}

// owned holds the rows that only one worker writes to.
type owned struct {
	team, division, game, line int64
	pool                       int64
	teamPools                  []int64
}

func tagOf(number int) string { return "w-" + strconv.Itoa(number) }

func (c call) registration() tourney.RegistrationInput {
	return tourney.RegistrationInput{
		DivisionID: c.to.division, Name: &c.tag,
		Coaches: []tourney.RegistrationCoachInput{{
			PrimaryContact: new(true), FirstName: new("Pat"), LastName: new("Field"), Email: new("pat@example.com"),
			MobilePhone: new("515-555-0101"), Address: clienttest.CardPayment().Payment.Address,
		}},
		Address: &tourney.TeamAddressInput{City: new("Otterford"), StateRegion: new("MO"), PostalCode: new("64101")},
	}
}

// payment pays by card. One of twelve cards is declined.
func (c call) payment() *tourney.PaymentDetailsInput {
	in := clienttest.CardPayment().Payment
	in.Title, in.Description, in.Amount = &c.tag, &c.tag, new(tourney.NewDecimal(39550, -2))
	if c.rng.IntN(12) == 0 {
		in.CreditCardNumber = secret.New(mockserver.CardDeclined)
	}
	return in
}

func text(id int64) string { return strconv.FormatInt(id, 10) }

// run holds the writes of one seed to one host.
type run struct {
	seed   uint64
	host   *mockserver.Server
	owned  []owned
	writes []write
	traced bool // the tries of each write are known

	mu    sync.Mutex // over the tries of writes
	later sync.WaitGroup
}

// newRun makes a host with separate rows for each worker.
func newRun(seed uint64, writes int) (*run, error) {
	host, err := mockserver.New(tourney.Rugby, mockserver.Scenario("empty"))
	if err != nil {
		return nil, err
	}
	r := &run{seed: seed, host: host, writes: make([]write, writes)}
	host.Events.Add(tourney.Event{Name: "Firefly Cup"})
	for range workers {
		r.owned = append(r.owned, addOwned(host))
	}
	return r, nil
}

func addOwned(host *mockserver.Server) owned {
	var o owned
	o.division = host.Divisions.Add(tourney.Division{Name: "first", Description: new("first")})
	o.team = host.Teams.Add(tourney.Team{
		Name: "first", Division: &tourney.TeamDivision{ID: o.division}, Players: []tourney.TeamPlayer{{FirstName: "first"}},
	})
	team, _ := host.Teams.Get(o.team)
	o.line = team.Players[0].ID
	o.game = host.Games.Add(tourney.Game{
		Type: tourney.GamePool, Division: &tourney.GameDivision{ID: o.division}, AwayTeam: &tourney.GameSide{TeamID: &o.team},
	})
	o.pool = host.Pools.Add(tourney.Pool{Name: "A", Division: &tourney.TeamDivision{ID: o.division}})
	o.teamPools = host.Pools.AddPositions(o.pool, 7)
	return o
}

// random returns the random numbers of a write, or of one attempt of it. They depend only on the seed and the numbers,
// and not on other goroutines.
func (r *run) random(number, attempt int) *rand.Rand {
	return rand.New(rand.NewPCG(r.seed, uint64(number)<<16|uint64(attempt)))
}

// all makes every write. Each worker makes its own writes one after the other.
func (r *run) all(ctx context.Context, c *tourney.Client) {
	var wait sync.WaitGroup
	for worker := range workers {
		wait.Go(func() {
			for number := worker; number < len(r.writes); number += workers {
				r.write(ctx, c, number)
			}
		})
	}
	wait.Wait()
	r.later.Wait()
}

// header tells the transport which write a request belongs to.
const header = "X-Chaos-Write"

func (r *run) write(ctx context.Context, c *tourney.Client, number int) {
	rng := r.random(number, 0)
	w := &r.writes[number]
	w.number, w.kind = number, &kinds[rng.IntN(len(kinds))]
	if rng.IntN(10) == 0 { // a caller with a deadline
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(1+rng.IntN(4000))*time.Millisecond)
		defer cancel()
	}
	tag := tagOf(number)
	w.result, w.err = w.kind.send(call{c, ctx, r.owned[number%workers], tag, rng, tourney.WithHeader(header, tag)})
	var open *tourney.OutcomeUnknownError
	switch {
	case w.err == nil:
		w.told = done
	case errors.As(w.err, &open):
		w.told, w.result = unknown, namedResult(open)
	default:
		w.told, w.result = undone, ""
	}
}

// namedResult returns the id that an error carries, "" when it has none.
func namedResult(e *tourney.OutcomeUnknownError) string {
	if id := e.ID + e.TeamID; id != 0 {
		return text(id)
	}
	return e.TransactionID
}

// tried records an attempt.
func (r *run) tried(number int, t try) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.writes[number].tries = append(r.writes[number].tries, t)
}

// attempt returns the number of earlier attempts of a write.
func (r *run) attempt(number int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.writes[number].tries)
}

// String describes a write for the report of a failed run.
func (w *write) String() string {
	var tries []string
	for _, t := range w.tries {
		tries = append(tries, t.fault)
	}
	return fmt.Sprintf("write %d, %s %v: told %q after %q (%v)", w.number, w.kind.op, w.kind.makes, w.told, tries, w.err)
}
