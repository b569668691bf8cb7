package mockserver

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/xmlwire"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// check returns what is wrong with the fields that no client reads.
func (p *Profile) check() error {
	for _, check := range []func() error{
		p.checkNumbers, p.checkTogether, p.checkAnswers, p.checkIncludes, p.checkColumns,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (p *Profile) wrong(field, why string) error {
	return fmt.Errorf("mockserver: Profile.%s: %s", field, why)
}

// checkNumbers refuses negative numbers.
func (p *Profile) checkNumbers() error {
	for _, n := range []struct {
		field string
		value int64
	}{
		{"ClockSkew", int64(p.ClockSkew)}, {"KeyLifetime", int64(p.KeyLifetime)}, {"KeyOverlap", int64(p.KeyOverlap)},
		{"RateLimit.Requests", int64(p.RateLimit.Requests)}, {"RateLimit.Per", int64(p.RateLimit.Per)},
		{"MaxPageSize", int64(p.MaxPageSize)},
	} {
		if n.value < 0 {
			return p.wrong(n.field, fmt.Sprintf("%d is negative", n.value))
		}
	}
	return nil
}

// checkTogether checks fields that need each other. RequireAuth can bring what ClockSkew needs.
func (p *Profile) checkTogether() error {
	limit := p.RateLimit
	switch {
	case p.RequireSignature && p.Signer == nil:
		return p.wrong("RequireSignature", "it needs a Signer")
	case (limit.Requests == 0) != (limit.Per == 0), limit.Date && limit.Requests == 0:
		return p.wrong("RateLimit", "Requests and Per need each other, and Date needs both")
	case p.RefuseLargePages && p.MaxPageSize == 0:
		return p.wrong("RefuseLargePages", "it needs MaxPageSize")
	}
	return nil
}

func (p *Profile) checkAnswers() error {
	switch p.UpdateAnswer {
	case AnswerEmpty, AnswerID, AnswerRow:
	default:
		const choices = "%q is no answer: choose AnswerEmpty, AnswerID or AnswerRow"
		return p.wrong("UpdateAnswer", fmt.Sprintf(choices, redact.Safe(string(p.UpdateAnswer))))
	}
	for _, code := range slices.Sorted(maps.Keys(p.ErrorStatuses)) {
		field := fmt.Sprintf("ErrorStatuses[%d]", int(code))
		if _, known := contract.LookupCode(int(code)); !known {
			return p.wrong(field, fmt.Sprintf("there is no code %d: choose one of the constants", int(code)))
		}
		if err := p.checkStatus(field, p.ErrorStatuses[code]); err != nil {
			return err
		}
	}
	if p.UnknownPathStatus != 0 {
		if err := p.checkStatus("UnknownPathStatus", p.UnknownPathStatus); err != nil {
			return err
		}
	}
	for _, hand := range slices.Sorted(maps.Keys(p.HandNames)) {
		if !isPrintable(p.HandNames[hand]) {
			return p.wrong(fmt.Sprintf("HandNames[%d]", hand), notPrintable)
		}
	}
	return nil
}

// checkStatus returns why an answer with this status has no body that a client reads.
func (p *Profile) checkStatus(field string, status int) error {
	success := status >= http.StatusOK && status < http.StatusMultipleChoices &&
		status != http.StatusNoContent && status != http.StatusResetContent
	if success || status >= http.StatusBadRequest && status <= 599 {
		return nil
	}
	const choices = "%d is no status with a body: choose 400 to 599, or 200 to 299 without 204 and 205"
	return p.wrong(field, fmt.Sprintf(choices, status))
}

func (p *Profile) checkIncludes() error {
	for i, include := range p.DefaultIncludes {
		if text := strings.TrimSpace(string(include)); text == "" || strings.Contains(text, ",") {
			field := fmt.Sprintf("DefaultIncludes[%d]", i)
			return p.wrong(field, fmt.Sprintf("%q: expected one name", redact.Safe(string(include))))
		}
	}
	return nil
}

func (p *Profile) checkColumns() error {
	names, counted := map[string]bool{}, false
	for i, c := range p.Columns {
		field, name := fmt.Sprintf("Columns[%d].", i), strings.ToLower(strings.Join(strings.Fields(c.Name), " "))
		_, known := contract.LookupFigure(string(c.Figure))
		switch {
		case c.Name == "" || !isPrintable(c.Name) || !isPrintable(c.Abbr):
			return p.wrong(field+"Name", notPrintable+" in name and abbreviation, and a name that is not empty")
		case names[name]:
			return p.wrong(field+"Name", fmt.Sprintf("%q is given twice", redact.Safe(c.Name)))
		case !known:
			const choices = "%q is no figure: choose one of the constants"
			return p.wrong(field+"Figure", fmt.Sprintf(choices, redact.Safe(string(c.Figure))))
		}
		names[name] = true
		counted = counted || c.Figure == FigureTablePoints
	}
	if given := p.Points != (TablePoints{}); given != counted {
		return p.wrong("Points", "Points and a column with FigureTablePoints need each other")
	}
	return nil
}

const notPrintable = "expected printable characters"

// isPrintable reports whether both formats can carry a text, and it has no control characters.
func isPrintable(text string) bool {
	_, _, illegal := xmlwire.Illegal(text)
	return !illegal && !strings.ContainsFunc(text, unicode.IsControl)
}
