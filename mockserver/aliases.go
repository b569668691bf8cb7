package mockserver

import (
	"github.com/tourney-go/tourney/mockserver/internal/handlers"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

const CardDeclined = handlers.CardDeclined
const CardExpired = handlers.CardExpired
const CardInsufficientFunds = handlers.CardInsufficientFunds
const CardWrongCVV = handlers.CardWrongCVV

type Error = refusal.Error

const SessionHeader = wire.SessionHeader
