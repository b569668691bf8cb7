package tourney

import (
	"fmt"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
)

// Variant names the sport that a host serves. Field sets differ slightly between sports (section 1). The contract lists
// the differences, and no code branches on a variant.
type Variant string

// The variants that the interface document names (section 1).
const (
	MultiSport Variant = "multi-sport"
	Baseball   Variant = "baseball"
	Softball   Variant = "softball"
	Football   Variant = "football"
	Volleyball Variant = "volleyball"
	Rugby      Variant = "rugby"
	Lacrosse   Variant = "lacrosse"
	Hockey     Variant = "hockey"
	Pickleball Variant = "pickleball"
	Soccer     Variant = "soccer"
	WaterPolo  Variant = "water-polo"
)

// Variants returns every variant in the order of the interface document.
func Variants() []Variant {
	rows := contract.Variants()
	names := make([]Variant, len(rows))
	for i, row := range rows {
		names[i] = Variant(row.Name)
	}
	return names
}

func withoutHyphens(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", " ", "", "_", "").Replace(name))
}

// String returns the variant's name.
func (v Variant) String() string { return string(v) }

// row returns the variant's row of the contract.
func (v Variant) row() (*contract.Variant, error) {
	row, ok := contract.LookupVariant(string(v))
	if !ok {
		return nil, fmt.Errorf("tourney: unknown variant %q: choose one of %s", clip(string(v)), variantNames())
	}
	return row, nil
}

func variantNames() string {
	var b strings.Builder
	for i, v := range Variants() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(v))
	}
	return b.String()
}
