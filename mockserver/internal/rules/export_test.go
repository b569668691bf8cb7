package rules

import (
	"fmt"
	"net/http"
	"strings"
	"time"
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
		"json":     jsonTable(),
		"triggers": strings.Join(triggerLines, "\n") + "\n", "phases": strings.Join(phaseLines, "\n") + "\n",
		"actions": strings.Join(actionLines, "\n") + "\n",
	}
}

func code(name string) string { return "`" + name + "`" }

// jsonTable returns the table of the actions in JSON.
func jsonTable() string {
	jsonLines := []string{"| action as JSON | other members |", "|---|---|"}
	for _, k := range Kinds() {
		row := &actions[k]
		rule := Rule{Action: sampleOf(k)}
		text, err := Encode(&rule)
		if err == nil {
			_, err = Decode(text)
		}
		if err != nil { // a row needs a member that sampleOf does not set
			panic(err)
		}
		var others []string
		for _, name := range row.takes {
			if !strings.Contains(string(text), `"`+name+`":`) {
				others = append(others, code(name))
			}
		}
		jsonLines = append(jsonLines, fmt.Sprintf("| %s | %s |", code(string(text)), strings.Join(others, ", ")))
	}
	return strings.Join(jsonLines, "\n") + "\n"
}

// sampleOf returns an action of a kind with the members that the kind needs.
func sampleOf(k Kind) Action {
	a := Action{Does: k}
	if k == Status {
		a.Status = http.StatusServiceUnavailable
	}
	for _, name := range actions[k].needs {
		switch name {
		case "status":
			a.Status = http.StatusBadGateway
			if k == Redirect {
				a.Status = http.StatusTemporaryRedirect
			}
		case "errors":
			a.Errors = []Item{{Code: 2, Message: "odd"}}
		case "for":
			a.For = time.Second
		case "bytes":
			a.Bytes = 100
		case "to":
			a.To = "/elsewhere"
		}
	}
	return a
}
