// Package pseudonym replaces people by made-up people, in bodies of the interface and in rows. One seed replaces one
// person by the same made-up person everywhere. internal/contract lists the members that hold people. Words that
// suggest a person in the name of another member are in suggest.go, and made-up values in values.go.
package pseudonym

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// People replaces people. One goroutine at a time may use it. The JSON of a People lets another process go on. It names
// nobody, but it has the seed.
type People struct {
	Seed    []byte
	Known   map[string]string // made-up names and addresses, by the keys of real ones in lower case with single spaces
	Longest int               // most words of a real one in Known
}

// New returns a People for a seed. Somebody who has the seed can test whether a made-up name stands for a certain
// person, so keep the seed apart from what People replaced. Without a seed every value becomes an empty text or 0, for
// comparisons that ignore people.
func New(seed []byte) *People { return &People{Seed: seed, Known: map[string]string{}} }

// Learn notes the names of the people in a value, their e-mail addresses and their telephone numbers. From then on
// Replace finds these in other texts too, such as messages.
func (p *People) Learn(n *node.Node) {
	var given, family string
	for i := range n.Members {
		m := &n.Members[i]
		switch kind := contract.PersonalMember(node.FoldedName(m.Name)); kind {
		case contract.PersonGiven:
			given = m.Text
		case contract.PersonFamily:
			family = m.Text
		case contract.PersonName:
			p.learn(splitName(m.Text))
		case contract.PersonEmail, contract.PersonPhone:
			p.remember(kind, m.Text)
		}
		p.Learn(&m.Node)
	}
	for i := range n.Items {
		p.Learn(&n.Items[i])
	}
	p.learn(given, family)
}

// Prefixes of texts that People.Known holds under their hash. A single first or last name has the prefix alone: such a
// name is replaced in prose only, because it can be an ordinary word or a part of the name of a team. The digits of a
// telephone number have the prefix digitsOf. Whole names and e-mail addresses have none.
const alone, digitsOf = "\x00", "\x01"

func (p *People) learn(given, family string) {
	first, last := words(given), words(family)
	if len(first) == 0 || len(last) == 0 {
		return
	}
	g, f := p.madeUp(contract.PersonGiven, given), p.madeUp(contract.PersonFamily, family)
	p.note(slices.Concat(first, last), g+" "+f)
	p.note(slices.Concat(last, first), f+" "+g)
	p.noteAlone(first, g)
	p.noteAlone(last, f)
}

// remember makes text find a value in every form in which a message may repeat it.
func (p *People) remember(kind contract.Personal, text string) {
	switch kind {
	case contract.PersonEmail:
		p.note(words(text), p.madeUp(kind, text))
	case contract.PersonPhone:
		if digits := onlyDigits(text); len(digits) >= minPhone {
			p.Known[p.key(digitsOf+withoutPrefix(digits))] = p.madeUp(kind, text)
			p.Longest = max(p.Longest, mostGroups)
		}
	case contract.PersonStreet:
		p.noteAlone(words(text), p.madeUp(kind, text))
	case contract.PersonBirthdate:
		born, _ := parseBirthdate(text)
		for _, layout := range birthLayouts {
			if said := born.Format(layout); !born.IsZero() {
				p.noteAlone(words(said), p.madeUp(kind, said))
			}
		}
	default:
	}
}

func (p *People) noteAlone(list []string, made string) {
	p.Known[p.key(alone+strings.Join(list, " "))] = made
	p.Longest = max(p.Longest, len(list))
}

// note makes text find these words, unless they are too few.
func (p *People) note(list []string, made string) {
	if len(list) > 1 {
		p.Known[p.key(strings.Join(list, " "))] = made
		p.Longest = max(p.Longest, len(list))
	}
}

// key returns what stands for a real name in People.Known, so that a file with what p has learned names nobody.
func (p *People) key(name string) string {
	mac := hmac.New(sha256.New, p.Seed)
	mac.Write([]byte(name))
	return base64.RawStdEncoding.EncodeToString(mac.Sum(nil)[:12])
}

// Replace replaces the people in a body or a row. It learns their names first. A number stays a number.
func (p *People) Replace(n *node.Node) {
	p.Learn(n)
	p.value(n, "", scope{})
}

// JSON returns a JSON text, such as one of tourney.MarshalRow, with its people replaced. Errors are those of
// jsoncodec.ParseNode.
func (p *People) JSON(data []byte) ([]byte, error) {
	n, err := jsoncodec.ParseNode(data, jsoncodec.Limits{Doubles: true, Whole: true})
	if err != nil {
		return nil, err
	}
	p.Replace(&n)
	return jsoncodec.AppendNode(nil, n), nil
}

// scope is what surrounds a value: a person, the telephone of a person, a member of prose.
type scope struct{ person, phone, prose bool }

// value replaces the people in the value of a member with this name.
func (p *People) value(n *node.Node, name string, in scope) {
	in.prose = in.prose || holdsAny(name, proseWords)
	switch n.Kind {
	case node.Object:
		in.person = in.person && keepsPerson(name) || startsPerson(name) || slices.ContainsFunc(n.Members, ofPerson)
		in.phone = in.person && holdsAny(name, phoneWords)
		p.object(n, in)
	case node.List:
		for i := range n.Items {
			p.value(&n.Items[i], name, in)
		}
	case node.Text, node.Number:
		if kind := kindOf(name, n, in.person); kind != contract.NotPersonal {
			p.replace(n, kind)
		} else if in.phone && len(onlyDigits(n.Text)) >= minPhone {
			p.replace(n, contract.PersonPhone)
		} else if n.Kind == node.Text && !p.document(n) {
			n.Text = p.text(n.Text, in.prose)
		}
	case node.Null, node.Bool:
	}
}

// document replaces the people in a text that is JSON itself, and reports whether it is. A long one becomes empty.
func (p *People) document(n *node.Node) bool {
	const most = 1 << 20
	text := strings.TrimSpace(n.Text)
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	data, err := []byte(nil), error(nil)
	if len(text) <= most {
		data, err = p.JSON([]byte(text))
	}
	if err == nil {
		n.Text = string(data)
	}
	return err == nil
}

// object replaces the people in an object. The value of a pair, as in Meta, counts as a member with the pair's name.
func (p *People) object(n *node.Node, in scope) {
	if pair := pairName(n); pair != "" {
		p.value(n.Find("Value"), pair, in)
		return
	}
	for i := range n.Members {
		m := &n.Members[i]
		p.value(&m.Node, node.FoldedName(m.Name), in)
		m.Name = p.text(m.Name, false) // a host may use names as keys
	}
}

// ofPerson reports whether only people have a member.
func ofPerson(m node.Member) bool {
	kind := contract.PersonalMember(node.FoldedName(m.Name))
	return kind == contract.PersonGiven || kind == contract.PersonFamily || kind == contract.PersonBirthdate
}

// pairName returns the name in an object that is a name and a value; "" for another object.
func pairName(n *node.Node) string {
	name := cmp.Or(n.Find("Name"), n.Find("Key"))
	if len(n.Members) != 2 || name == nil || n.Find("Value") == nil {
		return ""
	}
	return node.FoldedName(name.Text)
}
