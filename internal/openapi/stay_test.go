package openapi

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/record"
)

// TestRowsOfAnswers: whoever adds a member to a type of answers decides in the contract whether its values may stay in
// recordings and imports, in a form that the type can have. The contract has no rows beside these members.
func TestRowsOfAnswers(t *testing.T) {
	rows, seen := contract.AnswerRows(), map[string]bool{}
	var walk func(object string, of reflect.Type)
	walk = func(object string, of reflect.Type) {
		plan := record.PlanOf(structOf(of))
		for i := range plan.Fields {
			f := &plan.Fields[i]
			name, at := strings.ToLower(f.Name), object+"."+strings.ToLower(f.Name)
			row, found := rows[object][name]
			require.True(t, found, "%s of %s has no row", f.Name, of)
			shape := f.Shape
			for shape.JSON.Read == record.AsPointer {
				shape = shape.Elem
			}
			isList := shape.JSON.Read == record.AsSlice
			if isList && shape.Elem.Plan != nil {
				item := strings.ToLower(itemName(f))
				require.Equal(t, row.Part, rows[row.Part][item].Part, "an item of %s in XML", at)
				seen[row.Part+"."+item] = true
			}
			if inner := structOf(shape.Type); inner.Kind() == reflect.Struct && record.PlanOf(inner) != nil {
				require.NotEmpty(t, row.Part, at)
				seen[at] = true
				if visit := at + inner.String(); !seen[visit] {
					seen[visit] = true
					walk(row.Part, inner)
				}
				continue
			}
			seen[at] = true
			require.Empty(t, row.Part, at)
			require.Contains(t, formsOf(shape.Type, isList), row.Stay, at)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(operations)) {
		walk("", operations[id].answer)
	}
	walk("", operationErrors)
	for object, members := range rows {
		for member, row := range members {
			ofRows := object == "" && member == "statistics" // of the leaders of an import
			require.True(t, ofRows || row.Part == object || seen[object+"."+member], "no type has %s.%s", object, member)
		}
	}
}

// formsOf returns the values that may stay of a type.
func formsOf(t reflect.Type, isList bool) []contract.Stay {
	switch {
	case isList:
		return []contract.Stay{contract.StayFigure}
	case isEnum(t), t == reflect.TypeFor[tourney.WonBy](), t == reflect.TypeFor[tourney.ErrorCode]():
		return []contract.Stay{contract.StayWord}
	case t == reflect.TypeFor[tourney.Date](), t == reflect.TypeFor[tourney.TimeOfDay](), t == reflect.TypeFor[tourney.DateTime]():
		return []contract.Stay{contract.StayTime, contract.StayNone}
	case t == reflect.TypeFor[tourney.Decimal](), t.Kind() == reflect.Int, t.Kind() == reflect.Int64, t.Kind() == reflect.Float64:
		return []contract.Stay{contract.StayNumber, contract.StayNone}
	case t.Kind() == reflect.Bool:
		return []contract.Stay{contract.StaySwitch}
	}
	return []contract.Stay{
		contract.StayNone, contract.StayName, contract.StayID, contract.StayCode, contract.StayWord, contract.StayColor,
		contract.StayTime, contract.StayFigure,
	}
}
