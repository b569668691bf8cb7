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
	"github.com/tourney-go/tourney/internal/xmlwire"
	"github.com/tourney-go/tourney/mockserver/internal/host"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Profile holds the ways of one host that a server imitates: those that a client has to know, in its [tourney.Profile],
// and those that show in answers alone. The interface document leaves these things open. The zero Profile is the
// multi-sport variant, and a Profile is a [tourney.Host].
// https://github.com/tourney-go/tourney/blob/main/docs/custom-hosts.md says which row of the ledger of assumptions each
// field is about.
//
// New copies a profile, apart from its Signer and ErrorText, and refuses a wrong one with an error that names the
// field. The options [RequireAuth] and [Strict] win over the fields that they set.
type Profile struct {
	tourney.Profile

	// Columns are the columns of standings, left to right; nil for those that are usual in the variant, or were seen in
	// the sport of a profile of the library. Clients read the columns from the host.
	Columns []Column
	Points  TablePoints // table points of a result, where a column shows FigureTablePoints

	// RequireSignature makes the server refuse unsigned requests, as RequireAuth does. It needs a Signer.
	RequireSignature bool
	// ClockSkew makes the server refuse a signature whose time is further than this from the server's clock, with code 5
	// as for wrong keys. It needs signatures that say their time: those of an auth.TimedVerifier, as auth.HMAC is one.
	// World.Client signs with the server's clock. Other clients sign with time.Now, so the server needs WallClock for
	// them, or their auth.HMAC the Now of World.Clock. With 0 the time of a signature does not count, because no limit
	// was found (section 5).
	ClockSkew time.Duration
	// KeyLifetime makes keys expire this long after they were issued, by the server's clock: the first ones after New or
	// Reset, others after Accounts.RotateKeys or a login. A login issues new keys when the newest have expired, and else
	// answers with those. A clock that stands still has to be advanced. With 0 keys do not expire, because the interface
	// document states no lifetime (section 5).
	KeyLifetime time.Duration
	// KeyOverlap makes the server take old keys for this long after Accounts.RotateKeys, by its clock. With 0 the server
	// refuses old keys at once. The keys that ExpireKeys ends are refused at once with it, too.
	KeyOverlap time.Duration
	RateLimit  RateLimit // the zero value for none, because the interface document states none (section 8)

	// ErrorStatuses are the statuses with which the host refuses with a code: 400 to 599, or 200 to 299 without 204 and
	// 205, because Errors were seen in successes too. The first code of an answer decides. They change no status of a
	// request that is no operation (404, 405), has no readable format or size (415, 413), or comes too often (429). The
	// default statuses are a guess: see row error-status of
	// https://github.com/tourney-go/tourney/blob/main/docs/assumptions.md.
	ErrorStatuses map[tourney.ErrorCode]int
	// ErrorText returns the Message of an entry of Errors. It gets the code of the entry, the name of the parameter as
	// the mock's messages have it ("" for an entry about none, "coaches[0].email" in a list), and the mock's own message.
	// It must be safe for concurrent use. The journal and the log of a failed test keep the mock's messages.
	ErrorText func(code tourney.ErrorCode, field, message string) string
	// ErrorFields gives the Errors of refusals a member Field, with the name of the parameter, where the entry is about
	// one.
	ErrorFields bool

	UpdateAnswer UpdateAnswer // to an update of a team, a division or a game
	// AcceptEmptyUpdates makes the server answer an update of which nothing is left after it ignored names as a success.
	// Without it the server refuses such an update, because a misspelled name would vanish behind the success.
	AcceptEmptyUpdates bool
	// RefuseUnknownFilters makes the server answer code 1 to a list, standings or leaders for an id that names nothing.
	// Without it the answer is an empty list.
	RefuseUnknownFilters bool
	// NewestFirst makes lists of rows begin with the row that was added last. Without it they begin with the oldest. The
	// interface document states no order.
	NewestFirst bool
	// HandNames are the texts that players show as Bats and Throws after a write of these codes. Other codes keep theirs:
	// 1 Right, 2 Left, 3 Switch, 0 nothing, others their number. Rows of scenarios and of World keep their texts.
	HandNames map[int]string
	// AbsentAsNull makes answers write null for members without a value, in place of leaving them out: null in JSON, an
	// element with i:nil in XML. That covers every member that the variant has, also those that the request did not
	// include, but no member of Errors. Answers are then written more slowly. It has no effect on a strict server.
	AbsentAsNull bool
	// EmptyListsAsNull makes a list that selects nothing null, as in {"Games":null}, in place of a page without rows.
	// That covers all lists: those that are paged, venues, standings without a group, and leaders without a category. A
	// page behind the last one of a list stays a page. It has no effect on a strict server.
	EmptyListsAsNull bool
	// UnknownPathStatus makes the server answer a path that is no operation with an HTML page of this status, as hosts
	// were seen to do: 400 to 599, or 200 to 299 without 204 and 205. The journal has the nearest path all the same. With
	// 0 the answer has Errors and 404. It has no effect on a strict server.
	UnknownPathStatus int

	// MaxPageSize bounds the size of a page. A request for a larger page gets one of this size, and the PageSize of the
	// answer says so. With 0 there is no bound, because the interface document states none (section 8).
	MaxPageSize int
	// RefuseLargePages makes the server refuse requests for more than MaxPageSize rows, with code 8.
	RefuseLargePages bool
	DefaultIncludes  []tourney.Include   // what answers carry without being asked
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
	FigureDifference  Figure = "difference"   // of the two
	FigurePercentage  Figure = "percentage"   // of wins, with ties as half a win
	FigureTablePoints Figure = "table points" // by Profile.Points
)

// TablePoints are the points of a result in the standings.
type TablePoints struct{ Win, Tie, Loss int }

// RateLimit makes a server take at most so many requests of an account in a time, by its clock, and answer 429 with
// Retry-After and code 8 beyond. A window of that time begins with a request, and a refused request does not count. An
// account is the one whose keys signed the request. All requests that none signed count together: logins, and every
// request where the server requires no signatures. A clock that stands still has to be advanced, or no time passes.
type RateLimit struct {
	Requests int // 0 for no limit
	Per      time.Duration
	// Date makes Retry-After a date in place of seconds. It is a time of the server's clock. Clients compare it with
	// time.Now, so they wait as the limit says only with WallClock.
	Date bool
}

// UpdateAnswer is what a host answers to an update of a team, a division or a game that it carried out. The interface
// document shows an empty object, for teams in softball only (sections 1 and 4.5). The client accepts every one.
// Updates of standings and statistics answer {} always.
type UpdateAnswer string

// The answers to updates.
const (
	AnswerEmpty UpdateAnswer = ""    // {}
	AnswerID    UpdateAnswer = "id"  // {"Id":4001}
	AnswerRow   UpdateAnswer = "row" // {"Team":{"Id":4001,…}}, as a request for its details is answered
)

// mocked returns the profile. A type that embeds a Profile has the method too.
func (p Profile) mocked() Profile { return p }

// hostProfile returns a copy of a host's profile that was checked.
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

// columns returns the columns of standings; nil for those of the variant.
func (p *Profile) columns() []Column {
	if p.Columns == nil && p.Name == tourney.Basketball().Name {
		return []Column{ // those that were seen
			{Name: "Wins", Abbr: "W", Figure: FigureWins},
			{Name: "Losses", Abbr: "L", Figure: FigureLosses},
			{Name: "Point Difference", Abbr: "PD", Figure: FigureDifference},
		}
	}
	return p.Columns
}

// row returns the row of the contract that holds for the host.
func (p *Profile) row() *contract.Variant {
	row, _ := contract.LookupVariant(string(p.Variant)) // ProfileOf has checked it
	ways := contract.Ways{Wording: contract.Wording(p.Results), Points: contract.Points(p.Points)}
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

// ways returns what the handling of requests follows, with the defaults.
func (p *Profile) ways() host.Ways {
	copied := p.clone()
	w := host.Ways{
		Profile:       copied.Profile,
		ErrorStatuses: copied.ErrorStatuses, ErrorText: p.ErrorText, ErrorFields: p.ErrorFields,
		Updates: host.UpdateAnswer(p.UpdateAnswer), AcceptEmptyUpdates: p.AcceptEmptyUpdates,
		RefuseUnknownFilters: p.RefuseUnknownFilters, NewestFirst: p.NewestFirst, HandNames: copied.HandNames,
		AbsentAsNull: p.AbsentAsNull, EmptyListsAsNull: p.EmptyListsAsNull, UnknownPathStatus: p.UnknownPathStatus,
		MaxPageSize: cmp.Or(p.MaxPageSize, math.MaxInt32), RefuseLargePages: p.RefuseLargePages,
		RegisteredStatus: tourney.TeamActive, RateLimit: host.RateLimit(p.RateLimit),
	}
	if p.RegisteredStatus != nil {
		w.RegisteredStatus = *p.RegisteredStatus
	}
	return w
}

// optionsOf returns the options that hold for a host before those of the caller.
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
	return fmt.Errorf("mockserver: Profile.%s: %s", field, why)
}

// checkNumbers refuses negative numbers.
func (p *Profile) checkNumbers() error {
	for _, n := range []struct {
		field string
		value int64
	}{
		{"ClockSkew", int64(p.ClockSkew)}, {"KeyLifetime", int64(p.KeyLifetime)}, {"KeyOverlap", int64(p.KeyOverlap)},
		{"RateLimit.Requests", int64(p.RateLimit.Requests)}, {"RateLimit.Per", int64(p.RateLimit.Per)},
		{"MaxPageSize", int64(p.MaxPageSize)},
	} {
		if n.value < 0 {
			return p.wrong(n.field, fmt.Sprintf("%d is negative", n.value))
		}
	}
	return nil
}

// checkTogether checks fields that need each other. RequireAuth can bring what ClockSkew needs.
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
		const choices = "%q is no answer: choose AnswerEmpty, AnswerID or AnswerRow"
		return p.wrong("UpdateAnswer", fmt.Sprintf(choices, redact.Safe(string(p.UpdateAnswer))))
	}
	for _, code := range slices.Sorted(maps.Keys(p.ErrorStatuses)) {
		field := fmt.Sprintf("ErrorStatuses[%d]", int(code))
		if _, known := contract.LookupCode(int(code)); !known {
			return p.wrong(field, fmt.Sprintf("there is no code %d: choose one of the constants", int(code)))
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
			const choices = "%q is no figure: choose one of the constants"
			return p.wrong(field+"Figure", fmt.Sprintf(choices, redact.Safe(string(c.Figure))))
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

// isPrintable reports whether both formats can carry a text, and it has no control characters.
func isPrintable(text string) bool {
	_, _, illegal := xmlwire.Illegal(text)
	return !illegal && !strings.ContainsFunc(text, unicode.IsControl)
}
