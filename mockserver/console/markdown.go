package console

import (
	"regexp"
	"strings"
)

// span is a part of a text in Markdown.
type span struct {
	Text string
	Code bool
	To   string // behind Path; "" for no link
}

// marked matches the parts of Markdown that the ledger has: code, and links to pages of the documentation.
var marked = regexp.MustCompile("`([^`]+)`|\\[([^\\]]+)\\]\\(([^()\\s]+)\\)")

// spans returns the parts of a text. Code that is the id of an assumption leads to it. A page of the documentation
// leads to the page of the console of that name, where there is one: the console sends nobody to another host.
func spans(text string, ids map[string]bool) (list []span) {
	for text != "" {
		at := marked.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		if at[0] > 0 {
			list = append(list, span{Text: text[:at[0]]})
		}
		if at[2] >= 0 {
			code := span{Text: text[at[2]:at[3]], Code: true}
			if ids[code.Text] {
				code.To = assumptionsPath + "#" + code.Text
			}
			list = append(list, code)
		} else {
			link := span{Text: text[at[4]:at[5]]}
			name, _, _ := strings.Cut(text[at[6]:at[7]], ".md")
			if p, _ := pageOf(name); p != nil {
				link.To = name
			}
			list = append(list, link)
		}
		text = text[at[1]:]
	}
	if text != "" {
		list = append(list, span{Text: text})
	}
	return list
}
