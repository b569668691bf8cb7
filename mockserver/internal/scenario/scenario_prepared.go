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
// the variant, the scenario and the seed, unless it has fixtures: then it belongs to its server alone.
type Prepared struct {
	variant  *contract.Variant
	Scenario string
	Teams    int
	Seed     uint64
	version  func() *model.Version // builds it in the first call
}

// IsFor reports whether a server with this variant starts with the scenario. Profiles change the rows of variants, so
// the name of a variant is not enough.
func (p *Prepared) IsFor(v *contract.Variant, o Choice) bool {
	return p.Scenario == o.Scenario.Name && p.Teams == o.Scenario.Teams && p.Seed == o.Seed &&
		reflect.DeepEqual(p.variant, v)
}

// The bounds of the prepared scenarios of a process. A scenario has at most about two megabytes. One with more teams
// than keptTeams is not kept: it belongs to its server alone, which has it as long as it lives.
const (
	keptScenarios = 16
	KeptTeams     = 1000
)

// preparedScenarios are the scenarios that servers of the process started with last, the newest at the end.
type preparedScenarios struct {
	Mu   sync.Mutex
	List []*Prepared
}

var BuiltScenarios preparedScenarios

// Fork returns a version of its own for a server. The first fork builds the rows. Servers with other scenarios need not
// wait for it.
func (p *Prepared) Fork(v *contract.Variant, o Choice) *model.Version {
	fresh := p.version().Fork()
	fresh.Variant, fresh.Hands = v, o.Hands
	fresh.Began = &model.Beginning{Scenario: p.Scenario, Seed: p.Seed}
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

// Find returns the scenario of a server, and makes it the newest.
func (s *preparedScenarios) Find(v *contract.Variant, o Choice) *Prepared {
	p := prepare(v, o.Scenario, o.Seed)
	if o.Scenario.Teams > KeptTeams {
		return p
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if i := slices.IndexFunc(s.List, func(p *Prepared) bool { return p.IsFor(v, o) }); i >= 0 {
		p = s.List[i]
		s.List = slices.Delete(s.List, i, i+1)
	}
	s.List = append(s.List, p)
	s.List = slices.Delete(s.List, 0, max(0, len(s.List)-keptScenarios))
	return p
}

// prepare returns a scenario that is built when a server first needs it.
func prepare(v *contract.Variant, of Scenario, seed uint64) *Prepared {
	build := func() *model.Version {
		built := model.NewVersion(v)
		of.build.(builder)(built, rand.New(rand.NewPCG(seed, seed)), of.Teams) //nolint:gosec // made-up names, not secrets
		return forkable(built)
	}
	return &Prepared{v, of.Name, of.Teams, seed, sync.OnceValue(build)}
}
