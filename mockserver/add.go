package mockserver

import (
	"github.com/tourney-go/tourney"
)

// The side door adds, changes, removes and reads rows without HTTP and without the checks of the operations. An Add
// method adds a new row, gives it an id unless it has one, and returns the id. It also adds what a row consists of: the
// players and coaches of a team, the teams of a division. All arguments and results are deep copies.
//
// A call panics, and changes nothing, if a row with its id is there, or if its row refers to a row that is not there
// (see AllowDanglingReferences). Ids are from 1 to 2^62, also those anywhere in a row, such as the bracket of a side; 0
// stands for a new one, or for none. A call panics with another id. A resource that is referred to
// without an Id is new, and is added: the event of a division, the division of a team or a pool.

// AddEvent adds an event.
func (s *Server) AddEvent(e tourney.Event) int64 {
	return through(inner(s), "AddEvent", func(d *door) int64 {
		d.freshEvent(e)
		d.check()
		return d.addEvent(deepCopy(e))
	})
}

// AddDivision adds a division with its Teams. A team that exists moves into the division and else stays as it is,
// because a division has only summaries of its teams. Without an Event the division belongs to the server's first
// event, if there is one.
func (s *Server) AddDivision(division tourney.Division) int64 {
	return through(inner(s), "AddDivision", func(d *door) int64 {
		d.freshDivision(division)
		d.check()
		return d.addDivision(deepCopy(division))
	})
}

// AddPool adds a pool with empty positions, numbered from 1. It returns the ids of the pool and of the positions. A
// GameSide and a StandingsUpdateInput name a position by this id, as TeamPoolID. The ids in the arguments are those of
// the first positions.
func (s *Server) AddPool(p tourney.Pool, positions int, ids ...int64) (id int64, teamPoolIDs []int64) {
	through(inner(s), "AddPool", func(d *door) int64 {
		d.freshPool(p)
		d.checkPositions(positions, ids)
		d.check()
		id = d.addPool(deepCopy(p))
		teamPoolIDs = d.addTeamPools(id, positions, ids)
		return id
	})
	return id, teamPoolIDs
}

// AddTeamPools adds empty positions to a pool, behind those that it has, and returns their ids. The ids in the
// arguments are those of the first new positions. It panics if there is no such pool.
func (s *Server) AddTeamPools(poolID int64, positions int, ids ...int64) []int64 {
	return through(inner(s), "AddTeamPools", func(d *door) []int64 {
		d.exists(poolID, d.pools.Get(poolID) != nil, "pool")
		d.checkPositions(positions, ids)
		d.check()
		return d.addTeamPools(poolID, positions, ids)
	})
}

// AddAccount adds an account, or replaces the account that has its user name. Without ID and Credentials the account
// keeps those of the replaced account. A new account gets a free id, and keys that follow from the seed. AddAccount
// panics if the user name or the password is empty, or if one of the two keys is. Client still signs with the keys of
// the first account.
func (s *Server) AddAccount(username, password string, a tourney.Account) {
	now := inner(s).clock.Now()
	through(inner(s), "AddAccount", func(d *door) int64 {
		if problem := accountProblem(username, password, a.Credentials); problem != "" {
			d.problem("%s", problem)
		}
		d.choose("", only(accountIDs, a.ID))
		d.check()
		d.addAccount(newAccount(username, password, a), now, inner(s).options.settings.keys)
		return 0
	})
}

// AddTeam adds a team with its players and coaches, and puts it into its division and on its positions in pools. A team
// without a Division belongs to no division.
func (s *Server) AddTeam(t tourney.Team) int64 {
	return through(inner(s), "AddTeam", func(d *door) int64 {
		d.freshTeam(t)
		d.check()
		return d.addTeam(deepCopy(t))
	})
}

// AddPlayer adds a player, puts it on the rosters of its Teams, and sets its statistics in their Games.
func (s *Server) AddPlayer(p tourney.Player) int64 {
	return through(inner(s), "AddPlayer", func(d *door) int64 {
		d.freshPlayer(p)
		d.check()
		return d.addPlayer(deepCopy(p))
	})
}

// AddVenue adds a venue to events.
func (s *Server) AddVenue(v tourney.Venue, eventIDs ...int64) int64 {
	return through(inner(s), "AddVenue", func(d *door) int64 {
		d.freshVenue(v)
		d.checkEventIDs("eventIDs", eventIDs)
		d.check()
		return d.addVenue(deepCopy(v), eventIDs)
	})
}

// AddGame adds a game. If its Division has no Event, the game belongs to the event of that division, and follows the
// division into another event.
func (s *Server) AddGame(g tourney.Game) int64 {
	return through(inner(s), "AddGame", func(d *door) int64 {
		d.freshGame(g)
		d.check()
		return d.addGame(deepCopy(g))
	})
}

// AddPayment adds a payment that no request made, and returns its transaction id. It does not keep the number and the
// security code of the card in its Request.
func (s *Server) AddPayment(p PaymentRecord) string {
	p.Request.Payment = withoutCard(p.Request.Payment)
	return through(inner(s), "AddPayment", func(d *door) string {
		if d.payment(p.TransactionID) != nil {
			d.problem("TransactionID %q names a payment that exists: EditPayment changes it", safe(p.TransactionID))
		}
		d.checkPayment(p)
		d.bound(otherIDsOfPayment(p), nil)
		d.check()
		return d.addPayment(deepCopy(p))
	})
}

// AddRegistration adds a registration that no request made, but not its team. A team has one registration. The number
// and the security code of the card in its Request are not kept.
func (s *Server) AddRegistration(r RegistrationRecord) {
	r.Request.Payment = withoutCard(r.Request.Payment)
	through(inner(s), "AddRegistration", func(d *door) int64 {
		if d.registration(r.TeamID) != nil {
			d.problem("TeamID %d names a team that has a registration: EditRegistration changes it", r.TeamID)
		}
		d.checkRegistration(r)
		d.bound(otherIDsOfRegistration(r), nil)
		d.check()
		d.addRegistration(deepCopy(r))
		return 0
	})
}
