package transport

import (
	"math"
	"sync/atomic"
)

// oneRetry is the cost of a retry. A Budget counts millionths of a retry.
const oneRetry = 1_000_000

// Budget bounds the retries of all requests together. A nil Budget sets no bound.
type Budget struct {
	reserve, refill int64
	left            atomic.Int64
}

// NewBudget returns a full budget of reserve retries, to which every request adds refill.
func NewBudget(reserve int, refill float64) *Budget {
	b := &Budget{reserve: int64(reserve) * oneRetry, refill: int64(math.Round(refill * oneRetry))}
	b.left.Store(b.reserve)
	return b
}

// earn adds the refill of one request.
func (b *Budget) earn() {
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

// spend takes one retry from the budget, and reports false when none is left.
func (b *Budget) spend() bool {
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
