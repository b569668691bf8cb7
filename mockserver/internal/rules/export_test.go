package rules

import (
	"fmt"
	"strings"
)

// Tables returns the tables of docs/faults.md.
func Tables() map[string]string {
	triggerLines := []string{"| trigger | fires for |", "|---|---|"}
	for _, row := range &triggers {
		name := code(row.name)
		if row.name == triggers[Always].name {
			name = "none"
		}
		triggerLines = append(triggerLines, fmt.Sprintf("| %s | %s |", name, row.meaning))
	}
	phaseLines := []string{"| phase | when |", "|---|---|"}
	for _, p := range Phases() {
		phaseLines = append(phaseLines, fmt.Sprintf("| %s | %s |", code(phases[p].name), phases[p].meaning))
	}
	actionLines := []string{"| action | phases, the default first | HTTP/1.1 | HTTP/2 | in process |", "|---|---|---|---|---|"}
	for _, k := range Kinds() {
		row := &actions[k]
		names := strings.ReplaceAll(row.phaseNames(), " or ", ", ")
		http2, local := row.http2, row.local
		if http2 == row.http1 && local == row.http1 {
			http2, local = "", "" // the page says what an empty cell means
		}
		actionLines = append(actionLines, fmt.Sprintf("| %s | %s | %s | %s | %s |", code(row.name), names, row.http1, http2, local))
	}
	return map[string]string{
		"triggers": strings.Join(triggerLines, "\n") + "\n", "phases": strings.Join(phaseLines, "\n") + "\n",
		"actions": strings.Join(actionLines, "\n") + "\n",
	}
}

func code(name string) string { return "`" + name + "`" }
