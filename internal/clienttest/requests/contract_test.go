package requests

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
)

func parameterTypes() []reflect.Type {
	var types []reflect.Type
	for _, in := range clienttest.Parameters {
		types = append(types, reflect.TypeOf(in))
	}
	return types
}

// resourceTypes are the types that answers are read into.
func resourceTypes() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[tourney.Team](), reflect.TypeFor[tourney.Division](), reflect.TypeFor[tourney.Game](),
		reflect.TypeFor[tourney.Player](), reflect.TypeFor[tourney.Venue](), reflect.TypeFor[tourney.Standings](),
		reflect.TypeFor[tourney.StatisticCategory](), reflect.TypeFor[tourney.RegistrationResult](),
		reflect.TypeFor[tourney.PaymentResult](), reflect.TypeFor[tourney.Page[tourney.Team]](), reflect.TypeFor[tourney.ErrorItem](),
		reflect.TypeFor[tourney.Event](),
	}
}

// structOf returns the struct behind pointers and slices, if it is a struct of members.
func structOf(t reflect.Type) (reflect.Type, bool) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil, false
	}
	_, whole := reflect.PointerTo(t).MethodByName("UnmarshalText") // dates, decimals, secrets and the like
	return t, !whole
}

// eachField calls f for every field of a struct and of the structs inside it, once for each type.
func eachField(t reflect.Type, f func(owner reflect.Type, field reflect.StructField)) {
	visitFields(t, map[reflect.Type]bool{}, f)
}

func visitFields(t reflect.Type, seen map[reflect.Type]bool, f func(reflect.Type, reflect.StructField)) {
	t, ok := structOf(t)
	if !ok || seen[t] {
		return
	}
	seen[t] = true
	for field := range t.Fields() {
		if !field.Anonymous { // the fields of an embedded struct are visited instead
			f(t, field)
		}
		visitFields(field.Type, seen, f)
	}
}

// dottedNames returns the names of a struct's members as the contract writes them.
func dottedNames(t reflect.Type, under string) []string {
	var names []string
	for field := range t.Fields() {
		if field.Anonymous {
			names = append(names, dottedNames(field.Type, under)...)
			continue
		}
		tag := field.Tag.Get("json")
		if tag == "" {
			tag = field.Tag.Get("url")
		}
		name, _, _ := strings.Cut(tag, ",")
		if name == "-" {
			continue
		}
		name = under + strings.ToLower(name)
		names = append(names, name)
		if inner, ok := structOf(field.Type); ok {
			names = append(names, dottedNames(inner, name+".")...)
		}
	}
	return names
}

func TestParameterStructsHaveTheFieldsOfTheirRows(t *testing.T) {
	for _, op := range contract.Operations() {
		t.Run(op.ID, func(t *testing.T) {
			var rows, fields []string
			for _, p := range op.Params {
				rows = append(rows, p.Name)
			}
			if op.ByID {
				fields = sentByID(t, op)
			} else {
				value, ok := clienttest.Parameters[op.ID]
				require.True(t, ok, "no parameter struct is named for it")
				fields = dottedNames(reflect.TypeOf(value), "")
				if op.Param("includes") != nil { // which are call options
					fields = append(fields, "includes")
				}
			}
			slices.Sort(rows)
			slices.Sort(fields)
			require.Empty(t, cmp.Diff(rows, fields))
		})
	}
	for id := range clienttest.Parameters {
		require.NotNil(t, contract.Lookup(id), "a struct is named for an operation that does not exist")
	}
}

// sentByID returns the names of the parameters that a call of an operation by id sends.
func sentByID(t *testing.T, op *contract.Operation) (names []string) {
	t.Helper()
	given := []reflect.Value{reflect.ValueOf(t.Context()), reflect.ValueOf(int64(7))}
	if op.ID != "Venues.Get" { // the client refuses includes there
		given = append(given, reflect.ValueOf(tourney.Include("Kits")))
	}
	c, h := clienttest.Serve(t, tourney.MultiSport, clienttest.Always(200, `{}`))
	service, method, _ := strings.Cut(op.ID, ".")
	reflect.ValueOf(*c).FieldByName(service).MethodByName(method).Call(given)
	for name := range h.Requests()[0].Query {
		names = append(names, strings.ToLower(name))
	}
	return names
}

// TestFieldsHaveTagsOfTheirKind: a field without a tag would go by its Go name, unseen by all other tests.
func TestFieldsHaveTagsOfTheirKind(t *testing.T) {
	for _, structure := range append(resourceTypes(), parameterTypes()...) {
		eachField(structure, func(owner reflect.Type, f reflect.StructField) {
			require.True(t, f.IsExported(), "%v.%s", owner, f.Name)
			require.NotEmpty(t, f.Tag.Get("json")+f.Tag.Get("url"), "%v.%s", owner, f.Name)
		})
	}
	for _, structure := range resourceTypes() {
		eachField(structure, func(owner reflect.Type, _ reflect.StructField) {
			extra, ok := owner.FieldByName("Extra")
			require.True(t, ok, "%v has no place for members that it does not know", owner)
			require.Equal(t, reflect.TypeFor[tourney.Extra](), extra.Type)
			require.Equal(t, "-", extra.Tag.Get("json"))
		})
	}
}

// beyond are the methods that send no operation of their own. listings are the methods that send List.
var (
	beyond   = map[string]bool{"Games.String": true}
	listings = []string{"All", "Pages", "ReadAll"}
)

// aliasServices are Games under other paths.
var aliasServices = []string{"Bouts", "Races", "Matches"}

func TestOperationsAndMethodsMatch(t *testing.T) {
	methods := []string{"Authentication.Authenticate"} // of the Client itself
	client := reflect.TypeFor[tourney.Client]()
	for service := range client.Fields() {
		if !service.IsExported() || slices.Contains(aliasServices, service.Name) {
			continue
		}
		for method := range service.Type.Methods() {
			id := service.Name + "." + method.Name
			if !beyond[id] && !slices.Contains(listings, method.Name) {
				methods = append(methods, id)
			}
		}
	}
	var rows []string
	for _, op := range contract.Operations() {
		rows = append(rows, op.ID)
		if op.Paged {
			service, _ := client.FieldByName(strings.TrimSuffix(op.ID, ".List"))
			for _, listing := range listings {
				_, ok := service.Type.MethodByName(listing)
				require.True(t, ok, "%s is paged and has no %s", op.ID, listing)
			}
		}
	}
	slices.Sort(rows)
	slices.Sort(methods)
	require.Empty(t, cmp.Diff(rows, methods))
	for _, method := range []string{"Authenticate", "Do", "With", "Variant"} {
		_, ok := reflect.PointerTo(client).MethodByName(method)
		require.True(t, ok, method)
	}
}

func TestAliasesAreServices(t *testing.T) {
	var aliases []string
	for _, a := range contract.Lookup("Games.List").Aliases {
		aliases = append(aliases, a.Service)
		field, ok := reflect.TypeFor[tourney.Client]().FieldByName(a.Service)
		require.True(t, ok, a.Service)
		require.Equal(t, reflect.TypeFor[tourney.GamesService](), field.Type)
	}
	require.Equal(t, aliasServices, aliases)
}

func TestVariantsAndRowsMatch(t *testing.T) {
	constants := []tourney.Variant{
		tourney.MultiSport, tourney.Baseball, tourney.Softball, tourney.Football, tourney.Volleyball, tourney.Rugby, tourney.Lacrosse,
		tourney.Hockey, tourney.Pickleball, tourney.Soccer, tourney.WaterPolo,
	}
	require.Equal(t, constants, tourney.Variants())
	require.Len(t, contract.Variants(), len(constants))
	for _, v := range constants {
		_, ok := contract.LookupVariant(v.String())
		require.True(t, ok, v)
		c, err := tourney.New(clienttest.BaseURL, v)
		require.NoError(t, err)
		require.Equal(t, v, c.Variant())
		for _, spelled := range []string{strings.ToUpper(string(v)), strings.ReplaceAll(string(v), "-", " "),
			strings.ReplaceAll(string(v), "-", "")} {
			got, err := tourney.ParseHost(spelled)
			require.NoError(t, err, spelled)
			require.Equal(t, v, got)
		}
	}
	for _, unknown := range []string{"", "curling", "soccer2"} {
		_, err := tourney.ParseHost(unknown)
		require.ErrorContains(t, err, "water-polo", "the error lists the choices")
		_, err = tourney.New(clienttest.BaseURL, tourney.Variant(unknown))
		require.ErrorContains(t, err, "water-polo")
	}
}

// TestCodesAndRowsMatch: every constant has the name and the number of its row.
func TestCodesAndRowsMatch(t *testing.T) {
	constants := map[string]tourney.ErrorCode{
		"Other": tourney.CodeOther, "NotFound": tourney.CodeNotFound, "Invalid": tourney.CodeInvalid, "Required": tourney.CodeRequired,
		"InvalidCredentials": tourney.CodeInvalidCredentials, "PermissionDenied": tourney.CodePermissionDenied,
		"Duplicate": tourney.CodeDuplicate, "Maximum": tourney.CodeMaximum, "Minimum": tourney.CodeMinimum, "Inactive": tourney.CodeInactive,
		"Range": tourney.CodeRange, "Unavailable": tourney.CodeUnavailable, "SecureConnection": tourney.CodeSecureConnection,
		"Exists": tourney.CodeExists,
	}
	rows := map[string]tourney.ErrorCode{}
	for _, row := range contract.Codes() {
		rows[row.Name] = tourney.ErrorCode(row.Code)
		require.Equal(t, row.Name, tourney.ErrorCode(row.Code).String())
	}
	require.Empty(t, cmp.Diff(rows, constants))
}

func TestCardTypesAreThoseOfTheContract(t *testing.T) {
	constants := []string{tourney.CardVisa, tourney.CardMastercard, tourney.CardDiscover, tourney.CardAmericanExpress}
	require.Equal(t, constants, contract.CardTypes())
}

// TestEnumerationsInQueriesAreNumbers: the query writer would use their String, and names are for people.
func TestEnumerationsInQueriesAreNumbers(t *testing.T) {
	for _, structure := range parameterTypes() {
		eachField(structure, func(owner reflect.Type, f reflect.StructField) {
			value := f.Type
			if value.Kind() == reflect.Pointer {
				value = value.Elem()
			}
			_, named := value.MethodByName("String")
			if _, encodes := value.MethodByName("EncodeValues"); f.Tag.Get("url") != "" && named {
				require.True(t, encodes, "%v.%s", owner, f.Name)
			}
		})
	}
}

// TestReadsAreQueriesAndWritesAreBodies: the tags of a parameter struct go with the method of its operation.
func TestReadsAreQueriesAndWritesAreBodies(t *testing.T) {
	for id, in := range clienttest.Parameters {
		op := contract.Lookup(id)
		want, not := "json", "url"
		if op.Method == http.MethodGet {
			want, not = not, want
		}
		eachField(reflect.TypeOf(in), func(owner reflect.Type, f reflect.StructField) {
			require.NotEmpty(t, f.Tag.Get(want), "%s: %v.%s", op.ID, owner, f.Name)
			require.Empty(t, f.Tag.Get(not), "%s: %v.%s", op.ID, owner, f.Name)
		})
	}
}

// TestPresentZeroIsWrittenByEncodingJSON guards the tags of pointers: encoding/json leaves out what an omitzero
// pointer points to when its type has an IsZero that says so, and a score of 0 is a score.
func TestPresentZeroIsWrittenByEncodingJSON(t *testing.T) {
	zero := tourney.Decimal{}
	data, err := json.Marshal(tourney.GameSide{Name: "Otters", Score: &zero})
	require.NoError(t, err)
	require.JSONEq(t, `{"Name":"Otters","Score":0}`, string(data))
	for _, structure := range append(resourceTypes(), parameterTypes()...) {
		eachField(structure, func(owner reflect.Type, f reflect.StructField) {
			_, asks := f.Type.MethodByName("IsZero")
			if f.Type.Kind() == reflect.Pointer && asks {
				require.NotContains(t, f.Tag.Get("json"), "omitzero", "%v.%s", owner, f.Name)
			}
		})
	}
}
