package main

import (
	"fmt"
	"html"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPicture: the picture in README.md shows what the quick start prints. It has the steps in which rows change, and
// leaves out the others.
func TestPicture(t *testing.T) {
	const picture = "../../docs/images/quickstart.svg"
	output, err := os.ReadFile(golden)
	require.NoError(t, err)
	lines := []string{"$ go run ./examples/quickstart", "…"}
	for _, step := range []string{"3. ", "5. "} {
		_, after, found := strings.Cut("\n"+string(output), "\n"+step)
		require.True(t, found, step)
		text, _, _ := strings.Cut(after, fmt.Sprintf("\n%c. ", step[0]+1))
		lines = append(lines, strings.Split(strings.TrimRight(step+text, "\n"), "\n")...)
		lines = append(lines, "", "…")
	}
	drawn := drawTerminal(lines)
	if *update {
		require.NoError(t, os.WriteFile(picture, []byte(drawn), 0o600))
	}
	want, err := os.ReadFile(picture)
	require.NoError(t, err)
	require.Equal(t, string(want), drawn, "go test ./examples/quickstart -update draws it anew")
}

// drawTerminal draws lines of text as in a terminal.
func drawTerminal(lines []string) string {
	const left, top, down, across = 18, 30, 18, 8.5
	widest := 0
	for _, line := range lines {
		widest = max(widest, len([]rune(line)))
	}
	width, height := int(2*left+across*float64(widest)), top+down*len(lines)
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
<title>What go run ./examples/quickstart prints</title>
<style>text { font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d6deeb; white-space: pre }
.step { fill: #ffcb6b; font-weight: bold } .typed { fill: #7fdbca }</style>
<rect width="100%%" height="100%%" rx="8" fill="#10202f"/>
`, width, height, width, height)
	for i, line := range lines {
		class := ""
		switch {
		case strings.HasPrefix(line, "$"):
			class = ` class="typed"`
		case len(line) > 1 && line[1] == '.':
			class = ` class="step"`
		}
		if line != "" {
			fmt.Fprintf(&svg, "<text x=\"%d\" y=\"%d\"%s xml:space=\"preserve\">%s</text>\n",
				left, top+down*i, class, html.EscapeString(line))
		}
	}
	return svg.String() + "</svg>\n"
}
