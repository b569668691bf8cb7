package console

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
)

// page is a row of the table of pages. A part of a path in braces stands for any text.
type page struct {
	path  string // behind Path, such as "requests/{number}"
	title string
	rail  int    // the place in the rail, one of those below; 0 for a page that is not in it
	under string // the path of the page of the rail that it belongs to, "" for itself
	load  func(v *visit) (body, error)
	posts []post
}

// post is a form that a page takes. Its path needs no page.
type post struct {
	path string
	act  func(v *visit) (done, error)
}

// done is what a form did.
type done struct {
	Text string // one sentence
	To   string // the page to show; "" for the one that the form was on
	Undo []step // the requests to the admin API that take it back; none for what cannot be taken back
}

// The places in the rail.
const (
	railRequests = iota + 1
	railOverview
	railTournament
	railSchedule
	railStandings
	railBracket
	railLeaders
	railFaults
	railTimeline
	railSnapshots
	railAssumptions
	railAPI
)

// firstPage is what the console shows first.
const firstPage = "requests"

// table has all pages.
var table []*page

// list adds a page to the table. The init of the file of a page calls it, so that a page is added in files of its own.
func list(p page) { table = append(table, &p) }

// pageOf returns the page with an escaped path, nil for none.
func pageOf(path string) (*page, map[string]string) {
	for _, p := range table {
		if named, ok := match(p.path, path); ok {
			return p, named
		}
	}
	return nil, nil
}

// sharedPosts are the forms that stand on every page.
var sharedPosts = []post{
	{"login", logIn}, {"logout", logOut}, {"undo/{id}", undo}, {"clock", advanceClock}, {"sessions", openSession},
}

// postOf returns what the form with an escaped path does, nil for none.
func postOf(path string) (func(*visit) (done, error), map[string]string) {
	all := slices.Clone(sharedPosts)
	for _, p := range table {
		all = append(all, p.posts...)
	}
	for _, p := range all {
		if named, ok := match(p.path, path); ok {
			return p.act, named
		}
	}
	return nil, nil
}

// match compares an escaped path with a pattern, and returns the parts that have names.
func match(pattern, path string) (map[string]string, bool) {
	want, have := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(have) {
		return nil, false
	}
	named := map[string]string{}
	for i, part := range want {
		text, err := url.PathUnescape(have[i])
		if name, isName := strings.CutPrefix(part, "{"); isName && err == nil && text != "" {
			named[strings.TrimSuffix(name, "}")] = text
		} else if err != nil || text != part {
			return nil, false
		}
	}
	return named, true
}

// railItem is a page in the rail.
type railItem struct {
	Path, Title string
	Here        bool
}

// railFor returns the rail as a page shows it.
func railFor(here *page) (items []railItem) {
	shown := slices.DeleteFunc(slices.Clone(table), func(p *page) bool { return p.rail == 0 })
	slices.SortFunc(shown, func(a, b *page) int { return cmp.Compare(a.rail, b.rail) })
	for _, p := range shown {
		on := here != nil && (here.path == p.path || here.under == p.path)
		items = append(items, railItem{p.path, p.title, on})
	}
	return items
}
