package tourney

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/nearest"
)

// Host says how a host differs from others: a [Variant] for the sports that the interface document names, a [Profile],
// or a mockserver.Profile. New and the mock server take each of them.
type Host interface {
	// resolve returns a copy with its defaults, or an error that names the field.
	resolve() (Profile, error)
}

// Variant names the sport that a host serves. Field sets differ slightly between sports (section 1). The contract lists
// the differences, and no code branches on a variant.
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

// Profile holds the ways of one host that a client reads. It is plain data. The interface document leaves these things
// open, or does not know the sport. The zero Profile is the multi-sport variant. A mockserver.Profile holds one, and
// what a host does beside it that the mock server imitates.
//
// New and mockserver.New copy a profile, apart from its Signer. An option that is given to them wins over the field
// that it sets. They refuse a wrong profile with an error that names the field.
// https://github.com/tourney-go/tourney/blob/main/docs/custom-hosts.md says which assumption each field is about.
type Profile struct {
	Name    string  // for people; "" for the variant's name
	Variant Variant // whose rows hold where no other field says otherwise; "" for MultiSport

	// Results says how an update of a game spells scores and won-by. "" leaves it to the variant.
	Results ResultNames
	// WonBy are the host's pairs of code and name. A pair needs a code other than 0 and a name that does not read as a
	// number. It must contradict neither WonByForfeit nor another pair. Names are equal in any letter case.
	WonBy []WonBy
	// Categories are the categories of leaders; nil where the host takes the names of statistics for categories.
	Categories []ProfileCategory

	Format Format // of the client's requests; "" for FormatJSON: see WithFormat
	// Signer is how the host wants its keys. The client signs with it when it has credentials or a login, and sends
	// unsigned requests without them.
	Signer auth.Signer
	// NoTransactionID says that the host answers payments that charge no card (EnableCreditCard is false) without a
	// transaction id, and the mock server does. Payments.Pay then succeeds with an empty TransactionID, if the answer is
	// well-formed, has a status of 200 to 299 and no Errors. Otherwise every payment needs a transaction id, as the
	// interface document shows it (section 4.17). A payment without one ends in an OutcomeUnknownError.
	NoTransactionID bool
	// Strict says that the host has only what the interface document shows for the variant. The client then refuses other
	// operations, and those of EventsService, which the document does not show at all. Otherwise it sends them, because
	// the document does not forbid them. For the mock server see mockserver.Strict.
	Strict            bool
	MaxResponseMemory int64 // bytes that decoding one answer may allocate; 0 for the default: see WithMaxResponseMemory
}

// ResultNames is the spelling of scores and won-by in an update of a game (section 4.11).
type ResultNames string

// The spellings. The interface document has the second one for football, without won-by. One client was seen to send it
// with won-by for another sport.
const (
	ResultNamesScore     ResultNames = "awayscore"     // AwayScore, HomeScore, AwayWonBy, HomeWonBy
	ResultNamesTeamScore ResultNames = "awayteamscore" // AwayTeamScore, HomeTeamScore, AwayTeamWonBy, HomeTeamWonBy
)

// ProfileCategory is a category of leaders. A request asks for it by its code, and the answer has its name alone.
type ProfileCategory struct {
	Code      string // as LeadersOptions.Categories takes it, such as ppg
	Name      string // as StatisticCategory.Name has it, such as Points Per Game
	Statistic string // the statistic whose values the mock server adds up; "" for one that is called like Code
	PerGame   bool   // the mock server shows the mean of a player's games, with one digit after the point
}

// ProfileOf returns a copy of a host's profile with its defaults filled in. The error is that of New.
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
	for _, check := range []func() error{p.checkValues, p.checkWonBy, p.checkCategories} {
		if err := check(); err != nil {
			return Profile{}, err
		}
	}
	return p, nil
}

// clone returns a copy that shares only the signer, in which each category names its statistic.
func (p Profile) clone() Profile {
	p.WonBy, p.Categories = slices.Clone(p.WonBy), slices.Clone(p.Categories)
	for i, c := range p.Categories {
		if c.Statistic == "" {
			p.Categories[i].Statistic = c.Code
		}
	}
	return p
}

func (p *Profile) wrong(field, why string) error {
	return fmt.Errorf("tourney: Profile.%s: %s", field, why)
}

func (p *Profile) checkValues() error {
	switch {
	case !isPrintable(p.Name):
		return p.wrong("Name", notPrintable)
	case p.Results != "" && p.Results != ResultNamesScore && p.Results != ResultNamesTeamScore:
		const choices = "choose ResultNamesScore or ResultNamesTeamScore"
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

const notPrintable = "expected printable characters"

// squeezed returns a text in lower case with single spaces. Hosts were seen to write two spaces in a name.
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

// CompleteWonBy returns w with the half that it lacks, where the host's pairs have it. A client does this itself. A row
// that [UnmarshalRow] has read needs it, because a row has the code alone.
func (p Profile) CompleteWonBy(w WonBy) WonBy { return w.completed(p.WonBy) }

// row returns the row of the contract that holds for the host.
func (p *Profile) row() *contract.Variant {
	base, _ := p.Variant.row() // resolve has checked it
	return base.With(contract.Ways{Wording: contract.Wording(p.Results)})
}

// Category returns the category with a code or a name, in any letter case and with any number of spaces between words.
// Hosts answer a request for ppg with Points Per Game and no code.
func (p Profile) Category(codeOrName string) (ProfileCategory, bool) {
	for _, c := range p.Categories {
		if text := squeezed(codeOrName); text == squeezed(c.Code) || text == squeezed(c.Name) {
			return c, true
		}
	}
	return ProfileCategory{}, false
}

// Basketball returns the profile of basketball hosts, the commonest sport that the interface document does not name. It
// is observed in public client programs, not stated by the interface document: the names of results, the signatures,
// and the six categories whose codes and names were both seen. Other codes that were seen are pts, fgm, fg%, 2pm, 3pm,
// 3fg%, ftm, ft%, reb, dreb, oreb, ast, stl, blk and to. The statistics of a player's game have no fields, and are in
// GameStatistic.Extra. A mock server with this profile has the first three columns of standings that were seen.
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

// Variants returns every variant in the order of the interface document.
func Variants() []Variant {
	rows := contract.Variants()
	names := make([]Variant, len(rows))
	for i, row := range rows {
		names[i] = Variant(row.Name)
	}
	return names
}

// String returns the variant's name.
func (v Variant) String() string { return string(v) }

// row returns the variant's row of the contract.
func (v Variant) row() (*contract.Variant, error) {
	row, ok := contract.LookupVariant(string(v))
	if !ok {
		return nil, fmt.Errorf("tourney: unknown variant %q: choose one of %s", clip(string(v)), variantNames())
	}
	return row, nil
}

func variantNames() string {
	var b strings.Builder
	for i, v := range Variants() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(v))
	}
	return b.String()
}

func withoutHyphens(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", " ", "", "_", "").Replace(name))
}

// ParseHost returns the variant, or the profile of this package, with this name, in any letter case. The name of a
// variant may have spaces, underscores or nothing where it has a hyphen. The error lists the choices.
func ParseHost(name string) (Host, error) {
	for _, v := range Variants() {
		if withoutHyphens(string(v)) == withoutHyphens(name) {
			return v, nil
		}
	}
	p := Basketball()
	if strings.EqualFold(p.Name, strings.TrimSpace(name)) {
		return p, nil
	}
	names := []string{p.Name}
	for _, v := range Variants() {
		names = append(names, string(v))
	}
	hint := ""
	if known := nearest.Of(names, name); known != "" {
		hint = "the nearest is " + known + ": "
	}
	const unknown = "tourney: unknown variant or profile %q: %schoose one of %s, %s"
	return nil, fmt.Errorf(unknown, clip(name), hint, variantNames(), p.Name)
}
