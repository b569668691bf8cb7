package tourney

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/rowjson"
	"github.com/tourney-go/tourney/secret"
)

// Host describes how a host differs from other hosts. A Host is a [Variant], for the sports that the interface document
// names, or a [Profile], or a mockserver.Profile. New and the mock server accept all three.
type Host interface {
	// resolve returns a copy of the host's profile with its defaults filled in, or an error that names the wrong field.
	resolve() (Profile, error)
}

// Variant names the sport that a host serves. The fields of objects differ slightly between sports (section 1). Tables
// in the package internal/contract list the differences, and no code branches on a variant.
type Variant string

// The variants that the interface document names (section 1).
const (
	MultiSport Variant = "multi-sport"
	Baseball   Variant = "baseball"
	Softball   Variant = "softball"
	Football   Variant = "football"
	Volleyball Variant = "volleyball"
	Rugby      Variant = "rugby"
	Lacrosse   Variant = "lacrosse"
	Hockey     Variant = "hockey"
	Pickleball Variant = "pickleball"
	Soccer     Variant = "soccer"
	WaterPolo  Variant = "water-polo"
)

// Profile describes to a client how one host behaves where the interface document leaves the behaviour open or does not
// name the sport. A Profile is plain data. The zero Profile is the multi-sport variant. A mockserver.Profile holds a
// Profile, and further behaviour of the host for the mock server to imitate.
//
// A Profile can be a file in JSON, in which each member has the name of a field. See [Profile.UnmarshalJSON].
//
// New and mockserver.New copy a profile, except the Signer. An option of New or mockserver.New replaces the field for
// the same setting. For a wrong profile they return an error that names the field.
// https://github.com/tourney-go/tourney/blob/main/docs/hosts.md says which assumption each field is about.
type Profile struct {
	Name    string  // for people; "" for the variant's name
	Variant Variant // variant that the host follows, except where another field differs; "" for MultiSport

	// Results says how an update of a game spells scores and won-by. "" means the spelling of the variant.
	Results ResultNames
	// WonBy are the host's pairs of code and name. A pair needs a code other than 0, and a name that is not the text of
	// a number. A pair must not contradict WonByForfeit or another pair: no code may have two names, and no name two
	// codes. The letter case of names does not matter.
	WonBy []WonBy
	// Categories are the categories of leaders; nil when the categories of the host are the names of statistics.
	Categories []ProfileCategory

	// Paths are the host's own paths, by the paths that the interface document has, with /api/v1. An entry also holds for
	// what is below: {"/api/v1": "/v2", "/api/v1/teams": "/v2/clubs"} makes every path begin with /v2. The paths are below
	// the base URL. Client.Do sends the paths that its caller writes.
	Paths map[string]string
	// Parameters are the host's own names of parameters in queries, by the names that the interface document has, such as
	// {"page": "p", "pagesize": "limit"}. For names in bodies see WithPrepare.
	Parameters map[string]string

	Format Format // of the client's requests; "" for FormatJSON: see WithFormat
	// Signer signs requests as the host expects. The client uses the Signer when it has credentials or a login, and
	// otherwise sends unsigned requests.
	Signer auth.Signer
	// NoTransactionID says that the host answers payments that charge no card (EnableCreditCard is false) without a
	// transaction id. The mock server then leaves out the transaction id, too. Payments.Pay succeeds for such an
	// answer, with an empty TransactionID, if the answer is well-formed, has a status of 200 to 299 and no Errors. When
	// NoTransactionID is false, the answer to every payment needs a transaction id, as the interface document shows
	// (section 4.17). Without a transaction id, Payments.Pay returns an OutcomeUnknownError.
	NoTransactionID bool
	// Strict says that the host has only the operations that the interface document shows for the variant. The client
	// then refuses all other operations, such as the operations of EventsService. When Strict is false, the client
	// sends all operations, because the document does not forbid them. For the mock server see mockserver.Strict.
	Strict            bool
	MaxResponseMemory int64 // bytes that decoding one answer may allocate; 0 for the default: see WithMaxResponseMemory
}

// ResultNames is the spelling of scores and won-by in an update of a game (section 4.11).
type ResultNames string

// The spellings. The interface document has ResultNamesTeamScore for football, without won-by. One client was seen to
// send ResultNamesTeamScore with won-by for another sport.
const (
	ResultNamesScore     ResultNames = "awayscore"     // AwayScore, HomeScore, AwayWonBy, HomeWonBy
	ResultNamesTeamScore ResultNames = "awayteamscore" // AwayTeamScore, HomeTeamScore, AwayTeamWonBy, HomeTeamWonBy
)

// ProfileCategory is a category of leaders. A request names a category by its code, and the answer has the name of the
// category and no code.
type ProfileCategory struct {
	Code      string // for LeadersOptions.Categories, such as ppg
	Name      string // as StatisticCategory.Name has it, such as Points Per Game
	Statistic string // the statistic whose values the mock server adds up; "" when its name is Code
	PerGame   bool   // the mock server shows the mean of a player's games, with one digit after the point
}

// ProfileOf returns a copy of a host's profile with its defaults filled in. For a wrong host it returns the error that
// New returns.
func ProfileOf(h Host) (Profile, error) {
	if isNil(h) {
		return Profile{}, errors.New("tourney: the host is nil: expected a Variant or a Profile")
	}
	return h.resolve()
}

func (v Variant) resolve() (Profile, error) {
	_, err := v.row()
	return Profile{Name: string(v), Variant: v, Format: FormatJSON}, err
}

func (p Profile) resolve() (Profile, error) {
	if p.Variant == "" {
		p.Variant = MultiSport
	}
	if _, err := p.Variant.row(); err != nil {
		return Profile{}, p.wrong("Variant", strings.TrimPrefix(err.Error(), "tourney: "))
	}
	p.Name, p.Format = cmp.Or(p.Name, string(p.Variant)), cmp.Or(p.Format, FormatJSON)
	p = p.clone()
	for _, check := range []func() error{p.checkValues, p.checkSigner, p.checkWonBy, p.checkCategories, p.checkNames} {
		if err := check(); err != nil {
			return Profile{}, err
		}
	}
	return p, nil
}

// clone returns a copy that shares only the signer with p. In the copy each category has a Statistic.
func (p Profile) clone() Profile {
	p.WonBy, p.Categories = slices.Clone(p.WonBy), slices.Clone(p.Categories)
	p.Paths, p.Parameters = maps.Clone(p.Paths), maps.Clone(p.Parameters)
	for i, c := range p.Categories {
		if c.Statistic == "" {
			p.Categories[i].Statistic = c.Code
		}
	}
	return p
}

func (p *Profile) wrong(field, why string) error {
	return &rowjson.Mistake{Of: "tourney: Profile", Path: field, Why: why}
}

func (p *Profile) checkValues() error {
	switch {
	case !isPrintable(p.Name):
		return p.wrong("Name", notPrintable)
	case p.Results != "" && p.Results != ResultNamesScore && p.Results != ResultNamesTeamScore:
		const choices = `choose ResultNamesScore ("awayscore") or ResultNamesTeamScore ("awayteamscore")`
		return p.wrong("Results", fmt.Sprintf("%q is no spelling: %s", clip(string(p.Results)), choices))
	case p.Format != FormatJSON && p.Format != FormatXML:
		return p.wrong("Format", fmt.Sprintf("there is no format %q: choose FormatJSON or FormatXML", clip(string(p.Format))))
	case p.Signer != nil && isNil(p.Signer):
		return p.wrong("Signer", "it holds nil")
	case p.MaxResponseMemory < 0:
		return p.wrong("MaxResponseMemory", fmt.Sprintf("%d is negative", p.MaxResponseMemory))
	}
	return nil
}

// checkSigner has an auth.HMAC sign a request that is not sent, which fails for names that no headers can have.
func (p *Profile) checkSigner() error {
	if p.Signer == nil {
		return nil
	}
	signer, ours := reflect.Indirect(reflect.ValueOf(p.Signer)).Interface().(auth.HMAC)
	if !ours {
		return nil
	}
	sample := &http.Request{Method: http.MethodGet, URL: &url.URL{}, Header: http.Header{}}
	if err := signer.Sign(sample, auth.Credentials{APIKey: "key", APISecret: secret.New("secret")}); err != nil {
		return p.wrong("Signer", strings.TrimPrefix(err.Error(), "tourney: "))
	}
	return nil
}

func (p *Profile) checkCategories() error {
	taken := map[string]bool{}
	for i, c := range p.Categories {
		field := fmt.Sprintf("Categories[%d].", i)
		switch {
		case c.Code == "" || !isPrintable(c.Code) || strings.ContainsAny(c.Code, ", "):
			return p.wrong(field+"Code", fmt.Sprintf("%q: expected a word without a comma", clip(c.Code)))
		case squeezed(c.Name) == "" || !isPrintable(c.Name):
			return p.wrong(field+"Name", notPrintable+", and not empty")
		case taken[squeezed(c.Code)]:
			return p.wrong(field+"Code", fmt.Sprintf("%q is given twice, as a code or as a name", clip(c.Code)))
		case squeezed(c.Name) != squeezed(c.Code) && taken[squeezed(c.Name)]:
			return p.wrong(field+"Name", fmt.Sprintf("%q is given twice, as a code or as a name", clip(c.Name)))
		}
		taken[squeezed(c.Code)], taken[squeezed(c.Name)] = true, true
	}
	return nil
}

func (p *Profile) names() contract.HostNames {
	return contract.HostNames{Paths: p.Paths, Parameters: p.Parameters}
}

func (p *Profile) checkNames() error {
	names := p.names()
	if field, why := names.Check(); field != "" {
		return p.wrong(field, why)
	}
	return nil
}

const notPrintable = "expected printable characters"

// squeezed returns a text in lower case, with one space between words and no other spaces. Hosts were seen to write two
// spaces in a name.
func squeezed(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

func (p *Profile) checkWonBy() error {
	for i := range p.WonBy {
		p.WonBy[i].Name = strings.TrimSpace(p.WonBy[i].Name)
		if err := p.WonBy[i].checkBeside(p.WonBy[:i]); err != nil {
			return p.wrong("WonBy", err.Error())
		}
	}
	return nil
}

// CompleteWonBy returns w with the code or the name that w lacks, if a pair of the host has it. A client completes the
// games that it reads. A row that [UnmarshalRow] has read is not complete, because such a row has the code alone.
func (p Profile) CompleteWonBy(w WonBy) WonBy { return w.completed(p.WonBy) }

// row returns the variant of the host in the contract, with the spelling of Results.
func (p *Profile) row() *contract.Variant {
	base, _ := p.Variant.row() // resolve has checked it
	return base.With(contract.Ways{Wording: contract.Wording(p.Results), Names: p.names()})
}

// Category returns the category that has this code or this name. Letter case and the number of spaces between words do
// not matter. A program needs Category because a host answers a request for ppg with the name Points Per Game and no
// code.
func (p Profile) Category(codeOrName string) (ProfileCategory, bool) {
	for _, c := range p.Categories {
		if text := squeezed(codeOrName); text == squeezed(c.Code) || text == squeezed(c.Name) {
			return c, true
		}
	}
	return ProfileCategory{}, false
}

// Basketball returns the profile of basketball hosts, the commonest sport that the interface document does not name.
// The content of the profile was observed in public client programs, and is not stated by the interface document: the
// names of results, the signatures, and the six categories whose code and name were both seen. Other codes that were
// seen are pts, fgm, fg%, 2pm, 3pm, 3fg%, ftm, ft%, reb, dreb, oreb, ast, stl, blk and to. GameStatistic has no fields
// for the statistics of basketball, so these statistics are in GameStatistic.Extra. A mock server with this profile has
// the first three columns of standings that were seen.
func Basketball() Profile {
	return Profile{
		Name: "basketball", Variant: MultiSport, Results: ResultNamesTeamScore, Signer: auth.HMAC{},
		Categories: []ProfileCategory{
			{Code: "ppg", Name: "Points Per Game", Statistic: "Points", PerGame: true},
			{Code: "rpg", Name: "Rebounds Per Game", Statistic: "Rebounds", PerGame: true},
			{Code: "apg", Name: "Assists Per Game", Statistic: "Assists", PerGame: true},
			{Code: "spg", Name: "Steals Per Game", Statistic: "Steals", PerGame: true},
			{Code: "bpg", Name: "Blocks Per Game", Statistic: "Blocks", PerGame: true},
			{Code: "tpg", Name: "Turnovers Per Game", Statistic: "Turnovers", PerGame: true},
		},
	}
}

// signerForm is a Signer in JSON: one member, which has the name of the scheme and an object with its settings.
type signerForm struct {
	HMAC   *hmacForm
	Header *auth.Header
	Query  *auth.Query
}

// hmacForm is an auth.HMAC without its clock.
type hmacForm struct{ Header, Timestamp string }

func init() { //nolint:gochecknoinits // the codecs of a type are the same for the whole process
	rowjson.As(`a signer such as {"HMAC":{}} or {"Header":{"Key":"X-Api-Key"}}`, formOf, signerForm.signer)
}

// formOf returns the form of a signer. The form of a signer that is of no type in package auth is empty.
func formOf(s auth.Signer) (f signerForm) {
	switch s := reflect.Indirect(reflect.ValueOf(s)).Interface().(type) {
	case auth.HMAC:
		f.HMAC = &hmacForm{s.Header, s.Timestamp}
	case auth.Header:
		f.Header = &s
	case auth.Query:
		f.Query = &s
	}
	return f
}

func (f signerForm) signer() (auth.Signer, error) {
	switch {
	case f.HMAC != nil && f.Header == nil && f.Query == nil:
		return auth.HMAC{Header: f.HMAC.Header, Timestamp: f.HMAC.Timestamp}, nil
	case f.Header != nil && f == (signerForm{Header: f.Header}) && *f.Header != auth.Header{}:
		return *f.Header, nil
	case f.Query != nil && f == (signerForm{Query: f.Query}) && *f.Query != auth.Query{}:
		return *f.Query, nil
	}
	return nil, errors.New("expected one scheme with its settings")
}

// MarshalJSON writes the profile as UnmarshalJSON reads it, without fields that have no value. It writes the signers of
// package auth, apart from the clock of an [auth.HMAC]. For another Signer it returns an error.
func (p Profile) MarshalJSON() ([]byte, error) {
	if p.Signer != nil && (isNil(p.Signer) || formOf(p.Signer) == signerForm{}) {
		return nil, p.wrong("Signer", fmt.Sprintf("a %T has no JSON: only signers of package auth have it", p.Signer))
	}
	return rowjson.Append(nil, &p), nil
}

// ofMocks are the members that only a mock needs: the fields of mockserver.Profile.
var ofMocks = []string{
	"Columns", "Points", "RequireSignature", "ClockSkew", "KeyLifetime", "KeyOverlap", "RateLimit", "ErrorStatuses",
	"NoErrorFields", "UpdateAnswer", "AcceptEmptyUpdates", "RefuseUnknownFilters", "RefuseOtherEvents",
	"NewestFirst", "HandNames", "AbsentAsNull", "EmptyListsAsNull", "UnknownPathStatus", "MaxPageSize",
	"RefuseLargePages", "DefaultIncludes", "RegisteredStatus",
}

// UnmarshalJSON replaces the profile by the one that the JSON has. Members have the names of the fields, in the letter
// case of the fields. UnmarshalJSON ignores the members that only a mock needs, such as MaxPageSize, so that client and
// mock read one file. Other names are refused. The member Signer is {"HMAC":{}}, {"Header":{"Key":…,"Secret":…}} or
// {"Query":{"Key":…,"Secret":…}}. A member that is absent is the zero value of its field. UnmarshalJSON checks the
// profile as New does.
//
// An error names the member with its path, the line, and what was expected. After an error, and for null, p is
// unchanged. The line counts from the beginning of data. json.Unmarshal passes data without the white space before it,
// and reports mistakes of JSON itself without a line. A program that calls UnmarshalJSON with a whole file gets the
// lines of all mistakes.
func (p *Profile) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	read, err := rowjson.Read(data, "tourney: Profile", func(read Profile) error {
		_, err := read.resolve()
		return err
	}, ofMocks...)
	if err == nil {
		*p = read
	}
	return err
}
