package xmlwire_test

import "github.com/tourney-go/tourney/internal/codectest"

type (
	address = codectest.Address
	date    = codectest.Date
	decimal = codectest.Decimal
	gender  = codectest.Gender
	label   = codectest.Label
	secret  = codectest.Secret
	status  = codectest.Status
	team    = codectest.Team
)

type (
	wide     = codectest.Wide
	titled   = codectest.Titled
	optional = codectest.Optional
	inTotal  = codectest.InTotal
)
