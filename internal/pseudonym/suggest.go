package pseudonym

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

// Words in the names of members.
var (
	peopleWords = []string{
		"contact", "guardian", "mother", "father", "parent", "coach", "player", "manager", "director", "referee", "umpire",
		"official", "owner", "captain", "scorer", "scorekeeper", "member", "person", "people", "user", "author", "holder",
	}
	phoneWords  = []string{"phone", "mobile", "cell", "fax"}
	birthWords  = []string{"birth", "dob", "born"}
	streetWords = []string{"address", "street"}
	postalWords = []string{"zip", "postal", "postcode"}
	cityWords   = []string{"city", "town"}
	proseWords  = []string{"note", "comment", "message", "description", "memo", "remark", "error"}
	otherWords  = []string{ // in names of members about no person
		"team", "division", "event", "pool", "school", "club", "venue", "bracket", "season", "organi", "statistic", "game",
	}
)

// kindOf returns what a text or a number tells about a person. The contract knows it, or words in the name suggest it.
func kindOf(name string, n *node.Node, inPerson bool) contract.Personal {
	kind := contract.PersonalMember(name)
	switch {
	case kind.Inside() && !inPerson:
		return contract.NotPersonal
	case kind == contract.NotPersonal || kind.Holds():
		return suggested(name, n, inPerson)
	}
	return kind
}

// suggested looks at the value too, because EmailConfirmed and PhoneType tell nothing about a person.
func suggested(name string, n *node.Node, inPerson bool) contract.Personal {
	name = strings.Join(words(name), "")
	digits := len(onlyDigits(n.Text))
	switch {
	case strings.Contains(n.Text, "@") && strings.Contains(name, "mail"):
		return contract.PersonEmail
	case digits >= minPhone && holdsAny(name, phoneWords):
		return contract.PersonPhone
	case digits >= len("2006") && holdsAny(name, birthWords) && !strings.HasSuffix(name, "year"):
		return contract.PersonBirthdate
	case inPerson && digits > 0 && holdsAny(name, postalWords):
		return contract.PersonPostalCode
	case len(words(n.Text)) == 0 || len(n.Text) == digits || strings.HasSuffix(name, "id") || holdsAny(name, proseWords):
		return contract.NotPersonal
	case inPerson && holdsAny(name, streetWords):
		return contract.PersonStreet
	case inPerson && holdsAny(name, cityWords):
		return contract.PersonCity
	case namesPerson(strings.TrimSuffix(strings.TrimSuffix(name, "s"), "name")),
		inPerson && strings.HasSuffix(name, "name") && !holdsAny(name, otherWords):
		return contract.PersonName
	}
	return contract.NotPersonal
}

// namesPerson reports whether a name ends with the word for a person or for several, as in headcoach.
func namesPerson(name string) bool {
	return slices.ContainsFunc(peopleWords, func(word string) bool {
		return strings.HasSuffix(name, word) || strings.HasSuffix(name, word+"s") || strings.HasSuffix(name, word+"es")
	})
}

// startsPerson reports whether an object with this name is a person.
func startsPerson(name string) bool {
	return contract.PersonalMember(name) == contract.Person || namesPerson(name) ||
		holdsAny(name, peopleWords) && !holdsAny(name, otherWords)
}

// keepsPerson reports whether an object inside of a person tells more about the person. The teams of a player do not.
func keepsPerson(name string) bool {
	return contract.PersonalMember(name).Inside() || strings.Contains(name, "mail") || holdsAny(name, phoneWords) ||
		holdsAny(name, streetWords)
}

func holdsAny(name string, list []string) bool {
	return slices.ContainsFunc(list, func(word string) bool { return strings.Contains(name, word) })
}
