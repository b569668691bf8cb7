package traffic

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
)

// faultList is the answer of the admin API to a request for the rules of faults.
type faultList struct {
	Faults []rule `json:"faults"`
}

// rule is a rule of a fault.
type rule struct {
	ID   string          `json:"id"`
	Hits int64           `json:"hits"`
	Text string          `json:"text"`
	Rule json.RawMessage `json:"rule"` // absent if the rule has a function or a secret
}

// ruleBody is a rule in the form in which JSON has it.
type ruleBody struct {
	Operation   string      `json:"operation,omitempty"`
	Path        string      `json:"path,omitempty"`
	Where       []condition `json:"where,omitempty"`
	Trigger     string      `json:"trigger,omitempty"`
	N           int         `json:"n,omitempty"`
	P           float64     `json:"p,omitempty"`
	Until       string      `json:"until,omitempty"`
	Phase       string      `json:"phase,omitempty"`
	Action      string      `json:"action,omitempty"`
	Status      int         `json:"status,omitempty"`
	Errors      []errorItem `json:"errors,omitempty"`
	Body        string      `json:"body,omitempty"`
	ContentType string      `json:"contentType,omitempty"`
	RetryAfter  string      `json:"retryAfter,omitempty"`
	For         string      `json:"for,omitempty"`
	Bytes       int         `json:"bytes,omitempty"`
	To          string      `json:"to,omitempty"`
	CommitAfter string      `json:"commitAfter,omitempty"`
}

// condition is a value of a parameter that a request must have to match a rule.
type condition struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// errorItem is one of the Errors of an answer.
type errorItem struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// wordFor returns the text of the choice with a value.
func wordFor(words []prose.Choice, value string) string {
	if i := slices.IndexFunc(words, func(c prose.Choice) bool { return c.Value == value }); i >= 0 {
		return words[i].Text
	}
	return value
}

// Parts returns the columns of the table for a rule: which requests match, which of them fail, and what happens to
// them.
func (r *rule) Parts() (parts struct{ Which, When, What string }) {
	var body ruleBody
	if json.Unmarshal(r.Rule, &body) != nil {
		parts.Which = r.Text
		return parts
	}
	parts.Which = body.Operation + body.Path
	if parts.Which == "" {
		parts.Which = "every request"
	}
	for _, c := range body.Where {
		parts.Which += fmt.Sprintf(", %s = %s", c.Name, c.Value)
	}
	parts.When, parts.What = body.when(), body.what()
	return parts
}

// when returns the trigger of the rule in words.
func (b *ruleBody) when() string {
	text, amount := wordFor(prose.TriggerWords, b.Trigger), strconv.Itoa(b.N)
	switch {
	case b.Until != "":
		amount = b.Until
	case b.P != 0:
		amount = strconv.FormatFloat(b.P, 'g', -1, 64)
	}
	if b.Trigger == "nth" || b.Trigger == "every" {
		return strings.Replace(text, "n-th", ordinal(b.N), 1)
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

// what returns the action of the rule in words, with the values of the action.
func (b *ruleBody) what() string {
	text := wordFor(prose.ActionWords, b.Action)
	for _, part := range []struct{ name, value string }{
		{"", number(b.Status)}, {"", b.ContentType}, {"to ", b.To}, {"for ", b.For}, {"bytes ", number(b.Bytes)},
		{"Retry-After ", b.RetryAfter}, {"carried out after ", b.CommitAfter},
	} {
		if part.value != "" {
			text += ", " + part.name + part.value
		}
	}
	for _, e := range b.Errors {
		text += fmt.Sprintf(", code %d %s", e.Code, e.Message)
	}
	if b.Phase != "" {
		text += ", " + wordFor(prose.PhaseWords, b.Phase)
	}
	return text
}

// number returns a number as a text, and "" for 0, because a member with 0 is not set.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// ruleOfForm returns the rule that the fields of the form describe. It leaves checks of the rule to the admin API.
func ruleOfForm(form url.Values) (json.RawMessage, error) {
	text := func(name string) string { return strings.TrimSpace(form.Get(name)) }
	b := ruleBody{
		Operation: text("operation"), Path: text("path"), Trigger: text("trigger"), Phase: text("phase"),
		Action: text("action"), Body: form.Get("body"), ContentType: text("contentType"), RetryAfter: text("retryAfter"),
		For: text("for"), To: text("to"),
	}
	if name := text("name"); name != "" {
		b.Where = []condition{{name, text("value")}}
	}
	for name, to := range map[string]*int{"status": &b.Status, "bytes": &b.Bytes} {
		if err := readNumber(text(name), name, to); err != nil {
			return nil, err
		}
	}
	if code := text("code"); code != "" {
		b.Errors = []errorItem{{Message: text("message")}}
		if err := readNumber(code, "code", &b.Errors[0].Code); err != nil {
			return nil, err
		}
	}
	if err := b.readAmount(text("n")); err != nil {
		return nil, err
	}
	return json.Marshal(b)
}

func readNumber(text, name string, to *int) error {
	if text == "" {
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return ask.Invalid("%s: expected a whole number, found %q", prose.FaultLabel(name), prose.Excerpt(text))
	}
	*to = n
	return nil
}

// readAmount reads the field with the number or the time of the trigger.
func (b *ruleBody) readAmount(text string) error {
	switch b.Trigger {
	case "":
		return nil
	case "until":
		b.Until = text
		return nil
	case "probability":
		p, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return ask.Invalid("Value of n: expected a probability such as 0.1, found %q", prose.Excerpt(text))
		}
		b.P = p
		return nil
	}
	return readNumber(text, "n", &b.N)
}

// usualFault is a rule that a person can add with one click.
type usualFault struct {
	Title string
	About string
	Rule  string
}

// usualFaults returns the rules that a person can add with one click. They include a rule about expired keys only if
// requests must be signed.
func usualFaults(signed bool) (all []usualFault) {
	add := func(title, about string, b ruleBody) {
		data, _ := json.Marshal(b) // texts and numbers always have a form in JSON
		all = append(all, usualFault{title, about, string(data)})
	}
	add("A payment whose answer is lost", "The next payment is made, and nobody hears of it.",
		ruleBody{Operation: "Payments.Pay", Trigger: "nth", N: 1, Phase: "afterCommit", Action: "drop"})
	add("A host that is down", "The next three requests get 503, and are told to come again in a second.",
		ruleBody{Trigger: "first", N: 3, Action: "status", Status: 503, RetryAfter: "1s"})
	add("Too many requests", "The next two requests get 429.",
		ruleBody{Trigger: "first", N: 2, Action: "status", Status: 429, RetryAfter: "2s"})
	add("A slow host", "Every answer comes two seconds late.", ruleBody{Action: "delay", For: "2s"})
	add("A page that breaks off", "Lists of teams end after 100 bytes.",
		ruleBody{Operation: "Teams.List", Action: "truncate", Bytes: 100})
	add("The page of a proxy", "Every tenth request gets 502 with HTML.",
		ruleBody{Trigger: "every", N: 10, Action: "gateway", Status: 502})
	add("A connection that resets", "The next request gets no answer.", ruleBody{Trigger: "nth", N: 1, Action: "reset"})
	add("An answer that cannot be read", "The next answer is no JSON, or no XML.",
		ruleBody{Trigger: "nth", N: 1, Action: "garble"})
	add("A registration that is closed", "Every registration is refused.", ruleBody{
		Operation: "Registration.Register", Action: "status",
		Errors: []errorItem{{int(tourney.CodeInactive), "The registration is closed."}},
	})
	if signed {
		add("Keys that expire", "The keys of the next request hold no longer, until the next login.",
			ruleBody{Trigger: "nth", N: 1, Action: "expireKeys"})
	}
	return all
}

// offRule is a rule that a person turned off on the page.
type offRule struct {
	Key string
	rule
}

// maxOff bounds how many turned-off rules a console keeps.
const maxOff = 50

// offRules are the rules that were turned off. The console keeps them, and not the mock, so a reset of the mock does
// not remove them.
type offRules struct {
	mu   sync.Mutex
	made int
	kept []offRule
}

func (o *offRules) add(r rule) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.made++
	o.kept = append(o.kept, offRule{strconv.Itoa(o.made), r})
	if len(o.kept) > maxOff {
		o.kept = slices.Clone(o.kept[1:])
	}
}

func (o *offRules) all() []offRule {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.kept)
}

// find returns the rule with a key, nil if there is no such rule.
func (o *offRules) find(key string) *offRule {
	for _, r := range o.all() {
		if r.Key == key {
			return &r
		}
	}
	return nil
}

func (o *offRules) remove(key string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.kept = slices.DeleteFunc(slices.Clone(o.kept), func(r offRule) bool { return r.Key == key })
}
