package check

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/scalar"
)

// isStatistic accepts what Decimal of the public API can hold, and a blank text, which clears a statistic.
func isStatistic(s string) bool {
	text := strings.TrimSpace(s)
	return text == "" || scalar.IsDecimal(text)
}

// pitching checks a value that the baseball variant shows as integers.
func (c *checker) pitching(at place, object *node.Node) {
	name, value := find(object, "name"), find(object, "value")
	if name == nil || value == nil || strings.TrimSpace(value.Text) == "" || !isStatistic(value.Text) {
		return
	}
	same := func(known string) bool { return strings.EqualFold(known, strings.TrimSpace(name.Text)) }
	which := slices.IndexFunc(contract.PitchingStatistics, same)
	tenths, ok := new(big.Rat).SetString(strings.TrimSpace(value.Text))
	if which < 0 || !ok {
		return
	}
	tenths.Mul(tenths, big.NewRat(10, 1)) //nolint:mnd // tenths of a whole
	whole, rest := new(big.Int).QuoRem(tenths.Num(), big.NewInt(10), new(big.Int))
	path := at.join("value")
	switch fits := tenths.IsInt() && new(big.Int).Abs(whole).Cmp(big.NewInt(math.MaxInt32)) <= 0; {
	case which == 0 && (!fits || tenths.Sign() < 0 || rest.Int64() > 2):
		c.report(contract.CodeInvalid, path, path+" must be innings, with .1 or .2 for one or two thirds")
	case which > 0 && (!fits || rest.Sign() != 0):
		c.report(contract.CodeInvalid, path, path+" must be an integer")
	}
}
