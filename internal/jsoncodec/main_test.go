package jsoncodec_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/codectest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

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
	page     = codectest.Page
	wide     = codectest.Wide
	titled   = codectest.Titled
	optional = codectest.Optional
	inTotal  = codectest.InTotal
)
