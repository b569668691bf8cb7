package redact

import (
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Search looks for the secrets of one request. The zero value has no secrets.
type Search struct{ secrets []secret }

// secret is a text that must not be shown.
type secret struct {
	folded string // in lower case
	plain  string // without escapes, in lower case
	id     string // only its letters and digits; "" if it has fewer than minInID of them
}

// minInID is the least length of a secret that InID looks for. Shorter ones, such as the code of a card,
// are in many ids by chance.
const minInID = 12

// SearchFor returns a Search for texts. It ignores empty texts.
func SearchFor(texts ...string) *Search {
	s := &Search{}
	for _, text := range texts {
		if strings.TrimSpace(text) == "" {
			continue
		}
		found := secret{folded: folded(text), plain: folded(Plain(text)), id: lettersOf(text)}
		if len(found.id) < minInID {
			found.id = ""
		}
		if !slices.Contains(s.secrets, found) {
			s.secrets = append(s.secrets, found)
		}
	}
	return s
}

// In reports whether a text holds one of the secrets.
func (s *Search) In(text string) bool {
	if len(s.secrets) == 0 {
		return false
	}
	within := func(layer string, least int) bool {
		layer = folded(layer)
		return slices.ContainsFunc(s.secrets, func(secret secret) bool {
			return len(secret.folded) >= least && (holds(layer, secret.folded) || holds(layer, secret.plain))
		})
	}
	return slices.ContainsFunc(layers(text), func(layer string) bool { return within(layer, 1) }) ||
		slices.ContainsFunc(decoded(text, minCode), func(said string) bool {
			if strings.ContainsFunc(said, func(r rune) bool { return r < ' ' || r > '~' }) {
				return within(strings.ToValidUTF8(said, " "), minWithin) // it is no code, and says short texts by chance
			}
			return within(said, 1)
		})
}

// folded returns a text in lower case, with one space for each row of white space and none around it, because a host
// may trim what it repeats.
func folded(text string) string { return strings.Join(strings.Fields(strings.ToLower(text)), " ") }

// minCode is the length of the base64 of three bytes, which the code of a card has.
const minCode = 4

// InID reports whether an id holds one of the secrets, with any characters between its letters and digits, also in
// base64 or hexadecimal digits. It ignores secrets of fewer than minInID characters.
func (s *Search) InID(id string) bool {
	return slices.ContainsFunc(append(decoded(id, minInID), Plain(id)), func(id string) bool {
		letters := lettersOf(id)
		return slices.ContainsFunc(s.secrets, func(secret secret) bool {
			return secret.id != "" && strings.Contains(letters, secret.id)
		})
	})
}

// lettersOf returns the letters and digits of a text, in lower case.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if inWord(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// minWithin is the least length of a secret that holds finds inside a longer word too.
const minWithin = 4

// holds reports whether a text holds a secret. A secret of fewer than minWithin characters must be a word
// of its own.
func holds(text, secret string) bool {
	if utf8.RuneCountInString(secret) >= minWithin {
		return strings.Contains(text, secret)
	}
	if strings.TrimSpace(secret) == "" { // the secret was white space behind escapes
		return false
	}
	for at := 0; ; at++ {
		i := strings.Index(text[at:], secret)
		if i < 0 {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(secret):])
		if !inWord(before) && !inWord(after) {
			return true
		}
	}
}

func inWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// maxLayers bounds the layers of escapes that Unescaped removes.
const maxLayers = 8

// escapes matches the escapes of URLs and of JSON. It matches neighbouring escapes together, because
// several escapes may write one character.
var escapes = regexp.MustCompile(`(?:%[0-9a-fA-F]{2})+|(?:\\u[0-9a-fA-F]{4})+|\\["\\/bfnrt]|\+`)

// Plain removes the escapes of URLs, HTML, XML and JSON from a text, layer by layer. A plus sign becomes a space,
// as in the query of a URL.
func Plain(text string) string {
	all := layers(text)
	return all[len(all)-1]
}

// layers returns a text, first with all its escapes, and then with one layer of escapes less at a time. A
// search looks at each layer, because removing a layer can spoil a secret that begins like an escape.
func layers(text string) []string {
	found := []string{text}
	for range maxLayers {
		plain := text
		if strings.ContainsAny(plain, `%\+`) {
			plain = escapes.ReplaceAllStringFunc(plain, unescaped)
		}
		if plain = html.UnescapeString(plain); plain == text {
			break
		}
		text = plain
		found = append(found, text)
	}
	return found
}

// unescaped returns the text that a match of the pattern escapes stands for.
func unescaped(escapes string) (text string) {
	var err error
	if escapes[0] == '\\' {
		err = json.Unmarshal([]byte(`"`+escapes+`"`), &text)
	} else {
		text, err = url.QueryUnescape(escapes)
	}
	if err != nil {
		return escapes
	}
	return text
}
