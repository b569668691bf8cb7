package scenario

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// Choice says which scenario a server starts with.
type Choice struct {
	Scenario Scenario
	Seed     uint64
	Hands    map[int]string // names of hands that differ from the mock's
}

// Prepared is a scenario that was built for a server. Other servers start with forks of it. It depends on nothing but
// the variant, the scenario and the seed, unless it has the rows of fixtures: then it belongs to its server alone.
type Prepared struct {
	variant  *contract.Variant
	scenario string
	teams    int
	seed     uint64
	version  func() *model.Version // builds it in the first call
}

// The bounds of the prepared scenarios of a process. A scenario has at most about two megabytes. One with more teams
// than keptTeams is not kept: it belongs to its server alone, which has it as long as it lives.
const (
	keptScenarios = 16
	keptTeams     = 1000
)

// prepared are the scenarios that servers of the process started with last, the newest at the end.
var prepared struct {
	mu   sync.Mutex
	list []*Prepared
}

// Prepare returns the scenario of a server, and makes it the newest.
func Prepare(v *contract.Variant, o Choice) *Prepared {
	p := newPrepared(v, o)
	if o.Scenario.Teams > keptTeams {
		return p
	}
	prepared.mu.Lock()
	defer prepared.mu.Unlock()
	if i := slices.IndexFunc(prepared.list, func(p *Prepared) bool { return p.IsFor(v, o) }); i >= 0 {
		p = prepared.list[i]
		prepared.list = slices.Delete(prepared.list, i, i+1)
	}
	prepared.list = append(prepared.list, p)
	prepared.list = slices.Delete(prepared.list, 0, max(0, len(prepared.list)-keptScenarios))
	return p
}

// newPrepared returns a scenario that is built when a server first needs it.
func newPrepared(v *contract.Variant, o Choice) *Prepared {
	of := o.Scenario
	build := func() *model.Version {
		built := model.NewVersion(v)
		rng := rand.New(rand.NewPCG(o.Seed, o.Seed)) //nolint:gosec // made-up names, not secrets
		of.build.(builder)(built, rng, of.Teams)
		return forkable(built)
	}
	return &Prepared{v, of.Name, of.Teams, o.Seed, sync.OnceValue(build)}
}

// IsFor reports whether a server with this variant starts with the scenario. Profiles change the rows of variants, so
// the name of a variant is not enough.
func (p *Prepared) IsFor(v *contract.Variant, o Choice) bool {
	return p.scenario == o.Scenario.Name && p.teams == o.Scenario.Teams && p.seed == o.Seed &&
		reflect.DeepEqual(p.variant, v)
}

// Fork returns a version of its own for a server. The first fork builds the rows. Servers with other scenarios need not
// wait for it.
func (p *Prepared) Fork(v *contract.Variant, o Choice) *model.Version {
	fresh := p.version().Fork()
	fresh.Variant, fresh.Hands = v, o.Hands
	fresh.Began = &model.Beginning{Scenario: p.scenario, Seed: p.seed}
	return fresh
}

// With returns the scenario with other rows.
func (p *Prepared) With(built *model.Version) *Prepared {
	changed, rows := *p, forkable(built)
	changed.version = func() *model.Version { return rows }
	return &changed
}

// forkable returns a version with the same rows. Several goroutines may fork it, because nobody changes it.
func forkable(built *model.Version) *model.Version {
	fork := built.Fork()
	fork.Seal()
	return fork
}
