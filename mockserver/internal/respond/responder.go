package respond

import (
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/handlers"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// Responder answers the requests of one world. Only the fields State, Limiter, Late, Totals and the rules in Faults
// change while the server runs.
type Responder struct {
	*Tables

	Signatures Signatures
	Settings   handlers.Settings
	Limiter    *Limiter
	State      *history.State
	Faults     Faults
	Late       Late
	Totals     *views.Totals
}

// Tables are the data that all worlds of a server share. They are read-only, except that keeper stores encoded rows.
type Tables struct {
	Variant  *contract.Variant
	Router   *wire.Router
	Encoders *wire.Encoders
	keeper   *store.Keeper // stores encoded rows
}

// NewTables returns the tables of a server with these settings. The argument encodedRows bounds the bytes of encoded
// rows that the server keeps for later answers.
func NewTables(v *contract.Variant, s *handlers.Settings, hasAdmin bool, encodedRows int64) *Tables {
	kind := wire.HostKind{Variant: v, Strict: s.Strict, Nulls: s.AbsentAsNull && !s.Strict}
	return &Tables{
		Variant: v, Router: wire.NewRouter(v, s.Strict, hasAdmin), Encoders: wire.EncodersFor(kind),
		keeper: store.NewKeeper(encodedRows),
	}
}
