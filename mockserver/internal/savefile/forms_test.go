package savefile

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/secret"
)

// filler sets every field of a value at random, also those that are not exported.
type filler struct {
	rng   *rand.Rand
	empty float64 // the share of pointers, lists and maps that are nil or empty
}

func (f *filler) fill(v reflect.Value) {
	switch p := v.Addr().Interface().(type) {
	case *secret.Text:
		return // never in a file
	case *model.GameResult:
		return // follows from the game
	case *tourney.Decimal:
		*p = tourney.MustDecimal(pick(f, "0", "0.0", "-0", "+1", "007", "1.50", "12e3", ".5", "5.", "123456789012345678901"))
		return
	case *time.Time:
		*p = pick(f, time.Time{}, model.KeysEnded, time.Unix(f.rng.Int64N(1<<33), f.rng.Int64N(1e9))).UTC()
		return
	case *store.Items[int64]:
		var list []int64
		f.fill(reflect.ValueOf(&list).Elem())
		*p = store.ItemsOf(list)
		return
	case *store.Items[model.Scope]:
		list := []model.Scope{
			{}, {Level: model.InEvent, ID: -1}, {Level: model.InEvent, ID: 7}, {Level: model.InTeam, ID: math.MaxInt64},
		}
		*p = store.ItemsOf(pick(f, list[:f.rng.IntN(5)], nil))
		return
	case *[]model.Scope:
		*p = pick(f, []model.Scope{{}, {Level: model.InDivision, ID: 3}}, []model.Scope{}, nil)
		return
	case *json.RawMessage:
		*p = pick(f, json.RawMessage(`{"a": [1, 2.50]}`), json.RawMessage("7\n"), json.RawMessage{}, nil)
		return
	}
	f.fillKind(v)
}

func pick[T any](f *filler, of ...T) T { return of[f.rng.IntN(len(of))] }

func (f *filler) fillKind(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(f.rng.IntN(2) == 0)
	case reflect.String:
		v.SetString(pick(f, "", "Otters", "a\"b\\c\n\u2028 ü😀", "\ufffd", "null", "["+strconv.Itoa(f.rng.IntN(1e6)), "0"))
	case reflect.Int, reflect.Int64:
		v.SetInt(pick(f, 0, 1, -1, math.MaxInt64, math.MinInt64, f.rng.Int64()))
	case reflect.Uint8:
		v.SetUint(f.rng.Uint64N(256))
	case reflect.Float64:
		v.SetFloat(pick(f, 0, 1.5, f.rng.NormFloat64()*1e300, math.SmallestNonzeroFloat64))
	case reflect.Pointer:
		if f.rng.Float64() > f.empty || v.Type() == reflect.TypeFor[*model.Membership]() { // each player has a membership
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem())
		}
	case reflect.Slice:
		f.fillSlice(v)
	case reflect.Map:
		f.fillMap(v)
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Field(i)
			f.fill(reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem())
		}
	default:
		panic("cannot fill a " + v.Type().String())
	}
}

func (f *filler) fillSlice(v reflect.Value) {
	if f.rng.Float64() < f.empty/2 {
		return
	}
	n := 0
	if f.rng.Float64() > f.empty {
		n = 1 + f.rng.IntN(3)
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		f.fill(v.Index(i))
	}
}

func (f *filler) fillMap(v reflect.Value) {
	if f.rng.Float64() < f.empty/2 {
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for range f.rng.IntN(4) {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key)
		f.fill(value)
		v.SetMapIndex(key, value)
	}
}

// keeps checks that random values of a type come back as they were.
func keeps(t *testing.T, of reflect.Type) {
	t.Helper()
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		f := &filler{rand.New(rand.NewPCG(seed, 0)), rapid.Float64Range(0, 1).Draw(rt, "empty")}
		row, again := reflect.New(of).Interface(), reflect.New(of).Interface()
		f.fill(reflect.ValueOf(row).Elem())
		text := rowjson.Append(nil, row)
		require.True(rt, json.Valid(text), "%s", text)
		require.NotContains(rt, string(text), "\n")
		decode(rt, text, again)
		derive(row)
		derive(again)
		if !reflect.DeepEqual(row, again) {
			all := cmp.Exporter(func(reflect.Type) bool { return true })
			rt.Fatalf("%s (-before +after):\n%s", text, cmp.Diff(row, again, all))
		}
	})
}

func decode(t require.TestingT, text []byte, to any) {
	n, err := rowjson.Parse(text)
	require.NoError(t, err, "%s", text)
	require.NoError(t, rowjson.Decode(&n, to), "%s", text)
}

// derive sets the fields that follow from the others, as the table of the row does.
func derive(row any) {
	if r, ok := row.(*model.GameRow); ok {
		r.Settle()
	}
}

// TestRowsComeBackAsTheyWere: a field of a row that the file does not have fails here.
func TestRowsComeBackAsTheyWere(t *testing.T) {
	for table := range tables {
		t.Run(table.name(), func(t *testing.T) { keeps(t, rowOf(table)) })
	}
	t.Run("state", func(t *testing.T) { keeps(t, reflect.TypeFor[stateForm]()) })
}

// rowOf returns the type of the rows of a table.
func rowOf(t table) reflect.Type {
	return reflect.TypeOf(t.of(model.NewVersion(new(contract.Variant))).NewCell().Row()).Elem()
}

// TestAccountsComeBackAsTheyWere: an account has secrets, which the filler leaves out.
func TestAccountsComeBackAsTheyWere(t *testing.T) {
	want := model.NewAccount("ann", "pass", tourney.Account{ID: 7, Email: "ann@example.com", Credentials: auth.Credentials{
		APIKey: "key", APISecret: secret.New("secret"),
	}}, []int64{3, 5})
	want.Rotate(time.Unix(5, 7).UTC(), model.KeyRules{Lifetime: time.Hour, Overlap: time.Minute, Seed: 3})
	require.Empty(t, zeroFields(reflect.ValueOf(want)), "every field must be filled here")
	saved := saveAccount(want)
	var read accountForm
	decode(t, rowjson.Append(nil, &saved), &read)
	require.True(t, reflect.DeepEqual(want, loadAccount(read)))
}

func zeroFields(v reflect.Value) (names []string) {
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			names = append(names, v.Type().Field(i).Name)
		}
	}
	return names
}

// TestSavedHasEveryPartOfAVersion: a new field of Version needs a place in a file, or a way to derive it.
func TestSavedHasEveryPartOfAVersion(t *testing.T) {
	var names []string
	for t := range tables {
		names = append(names, t.name())
	}
	lines := map[string]string{
		"IDs": idsLine, "Accounts": accountsLine, "Booked": stateLine, "Paid": stateLine, "StatNames": stateLine,
		"Standings": stateLine, "Leaders": stateLine, "NextID": stateLine, "NextTransaction": stateLine,
		"Variant": headerLine, "Number": headerLine, "External": externalLine, "Refs": refsLine,
		"Rosters": "derived from teams", "Hands": "an option",
		"Counters": "its fields", "Sealed": "derived from tables", "stamp": "derived from tables",
		"By":     "of the writes that Rewind can undo, which a restart ends",
		"Source": "of them as well",
		"Began":  "of the server that begins with the rows of a file",
		"Keys":   "follows from accounts that are gone, which no file has",
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[model.Version]()) {
		if name := strings.ToLower(f.Name[:1]) + f.Name[1:]; !slices.Contains(names, name) {
			require.Contains(t, lines, f.Name, "a field of Version that no file has")
		}
	}
	for _, name := range names {
		_, ok := reflect.TypeFor[model.Version]().FieldByName(strings.ToUpper(name[:1]) + name[1:])
		require.True(t, ok, "the table %s has another name in version", name)
	}
	require.NotContains(t, model.KindNames[:], "", "a kind of ids has no name")
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(model.KindNames[:]))), int(model.Kinds))
}

// TestFilesWithholdWholeNames: a value is no secret because of a part of its name.
func TestFilesWithholdWholeNames(t *testing.T) {
	for name, withheld := range map[string][2]bool{ // of a Meta, and of an Extra
		"Password": {true, true}, "API-Key": {true, true}, "apiSecretKey": {true, true}, "credit_card_number": {true, true},
		"CVV": {true, true}, "Key": {true, false}, "Pin": {true, true}, "security code": {true, true}, "Token": {true, true},
		"Waiver signature": {}, "Club secretary": {}, "Pan": {}, "Keys": {}, "Token holder": {}, "Pass": {}, "CID": {},
		"Password hint": {}, "": {},
	} {
		want := func(withheld bool, value string) string {
			if withheld {
				return redact.Mark
			}
			return value
		}
		require.Equal(t, want(withheld[0], "x"), withoutSecret(name, "x"), name)
		require.Empty(t, withoutSecret(name, ""))
		sent := tourney.Extra{name: json.RawMessage(`"x"`)}
		require.Equal(t, `"`+want(withheld[1], "x")+`"`, string(withoutSecrets(sent)[name]), name)
		require.Equal(t, `"x"`, string(sent[name]), "memory keeps it")
	}
}

// TestFilesWithholdSecretsInside: also of an unknown member, of its objects and lists, and of texts with documents.
func TestFilesWithholdSecretsInside(t *testing.T) {
	for sent, want := range map[string]string{
		`{"Login":{"Password":"x"}}`:                  `{"Login":{"Password":"[redacted]"}}`,
		`{"List":[{"ApiKey":"x","b":[1.50]}]}`:        `{"List":[{"ApiKey":"[redacted]","b":[1.50]}]}`,
		`{"Name":"Token","Value":{"a":"x"}}`:          `{"Name":"Token","Value":"[redacted]"}`,
		`{"a":"{\"pin\":1}","b":"cvv=1","c":"a pin"}`: `{"a":"[redacted]","b":"[redacted]","c":"a pin"}`,
		`{"P\u0061ssword":"x","Password ":null}`:      `{"Password":"[redacted]","Password ":null}`,
		`{"pin=1":1}`:                                 `{"[redacted]":1}`,
	} {
		var row tourney.Extra
		require.NoError(t, json.Unmarshal([]byte(sent), &row))
		data, err := json.Marshal(withoutSecrets(row))
		require.NoError(t, err)
		require.JSONEq(t, want, string(data), sent)
	}
	require.Equal(t, redact.Mark, withoutSecret("Login", `{"Password":"x"}`), "a Meta")
}
