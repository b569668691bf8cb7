package contract

import (
	"slices"
	"strings"
)

// Rows that several tables share.
var (
	idRow       = Param{Name: "id", Type: Integer, Min: 1}
	includesRow = Param{Name: "includes", Type: Names}
)

// paging is section 1, convention 5.
var paging = []Param{
	{Name: "page", Type: Integer, Min: 1, Default: "1"},
	{Name: "pagesize", Type: Integer, Min: 1, Default: "50"},
}

// details are the rows of every detail request (sections 4.2, 4.6, 4.9, 4.12).
var details = []Param{idRow, includesRow}

// includes are the includes that have an effect, by service (assumption includes).
var includes = map[string][]string{
	"Teams":     {"Players", "Coaches", "Pools", "Season"},
	"Divisions": {"Assets", "Brackets", "Prices", "Reports", "Results", "Settings", "Teams"},
	"Players":   {"Profile", "Teams", "Statistics"},
	"Games":     {"Season"},
}

// Includes returns the includes that have an effect on the operation (assumption includes).
func (o *Operation) Includes() []string {
	service, _, _ := strings.Cut(o.ID, ".")
	return includes[service]
}

// under places rows inside an object or a list.
func under(parent string, rows ...Param) []Param {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Name = parent + "." + rows[i].Name
		if rows[i].Also != "" {
			rows[i].Also = parent + "." + rows[i].Also
		}
	}
	return rows
}

// without leaves out a row that only another operation with the same table has.
func without(rows []Param, name string) []Param {
	return slices.DeleteFunc(slices.Clone(rows), func(p Param) bool { return p.Name == name })
}

// withoutDefaults turns the table of a create into the table of an update. An update has no defaults, because it leaves
// absent members unchanged (section 1, convention 9).
func withoutDefaults(rows []Param) []Param {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Default = ""
	}
	return rows
}
