package console

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// TestWorded: reasons of the admin API name no method of Go, and have the labels and the words of the forms.
func TestWorded(t *testing.T) {
	for reason, want := range map[string][]string{
		"FaultRule: status: is required where there are no errors": {"Status is required where there are no errors"},
		"FaultRule: for: is required by Delay":                     {"For is required by “answer late”"},
		"FaultRule: n: expected 1 or more, found 0":                {"Value of n: expected 1 or more, found 0"},
		"FaultRule: p: Always takes none":                          {"Value of n: “every request” takes none"},
		"FaultRule: p: expected 0 to 1, found 2":                   {"Value of n: expected 0 to 1, found 2"},
		"FaultRule: errors: Empty takes none":                      {"Code of an error: “answer without a body” takes none"},
		"FaultRule: errors[0].message: is required":                {"Code of an error is required"},
		"FaultRule: path: expected a path that begins with /, found \"Writing\"": {
			"Path: expected a path that begins with /, found \"Writing\"",
		},
		"FaultRule: phase: Garble has no meaning in Before: expected Writing or AfterCommit": {
			"Phase: “answer what cannot be read” has no meaning in “before anything is checked”: " +
				"expected “while the answer goes out” or “after the write is made”",
		},
		`AddFault: n: expected 1 or more, found 0; operation: there is no "Teams.Lst": the nearest is Teams.List`: {
			"Value of n: expected 1 or more, found 0", `Operation: there is no "Teams.Lst": the nearest is Teams.List`,
		},
		"FaultRule: expected an object, found a list":          {"expected an object, found a list"},
		"Rewind: there is no write 9: expected 0 to 4":         {"there is no write 9: expected 0 to 4"},
		`NewSession: a session "ok" is open already`:           {`a session "ok" is open already`},
		`KeepSnapshot: the name "a/b": expected letters`:       {`the name "a/b": expected letters`},
		"mockserver: EditGame: Id: 7 is that of another row":   {"Id: 7 is that of another row"},
		"Load: line 3: expected a row":                         {"line 3: expected a row"},
		`there is no rule "f9"`:                                {`there is no rule "f9"`},
		"Away: expected a whole number from 0 on, found \"x\"": {"Away: expected a whole number from 0 on, found \"x\""},
		"Élan stays": {"Élan stays"},
		"":           {""},
	} {
		require.Empty(t, cmp.Diff(want, worded(reason)), reason)
	}
}

// TestLabels: each field of the form for a rule has the label that refusals name it by.
func TestLabels(t *testing.T) {
	for name, label := range map[string]string{"retryAfter": "Retry-After", "contentType": "Content type", "made-up": "made-up"} {
		require.Equal(t, label, labelOf(name))
	}
	form, err := os.ReadFile("faults.templ")
	require.NoError(t, err)
	for name, label := range ruleLabels {
		switch name {
		case "where", "p", "until", "errors", "path": // these have the label of another field, or a part of theirs
			continue
		}
		require.Contains(t, string(form), `(s, "`+name+`", "`+label+`",`)
	}
}

// TestTexts: numbers align, places are said as people say them, and a text that is cut ends with a clause.
func TestTexts(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Microsecond: "<0.01", 40 * time.Microsecond: "0.04", 100 * time.Microsecond: "0.10",
		1500 * time.Millisecond: "1500.00",
	} {
		require.Equal(t, want, milliseconds(d))
	}
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 111: "111th"} {
		require.Equal(t, want, ordinal(n))
	}
	for text, want := range map[string]string{
		"no operation at this path: the nearest route is GET /teams": "no operation at this path …",
		"id must be an integer, found \"seven\"":                     "id must be an integer …",
		"one two three four five six":                                "one two three four five six",
		"one two three four five six seven":                          "one two three four five six …",
		"one, two three four five six seven":                         "one, two three four five six …",
	} {
		require.Equal(t, want, words(6, text))
	}
}

// TestBlankTexts: a text in which a person would see nothing is its codes, and any other text is itself.
func TestBlankTexts(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		" ":                       `\u0020`,
		"\u00a0\n":                `\u00a0\u000a`,
		"\u3164\u2800":            `\u3164\u2800`,
		" Owls ":                  " Owls ",
		strings.Repeat(" ", 1000): strings.Repeat(`\u0020`, 1000)[:maxShown] + "…",
	} {
		require.Equal(t, want, readable(text))
	}
	require.Equal(t, `\u2003`, words(6, "\u2003"))
}

// TestHiddenCharacters: characters that hide something show as their codes. Emoji and words keep their joiners.
func TestHiddenCharacters(t *testing.T) {
	for text, want := range map[string]string{
		"\u202eslwO":          `\u202eslwO`,
		"Ow\u200dls":          `Ow\u200dls`,
		"O\u200bwls\u2060":    `O\u200bwls\u2060`,
		"\u200dOwls\u200c":    `\u200dOwls\u200c`,
		"👩\u200d👧 Owls":       "👩\u200d👧 Owls",
		"❤️\u200d🔥":           "❤️\u200d🔥",
		"👧🏽\u200d🚀":           "👧🏽\u200d🚀",
		"👩\u200dOwls":         `👩\u200dOwls`,
		"بازی\u200cکن":        "بازی\u200cکن",
		"क्\u200dष":           "क्\u200dष",
		"ا\u200c\u200cب":      `ا\u200c\u200cب`,
		"Owls\U000e0067\x00b": `Owls\U000e0067\u0000b`,
	} {
		require.Equal(t, want, visible(text))
	}
}
