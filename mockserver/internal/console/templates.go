package console

import (
	"embed"
	"fmt"
	"html/template"
	"reflect"
	"strings"
	"sync"
)

//go:embed html
var htmlFiles embed.FS

// functions are those that templates call. Values from outside go through text or whole.
var functions = template.FuncMap{
	"asset": func(s *sheet, file string) (string, error) {
		name, err := assetName(file)
		return s.Base() + name, err
	},
	"text": func(s any) string { return readable(fmt.Sprint(s)) }, "whole": whole, "words": words,
	"moment": moment, "timeOfDay": timeOfDay, "ms": milliseconds, "grouped": func(n any) string {
		return grouped(reflect.ValueOf(n).Int())
	},
	"len64": func(list any) int64 { return int64(reflect.ValueOf(list).Len()) },
	"join":  strings.Join, "lines": func(s string) []string { return strings.Split(s, "\n") },
	"copies": func(what, text string) copies { return copies{what, text} },
	"badge":  func(kind, text string) badge { return badge{kind, text} },
	"empty":  func(title, next string) empty { return empty{title, next} },
	"field": func(s *sheet, name, label, value, hint string) field {
		return field{Name: name, Label: label, Value: s.visit.again(name, value), Hint: hint}
	},
	"selected": func(s *sheet, name, label string, choices []choice) selection {
		return selection{name, label, s.visit.again(name, ""), choices}
	},
	"has":      func(path string) bool { p, _ := pageOf(path); return p != nil },
	"pair":     func(s *sheet, value any) pair { return pair{s, value} },
	"undo":     func(s *sheet, n *note) undoForm { return undoForm{s, n} },
	"pager":    func(newer, older, shown string) pager { return pager{newer, older, shown} },
	"again":    func(s *sheet, name, value string) string { return s.visit.again(name, value) },
	"apiTable": func(title string, rows []apiMember) apiTable { return apiTable{title, rows} },
	"scored":   func(name string, side scoreSide) scored { return scored{name, side} },
}

// The values of the parts in html/parts.html, which every page uses.
type (
	copies struct{ What, Text string } // a button that copies a text
	badge  struct{ Kind, Text string } // a word in a frame: good, bad, warn or plain
	empty  struct{ Title, Next string }
	field  struct{ Name, Label, Value, Hint string }
	pair   struct {
		Sheet *sheet
		Value any
	}
	undoForm struct {
		Sheet *sheet
		Note  *note
	}
	scored struct {
		Field string
		Side  scoreSide
	}
	apiTable struct {
		Title string
		Rows  []apiMember
	}
	pager struct{ Newer, Older, Shown string } // the links to other pages of a table, "" for none

	// choice is an option of a list.
	choice    struct{ Value, Text string }
	selection struct {
		Name, Label, Chosen string
		Choices             []choice
	}
)

// shared is what all pages are made of.
var shared = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("shared").Funcs(functions).ParseFS(htmlFiles, "html/layout.html", "html/parts.html"))
})

// templates are the pages that were parsed so far.
var templates sync.Map

// templateOf returns the template of a page. The test of all pages shows that each can be parsed.
func templateOf(name string) *template.Template {
	if known, ok := templates.Load(name); ok {
		return known.(*template.Template) //nolint:forcetypeassert // nothing else is kept
	}
	made := template.Must(template.Must(shared().Clone()).ParseFS(htmlFiles, "html/"+name+".html"))
	templates.Store(name, made)
	return made
}
