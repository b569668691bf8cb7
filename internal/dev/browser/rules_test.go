package browser

import (
	"fmt"
	"os"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// violation is a rule of axe-core that a page breaks.
type violation struct {
	ID, Impact, Help string
	Nodes            []struct {
		HTML, Summary string
		Target        []string
	}
}

// brokenRules returns what breaks the rules of axe-core on the page, nothing without axe-core. The browser evaluates
// axe-core in a world of its own, so that the policy of the page stays as it is.
func (b *tab) brokenRules(mode string) (broken []string) {
	b.t.Helper()
	if axe == "" {
		return nil
	}
	source, err := os.ReadFile(axe)
	require.NoError(b.t, err, "AXE must be the path of axe.min.js")
	frame := send(b, page.GetFrameTree, cdp.Empty{}).FrameTree.Frame.ID
	world := send(b, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: frame, WorldName: "axe"})
	in := func(p *runtime.EvaluateParams) { p.ContextID = world.ExecutionContextID }
	value[bool](b, string(source)+"\n;true", in)
	for _, v := range value[[]violation](b, axeRun, in, chromedp.EvalAwaitPromise) {
		for _, node := range v.Nodes {
			broken = append(broken, fmt.Sprintf("rule %s (%s, %s mode): %s\n%s\n%s\n%s",
				v.ID, v.Impact, mode, v.Help, strings.Join(node.Target, " "), node.HTML, node.Summary))
		}
	}
	return broken
}

// axeRun looks at the page without requests of its own.
const axeRun = `axe.run(document, { preload: false, resultTypes: ["violations"] }).then((r) =>
	r.violations.map(({ id, impact, help, nodes }) => ({ ID: id, Impact: impact, Help: help, Nodes: nodes.map(
		({ html, target, failureSummary }) => ({ HTML: html, Target: target.flat(), Summary: failureSummary })) })))`
