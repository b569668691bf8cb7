package tourney

import (
	"errors"

	"github.com/tourney-go/tourney/internal/contract"
)

// Input is a request that writes, or a login: the parameters of one operation. TeamCreateInput, TeamUpdateInput,
// DivisionCreateInput, DivisionUpdateInput, GameUpdateInput, StandingsUpdateInput, StatisticsUpdateInput,
// RegistrationInput, PaymentInput and Login are Inputs, and so are pointers to them.
type Input interface {
	operation() string // id of the operation in the contract
}

// Check returns the ValidationError that the call with this request would return, or nil. It sends nothing. So a form
// can show everything that is wrong before it is submitted.
//
// Check applies the rules of the interface document for the client's variant, also to the payment inside a
// registration. It refuses secrets that the call would refuse to send over plain http. The options of the client count:
// after WithoutChecks, Check refuses such secrets only. For a GameUpdateInput, Check stands for Client.Games.
func (c *Client) Check(in Input) error {
	core := shared(c)
	switch {
	case core == nil:
		return errNotMade
	case isNil(in):
		return errNilInput
	}
	_, err := core.prepare(contract.Lookup(in.operation()), "", in, core.callConfig())
	return err
}

// errNilInput is the error of a request that is nil.
var errNilInput = errors.New("tourney: the request is nil")
