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
	Hands    map[int]string // names of hands that the host shows instead of the mock's
}

// Prepared is a scenario that was built for a server. Other servers start with forks of it. It depends only on the
// variant, the scenario and the seed, unless it has the rows of fixtures. A Prepared with the rows of fixtures belongs
// to one server alone.
type Prepared struct {
	variant  *contract.Variant
	scenario string
	teams    int
	seed     uint64
	version  func() *model.Version // builds the version in the first call
}

// The bounds of the prepared scenarios that a process keeps. A scenario that is kept takes at most about two megabytes.
// A scenario with more than keptTeams teams is not kept: it belongs to one server alone, and its memory is free when
// that server is gone.
const (
	keptScenarios = 16
	keptTeams     = 1000
)

// prepared are the scenarios with which the servers of the process started most recently, the newest at the end.
var prepared struct {
	mu   sync.Mutex
	list []*Prepared
}

// Prepare returns the scenario of a server, and marks the scenario as the most recent one.
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

// IsFor reports whether a server with this variant starts with the scenario. IsFor compares the whole variant, because
// a profile can change a variant and keep its name.
func (p *Prepared) IsFor(v *contract.Variant, o Choice) bool {
	return p.scenario == o.Scenario.Name && p.teams == o.Scenario.Teams && p.seed == o.Seed &&
		reflect.DeepEqual(p.variant, v)
}

// Fork returns a new version for a server. The first fork builds the rows. Servers with other scenarios need not wait
// while it builds.
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
