package tourney

import (
	"fmt"
	"math"
	"sync/atomic"
)

// RetryBudget bounds the retries of all calls together, so that a failing host gets little more than the calls that are
// made anyway. A retry takes 1 from the budget, a call adds Refill to it, up to Reserve, with which it begins. When less
// than 1 is left the call ends with the answer that it has, and the observer hears RefusedBudget.
//
// A client and those that With makes of it share the budget. A call that is sent again because its keys were refused
// takes nothing from it: that happens once for each call, and the host is well.
type RetryBudget struct {
	Reserve int     // retries; 0 is no bound, and at most 1,000,000
	Refill  float64 // retries for each call, from 0 to 1,000
}

// DefaultRetryBudget returns what a Client has without WithRetryBudget: a reserve of 100 retries, and one more for every
// five calls.
func DefaultRetryBudget() RetryBudget { return RetryBudget{Reserve: 100, Refill: 0.2} }

const (
	maxReserve = 1_000_000
	maxRefill  = 1_000
)

func (b RetryBudget) check() error {
	if b.Reserve < 0 || b.Reserve > maxReserve || math.IsNaN(b.Refill) || b.Refill < 0 || b.Refill > maxRefill {
		return fmt.Errorf("tourney: WithRetryBudget: %+v: expected a reserve from 0 to %d and a refill from 0 to %d", b, maxReserve, maxRefill)
	}
	return nil
}

// oneRetry is what a retry takes: the budget is kept in millionths.
const oneRetry = 1_000_000

// budget is a RetryBudget in use. A nil one has no bound.
type budget struct {
	reserve, refill int64
	left            atomic.Int64
}

// newBudget returns the budget in use, that of from when it is the same.
func newBudget(b RetryBudget, from *core) *budget {
	switch {
	case b.Reserve == 0:
		return nil
	case from != nil && from.config.budget == b:
		return from.budget
	}
	made := &budget{reserve: int64(b.Reserve) * oneRetry, refill: int64(math.Round(b.Refill * oneRetry))}
	made.left.Store(made.reserve)
	return made
}

// earn adds what a call is worth.
func (b *budget) earn() {
	if b == nil {
		return
	}
	for {
		left := b.left.Load()
		more := min(left+b.refill, b.reserve)
		if more == left || b.left.CompareAndSwap(left, more) {
			return
		}
	}
}

// take takes a retry, if there is one.
func (b *budget) take() bool {
	if b == nil {
		return true
	}
	for {
		left := b.left.Load()
		if left < oneRetry {
			return false
		}
		if b.left.CompareAndSwap(left, left-oneRetry) {
			return true
		}
	}
}
