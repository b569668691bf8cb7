package mockserver

import "github.com/tourney-go/tourney/mockserver/internal/handlers"

// The numbers of cards that the mock declines. It charges every other card whose number has the right check digit, and
// the length and first digits of its type.
const (
	CardDeclined          = handlers.CardDeclined          // 4000000000000002
	CardInsufficientFunds = handlers.CardInsufficientFunds // 4000000000009995
	CardExpired           = handlers.CardExpired           // 4000000000000069
	CardWrongCVV          = handlers.CardWrongCVV          // 4000000000000127
)
