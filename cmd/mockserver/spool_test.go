package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// TestSpoolDropsWhatNobodyReads: lines keep their order, those that do not fit are counted, and the count stands where
// they would be. Writing waits for nobody.
func TestSpoolDropsWhatNobodyReads(t *testing.T) {
	for _, form := range []string{"text", "json"} {
		out, in := io.Pipe()
		to, end := (&serveFlags{Log: form}).spooled(t.Context(), command.Terminal{Out: io.Discard, Errs: in})
		const sent = 300
		line := func(i int) string { return fmt.Sprintf("%03d%s\n", i, strings.Repeat("x", maxSpooled/100)) }
		for i := range sent {
			n, err := io.WriteString(to.Errs, line(i))
			require.NoError(t, err)
			require.Len(t, line(i), n)
		}
		lines := bufio.NewReader(out)
		next := func() string {
			got, err := lines.ReadString('\n')
			require.NoError(t, err)
			return got
		}
		kept, got := 0, next()
		for ; got == line(kept); got = next() {
			kept++
		}
		require.Less(t, kept, sent)
		want := fmt.Sprintf("mockserver: warning: %d lines of the log were dropped: nobody read them\n", sent-kept)
		if form == "json" {
			require.Regexp(t, fmt.Sprintf(`^{"time":"[^"]+","level":"WARN","msg":"%d lines of the log were dropped`, sent-kept), got)
		} else {
			require.Equal(t, want, got)
		}
		_, err := io.WriteString(to.Errs, line(sent))
		require.NoError(t, err)
		require.Equal(t, line(sent), next(), "it takes lines again")
		end()
	}
}

// TestSpoolLosesNothing: whoever reads gets every line, also one that is larger than what may wait, and the end waits.
func TestSpoolLosesNothing(t *testing.T) {
	var printed, want bytes.Buffer
	to, end := (&serveFlags{}).spooled(t.Context(), command.Terminal{Out: io.Discard, Errs: &printed})
	for i := range 20_000 {
		fmt.Fprintln(&want, "line", i)
		fmt.Fprintln(to.Errs, "line", i)
	}
	end()
	require.Equal(t, want.String(), printed.String())
	printed.Reset()
	to, end = (&serveFlags{}).spooled(t.Context(), command.Terminal{Out: &printed, Errs: io.Discard})
	large := strings.Repeat("x", maxSpooled+1)
	fmt.Fprint(to.Out, large)
	end()
	require.Equal(t, large, printed.String())
}

// hostileText are characters on which a terminal acts. No row of the output may have them.
const hostileText = "\x1b[2J\r\a\x7f\u009b31m\u202egnp\u2066\u200f\u061c\u2028"

// requirePlain refuses characters on which a terminal acts.
func requirePlain(t *testing.T, printed string) {
	t.Helper()
	require.NotContains(t, printed, "\ufffd")
	for _, r := range hostileText {
		if r > '~' || r < ' ' {
			require.NotContains(t, printed, string(r))
		}
	}
}

// TestTextsOfStrangersArePlain: neither the log nor a client command prints what a terminal acts on, and nobody forges
// a line.
func TestTextsOfStrangersArePlain(t *testing.T) {
	for _, form := range []string{"text", "json"} {
		p := start(t, "--variant", "soccer", "--log", form)
		name := `{"Name":"A` + strings.NewReplacer("\x1b", `\u001b`, "\r", `\r`, "\a", `\u0007`).Replace(hostileText) + `\nforged"}`
		for _, target := range []string{"/teams?eventid=1001&x", "/tea", "/venues?filter"} {
			address := p.url() + "/api/v1" + target + "=" + strings.NewReplacer("\x1b", "%1b", "\r", "%0d", "\a", "%07",
				"\x7f", "%7f", " ", "%20").Replace(hostileText) + "%0Aforged"
			p.send("curl '" + address + "'")
		}
		p.send("curl -X POST '" + p.url() + "/api/v1/teams' -d '" + name + "'")
		p.send("curl -X POST '" + p.url() + "/_mock/snapshots' -d '" + strings.Replace(name, "Name", "name", 1) + "'")
		p.send("curl -X POST '" + p.url() + "/_mock/rows/divisions' -d '" + strings.Replace(name, "}", `,"Event":{"Id":1001}}`, 1) + "'")
		for _, command := range []string{"requests", "requests --json", "snapshot", "fault", "requests --op " + hostileText} {
			_, out, errs := runToEnd(t, append(strings.SplitN(command, " ", 3), "--url", p.url())...)
			requirePlain(t, out+errs)
			require.NotContains(t, out+errs, "\nforged", command)
		}
		p.stop()
		requirePlain(t, p.errs.String())
		require.Len(t, strings.Split(strings.TrimSpace(p.errs.String()), "\n"), 4, p.errs.String())
	}
}
