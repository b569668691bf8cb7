package xmlwire

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/record"
)

// TestOrderIsLearned: the decoder expects the members in the order in which rows have them, as soon as it has seen some.
func TestOrderIsLearned(t *testing.T) {
	type row struct{ Text, Alias, Number, Born string }
	for _, names := range [][]string{
		{"Alias", "Born", "Number", "Text"}, {"Text", "Alias", "Number", "Born"}, {"Number", "Text", "Born", "Alias"}, {"Text", "Born"},
	} {
		var members strings.Builder
		for _, name := range names {
			members.WriteString("<" + name + ">a</" + name + ">")
		}
		body := "<Rows>" + strings.Repeat("<Row>"+members.String()+"</Row>", 10) + "</Rows>"
		d := newDecoder([]byte(body), Limits{})
		var rows []row
		target := reflect.ValueOf(&rows).Elem()
		require.Nil(t, d.body(target, record.ShapeOf(target.Type()), ""))
		require.Len(t, rows, 10)
		o := d.order(record.PlanOf(reflect.TypeFor[row]()))
		last := 0
		for _, name := range names {
			i := o.steps[last].next
			require.Less(t, i, len(o.plan.Fields), name)
			require.Equal(t, name, o.plan.Fields[i].Name)
			last = i + 1
		}
		d.free()
	}
}
