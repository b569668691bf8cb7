package house

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	modulePath = module
	mockPath   = modulePath + "/mockserver"
	storePath  = mockPath + "/internal/store"
)

// besideTables are the fields of a version that are neither tables nor scalars, with the reasons for them.
var besideTables = map[string]string{
	"Variant":   "what the document says of the sport, which no write changes",
	"Accounts":  "few, and read by every signed request; each change replaces the slice",
	"Began":     "the name and the seed of the scenario that the rows began as, which no write changes",
	"Refs":      "the ids of the rows of fixtures by their names; each load replaces them",
	"StatNames": "the argument of Statistics.SetOrder",
	"Op":        "the operation that made the version, which is a row of the contract",
	"Notes":     "why the write that made the version left teams where they were",
	"loc":       "the zone of the time at which the version was made",
	"Hands":     "the names of a profile, which no write changes",
	"Source":    "the sizes of the files that brought rows, for the bound of the earlier versions",
	"Standings": "the argument of SetStandings, shown in place of the rows",
	"Leaders":   "the argument of SetLeaders, shown in place of the rows",
}

// TestRowsAreInTheStore: the mock keeps rows in tables of package store, and in nothing else. A version has tables, scalars
// and the fields of besideTables. From a server and from the variables of the packages of the mock, no chain of fields, pointers,
// slices and maps reaches a row or a resource, unless it goes through a table of a version. Functions and interfaces are not
// looked into.
func TestRowsAreInTheStore(t *testing.T) {
	t.Chdir(root)
	version := checkFolder(t, "mockserver/internal/model").Scope().Lookup("Version").Type()
	rows := rowTypes(version)
	require.GreaterOrEqual(t, len(rows), 11+6+4, slices.Sorted(maps.Keys(rows)))
	t.Run("a version", func(t *testing.T) {
		require.Equal(t, slices.Sorted(maps.Keys(besideTables)), besideStore(version))
	})
	t.Run("a server and the variables", func(t *testing.T) {
		walk := pathsTo(rows)
		walk.from("server", checkFolder(t, "mockserver").Scope().Lookup("server").Type())
		for _, p := range goList(t) {
			folder, _ := ours(p.ImportPath)
			if !strings.HasPrefix(folder, "mockserver") {
				continue
			}
			scope := checkFolder(t, folder).Scope()
			for _, name := range scope.Names() {
				if v, ok := scope.Lookup(name).(*types.Var); ok {
					walk.from(folder+"."+name, v.Type())
				}
			}
		}
		require.Contains(t, walk.seen, version.String(), "the walk does not reach the tables")
		require.Greater(t, len(walk.seen), 50)
		require.Empty(t, walk.found)
	})
}

// rowTypes returns the types of the rows in the tables of a version, and the types of the resources in these rows.
func rowTypes(version types.Type) map[string]bool {
	found := map[string]bool{}
	fields(version, func(f *types.Var) {
		table, ok := types.Unalias(f.Type()).(*types.Named)
		if !ok || table.Obj().Name() != "Table" || !isOf(table, storePath) {
			return
		}
		row := table.TypeArgs().At(0).(*types.Pointer).Elem()
		found[row.String()] = true
		fields(row, func(f *types.Var) {
			of, ok := types.Unalias(f.Type()).(*types.Named)
			if ok && isResource(of) {
				found[of.String()] = true
			}
		})
	})
	return found
}

// isResource reports whether a type is a struct with an id, or one of the exported structs that package mockserver keeps.
func isResource(of *types.Named) (is bool) {
	fields(of, func(f *types.Var) { is = is || f.Name() == "ID" })
	return is || of.Obj().Exported() && of.Obj().Pkg().Path() == mockPath+"/stored"
}

// fields calls f for the fields of a struct.
func fields(of types.Type, f func(*types.Var)) {
	s, ok := of.Underlying().(*types.Struct)
	for i := 0; ok && i < s.NumFields(); i++ {
		f(s.Field(i))
	}
}

// isOf reports whether a type is declared in a package or in one below it.
func isOf(named *types.Named, path string) bool {
	of := named.Obj().Pkg()
	return of != nil && (of.Path() == path || strings.HasPrefix(of.Path(), path+"/"))
}

// besideStore returns the fields of a struct and of the structs in it that have neither a type of package store nor a scalar.
func besideStore(of types.Type) (names []string) {
	fields(of, func(f *types.Var) {
		switch under := f.Type().Underlying().(type) {
		case *types.Basic:
			return
		case *types.Array:
			if _, ok := under.Elem().Underlying().(*types.Basic); ok {
				return
			}
		}
		named, _ := types.Unalias(elem(f.Type())).(*types.Named)
		_, isStruct := f.Type().Underlying().(*types.Struct)
		switch {
		case named != nil && isOf(named, storePath):
		case isStruct:
			names = append(names, besideStore(f.Type())...)
		default:
			names = append(names, f.Name())
		}
	})
	slices.Sort(names)
	return names
}

// elem returns what a pointer points to, and other types as they are.
func elem(of types.Type) types.Type {
	if p, ok := of.(*types.Pointer); ok {
		return p.Elem()
	}
	return of
}

// rowWalk looks for rows outside of tables.
type rowWalk struct {
	rows  map[string]bool
	seen  map[string]bool
	found []string
}

func pathsTo(rows map[string]bool) *rowWalk { return &rowWalk{rows: rows, seen: map[string]bool{}} }

// from goes on to what a value of the type can hold. The place names the field or variable with the value.
func (w *rowWalk) from(place string, of types.Type) {
	switch of := types.Unalias(of).(type) {
	case *types.Pointer:
		w.from(place, of.Elem())
	case *types.Slice:
		w.from(place, of.Elem())
	case *types.Array:
		w.from(place, of.Elem())
	case *types.Chan:
		w.from(place, of.Elem())
	case *types.Map:
		w.from(place, of.Key())
		w.from(place, of.Elem())
	case *types.Struct:
		w.into(place, of)
	case *types.Named:
		w.fromNamed(place, of)
	}
}

func (w *rowWalk) fromNamed(place string, of *types.Named) {
	switch name := of.String(); {
	case w.rows[name]:
		if !slices.Contains(w.found, place) {
			w.found = append(w.found, place)
			slices.Sort(w.found)
		}
	case w.seen[name], isOf(of, storePath):
	case isOf(of, modulePath):
		w.seen[name] = true
		if _, ok := of.Underlying().(*types.Struct); !ok {
			w.from(place, of.Underlying())
			return
		}
		w.into(of.Obj().Name(), of)
	default: // of another module, such as atomic.Pointer
		for arg := range of.TypeArgs().Types() {
			w.from(place, arg)
		}
	}
}

func (w *rowWalk) into(place string, of types.Type) {
	fields(of, func(f *types.Var) { w.from(fmt.Sprint(place, ".", f.Name()), f.Type()) })
}
