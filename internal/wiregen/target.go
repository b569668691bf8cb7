package main

import (
	"path"
	"reflect"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/bench/pages"
)

const module = "github.com/tourney-go/tourney"

// target is a package with types that get generated code: the roots, and the types inside them.
type target struct {
	pkg   string // import path; types of other packages are left to the plans
	roots []reflect.Type
	files []file
}

// file is a file of functions for both syntaxes.
type file struct {
	path   string // in the module
	reads  bool   // it has what the decoders call
	writes bool   // it has what the encoders call
}

// pkg returns the import path of the file's package.
func (f file) pkg() string { return path.Join(module, path.Dir(f.path)) }

func targets() []target {
	return []target{
		{pkg: module, roots: answers(), files: []file{
			{path: "generated.go", reads: true},
			{path: "internal/answers/generated.go", writes: true}, // apart, because clients write no answers
		}},
		{pkg: module + "/internal/bench/pages", roots: []reflect.Type{reflect.TypeFor[pages.PlainBody]()}, files: []file{
			{path: "internal/bench/pages/generated.go", reads: true, writes: true},
		}},
	}
}

// answers returns the results of the methods of services.
func answers() (results []reflect.Type) {
	for service := range reflect.TypeFor[tourney.Client]().Fields() {
		if service.IsExported() {
			for method := range service.Type.Methods() {
				for result := range method.Type.Outs() {
					results = append(results, result)
				}
			}
		}
	}
	return results
}
