package rowjson_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver/internal/rowjson"
)

type home struct {
	City, State string
	Number      *int
}

type guest struct{ City, State string }

type person struct {
	Name  string
	Paid  *bool
	Seed  *int64
	Small *int8
	Home  *home
	Guest *guest
}

func personOf(t *testing.T, text string) person {
	t.Helper()
	var p person
	require.NoError(t, rowjson.Decode([]byte(text), &p), text)
	return p
}

// TestRowsShareValues: what comes again in another row takes no memory again.
func TestRowsShareValues(t *testing.T) {
	const text = `{"Name":"Ann","Paid":true,"Seed":7,"Small":7,"Home":{"City":"Otterford","Number":3}}`
	for range 20 { // the collector can take what is known
		a, b := personOf(t, text), personOf(t, text)
		if a.Home != b.Home || a.Paid != b.Paid || a.Seed != b.Seed || a.Small != b.Small {
			continue
		}
		require.Equal(t, unsafe.StringData(a.Name), unsafe.StringData(b.Name))
		return
	}
	t.Fatal("rows share nothing")
}

// TestSharedValuesAreTheSame reads objects that begin alike, of several types, in turn and beside each other.
func TestSharedValuesAreTheSame(t *testing.T) {
	long := strings.Repeat("x", 70)
	var texts []string
	var want []person
	for i := range 40 {
		city := fmt.Sprintf("%s%d", long[:30+i], i%3)
		paid, seed := i%2 == 0, int64(i%5)
		texts = append(texts, fmt.Sprintf(`{"Name":%q,"Paid":%t,"Seed":%d,"Home":{"City":%q,"Number":%d},"Guest":{"City":%q}}`,
			city, paid, seed, city, i%4, city))
		want = append(want, person{Name: city, Paid: &paid, Seed: &seed, Home: &home{City: city, Number: new(i % 4)}, Guest: &guest{City: city}})
	}
	var readers sync.WaitGroup
	for range 4 {
		got := make([]person, len(texts))
		readers.Go(func() {
			for i, text := range texts {
				if err := rowjson.Decode([]byte(text), &got[i]); err != nil {
					t.Error(err)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	readers.Wait()
}

// TestSharedObjectsKeepTheirMistakes: an object that was read before does not hide what is behind it, and one with a
// mistake is refused each time.
func TestSharedObjectsKeepTheirMistakes(t *testing.T) {
	personOf(t, `{"Home":{"City":"Otterford"}}`)
	for range 3 {
		for _, text := range []string{
			`{"Home":{"City":"Otterford"}`, `{"Home":{"City":"Otterford"}}}`, `{"Home":{"City":"Otterford"`,
			`{"Home":{"City":"Otterford"},"Home":{"City":"Otterford"}}`, `{"Home":{"City":"Otterford","Town":1}}`,
			`{"Guest":{"City":"Otterford","Number":1}}`, `{"Small":128}`, `{"Seed":9223372036854775808}`, `{"Seed":01}`,
		} {
			var p person
			require.Error(t, rowjson.Decode([]byte(text), &p), text)
		}
		require.EqualValues(t, 127, *personOf(t, `{"Small":127}`).Small)
		require.EqualValues(t, 999_999_999_999_999_999, *personOf(t, `{"Seed":999999999999999999}`).Seed)
		require.EqualValues(t, -5, *personOf(t, `{"Seed":-5}`).Seed)
	}
}
