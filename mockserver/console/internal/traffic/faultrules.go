package traffic

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/form"
)

// wordFor returns the text of the choice with a value.
func wordFor(words []prose.Choice, value string) string {
	if i := slices.IndexFunc(words, func(c prose.Choice) bool { return c.Value == value }); i >= 0 {
		return words[i].Text
	}
	return value
}

// parts are the columns of the table for a rule: which requests match, which of them fail, and what happens to them.
type parts struct{ Which, When, What string }

func partsOf(f form.Fault) parts {
	if f.Rule == nil { // the rule has a function or a secret
		return parts{Which: f.Text}
	}
	rule := map[string]string{}
	for _, m := range ask.MembersIn(f.Rule) {
		rule[m.Name] = m.Text
	}
	which := rule["operation"] + rule["path"]
	if which == "" {
		which = "every request"
	}
	for i := 0; ; i++ {
		item := fmt.Sprintf("where[%d].", i)
		if rule[item+"name"] == "" {
			break
		}
		which += ", " + rule[item+"name"] + " = " + rule[item+"value"]
	}
	return parts{which, when(rule), what(rule)}
}

// when returns the trigger of a rule in words.
func when(rule map[string]string) string {
	text, amount := wordFor(prose.TriggerWords, rule["trigger"]), rule["n"]+rule["p"]+rule["until"]
	if n, err := strconv.Atoi(rule["n"]); err == nil {
		text = strings.Replace(text, "n-th", ordinal(n), 1)
	}
	if before, ok := strings.CutSuffix(text, " n"); ok {
		return before + " " + amount
	}
	text = strings.Replace(text, " n ", " "+amount+" ", 1)
	return strings.Replace(text, " 1 requests", " request", 1)
}

// ordinal returns an ordinal number, such as 2nd for 2.
func ordinal(n int) string {
	ending := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return strconv.Itoa(n) + ending
}

// what returns the action of a rule in words, with the values of the action.
func what(rule map[string]string) string {
	text := wordFor(prose.ActionWords, rule["action"])
	for _, part := range [][2]string{
		{"", "status"}, {"", "contentType"}, {"to ", "to"}, {"for ", "for"}, {"bytes ", "bytes"},
		{"Retry-After ", "retryAfter"}, {"carried out after ", "commitAfter"},
	} {
		if value := rule[part[1]]; value != "" {
			text += ", " + part[0] + value
		}
	}
	for i := 0; ; i++ {
		item := fmt.Sprintf("errors[%d].", i)
		if rule[item+"code"] == "" {
			break
		}
		text += ", code " + rule[item+"code"] + " " + rule[item+"message"]
	}
	if phase := rule["phase"]; phase != "" {
		text += ", " + wordFor(prose.PhaseWords, phase)
	}
	return text
}

// ruleOfForm returns the rule that the fields of the form describe. It leaves checks of the rule to the admin API.
func ruleOfForm(form url.Values) (json.RawMessage, error) {
	rule := map[string]any{}
	set := func(member, field string, value func(text string) any) {
		if text := strings.TrimSpace(form.Get(field)); text != "" {
			rule[member] = value(text)
		}
	}
	for _, member := range []string{
		"operation", "path", "trigger", "phase", "action", "contentType", "retryAfter", "for", "to",
	} {
		set(member, member, func(text string) any { return text })
	}
	if body := form.Get("body"); body != "" {
		rule["body"] = body
	}
	set("status", "status", number)
	set("bytes", "bytes", number)
	set("where", "name", func(name string) any {
		return []map[string]any{{"name": name, "value": strings.TrimSpace(form.Get("value"))}}
	})
	set("errors", "code", func(code string) any {
		return []map[string]any{{"code": number(code), "message": strings.TrimSpace(form.Get("message"))}}
	})
	switch rule["trigger"] {
	case nil:
	case "until":
		set("until", "n", func(text string) any { return text })
	case "probability":
		set("p", "n", number)
	default:
		set("n", "n", number)
	}
	return json.Marshal(rule)
}

// number returns the text of a field as a number of JSON, or unchanged if it is no number: the admin API refuses that.
func number(text string) any {
	var n json.Number
	if json.Unmarshal([]byte(text), &n) != nil {
		return text
	}
	return n
}

// usualFault is a rule that a person can add with one click.
type usualFault struct {
	Title string
	About string
	Rule  fault.Rule
}

// JSON returns the rule as the form sends it.
func (u usualFault) JSON() (string, error) {
	data, err := json.Marshal(u.Rule)
	return string(data), err
}

// usualFaults returns the rules that a person can add with one click. They include a rule about expired keys only if
// requests must be signed.
func usualFaults(signed bool) []usualFault {
	all := []usualFault{
		{"A payment whose answer is lost", "The next payment is made, and nobody hears of it.",
			fault.On("Payments.Pay").Nth(1).AfterCommit().Drop()},
		{"A host that is down", "The next three requests get 503, and are told to come again in a second.",
			fault.OnAny().First(3).Status(http.StatusServiceUnavailable).RetryAfter(time.Second)},
		{"Too many requests", "The next two requests get 429.",
			fault.OnAny().First(2).Status(http.StatusTooManyRequests).RetryAfter(2 * time.Second)},
		{"A slow host", "Every answer comes two seconds late.", fault.OnAny().Delay(2 * time.Second)},
		{"A page that breaks off", "Lists of teams end after 100 bytes.", fault.On("Teams.List").Truncate(100)},
		{"The page of a proxy", "Every tenth request gets 502 with HTML.",
			fault.OnAny().Every(10).Gateway(http.StatusBadGateway)},
		{"A connection that resets", "The next request gets no answer.", fault.OnAny().Nth(1).Reset()},
		{"An answer that cannot be read", "The next answer is no JSON, or no XML.", fault.OnAny().Nth(1).Garble()},
		{"A registration that is closed", "Every registration is refused.", fault.On("Registration.Register").Errors(
			tourney.ErrorItem{Code: tourney.CodeInactive, Message: "The registration is closed."})},
	}
	if signed {
		all = append(all, usualFault{"Keys that expire", "The keys of the next request hold no longer, until the next login.",
			fault.OnAny().Nth(1).ExpireKeys()})
	}
	return all
}
