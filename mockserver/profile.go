package mockserver

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/internal/rowjson"
	"github.com/tourney-go/tourney/internal/xmlwire"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// Profile says how the host behaves that a server imitates. Its [tourney.Profile] has the behaviour that a client must
// know, and its other fields have the behaviour that only answers show. The interface document leaves these things
// open. The zero Profile is the multi-sport variant. A Profile is a [tourney.Host].
// https://github.com/tourney-go/tourney/blob/main/docs/hosts.md says which row of the ledger of assumptions each
// field is about.
//
// A Profile can be a file in JSON, as a tourney.Profile can. New copies a profile, apart from its Signer and ErrorText,
// and refuses a wrong one with an error that names the field. The options [RequireAuth] and [Strict] replace what a
// Profile has in the fields that they set.
type Profile struct {
	tourney.Profile

	// Columns are the columns of standings, left to right. With nil the server uses the usual columns of the variant,
	// or, for a profile of the library, the columns that were seen in its sport. Clients read the columns from the
	// host.
	Columns []Column
	Points  TablePoints // table points of a result, where a column shows FigureTablePoints

	// RequireSignature makes the server refuse unsigned requests, as RequireAuth does. RequireSignature needs a Signer.
	RequireSignature bool
	// ClockSkew makes the server refuse a signature whose time is further than this from the server's clock, with code
	// 5 as for wrong keys. ClockSkew needs signatures that contain their time, which an auth.TimedVerifier such as
	// auth.HMAC reads. World.Client signs with the server's clock. Other clients sign with time.Now: for them the
	// server needs WallClock, or their auth.HMAC needs the Now of World.Clock. With 0 the server ignores the time of a
	// signature, because no limit was found (section 5).
	ClockSkew time.Duration
	// KeyLifetime makes keys expire this long after the server issued them, by the server's clock. New and Reset issue
	// the first keys; Accounts.RotateKeys and logins issue others. A login issues new keys when the newest have
	// expired, and else answers with the newest keys. The test must advance a clock that stands still. With 0 keys do
	// not expire, because the interface document states no lifetime (section 5).
	KeyLifetime time.Duration
	// KeyOverlap makes the server accept old keys for this long after Accounts.RotateKeys, by the server's clock. With
	// 0 the server refuses old keys at once. The server always refuses the keys that ExpireKeys ends at once.
	KeyOverlap time.Duration
	RateLimit  RateLimit // the zero value is no limit, because the interface document has none (section 8)

	// ErrorStatuses are the statuses of answers with an error code, for each code: 400 to 599, or 200 to 299 without
	// 204 and 205, because Errors were seen in successes too. The first code of an answer decides. ErrorStatuses
	// changes no status of a request that is no operation (404, 405), has no readable format or size (415, 413), or
	// comes too often (429). The default statuses are a guess: see row error-status of
	// https://github.com/tourney-go/tourney/blob/main/docs/assumptions.md.
	ErrorStatuses map[tourney.ErrorCode]int
	// ErrorText returns the Message of an entry of Errors. It gets the code of the entry, the name of the parameter and
	// the mock's own message. The name is written as in the mock's messages, such as "coaches[0].email" in a list; it
	// is "" for an entry about no parameter. ErrorText must be safe for concurrent use. The journal and the log of a
	// failed test keep the mock's messages. A file cannot have ErrorText, and MarshalJSON leaves it out.
	ErrorText func(code tourney.ErrorCode, field, message string) string
	// NoErrorFields makes the server leave out the member Field of the entries of Errors. Without it, an entry about a
	// parameter has a Field with the name of that parameter, as ErrorText gets it.
	NoErrorFields bool

	UpdateAnswer UpdateAnswer // to an update of a team, a division or a game
	// AcceptEmptyUpdates makes the server answer with success when an update contains only unknown names, which the
	// server ignores. Without it the server refuses such an update, because a success would hide a misspelled name.
	AcceptEmptyUpdates bool
	// RefuseUnknownFilters makes the server answer code 1 to a list, standings or leaders for an id that no row has.
	// Without it the answer is an empty list.
	RefuseUnknownFilters bool
	// RefuseOtherEvents makes the server answer code 6 to a request that names an event that the account does not see,
	// or a row of such an event. Without it such a row is as if it were not there: see [Accounts.Add].
	RefuseOtherEvents bool
	// NewestFirst makes lists of rows begin with the row that was added last. Without it they begin with the oldest. The
	// interface document states no order.
	NewestFirst bool
	// HandNames are the texts that players show as Bats and Throws after a request wrote one of these codes. Without an
	// entry, 1 shows Right, 2 shows Left, 3 shows Switch, 0 shows nothing, and any other code shows its number. Rows of
	// scenarios and of World keep their texts.
	HandNames map[int]string
	// AbsentAsNull makes the server write null for members without a value, instead of leaving them out: null in JSON,
	// an element with i:nil in XML. It acts on every member that the variant has, also members that the request did not
	// include, but on no member of Errors. It makes answers slower, and has no effect on a strict server.
	AbsentAsNull bool
	// EmptyListsAsNull makes the server answer null for an empty list, as in {"Games":null}, instead of a page without
	// rows. It acts on all lists: lists with pages, venues, standings without a group, and leaders without a category.
	// A page after the last page of a list stays a page without rows. EmptyListsAsNull has no effect on a strict
	// server.
	EmptyListsAsNull bool
	// UnknownPathStatus makes the server answer a path that is no operation with an HTML page of this status, as hosts
	// were seen to do. The status is 400 to 599, or 200 to 299 without 204 and 205. The journal still has the nearest
	// path. With 0 the answer has Errors and 404. UnknownPathStatus has no effect on a strict server.
	UnknownPathStatus int

	// MaxPageSize bounds the size of a page. A request for a larger page gets a page of this size, with this number as
	// the PageSize of the answer. With 0 there is no bound, because the interface document has none (section 8).
	MaxPageSize int
	// RefuseLargePages makes the server refuse requests for more than MaxPageSize rows, with code 8.
	RefuseLargePages bool
	DefaultIncludes  []tourney.Include   // what answers include when a request asks for nothing
	RegisteredStatus *tourney.TeamStatus // of a team after its registration; nil for TeamActive
}

// Column is a column of standings.
type Column struct {
	Name   string // of the column
	Abbr   string // abbreviation
	Figure Figure // what the column shows
}

// Figure is the number in a column of standings.
type Figure string

// The figures that the server computes.
const (
	FigurePlayed      Figure = "played"
	FigureWins        Figure = "wins"
	FigureLosses      Figure = "losses"
	FigureTies        Figure = "ties"
	FigureFor         Figure = "for"          // scores of the team
	FigureAgainst     Figure = "against"      // scores of its opponents
	FigureDifference  Figure = "difference"   // FigureFor minus FigureAgainst
	FigurePercentage  Figure = "percentage"   // of wins, with ties as half a win
	FigureTablePoints Figure = "table points" // by Profile.Points
)

// TablePoints are the points of a result in the standings.
type TablePoints struct{ Win, Tie, Loss int }

// RateLimit is how many requests of an account a server accepts in a span of time, by the server's clock. To more
// requests the server answers 429 with Retry-After and code 8. The span begins with a request, and refused requests do
// not count. A request belongs to the account whose keys signed it. All unsigned requests count together: logins, and
// every request to a server that requires no signatures. The test must advance a clock that stands still, or no time
// passes.
type RateLimit struct {
	Requests int // 0 for no limit
	Per      time.Duration
	// Date makes Retry-After a date instead of seconds. The date is a time of the server's clock. Clients compare the
	// date with time.Now, so they wait for the right time only with WallClock.
	Date bool
}

// UpdateAnswer is what a host answers to an update of a team, a division or a game that it carried out. The interface
// document shows an empty object, for teams in softball only (sections 1 and 4.5). The client accepts every
// UpdateAnswer. The answer to an update of standings or statistics is always {}.
type UpdateAnswer string

// The answers to updates.
const (
	AnswerEmpty UpdateAnswer = ""    // {}
	AnswerID    UpdateAnswer = "id"  // {"Id":4001}
	AnswerRow   UpdateAnswer = "row" // {"Team":{"Id":4001,…}}, as in the answer to a request for the row
)

// mocked returns the profile. A type that embeds a Profile has the method too.
func (p Profile) mocked() Profile { return p }

// hostProfile returns a checked copy of a host's profile.
func hostProfile(h tourney.Host) (p Profile, err error) {
	shared, err := tourney.ProfileOf(h)
	if err != nil {
		return p, err
	}
	if host, ok := h.(interface{ mocked() Profile }); ok {
		p = host.mocked()
	}
	p.Profile = shared
	return p.clone(), p.check()
}

// clone returns a copy that shares only functions and the signer.
func (p Profile) clone() Profile {
	p.WonBy, p.Categories = slices.Clone(p.WonBy), slices.Clone(p.Categories)
	p.Columns, p.DefaultIncludes = slices.Clone(p.Columns), slices.Clone(p.DefaultIncludes)
	p.ErrorStatuses, p.HandNames = maps.Clone(p.ErrorStatuses), maps.Clone(p.HandNames)
	if p.RegisteredStatus != nil {
		p.RegisteredStatus = new(*p.RegisteredStatus)
	}
	return p
}

// columns returns the columns of standings; nil for the columns of the variant.
func (p *Profile) columns() []Column {
	if p.Columns == nil && p.Name == tourney.Basketball().Name {
		return []Column{ // the columns that were seen at this host
			{Name: "Wins", Abbr: "W", Figure: FigureWins},
			{Name: "Losses", Abbr: "L", Figure: FigureLosses},
			{Name: "Point Difference", Abbr: "PD", Figure: FigureDifference},
		}
	}
	return p.Columns
}

// row returns the row of the contract that applies to the host.
func (p *Profile) row() *contract.Variant {
	row, _ := contract.LookupVariant(string(p.Variant)) // ProfileOf has checked it
	ways := contract.Ways{
		Wording: contract.Wording(p.Results), Points: contract.Points(p.Points),
		Names: contract.HostNames{Paths: p.Paths, Parameters: p.Parameters},
	}
	if p.Name != string(p.Variant) {
		ways.Title = p.Name
	}
	if columns := p.columns(); columns != nil {
		ways.Columns = values.Mapped(columns, func(c Column) contract.Column {
			figure, _ := contract.LookupFigure(string(c.Figure))
			return contract.Column{Name: c.Name, Abbr: c.Abbr, Figure: figure}
		})
	}
	if p.Categories != nil {
		ways.Categories = values.Mapped(p.Categories, func(c tourney.ProfileCategory) contract.Category {
			return contract.Category(c)
		})
	}
	return row.With(ways)
}

// ways returns the settings that the handling of requests follows, with the defaults.
func (p *Profile) ways() wire.Ways {
	copied := p.clone()
	w := wire.Ways{
		Profile:       copied.Profile,
		ErrorStatuses: copied.ErrorStatuses, ErrorText: p.ErrorText, NoErrorFields: p.NoErrorFields,
		Updates: wire.UpdateAnswer(p.UpdateAnswer), AcceptEmptyUpdates: p.AcceptEmptyUpdates,
		RefuseUnknownFilters: p.RefuseUnknownFilters, RefuseOtherEvents: p.RefuseOtherEvents,
		NewestFirst: p.NewestFirst, HandNames: copied.HandNames,
		AbsentAsNull: p.AbsentAsNull, EmptyListsAsNull: p.EmptyListsAsNull, UnknownPathStatus: p.UnknownPathStatus,
		MaxPageSize: cmp.Or(p.MaxPageSize, math.MaxInt32), RefuseLargePages: p.RefuseLargePages,
		RegisteredStatus: tourney.TeamActive, RateLimit: wire.RateLimit(p.RateLimit),
	}
	if p.RegisteredStatus != nil {
		w.RegisteredStatus = *p.RegisteredStatus
	}
	return w
}

// optionsOf returns the options that follow from a host, before the options of the caller.
func optionsOf(p Profile) (options, error) {
	o := defaults()
	o.settings.Ways = p.ways()
	o.settings.Includes = o.settings.Includes.With(p.DefaultIncludes)
	if !p.RequireSignature {
		return o, nil
	}
	verifier, ok := p.Signer.(auth.Verifier)
	if !ok {
		return o, fmt.Errorf("mockserver: Profile.Signer: %T cannot verify: it must be an auth.Verifier", p.Signer)
	}
	o.verifier = verifier
	return o, nil
}

// check returns what is wrong with the fields that no client reads.
func (p *Profile) check() error {
	for _, check := range []func() error{
		p.checkNumbers, p.checkTogether, p.checkAnswers, p.checkIncludes, p.checkColumns,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (p *Profile) wrong(field, why string) error {
	return &rowjson.Mistake{Of: "mockserver: Profile", Path: field, Why: why}
}

func (p *Profile) checkNumbers() error {
	for _, n := range []struct {
		field string
		value any
	}{
		{"ClockSkew", p.ClockSkew}, {"KeyLifetime", p.KeyLifetime}, {"KeyOverlap", p.KeyOverlap},
		{"RateLimit.Requests", p.RateLimit.Requests}, {"RateLimit.Per", p.RateLimit.Per}, {"MaxPageSize", p.MaxPageSize},
	} {
		if text := fmt.Sprint(n.value); strings.HasPrefix(text, "-") {
			return p.wrong(n.field, text+" is negative")
		}
	}
	return nil
}

// checkTogether checks fields that need each other. RequireAuth can give the verifier that ClockSkew needs.
func (p *Profile) checkTogether() error {
	limit := p.RateLimit
	switch {
	case p.RequireSignature && p.Signer == nil:
		return p.wrong("RequireSignature", "it needs a Signer")
	case (limit.Requests == 0) != (limit.Per == 0), limit.Date && limit.Requests == 0:
		return p.wrong("RateLimit", "Requests and Per need each other, and Date needs both")
	case p.RefuseLargePages && p.MaxPageSize == 0:
		return p.wrong("RefuseLargePages", "it needs MaxPageSize")
	}
	return nil
}

func (p *Profile) checkAnswers() error {
	switch p.UpdateAnswer {
	case AnswerEmpty, AnswerID, AnswerRow:
	default:
		const choices = `%q is no answer: choose AnswerEmpty (""), AnswerID ("id") or AnswerRow ("row")`
		return p.wrong("UpdateAnswer", fmt.Sprintf(choices, redact.Safe(string(p.UpdateAnswer))))
	}
	for _, code := range slices.Sorted(maps.Keys(p.ErrorStatuses)) {
		field := fmt.Sprintf("ErrorStatuses[%d]", int(code))
		if _, known := contract.LookupCode(int(code)); !known {
			known := values.Mapped(contract.Codes(), func(c contract.Code) int { return c.Code })
			return p.wrong(field, fmt.Sprintf("there is no code %d: choose one of %v", int(code), known))
		}
		if err := p.checkStatus(field, p.ErrorStatuses[code]); err != nil {
			return err
		}
	}
	if p.UnknownPathStatus != 0 {
		if err := p.checkStatus("UnknownPathStatus", p.UnknownPathStatus); err != nil {
			return err
		}
	}
	for _, hand := range slices.Sorted(maps.Keys(p.HandNames)) {
		if !isPrintable(p.HandNames[hand]) {
			return p.wrong(fmt.Sprintf("HandNames[%d]", hand), notPrintable)
		}
	}
	return nil
}

// checkStatus returns why an answer with this status has no body that a client reads.
func (p *Profile) checkStatus(field string, status int) error {
	success := status >= http.StatusOK && status < http.StatusMultipleChoices &&
		status != http.StatusNoContent && status != http.StatusResetContent
	if success || status >= http.StatusBadRequest && status <= 599 {
		return nil
	}
	const choices = "%d is no status with a body: choose 400 to 599, or 200 to 299 without 204 and 205"
	return p.wrong(field, fmt.Sprintf(choices, status))
}

func (p *Profile) checkIncludes() error {
	for i, include := range p.DefaultIncludes {
		if text := strings.TrimSpace(string(include)); text == "" || strings.Contains(text, ",") {
			field := fmt.Sprintf("DefaultIncludes[%d]", i)
			return p.wrong(field, fmt.Sprintf("%q: expected one name", redact.Safe(string(include))))
		}
	}
	return nil
}

func (p *Profile) checkColumns() error {
	names, counted := map[string]bool{}, false
	for i, c := range p.Columns {
		field, name := fmt.Sprintf("Columns[%d].", i), strings.ToLower(strings.Join(strings.Fields(c.Name), " "))
		_, known := contract.LookupFigure(string(c.Figure))
		switch {
		case c.Name == "" || !isPrintable(c.Name) || !isPrintable(c.Abbr):
			return p.wrong(field+"Name", notPrintable+" in name and abbreviation, and a name that is not empty")
		case names[name]:
			return p.wrong(field+"Name", fmt.Sprintf("%q is given twice", redact.Safe(c.Name)))
		case !known:
			hint := plaintext.QuotedHint(contract.Figures(), string(c.Figure))
			return p.wrong(field+"Figure", fmt.Sprintf("%q is no figure: %s", redact.Safe(string(c.Figure)), hint))
		}
		names[name] = true
		counted = counted || c.Figure == FigureTablePoints
	}
	if given := p.Points != (TablePoints{}); given != counted {
		return p.wrong("Points", "Points and a column with FigureTablePoints need each other")
	}
	return nil
}

const notPrintable = "expected printable characters"

// isPrintable reports whether JSON and XML can both hold a text, and the text has no control characters.
func isPrintable(text string) bool {
	_, _, illegal := xmlwire.Illegal(text)
	return !illegal && !strings.ContainsFunc(text, unicode.IsControl)
}
