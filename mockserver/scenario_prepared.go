package mockserver

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"

	"github.com/tourney-go/tourney/internal/contract"
)

// choice says which scenario a server starts with.
type choice struct {
	scenario scenario
	seed     uint64
	hands    map[int]string // names of hands that differ from the mock's
}

// prepared is a scenario that was built for a server. Other servers start with forks of it. It depends on nothing but
// the variant, the scenario and the seed, unless it has fixtures: then it belongs to its server alone.
type prepared struct {
	variant  *contract.Variant
	scenario string
	teams    int
	seed     uint64
	version  func() *version // builds it in the first call
}

// isFor reports whether a server with this variant starts with the scenario. Profiles change the rows of variants, so
// the name of a variant is not enough.
func (p *prepared) isFor(v *contract.Variant, o choice) bool {
	return p.scenario == o.scenario.name && p.teams == o.scenario.teams && p.seed == o.seed &&
		reflect.DeepEqual(p.variant, v)
}

// The bounds of the prepared scenarios of a process. A scenario has at most about two megabytes. One with more teams
// than keptTeams is not kept: it belongs to its server alone, which has it as long as it lives.
const (
	keptScenarios = 16
	keptTeams     = 1000
)

// preparedScenarios are the scenarios that servers of the process started with last, the newest at the end.
type preparedScenarios struct {
	mu   sync.Mutex
	list []*prepared
}

var builtScenarios preparedScenarios

// fork returns a version of its own for a server. The first fork builds the rows. Servers with other scenarios need not
// wait for it.
func (p *prepared) fork(v *contract.Variant, o choice) *version {
	fresh := p.version().fork()
	fresh.variant, fresh.hands = v, o.hands
	fresh.began = &beginning{p.scenario, p.seed}
	return fresh
}

// with returns the scenario with other rows.
func (p *prepared) with(built *version) *prepared {
	changed, rows := *p, forkable(built)
	changed.version = func() *version { return rows }
	return &changed
}

// forkable returns a version with the same rows. Several goroutines may fork it, because nobody changes it.
func forkable(built *version) *version {
	fork := built.fork()
	fork.seal()
	return fork
}

// find returns the scenario of a server, and makes it the newest.
func (s *preparedScenarios) find(v *contract.Variant, o choice) *prepared {
	p := prepare(v, o.scenario, o.seed)
	if o.scenario.teams > keptTeams {
		return p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.list, func(p *prepared) bool { return p.isFor(v, o) }); i >= 0 {
		p = s.list[i]
		s.list = slices.Delete(s.list, i, i+1)
	}
	s.list = append(s.list, p)
	s.list = slices.Delete(s.list, 0, max(0, len(s.list)-keptScenarios))
	return p
}

// prepare returns a scenario that is built when a server first needs it.
func prepare(v *contract.Variant, of scenario, seed uint64) *prepared {
	build := func() *version {
		built := newVersion(v)
		of.build.(builder)(built, rand.New(rand.NewPCG(seed, seed)), of.teams) //nolint:gosec // made-up names, not secrets
		return forkable(built)
	}
	return &prepared{v, of.name, of.teams, seed, sync.OnceValue(build)}
}
