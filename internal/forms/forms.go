// Package forms writes texts in the forms of other programs: escaped, encoded, and cut. Tests plant secrets in these
// forms. The package shares no code with package secrets, because both would then make the same mistake.
package forms

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Form is one way of writing a text.
type Form struct {
	Name  string
	Write func(text string) string
	Cut   bool // the form leaves out a part, so it shows no large part of a short text

	Encoded bool // every character changes
}

// All returns every form.
func All() []Form {
	return slices.Concat(letters(), urls(), entities(), backslashes(), encodings(), cut())
}

// escape replaces each character that needsEscape selects by its escaped form, and copies all others.
func escape(text string, needsEscape func(r rune) bool, escaped func(r rune) string) string {
	var b strings.Builder
	for _, r := range text {
		if needsEscape(r) {
			b.WriteString(escaped(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// escapeUnits is escape by UTF-16 units.
func escapeUnits(text string, which func(r rune) bool, format string) string {
	return escape(text, which, func(r rune) string {
		var b strings.Builder
		for _, unit := range utf16.Encode([]rune{r}) {
			_, _ = fmt.Fprintf(&b, format, unit)
		}
		return b.String()
	})
}

// escapeBytes writes bytes with a format, and copies those in safe.
func escapeBytes(text, safe, format string) string {
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; strings.IndexByte(safe, c) >= 0 {
			b.WriteByte(c)
		} else {
			_, _ = fmt.Fprintf(&b, format, c)
		}
	}
	return b.String()
}

func every(rune) bool    { return true }
func wide(r rune) bool   { return r > 0x7e }
func markup(r rune) bool { return strings.ContainsRune(`<>&"'`, r) }
func unsafe(r rune) bool { return markup(r) || wide(r) }
func formatted(f string) func(rune) string {
	return func(r rune) string { return fmt.Sprintf(f, r) }
}

const (
	digits       = "0123456789"
	alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" + digits
)

func namedEntity(quote string) func(rune) string {
	names := map[rune]string{'<': "&lt;", '>': "&gt;", '&': "&amp;", '"': "&quot;", '\'': quote}
	return func(r rune) string { return names[r] }
}

// letters are forms in which no character is escaped.
func letters() []Form {
	return []Form{
		{Name: "as it is", Write: func(t string) string { return t }},
		{Name: "capitals", Write: strings.ToUpper},
		{Name: "small letters", Write: strings.ToLower},
		{Name: "other spaces and dashes", Write: strings.NewReplacer(" ", "\u00a0", "-", "\u2011").Replace},
		{Name: "full width", Write: func(t string) string {
			narrow := func(r rune) bool { return r > ' ' && r < 0x7f }
			return escape(t, narrow, func(r rune) string { return string(r - '!' + '！') })
		}},
		{Name: "soft hyphens", Write: func(t string) string { return strings.Join(strings.Split(t, ""), "\u00ad") }},
		{Name: "quotes of SQL", Write: strings.NewReplacer(`'`, `''`, `"`, `""`).Replace},
		{Name: "Latin-1", Write: func(t string) string {
			b := make([]byte, 0, len(t))
			for _, r := range t {
				b = append(b, byte(r)) //nolint:gosec // the secrets of the tests have only small characters
			}
			return string(b)
		}},
		{Name: "UTF-16", Write: func(t string) string { return strings.Join(strings.Split(t, ""), "\x00") + "\x00" }},
	}
}

// urls are the escapes of URLs and of submitted HTML forms.
func urls() []Form {
	const unreserved = alphanumeric + "-_.~"
	return []Form{
		{Name: "query of Go", Write: url.QueryEscape},
		{Name: "path of Go", Write: url.PathEscape},
		{Name: "encodeURIComponent", Write: func(t string) string {
			return escapeBytes(t, unreserved+"!'()*", "%%%02X")
		}},
		{Name: "UrlEncode of .NET", Write: func(t string) string {
			return strings.ReplaceAll(escapeBytes(t, alphanumeric+"-_.!*() ", "%%%02x"), " ", "+")
		}},
		{Name: "every byte percent", Write: func(t string) string { return escapeBytes(t, "", "%%%02X") }},
		{Name: "percent twice", Write: func(t string) string { return url.PathEscape(url.PathEscape(t)) }},
		{Name: "query in a query", Write: func(t string) string {
			return url.QueryEscape("a=" + url.QueryEscape(t) + "&b=")
		}},
		{Name: "escape of JavaScript", Write: func(t string) string {
			special := func(r rune) bool { return !strings.ContainsRune(alphanumeric+"@*_+-./", r) }
			return escape(t, special, func(r rune) string {
				if r < 0x100 {
					return fmt.Sprintf("%%%02X", r)
				}
				return escapeUnits(string(r), every, "%%u%04X")
			})
		}},
		{Name: "percent and u", Write: func(t string) string { return escapeUnits(t, every, "%%u%04x") }},
	}
}

// NoSemicolons is the name of a form that drops the semicolons of the text itself too.
const NoSemicolons = "entities without semicolons"

// entities are the forms of HTML and XML.
func entities() []Form {
	php := func(t string) string { return escape(t, markup, namedEntity("&#039;")) }
	return []Form{
		{Name: "HTML of Go", Write: html.EscapeString},
		{Name: "HTML of .NET", Write: func(t string) string {
			return escape(escape(t, markup, namedEntity("&#39;")), wide, formatted("&#%d;"))
		}},
		{Name: "HTML of PHP", Write: php},
		{Name: "HTML of Python", Write: func(t string) string { return escape(t, markup, namedEntity("&#x27;")) }},
		{Name: "XML", Write: func(t string) string { return escape(t, markup, namedEntity("&apos;")) }},
		{Name: "htmlentities", Write: func(t string) string { return strings.ReplaceAll(php(t), "é", "&eacute;") }},
		{Name: NoSemicolons, Write: func(t string) string {
			return strings.ReplaceAll(escape(t, markup, namedEntity("&apos;")), ";", "")
		}},
		{Name: "decimal entities", Write: func(t string) string { return escape(t, every, formatted("&#%d;")) }},
		{Name: "hexadecimal entities", Write: func(t string) string { return escape(t, every, formatted("&#x%X;")) }},
		{Name: "long entities", Write: func(t string) string { return escape(t, unsafe, formatted("&#%07d;")) }},
		{Name: "HTML twice", Write: func(t string) string { return html.EscapeString(php(t)) }},
		{Name: "HTML three times", Write: func(t string) string { return php(html.EscapeString(php(t))) }},
		{Name: "names of .NET", Write: func(t string) string {
			return escapeUnits(t, func(r rune) bool { return !strings.ContainsRune(alphanumeric+"-._", r) }, "_x%04X_")
		}},
	}
}

// backslashes are the forms of strings in programs and in JSON.
func backslashes() []Form {
	return []Form{
		{Name: "JSON of Go", Write: inJSON},
		{Name: "JSON of PHP", Write: func(t string) string {
			return escapeUnits(strings.NewReplacer(`\`, `\\`, `"`, `\"`, `/`, `\/`).Replace(t), wide, `\u%04x`)
		}},
		{Name: "JSON of .NET", Write: func(t string) string {
			return escapeUnits(t, func(r rune) bool { return unsafe(r) || r == '+' || r == '\\' || r == '`' }, `\u%04X`)
		}},
		{Name: "every character in JSON", Write: func(t string) string { return escapeUnits(t, every, `\u%04x`) }},
		{Name: "JSON in JSON", Write: func(t string) string { return inJSON(`{"message":"` + inJSON(t) + `"}`) }},
		{Name: "JSON in JSON in JSON", Write: func(t string) string { return inJSON(inJSON(inJSON(t))) }},
		{Name: "quoted by Go", Write: func(t string) string { return within(strconv.Quote(t)) }},
		{Name: "quoted by Go in ASCII", Write: func(t string) string { return within(strconv.QuoteToASCII(t)) }},
		{Name: "string of Python", Write: func(t string) string {
			return escape(strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(t), wide, formatted(`\x%02x`))
		}},
		{Name: "bytes of Python", Write: func(t string) string {
			return escapeBytes(strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(t), printableASCII, `\x%02x`)
		}},
		{Name: "addslashes of PHP", Write: strings.NewReplacer(`\`, `\\`, `'`, `\'`, `"`, `\"`).Replace},
		{Name: "hexadecimal of JavaScript", Write: func(t string) string {
			return escape(t, every, formatted(`\x%02X`))
		}},
		{Name: "braces of JavaScript", Write: func(t string) string { return escape(t, every, formatted(`\u{%x}`)) }},
		{Name: "octal of C", Write: func(t string) string { return escapeBytes(t, "", `\%03o`) }},
		{Name: "eight digits of Python", Write: func(t string) string {
			return escape(t, unsafe, formatted(`\U%08x`))
		}},
		{Name: "HTML in JSON", Write: func(t string) string { return inJSON(html.EscapeString(t)) }},
		{Name: "JSON in HTML", Write: func(t string) string { return html.EscapeString(inJSON(t)) }},
	}
}

var printableASCII = func() string {
	var b strings.Builder
	for c := byte(' '); c < 0x7f; c++ {
		b.WriteByte(c)
	}
	return b.String()
}()

// encodings are the forms that change every character.
func encodings() []Form {
	found := plainEncodings()
	for i := range found {
		found[i].Encoded = true
	}
	return found
}

func plainEncodings() []Form {
	std, raw := base64.StdEncoding.EncodeToString, base64.RawURLEncoding.EncodeToString
	return []Form{
		{Name: "base64", Write: func(t string) string { return std([]byte(t)) }},
		{Name: "base64 of URLs", Write: func(t string) string { return raw([]byte(t)) }},
		{Name: "base64 of user and password", Write: func(t string) string { return "Basic " + std([]byte("pat:"+t)) }},
		{Name: "base64 of a key and its secret", Write: func(t string) string {
			return std([]byte("the-key:" + t + ":x"))
		}},
		{Name: "base64 from the second byte on", Write: func(t string) string {
			return std([]byte("12" + t + "3"))[1:]
		}},
		{Name: "base64 of JSON", Write: func(t string) string { return raw([]byte(`{"s":"` + inJSON(t) + `"}`)) }},
		{Name: "base64 of base64", Write: func(t string) string { return std([]byte(std([]byte(t)))) }},
		{Name: "base64 in lines", Write: func(t string) string { return lines(std([]byte("a mail: "+t)), 76, "\r\n") }},
		{Name: "base64 in JSON of PHP", Write: func(t string) string {
			return strings.ReplaceAll(std([]byte(t)), "/", `\/`)
		}},
		{Name: "base64 in a query", Write: func(t string) string { return url.QueryEscape(std([]byte(t))) }},
		{Name: "hexadecimal", Write: func(t string) string { return fmt.Sprintf("%x", t) }},
		{Name: "hexadecimal in capitals", Write: func(t string) string { return fmt.Sprintf("%X", t) }},
		{Name: "hexadecimal with spaces", Write: func(t string) string { return fmt.Sprintf("% x", t) }},
		{Name: "hexadecimal with colons", Write: func(t string) string {
			return strings.ReplaceAll(fmt.Sprintf("% X", t), " ", ":")
		}},
		{Name: "hexadecimal with prefixes", Write: func(t string) string {
			return strings.ReplaceAll(fmt.Sprintf("%# x", t), " ", ", ")
		}},
		{Name: "bytes of Go", Write: func(t string) string { return fmt.Sprintf("%d", []byte(t)) }},
		{Name: "bytes of Go as a literal", Write: func(t string) string { return fmt.Sprintf("%#v", []byte(t)) }},
		{Name: "a list of characters", Write: func(t string) string {
			return strings.ReplaceAll(fmt.Sprint([]rune(t)), " ", ", ")
		}},
		{Name: "quoted-printable", Write: func(t string) string {
			return lines(escapeBytes(t, strings.ReplaceAll(printableASCII, "=", ""), "=%02X"), 70, "=\r\n")
		}},
	}
}

// cut are forms that leave out a part.
func cut() []Form {
	share := func(t string, percent int) int { return (len([]rune(t))*percent + 99) / 100 }
	head := func(t string, percent int) string { return string([]rune(t)[:share(t, percent)]) }
	tail := func(t string, percent int) string { return string([]rune(t)[len([]rune(t))-share(t, percent):]) }
	return []Form{
		{Name: "the beginning and dots", Write: func(t string) string { return head(t, 75) + "…" }, Cut: true},
		{Name: "three dots and the end", Write: func(t string) string { return "..." + tail(t, 75) }, Cut: true},
		{Name: "dots in the middle", Write: func(t string) string {
			return head(t, 30) + "…" + tail(t, 65)
		}, Cut: true},
		{Name: "stars at the end", Write: func(t string) string { return head(t, 75) + "*****" }, Cut: true},
		{Name: "the beginning", Write: func(t string) string { return head(t, 75) }, Cut: true},
		{Name: "the beginning, escaped", Write: func(t string) string {
			return html.EscapeString(inJSON(head(t, 75))) + "…"
		}, Cut: true},
		{Name: "the beginning in base64", Write: func(t string) string {
			return base64.StdEncoding.EncodeToString([]byte("pat:"+head(t, 85))) + "…"
		}, Cut: true},
	}
}

// inJSON returns a text as encoding/json writes it, without the quotation marks.
func inJSON(text string) string {
	data, _ := json.Marshal(text) // a string can always be written
	return within(string(data))
}

func within(quoted string) string { return quoted[1 : len(quoted)-1] }

// lines breaks a text into lines.
func lines(text string, width int, end string) string {
	var b strings.Builder
	for len(text) > width {
		b.WriteString(text[:width] + end)
		text = text[width:]
	}
	return b.String() + text
}
