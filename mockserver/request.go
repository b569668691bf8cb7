package mockserver

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/record"
)

// maxRequestBytes bounds the body of a request.
const maxRequestBytes = 8 << 20

// tx is one request at work: what a handler sees of the server. It is used under the server's lock.
type tx struct {
	server  *Server
	store   *store
	assumed []assumption
}

// answer finds out what to answer to a request.
func (s *Server) answer(req *http.Request) *answer {
	a := &answer{server: s, method: req.Method, path: req.URL.Path, format: answerFormat(req)}
	if a.format == inXML {
		a.assume(assumeFormat)
	}
	route, refused := s.router.find(req)
	if refused != nil {
		return a.refuse(refused)
	}
	op := route.op
	a.op = op
	if !route.shown {
		a.assume(assumeNotShown)
	}
	if err := s.authorize(req, op); err != nil {
		a.assume(assumeAuth)
		return a.refuse(err)
	}
	n, err := parse(req, op)
	if err != nil {
		return a.refuse(err)
	}
	if err := named(op, s.row, &n); err != nil {
		a.assume(assumeNames)
		return a.refuse(err)
	}
	if err := separated(op, &n); err != nil {
		a.assume(assumeEmptyLists)
		return a.refuse(err)
	}
	a.ignored = check.Unknown(op, s.row, n)
	if len(a.ignored) > 0 {
		a.assume(assumeIgnored)
	}
	check.Unspell(op, s.row, &n)
	if violations := check.Request(op, s.row, n); len(violations) > 0 {
		if slices.ContainsFunc(violations, unaddressed(op)) {
			a.assume(assumeAddressed)
		}
		return a.refuse(violated(violations))
	}
	return s.dispatch(a, n)
}

// unaddressed tells the violations that are about the id of what an update changes.
func unaddressed(op *contract.Operation) func(check.Violation) bool {
	return func(v check.Violation) bool {
		return op.Method == http.MethodPut && op.Instead == "" && v.Code == contract.CodeRequired && slices.Contains(op.Target, v.Path)
	}
}

// dispatch runs the handler under the server's lock.
func (s *Server) dispatch(a *answer, n record.Node) *answer {
	if a.op.Class == contract.Read {
		s.mu.RLock()
		defer s.mu.RUnlock()
	} else {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	t := &tx{server: s, store: s.store}
	value, err := handlers[a.op.ID](t, n)
	a.assume(t.assumed...)
	if err != nil {
		return a.refuse(err)
	}
	a.status, a.value = http.StatusOK, s.fields.hide(value)
	return a
}

// authorize checks the signature where the server requires one.
func (s *Server) authorize(req *http.Request, op *contract.Operation) error {
	if s.options.auth == nil || op.Open {
		return nil
	}
	key := s.options.auth.Account(req)
	accounts, _ := read(s, func(st *store) ([]account, bool) { return st.accounts, true })
	for _, a := range accounts {
		if (key == "" || key == a.keys.APIKey) && s.options.auth.Verify(req, a.keys) == nil {
			return nil
		}
	}
	return &refusal{items: []item{{code: codeInvalidCredentials, message: "the request is not signed with the keys of an account"}}}
}

// parse reads the parameters: those of a GET from the query, those of the others from the body (section 1,
// convention 4).
func parse(req *http.Request, op *contract.Operation) (record.Node, error) {
	if req.Method == http.MethodGet {
		return parseQuery(req.URL.RawQuery)
	}
	format, media := bodyFormat(req)
	if format == nil {
		return record.Node{}, &refusal{status: http.StatusUnsupportedMediaType, items: []item{{
			code: codeInvalid, message: fmt.Sprintf("the content type %q is not read here: use %s or %s", shown(media), mediaJSON, mediaXML),
		}}}
	}
	body, err := readBody(req)
	if err != nil {
		return record.Node{}, err
	}
	n, err := format.parse(op, body)
	if err != nil {
		return record.Node{}, malformed(err)
	}
	if n.Kind != record.Object {
		return record.Node{}, &refusal{items: []item{{codeInvalid, "the request must be an object"}}}
	}
	return n, nil
}

func parseQuery(text string) (record.Node, error) {
	values, err := url.ParseQuery(text)
	if err != nil {
		return record.Node{}, invalid("the query", "cannot be read: "+err.Error())
	}
	return record.FromQuery(values), nil
}

// named refuses names that leave open what is meant: the same one in two letter cases, and one that the parameter
// has in other variants only.
func named(op *contract.Operation, v *contract.Variant, n *record.Node) error {
	var problems refusal
	if path := twice(n, ""); path != "" {
		problems.add(invalid(path, "is given twice, in different letter case"))
	}
	for i := range op.Params {
		p := &op.Params[i]
		if s := p.SpelledIn(v); s != nil && n.Find(p.Name) != nil {
			problems.add(invalid(p.Name, "is called "+s.Name+" in the "+v.Name+" variant"))
		}
	}
	return problems.orNil()
}

// separated refuses lists of ids that hold nothing but what stands between ids: whether none or all are meant cannot be
// told.
func separated(op *contract.Operation, n *record.Node) error {
	var problems refusal
	for i := range op.Params {
		p := &op.Params[i]
		if p.Type != contract.Integers {
			continue
		}
		if list := n.Find(p.Name); list != nil && list.Text != "" && strings.Trim(list.Text, ", ") == "" {
			problems.add(invalid(p.Name, fmt.Sprintf("must be a list of integers, found %q", printable(list.Text))))
		}
	}
	return problems.orNil()
}

// twice returns the path of a name that an object has in two letter cases, "" when there is none.
func twice(n *record.Node, path string) string {
	seen := make(map[string]bool, len(n.Members))
	for i := range n.Members {
		m := &n.Members[i]
		name := strings.ToLower(m.Name)
		inner := strings.TrimPrefix(path+"."+name, ".")
		if seen[name] {
			return inner
		}
		seen[name] = true
		if found := twice(&m.Node, inner); found != "" {
			return found
		}
	}
	for i := range n.Items {
		if found := twice(&n.Items[i], indexed(path, i, "")); found != "" {
			return found
		}
	}
	return ""
}

func readBody(req *http.Request) ([]byte, error) {
	if req.Body == nil {
		return nil, nil
	}
	body, err := io.ReadAll(io.LimitReader(req.Body, maxRequestBytes+1))
	if err != nil {
		return nil, &refusal{status: http.StatusBadRequest, items: []item{{code: codeInvalid, message: "the body broke off"}}}
	}
	if len(body) > maxRequestBytes {
		return nil, &refusal{status: http.StatusRequestEntityTooLarge, items: []item{{
			code: codeMaximum, message: fmt.Sprintf("the body is larger than %d bytes", maxRequestBytes),
		}}}
	}
	return body, nil
}

// assume notes behaviour that the interface document does not show.
func (tx *tx) assume(ids ...assumption) { tx.assumed = append(tx.assumed, ids...) }

// now is the server's time.
func (tx *tx) now() time.Time { return tx.server.options.clock() }

// newID is the id that the test gave for the next row, 0 when it gave none.
func (tx *tx) newID() int64 {
	id := tx.store.nextID
	tx.store.nextID = 0
	return id
}

// nowhere is a scope that has no rows.
var nowhere = scope{level: inDivision, id: -1}

// scope is what a list is taken from: the division when it is given, which must then be of the event, if that is
// given too.
func (tx *tx) scope(eventID, divisionID int64) scope {
	tx.filteredBy(tx.store.events.known(eventID), tx.store.divisions.known(divisionID))
	if divisionID == 0 {
		return scopes(eventID, 0)[len(scopes(eventID, 0))-1]
	}
	if d := tx.store.divisions.get(divisionID); eventID != 0 && (d == nil || d.eventID != eventID) {
		return nowhere
	}
	return scope{inDivision, divisionID}
}

// filteredBy notes filters that name nothing, which select nothing.
func (tx *tx) filteredBy(known ...bool) {
	if slices.Contains(known, false) {
		tx.assume(assumeUnknownFilters)
	}
}

// includes is what a response carries: asked for, or the server's default.
func (tx *tx) includes(asked []tourney.Include) includes {
	tx.assume(assumeIncludes)
	return tx.server.options.includes.with(asked)
}

// includes is a set of includes in lower case. The nil set is empty.
type includes []string

// everything holds every include; the side door reads with it.
var everything = includes{"*"}

func (in includes) has(i tourney.Include) bool {
	return slices.Contains(in, strings.ToLower(string(i))) || slices.Contains(in, "*")
}

func (in includes) with(more []tourney.Include) includes {
	out := slices.Clone(in)
	for _, i := range more {
		out = append(out, strings.ToLower(strings.TrimSpace(string(i))))
	}
	return out
}

// pageOf returns the page of a list that was asked for.
func pageOf[K comparable, R, T any](tx *tx, t *table[K, R], positions []int32, page, size int, view func(*R) T) tourney.Page[T] {
	tx.assume(assumePageSize)
	page = cmp.Or(page, contract.DefaultPage)
	size = min(cmp.Or(size, contract.DefaultPageSize), tx.server.options.maxPageSize)
	rows := t.rowsAt(window(positions, page, size))
	return tourney.Page[T]{Results: mapped(rows, view), Page: page, PageSize: size, Total: len(positions)}
}

// externalTeam finds a team by its external id: the last that got it.
func (tx *tx) externalTeam(id string) *teamRow {
	teams := tx.store.external[id]
	if id == "" || len(teams) == 0 {
		return nil
	}
	if len(teams) > 1 {
		tx.assume(assumeExternalIDs)
	}
	return tx.store.teams.get(teams[len(teams)-1])
}

// malformed turns an error of the parser into a refusal that says where in the body it is.
func malformed(err error) *refusal {
	message := err.Error()
	var at *record.Error
	if errors.As(err, &at) && at.Secret {
		message = at.Path + " cannot be read"
	}
	return &refusal{status: http.StatusBadRequest, items: []item{{code: codeInvalid, message: message}}}
}

// unreadable turns an error of record.Bind into a refusal that names the field as the contract does.
func unreadable(err error) *refusal {
	var at *record.Error
	if !errors.As(err, &at) {
		return &refusal{status: http.StatusBadRequest, items: []item{{code: codeInvalid, message: err.Error()}}}
	}
	path := cmp.Or(strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(at.Path, "/")), "/", "."), "the request")
	reason := "cannot be read"
	switch {
	case at.Secret:
	case at.Expected != "":
		reason = "must be " + strings.ToLower(at.Expected) + ", found " + at.Found
	default:
		reason += ": found " + at.Found
	}
	if at.Err != nil && !at.Secret {
		reason += ": " + at.Err.Error()
	}
	return &refusal{status: http.StatusBadRequest, items: []item{{code: codeInvalid, message: path + " " + reason}}}
}
