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
	Hands    map[int]string // names of hands that the host shows instead of the mock's default names
}

// Prepared is a scenario that was built for a server. Other servers can start with forks of the same Prepared. The rows
// depend only on the variant, the scenario, its first day and the seed, unless the Prepared has the rows of fixtures. A
// Prepared with the rows of fixtures belongs to one server alone.
type Prepared struct {
	variant  *contract.Variant
	scenario string
	teams    int
	moved    int // days
	seed     uint64
	version  func() *model.Version // builds the version in the first call
}

// The bounds of the prepared scenarios that a process keeps. A process stores prepared scenarios for later servers, at
// most about two megabytes for each scenario. It does not store a scenario with more than keptTeams teams: the scenario
// belongs to one server, and its memory is free when the server is gone.
const (
	keptScenarios = 16
	keptTeams     = 1000
)

// prepared contains the scenarios that servers of the process started with most recently, the newest at the end.
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
		of.build.(builder)(built, rng, &of)
		return forkable(built)
	}
	return &Prepared{v, of.Name, of.Teams, of.Moved, o.Seed, sync.OnceValue(build)}
}

// IsFor reports whether a server with this variant starts with the scenario. IsFor compares the whole variant, because
// a profile can change a variant and keep its name.
func (p *Prepared) IsFor(v *contract.Variant, o Choice) bool {
	return p.scenario == o.Scenario.Name && p.teams == o.Scenario.Teams && p.moved == o.Scenario.Moved &&
		p.seed == o.Seed && reflect.DeepEqual(p.variant, v)
}

// Fork returns a new version for a server. The first fork builds the rows. Meanwhile, servers with other scenarios do
// not wait.
func (p *Prepared) Fork(v *contract.Variant, o Choice) *model.Version {
	fresh := p.version().Fork()
	fresh.Variant, fresh.Hands = v, o.Hands
	fresh.Began = &model.Beginning{Scenario: p.scenario, Seed: p.seed, Moved: p.moved}
	return fresh
}

// With returns a copy of p that has the rows of built instead.
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
